//! Playing a game through.

use pgn_reader::RawTag;
use shakmaty::Chess;

use crate::annotations::{Annotations, Reader};
use crate::correction::{Correction, Corrections};
use crate::fen::shortened;
use crate::game::{Game, Tags};
use crate::line::{CANNOT_READ, Line, without_marks};
use crate::notation::Letters;
use crate::raw::RawGame;
use crate::tag::read_tag;
use crate::text::{DOTS, decoded, with_hyphens};
use crate::tokens::result;
use crate::variant::Variant;

/// The most half-moves of a game. With a capture or a pawn move every 75 moves, FIDE Laws of Chess
/// 9.6.2, there are less than 11,800.
pub(crate) const MOST_PLIES: usize = 12_000;

/// A game that has been played through, not yet stored.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// Its tags; where it has no Result tag, the result after its moves is one.
    pub tags: Tags,
    /// The moves as [`crate::moves`] codes.
    pub moves: Vec<u8>,
    /// The positions from the first on, one more than moves.
    pub positions: Vec<Chess>,
    /// For each move the number of its word, from 0, among the tokens of the game of which
    /// [`Token::is_main`](crate::Token::is_main); one word can have two moves. Without tokens there are none.
    pub words: Vec<u32>,
    /// Its comments, marks and variations.
    pub annotations: Annotations,
    /// What was put right in it, and what is left out.
    pub corrections: Corrections,
}

impl ParsedGame {
    /// Plays a stored game through; `None` if its start or one of its moves is not legal.
    pub fn of_game(game: Game) -> Option<ParsedGame> {
        let positions: Vec<Chess> = game.positions().map(|(position, _)| position).collect();
        (positions.len() == game.plies() + 1).then_some(ParsedGame {
            tags: game.tags,
            moves: game.moves,
            positions,
            words: Vec::new(),
            annotations: game.annotations,
            corrections: Corrections::default(),
        })
    }
}

/// Why a game is rejected of which there is more than can be.
const OVERLONG: &str = "it is longer than a game can be";

/// Plays a game through.
///
/// A word that is not a move rejects the game: to pass over it would store a game that was never
/// played. Only the last word may be cut off, if no result follows it.
///
/// # Errors
///
/// The reason for which it cannot be stored, e.g. `illegal move Ke3 (move 12, Black)`.
pub fn parse(raw: &RawGame) -> Result<ParsedGame, String> {
    parse_as_far(raw, false)
}

/// Plays a game up to the first word that is not a legal move; the game ends before it ([`Correction::IllegalMove`]).
///
/// # Errors
///
/// The reason for which [`parse`] rejects it, if no move stands before that word.
pub fn parse_legal(raw: &RawGame) -> Result<ParsedGame, String> {
    parse_as_far(raw, true)
}

fn parse_as_far(raw: &RawGame, keeps_legal: bool) -> Result<ParsedGame, String> {
    if let Some(origin) = &raw.origin
        && !origin.damage.is_empty()
    {
        return Err(origin.damage.clone());
    }
    if raw.overlong {
        return Err(OVERLONG.to_owned());
    }
    if raw.ends_in_tag() {
        return Err("it is cut off within its tags".to_owned());
    }
    let mut tags = read_tags(raw);
    Variant::of_game(&tags)?;
    if let Some(number) = first_number(&raw.movetext)
        && number > 1
        && tags.get("FEN").is_none()
    {
        return Err(format!(
            "it begins with move {number}, and no FEN tag says where"
        ));
    }
    let start = tags.start()?;
    let of_file = tags.clone();
    let mut played = play(raw, &mut tags, &start, [None; 2])?;
    if let Some(why) = played.stopped.take() {
        // Not with English letters of the pieces: with those of a language that fits the whole game.
        if let Some((whole, own)) = play_in_a_language(raw, &of_file, &start) {
            (played, tags) = (whole, own);
        } else if keeps_legal && !played.line.moves.is_empty() {
            let corrections = &mut played.line.corrections;
            corrections.add(Correction::IllegalMove, || why);
        } else {
            return Err(why);
        }
    }
    let Playing {
        mut line,
        annotations,
        ..
    } = played;
    if raw.annotations.is_full() {
        line.corrections.add(Correction::Annotations, || {
            "not all of its comments and variations are kept".to_owned()
        });
    }
    Ok(ParsedGame {
        corrections: line.corrections,
        annotations,
        tags,
        moves: line.moves,
        positions: line.positions,
        words: line.words,
    })
}

/// What has been played of a game.
struct Playing {
    line: Line,
    annotations: Annotations,
    /// Why it was not played to its end, e.g. `illegal move Ke3 (move 12, Black)`.
    stopped: Option<String>,
}

/// Plays the words of a game by the letters of each language, with the tags of its file; `None` if it cannot be played to
/// its end by those of any, or if those of two play other moves.
fn play_in_a_language(raw: &RawGame, of_file: &Tags, start: &Chess) -> Option<(Playing, Tags)> {
    let mut found: Option<(Playing, Tags)> = None;
    let mut languages: Vec<(Letters, Annotations)> = Vec::new();
    for letters in Letters::all() {
        let mut tags = of_file.clone();
        let played = play(raw, &mut tags, start, [Some(letters); 2]);
        let Some(played) = played.ok().filter(|played| played.stopped.is_none()) else {
            continue;
        };
        languages.push((letters, played.annotations.clone()));
        match &found {
            Some((other, _)) if other.line.moves != played.line.moves => return None,
            Some(_) => {}
            None => found = Some((played, tags)),
        }
    }
    let (mut played, mut tags) = found?;
    // The variations are of the language that makes moves of most of their words. If there are several, they stay as
    // they are.
    let moves = |(_, read): &(Letters, Annotations)| read.words_like_moves();
    let most = languages.iter().map(moves).max()?;
    languages.retain(|language| moves(language) == most);
    let (letters, annotations) = &languages[0];
    played.annotations = if languages.iter().all(|(_, other)| other == annotations) {
        annotations.clone()
    } else {
        let with = [Some(*letters), None];
        play(raw, &mut tags, start, with).ok()?.annotations
    };
    let names: Vec<&str> = languages
        .iter()
        .map(|(letters, _)| letters.language)
        .collect();
    let names = names.join(" or ");
    let what = || format!("its pieces have the letters of {names}");
    played.line.corrections.add(Correction::Language, what);
    Some((played, tags))
}

/// Plays the words of a game, by English letters of the pieces or others, up to the first that is not a legal move; the
/// second letters are those of its variations. A result that is the last word is that of the game, where its tag says
/// nothing.
///
/// # Errors
///
/// If it is longer than a game can be.
fn play(
    raw: &RawGame,
    tags: &mut Tags,
    start: &Chess,
    [letters, in_variations]: [Option<Letters>; 2],
) -> Result<Playing, String> {
    let mut line = Line::new(start.clone());
    line.letters = letters;
    let mut annotations = Reader::new(&raw.annotations, in_variations);
    let mut words = raw
        .movetext
        .split(|byte| *byte == b' ')
        .filter(|word| !word.is_empty())
        .zip(0..)
        .peekable();
    while let Some((word, nth)) = words.next() {
        annotations.read_before(nth, line.moves.len());
        if let Some(result) = result(word) {
            if result != "*" {
                tags.decide(result, &mut line.corrections);
            }
            continue;
        }
        let is_last = words.peek().is_none();
        if is_last && tags.is_forfeit() && is_double_forfeit(word) {
            break;
        }
        match line.read(word, nth) {
            Ok(true) => annotations.read_suffix(word, line.moves.len()),
            Ok(false) => annotations.read_mark(word, line.moves.len()),
            // It may be cut off.
            Err(CANNOT_READ) if is_last && word.is_ascii() => {
                line.corrections.add(Correction::CutOff, || {
                    format!("its last word, {}, is left out", shortened(&decoded(word)))
                });
                break;
            }
            Err(_) if is_last && is_double_forfeit(word) => {
                tags.decide(DOUBLE_FORFEIT, &mut line.corrections);
                break;
            }
            Err(why) => {
                let word = decoded(without_marks(word).unwrap_or(word));
                let stopped = format!("{why} {} ({})", shortened(&word), line.next_move());
                return Ok(Playing {
                    annotations: annotations.stop(line.moves.len()),
                    line,
                    stopped: Some(stopped),
                });
            }
        }
        if line.moves.len() > MOST_PLIES {
            return Err(OVERLONG.to_owned());
        }
    }
    Ok(Playing {
        annotations: annotations.finish(line.moves.len()),
        line,
        stopped: None,
    })
}

/// The result of a game that both players have lost.
const DOUBLE_FORFEIT: &str = "0-0";

/// Whether a word is such a result, which looks like castling.
fn is_double_forfeit(word: &[u8]) -> bool {
    with_hyphens(&decoded(word)) == DOUBLE_FORFEIT
}

impl Tags {
    /// Gives the game the result after its moves, where the Result tag says nothing.
    fn decide(&mut self, result: &str, corrections: &mut Corrections) {
        let tag = self.0.iter_mut().find(|(name, _)| name == "Result");
        match tag {
            None => self.0.push(("Result".to_owned(), result.to_owned())),
            Some((_, value)) if matches!(value.trim(), "" | "*" | "?") => {
                corrections.add(Correction::Result, || {
                    format!("its result is {result}, as after its moves; its tag is {value:?}")
                });
                result.clone_into(value);
            }
            Some(_) => {}
        }
    }

    /// Whether the Result tag says that both players have lost.
    fn is_forfeit(&self) -> bool {
        let result = self.get("Result");
        result.is_some_and(|result| is_double_forfeit(result.trim().as_bytes()))
    }
}

/// The move number that movetext begins with, if it does.
fn first_number(movetext: &[u8]) -> Option<u32> {
    let digits = movetext.iter().take_while(|byte| byte.is_ascii_digit());
    let (number, rest) = movetext.split_at(digits.count());
    let rest = rest.trim_ascii_start();
    let has_dots = rest.starts_with(b".") || rest.starts_with(DOTS);
    let number = str::from_utf8(number).ok()?.parse().ok()?;
    has_dots.then_some(number)
}

/// The tag pairs of a game.
fn read_tags(raw: &RawGame) -> Tags {
    let mut tags = Tags::default();
    for mut line in raw.tags.split(|byte| *byte == b'\n') {
        while let Some(tag) = read_tag(line) {
            let value = decoded(&RawTag(tag.value).decode());
            tags.0.push((decoded(tag.name), value));
            line = tag.rest;
        }
    }
    tags
}
