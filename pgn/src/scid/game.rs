//! The data of a game: tags that the index has no room for, where it starts, its moves with marks, variations and the
//! places of comments, and the comments.
//!
//! Source: `bytebuf.h` and `game.cpp` of Scid 5.0.2, <https://github.com/benini/scid>.

use shakmaty::Position;

use super::bytes::Bytes;
use super::comments::Comments;
use super::pieces::Pieces;
use crate::annotations::Annotation;
use crate::fen::parse_fen;
use crate::game::{Game, Tags};
use crate::moves;
use crate::text::decoded;
use crate::write::move_number;

/// What stands among the moves: moves of the king are below, those of other pieces above.
const NAG: u8 = 11;
const COMMENT: u8 = 12;
const OPEN: u8 = 13;
const CLOSE: u8 = 14;
const END: u8 = 15;

/// The longest name of a tag. What is above it in the place of a length stands for a name.
const LONGEST_NAME: u8 = 240;
/// The names that the numbers from 241 on stand for.
const NAMES: [&str; 10] = [
    "WhiteCountry",
    "BlackCountry",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Opening",
    "Variation",
    "Setup",
    "Source",
    "SetUp",
];
/// The number of a tag of Scid 2, whose value has three bytes and no length.
const OLD_EVENT_DATE: u8 = 255;

/// Reads a game of its data and the tags that the index has of it. The number of the game is 0.
///
/// # Errors
///
/// What is wrong with the data, e.g. `illegal move e2e5 (move 3, White)`.
pub(crate) fn read(data: &[u8], mut tags: Tags) -> Result<Game, String> {
    let mut data = Bytes::new(data);
    read_tags(&mut data, &mut tags).ok_or("its data are cut off in its tags")?;
    let start = start(&mut data, &mut tags)?;
    let mut moves = Moves::new(start);
    moves.read(&mut data)?;
    let annotations = moves.comments.fill(moves.annotations, data)?;
    Ok(Game {
        id: 0,
        tags,
        moves: moves.codes,
        annotations,
    })
}

/// Adds the tags that the data begin with.
fn read_tags(data: &mut Bytes<'_>, tags: &mut Tags) -> Option<()> {
    loop {
        let name = match data.byte()? {
            0 => return Some(()),
            length @ ..=LONGEST_NAME => Some(decoded(data.take(length.into())?)),
            OLD_EVENT_DATE => {
                data.take(3)?;
                continue;
            }
            number => NAMES
                .get(usize::from(number - LONGEST_NAME - 1))
                .map(|name| (*name).to_owned()),
        };
        let length = data.byte()?;
        let value = decoded(data.take(length.into())?);
        if let Some(name) = name {
            tags.assign(&name, &value);
        }
    }
}

/// The position that the game starts from; another than the usual one is a tag, too.
fn start(data: &mut Bytes<'_>, tags: &mut Tags) -> Result<Pieces, String> {
    let flags = data.byte().ok_or("its data are cut off after its tags")?;
    if flags & 1 == 0 {
        return Ok(Pieces::usual());
    }
    let fen = data.text().ok_or("its data are cut off in its FEN")?;
    let fen = decoded(fen);
    let start = parse_fen(&fen).map_err(|error| format!("its FEN {error}"))?;
    tags.assign("FEN", &fen);
    Pieces::of(start).ok_or_else(|| "its FEN has more pieces than there are".to_owned())
}

/// The moves of a game, as far as they have been read.
struct Moves {
    /// The line that is being read, and those that it is a variation of, the main line first.
    line: Line,
    outer: Vec<Line>,
    /// The moves of the main line.
    codes: Vec<u8>,
    annotations: Vec<(u32, Annotation)>,
    comments: Comments,
}

/// The main line or a variation.
struct Line {
    /// The position before its last move; `None` before its first one.
    before: Option<Pieces>,
    now: Pieces,
    /// The next move gets its number, whoever's it is.
    numbered: bool,
    /// What follows in this variation is left out: it goes on from a move that is not legal.
    is_cut: bool,
}

impl Line {
    fn new(start: Pieces) -> Line {
        Line {
            before: None,
            now: start,
            numbered: true,
            is_cut: false,
        }
    }
}

impl Moves {
    fn new(start: Pieces) -> Moves {
        Moves {
            line: Line::new(start),
            outer: Vec::new(),
            codes: Vec::new(),
            annotations: Vec::new(),
            comments: Comments::default(),
        }
    }

    /// Reads moves, marks and variations up to the end.
    fn read(&mut self, data: &mut Bytes<'_>) -> Result<(), String> {
        loop {
            let byte = data.byte().ok_or("its data are cut off in its moves")?;
            match byte {
                NAG => {
                    let number = data.byte().ok_or("its data are cut off in its moves")?;
                    if number > 0 && self.line.before.is_some() {
                        self.push(Annotation::Nag(number.into()));
                    }
                }
                COMMENT => {
                    self.line.numbered = true;
                    self.comments.mark(self.here());
                    self.push(Annotation::Comment(String::new()));
                }
                OPEN => self.open()?,
                CLOSE => self.close()?,
                END if self.outer.is_empty() => {
                    self.end_of_node();
                    return Ok(());
                }
                END => return Err("one of its variations has no end".to_owned()),
                byte => self.read_move(byte, data)?,
            }
        }
    }

    /// Where the next annotation stands; `None` if it is left out.
    fn here(&self) -> Option<usize> {
        (!self.line.is_cut).then_some(self.annotations.len())
    }

    fn push(&mut self, annotation: Annotation) {
        if !self.line.is_cut {
            let ply = self.codes.len() as u32;
            self.annotations.push((ply, annotation));
        }
    }

    /// Gives what comes before a move or a variation a place for a comment.
    fn end_of_node(&mut self) {
        if self.comments.end_of_node(self.here()) {
            self.push(Annotation::Comment(String::new()));
        }
    }

    /// Begins a variation: moves instead of the last one.
    fn open(&mut self) -> Result<(), String> {
        self.end_of_node();
        self.comments.begin_node();
        self.push(Annotation::Open);
        let is_cut = self.line.is_cut;
        let variation = match &self.line.before {
            Some(before) => Line::new(before.clone()),
            None if is_cut => Line::new(self.line.now.clone()),
            None => return Err("a variation stands before its first move".to_owned()),
        };
        self.line.numbered = true;
        let variation = Line {
            is_cut,
            ..variation
        };
        self.outer
            .push(std::mem::replace(&mut self.line, variation));
        Ok(())
    }

    /// Ends a variation.
    fn close(&mut self) -> Result<(), String> {
        let line = self.outer.pop();
        let line = line.ok_or("a variation ends that has not begun")?;
        self.end_of_node();
        self.line = line;
        self.push(Annotation::Close);
        Ok(())
    }

    fn read_move(&mut self, byte: u8, data: &mut Bytes<'_>) -> Result<(), String> {
        self.end_of_node();
        self.comments.begin_node();
        if self.line.is_cut {
            // Second bytes of moves look like moves, too.
            return Ok(());
        }
        let position = &self.line.now.position;
        let wrong = |what: &str| {
            let mover = position.turn().fold_wb("White", "Black");
            format!("{what} (move {}, {mover})", position.fullmoves())
        };
        let step = self.line.now.step(byte, data);
        let step = step.ok_or_else(|| wrong("its data are damaged: no piece moves so"))?;
        let mut next = self.line.now.clone();
        let played = match step.played(position) {
            Some(played) => next.play(played).map(|()| played),
            None => Err("illegal move"),
        };
        let is_main = self.outer.is_empty();
        match played {
            Ok(played) if is_main => {
                let code = moves::code(position, played).ok_or_else(|| wrong("illegal move"))?;
                self.codes.push(code);
            }
            Ok(played) => {
                let (number, side) = (position.fullmoves().get(), position.turn());
                let number = move_number(number, side, self.line.numbered);
                let san = played.san(position);
                for word in number.into_iter().chain([san]) {
                    self.push(Annotation::Word(word));
                }
            }
            Err(why) if is_main => return Err(wrong(&format!("{why} {}", step.text()))),
            Err(_) => {
                self.push(Annotation::Word(step.text()));
                self.line.is_cut = true;
                return Ok(());
            }
        }
        self.line.numbered = false;
        self.line.before = Some(std::mem::replace(&mut self.line.now, next));
        Ok(())
    }
}
