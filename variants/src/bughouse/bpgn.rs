//! Games as text: BPGN, which is PGN for two boards.
//!
//! ```text
//! [Event "FICS rated bughouse match"]
//! [WhiteA "galette"][WhiteAElo "1460"]
//! [Result "1-0"]
//!
//! 1B. e4{118.305} 1b. e6{119.9} 1A. d4{117.658} 2A. P@e5{100.0}
//! {makaka checkmated} 1-0
//! ```
//!
//! * Moves of both boards in the order in which they were made, each with its number and player: `A` and
//!   `a` are White and Black on board A. The number must be that of the move, or is missing.
//! * What a player's clock shows after a move stands in braces, in seconds; other braces are comments.
//! * The tag `FEN` has two FENs with a `|` between them.
//! * On servers a move may still be made on one board when the other is over.
//!
//! Source: <https://bughousedb.com/Lieven_BPGN_Standard.txt>.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use shakmaty::Move;

use super::board::BoardError;
use super::game::{Bughouse, Seat};
use super::rules::Rules;

/// Names and values.
pub type Tags = Vec<(String, String)>;

/// A game that has been played through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bpgn {
    /// In their order.
    pub tags: Tags,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves of both boards.
    pub plies: Vec<Ply>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*` as written: most mean White on board A, bughousedb.com that of the board
    /// that was over.
    pub result: String,
    /// The game at its end.
    pub game: Bughouse,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who made it.
    pub seat: Seat,
    /// Its number on its board, from 1 on, the same for White and Black.
    pub number: u32,
    /// The move.
    pub m: Move,
    /// In SAN, with `+` and `#`.
    pub san: String,
    /// What the clock showed then.
    pub clock: Option<Duration>,
    /// Comments after it.
    pub comments: Vec<String>,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BpgnError {
    /// The position to begin with.
    #[error("tag FEN: {0}")]
    Start(#[from] BoardError),
    /// A tag that is not `[Name "value"]`.
    #[error("{0:?} is not a tag")]
    Tag(String),
    /// A comment has no end.
    #[error("the comment {0:?} is not closed")]
    Open(String),
    /// A move before it is known whose it is.
    #[error("{0:?}: whose move is it? A number with A, a, B or b is missing before it")]
    Nobody(String),
    /// A number or player that cannot be next.
    #[error("{text:?}: on this board {expected} is next")]
    Turn {
        /// As written.
        text: String,
        /// As it should be.
        expected: String,
    },
    /// A move that cannot be played.
    #[error("{label} {text}: there is no such legal move")]
    Illegal {
        /// Its number and player, e.g. `12b.`.
        label: String,
        /// As written.
        text: String,
    },
}

/// The results that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl Bpgn {
    /// Nothing played yet.
    pub fn start(game: Bughouse) -> Bpgn {
        Bpgn {
            tags: Vec::new(),
            comments: Vec::new(),
            plies: Vec::new(),
            result: "*".to_owned(),
            game,
        }
    }

    /// The games of a text, each by itself.
    pub fn all(text: &str, rules: Rules) -> impl Iterator<Item = Result<Bpgn, BpgnError>> {
        split(text)
            .into_iter()
            .map(move |game| Bpgn::new(&game, rules))
    }

    /// The one game of a text.
    ///
    /// # Errors
    ///
    /// See [`BpgnError`].
    pub fn new(text: &str, rules: Rules) -> Result<Bpgn, BpgnError> {
        let (tags, moves) = read_tags(text)?;
        let start = tags.iter().find(|(name, _)| name == "FEN");
        let game = match start {
            Some((_, fens)) => Bughouse::from_text(fens, rules)?,
            None => Bughouse::new(rules),
        };
        let mut bpgn = Bpgn {
            tags,
            ..Bpgn::start(game)
        };
        bpgn.read_moves(moves)?;
        Ok(bpgn)
    }

    /// Plays a legal move.
    pub(crate) fn push(&mut self, seat: Seat, m: Move) {
        let position = self.game.board(seat.board);
        self.plies.push(Ply {
            seat,
            number: shakmaty::Position::fullmoves(position.chess()).get(),
            m,
            san: position.san(m),
            clock: None,
            comments: Vec::new(),
        });
        self.game.play_late(seat.board, m);
    }

    fn read_moves(&mut self, mut rest: &str) -> Result<(), BpgnError> {
        let mut next: Option<(Seat, &str)> = None;
        loop {
            rest = rest.trim_start();
            if let Some(inside) = rest.strip_prefix('{') {
                let (comment, after) = inside.split_once('}').ok_or_else(|| {
                    let beginning = inside.chars().take(40);
                    BpgnError::Open(beginning.collect())
                })?;
                self.comment(comment);
                rest = after;
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || c == '{');
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            if word.is_empty() {
                return Ok(());
            }
            rest = after;
            if RESULTS.contains(&word) {
                word.clone_into(&mut self.result);
                continue;
            }
            // `12b.` may be written together with its move.
            let text = match word.rsplit_once('.') {
                Some((label, text)) => {
                    next = Some((self.label(label)?, word));
                    text
                }
                None => word,
            };
            if text.is_empty() {
                continue;
            }
            let Some((seat, label)) = next.take() else {
                return Err(BpgnError::Nobody(text.to_owned()));
            };
            let m = self.game.board(seat.board).parse_move(text);
            let m = m.ok_or_else(|| BpgnError::Illegal {
                label: label.to_owned(),
                text: text.to_owned(),
            })?;
            self.push(seat, m);
        }
    }

    /// The player of `12b`, if it is this player's turn and the number is right.
    fn label(&self, label: &str) -> Result<Seat, BpgnError> {
        let label = label.trim_end_matches('.');
        let letter = label.chars().next_back();
        let Some(seat) = letter.and_then(Seat::from_char) else {
            return Err(BpgnError::Nobody(label.to_owned()));
        };
        let number = &label[..label.len() - 1];
        let expected = self.game.to_move(seat.board);
        let position = self.game.board(seat.board);
        let count = shakmaty::Position::fullmoves(position.chess());
        if seat != expected || !(number.is_empty() || number.parse() == Ok(count.get())) {
            return Err(BpgnError::Turn {
                text: label.to_owned(),
                expected: format!("{count}{expected}"),
            });
        }
        Ok(seat)
    }

    /// A comment, or the clock, of the last move.
    fn comment(&mut self, text: &str) {
        let Some(ply) = self.plies.last_mut() else {
            self.comments.push(text.to_owned());
            return;
        };
        match read_clock(text) {
            Some(clock) if ply.clock.is_none() => ply.clock = Some(clock),
            _ => ply.comments.push(text.to_owned()),
        }
    }
}

/// Seconds with a decimal point, e.g. `118.305`.
fn read_clock(text: &str) -> Option<Duration> {
    let (seconds, decimals) = text.trim().split_once('.')?;
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if decimals.is_empty() || decimals.len() > 9 || !is_number(decimals) || !is_number(seconds) {
        return None;
    }
    let nanoseconds = format!("{decimals:0<9}").parse().ok()?;
    Some(Duration::new(seconds.parse().ok()?, nanoseconds))
}

/// As [`read_clock`] reads it: one decimal, or as many as it takes.
fn write_clock(clock: Duration) -> String {
    let decimals = format!("{:09}", clock.subsec_nanos());
    let decimals = decimals.trim_end_matches('0');
    format!("{}.{decimals:0<1}", clock.as_secs())
}

/// The texts of the games: a game begins with a line of tags after moves.
fn split(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    let mut in_moves = true;
    for line in text.lines() {
        let is_tag = line.trim_start().starts_with('[');
        if is_tag && in_moves {
            games.push(String::new());
        }
        in_moves = !is_tag && (in_moves || !line.trim().is_empty());
        if games.is_empty() && !line.trim().is_empty() {
            games.push(String::new());
        }
        if let Some(game) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    games
}

/// The tags, and the text after them.
fn read_tags(text: &str) -> Result<(Tags, &str), BpgnError> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start();
    while let Some(inside) = rest.strip_prefix('[') {
        let no_tag = || BpgnError::Tag(rest.lines().next().unwrap_or_default().to_owned());
        let (name, quoted) = inside.split_once('"').ok_or_else(no_tag)?;
        let mut value = String::new();
        let mut characters = quoted.char_indices();
        let end = loop {
            match characters.next().ok_or_else(no_tag)? {
                (end, '"') => break end,
                (_, '\\') => value.extend(characters.next().map(|(_, c)| c)),
                (_, c) => value.push(c),
            }
        };
        let after = quoted[end + 1..].trim_start();
        rest = after.strip_prefix(']').ok_or_else(no_tag)?.trim_start();
        tags.push((name.trim().to_owned(), value));
    }
    Ok((tags, rest))
}

impl FromStr for Bpgn {
    type Err = BpgnError;

    /// By the usual rules, see [`Bpgn::new`].
    fn from_str(text: &str) -> Result<Bpgn, BpgnError> {
        Bpgn::new(text, Rules::USUAL)
    }
}

impl fmt::Display for Bpgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.tags.iter().enumerate() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            write!(f, "[{name} \"{value}\"]")?;
            // A player's rating stands beside the name.
            let next = self.tags.get(index + 1);
            if next.is_none_or(|(next, _)| *next != format!("{name}Elo")) {
                writeln!(f)?;
            }
        }
        writeln!(f)?;
        for comment in &self.comments {
            writeln!(f, "{{{comment}}}")?;
        }
        for (index, ply) in self.plies.iter().enumerate() {
            write!(f, "{}{}. {}", ply.number, ply.seat, ply.san)?;
            if let Some(clock) = ply.clock {
                write!(f, "{{{}}}", write_clock(clock))?;
            }
            let last = index + 1 == self.plies.len();
            for comment in &ply.comments {
                let space = if last { "\n" } else { " " };
                write!(f, "{space}{{{comment}}}")?;
            }
            write!(f, " ")?;
        }
        writeln!(f, "{}", self.result)
    }
}
