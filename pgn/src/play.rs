//! Playing a game through.

use pgn_reader::RawTag;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role};

use crate::annotations::{Annotations, Reader};
use crate::fen::shortened;
use crate::game::{Game, Tags};
use crate::moves::{self, Played};
use crate::notation::{Letters, standard_san};
use crate::raw::RawGame;
use crate::remedy::{Remedies, Remedy};
use crate::tag::read_tag;
use crate::text::{DOTS, decoded, with_hyphens};
use crate::tokens::result;

/// The most half-moves of a game. With a capture or a pawn move every 75 moves, FIDE Laws of Chess
/// 9.6.2, there are less than 11,800.
pub(crate) const MOST_PLIES: usize = 12_000;

/// A game that has been played through, not yet stored.
#[derive(Clone, Debug)]
pub struct ParsedGame {
    /// Its tags; where it has no Result tag, the result after its moves is one.
    pub tags: Tags,
    /// The moves as [`moves`] codes.
    pub moves: Vec<u8>,
    /// The positions from the first on, one more than moves.
    pub positions: Vec<Chess>,
    /// For each move the number of its word, from 0, among the tokens of the game of which
    /// [`Token::is_main`](crate::Token::is_main); one word can have two moves. Without tokens there are none.
    pub words: Vec<u32>,
    /// Its comments, marks and variations.
    pub annotations: Annotations,
    /// What was put right in it, and what is left out.
    pub remedies: Remedies,
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
            remedies: Remedies::default(),
        })
    }
}

/// Why a game is rejected of which there is more than can be.
const OVERLONG: &str = "it is longer than a game can be";
/// What a word is that does not look like a move.
const CANNOT_READ: &str = "cannot read";

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

/// Plays a game up to the first word that is not a legal move; the game ends before it ([`Remedy::IllegalMove`]).
///
/// # Errors
///
/// As [`parse`], if there is no move before that word.
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
    accepted_variant(&tags)?;
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
    let mut played = play(raw, &mut tags, &start, None)?;
    if let Some(why) = played.stopped.take() {
        // Not with English letters of the pieces: with those of a language that fits the whole game.
        if let Some((whole, own)) = play_in_a_language(raw, &of_file, &start) {
            (played, tags) = (whole, own);
        } else if keeps_legal && !played.line.moves.is_empty() {
            let remedies = &mut played.line.remedies;
            remedies.add(Remedy::IllegalMove, || why);
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
        line.remedies.add(Remedy::Annotations, || {
            "not all of its comments and variations are kept".to_owned()
        });
    }
    Ok(ParsedGame {
        remedies: line.remedies,
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
    for letters in Letters::all() {
        let mut tags = of_file.clone();
        let played = play(raw, &mut tags, start, Some(letters));
        let Some(mut played) = played.ok().filter(|played| played.stopped.is_none()) else {
            continue;
        };
        match &found {
            Some((other, _)) if other.line.moves != played.line.moves => return None,
            Some(_) => {}
            None => {
                let language = letters.language;
                let what = || format!("its pieces have the letters of {language}");
                played.line.remedies.add(Remedy::Language, what);
                found = Some((played, tags));
            }
        }
    }
    found
}

/// Plays the words of a game, by English letters of the pieces or others, up to the first that is not a legal move. A
/// result that is the last word is that of the game, where its tag says nothing.
///
/// # Errors
///
/// If it is longer than a game can be.
fn play(
    raw: &RawGame,
    tags: &mut Tags,
    start: &Chess,
    letters: Option<Letters>,
) -> Result<Playing, String> {
    let mut line = Line::new(start.clone());
    line.letters = letters;
    let mut annotations = Reader::new(&raw.annotations);
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
                tags.decide(result, &mut line.remedies);
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
                line.remedies.add(Remedy::CutOff, || {
                    format!("its last word, {}, is left out", shortened(&decoded(word)))
                });
                break;
            }
            Err(_) if is_last && is_double_forfeit(word) => {
                tags.decide(DOUBLE_FORFEIT, &mut line.remedies);
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
    fn decide(&mut self, result: &str, remedies: &mut Remedies) {
        let tag = self.0.iter_mut().find(|(name, _)| name == "Result");
        match tag {
            None => self.0.push(("Result".to_owned(), result.to_owned())),
            Some((_, value)) if matches!(value.trim(), "" | "*" | "?") => {
                remedies.add(Remedy::Result, || {
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

/// A word without move number and annotation marks; `None` if nothing is left, or what is left
/// says nothing of a move.
fn without_marks(word: &[u8]) -> Option<&[u8]> {
    if word.starts_with(b"$") {
        return None;
    }
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let word = match word.get(digits) {
        Some(b'.') if digits > 0 => &word[digits..],
        None if digits > 0 && word != b"0000" => b"",
        _ => word,
    };
    let dots = word.iter().take_while(|byte| **byte == b'.').count();
    let word = &word[dots..];
    if word == b"--" {
        return Some(word);
    }
    let is_mark = |byte: &&u8| b"!?+#-/=".contains(byte);
    let marks = word.iter().rev().take_while(is_mark).count();
    let word = &word[..word.len() - marks];
    // En passant, a novelty, a diagram; and signs of who stands better.
    let says_nothing = matches!(word, b"e.p." | b"ep" | b"N" | b"D")
        || !word
            .iter()
            .any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
    (!says_nothing).then_some(word)
}

/// Moves that are played one after the other.
pub(crate) struct Line {
    /// As [`ParsedGame::moves`].
    pub(crate) moves: Vec<u8>,
    /// As [`ParsedGame::positions`].
    pub(crate) positions: Vec<Chess>,
    /// As [`ParsedGame::words`].
    words: Vec<u32>,
    /// The letters of the pieces, if they are not English.
    letters: Option<Letters>,
    /// What was put right.
    remedies: Remedies,
}

impl Line {
    pub(crate) fn new(start: Chess) -> Line {
        Line {
            moves: Vec::with_capacity(120),
            positions: vec![start],
            words: Vec::with_capacity(120),
            letters: None,
            remedies: Remedies::default(),
        }
    }

    /// Plays the move that word `nth` says, or the two; `false` if it is a number, a mark or a sign.
    ///
    /// # Errors
    ///
    /// Why it cannot be played; [`CANNOT_READ`] if it does not look like a move.
    pub(crate) fn read(&mut self, word: &[u8], nth: u32) -> Result<bool, &'static str> {
        let Some(word) = without_marks(word) else {
            return Ok(false);
        };
        let translated;
        let word = match self.letters {
            None => word,
            Some(letters) => {
                translated = letters.translate(&decoded(word)).ok_or(CANNOT_READ)?;
                translated.as_bytes()
            }
        };
        let played = match San::from_ascii(word) {
            Ok(san) => match self.play(san, word, nth) {
                Err(_) if self.play_two(word, nth) => Ok(()),
                played => played,
            },
            Err(_) => match standard_san(&decoded(word)) {
                // A sign of who stands better.
                Some(plain) if plain.is_empty() => return Ok(false),
                None => Err(CANNOT_READ),
                Some(plain) => match San::from_ascii(plain.as_bytes()) {
                    Ok(san) => self.play(san, plain.as_bytes(), nth),
                    Err(_) if self.play_two(word, nth) => Ok(()),
                    Err(_) => Err(CANNOT_READ),
                },
            },
        };
        played.map(|()| true)
    }

    /// Plays one move from the last position, that of word `nth`: `san`, or if that is not legal
    /// `word` as UCI, or `san` with a capture sign that it has not, or without the one that it has.
    fn play(&mut self, san: San, word: &[u8], nth: u32) -> Result<(), &'static str> {
        let last = self.positions.last().ok_or("no position before")?;
        let (code, played) = if san == San::Null {
            (moves::NULL, Played::Null)
        } else {
            let legal = last.legal_moves();
            let found = match only(&legal, san)? {
                None => {
                    let uci = UciMove::from_ascii(word).ok();
                    let m = uci.and_then(|uci| uci.to_move(last).ok());
                    m.map(|m| (moves::encode(&legal, m), m))
                }
                found => found,
            };
            let found = match (found, with_other_sign(san)) {
                (None, Some(meant)) => {
                    let found = only(&legal, meant)?;
                    if found.is_some() {
                        let place = self.next_move();
                        let what = || format!("{san} is read as {meant} ({place})");
                        self.remedies.add(Remedy::CaptureSign, what);
                    }
                    found
                }
                (found, _) => found,
            };
            let (code, m) = found.ok_or("illegal move")?;
            (code.ok_or("illegal move")?, Played::Move(m))
        };
        let next = played
            .after(last.clone())
            .ok_or("null move while in check")?;
        self.moves.push(code);
        self.positions.push(next);
        self.words.push(nth);
        Ok(())
    }

    /// Plays two moves that are written as one word, e.g. `Nf3Nc6`, if both are legal.
    fn play_two(&mut self, word: &[u8], nth: u32) -> bool {
        (2..word.len()).any(|at| {
            let (first, second) = word.split_at(at);
            let (before, kinds) = (self.moves.len(), self.remedies.len());
            let place = self.next_move();
            let played = [first, second].into_iter().all(|word| {
                SanPlus::from_ascii(word).is_ok_and(|plus| self.play(plus.san, word, nth).is_ok())
            });
            if played {
                self.remedies.add(Remedy::JoinedMoves, || {
                    format!("{} is two moves ({place})", shortened(&decoded(word)))
                });
            } else {
                self.moves.truncate(before);
                self.words.truncate(before);
                self.positions.truncate(before + 1);
                self.remedies.truncate(kinds);
            }
            played
        })
    }

    /// The number of the next move, and whose it is, e.g. `move 12, Black`.
    fn next_move(&self) -> String {
        let (number, mover) = self.positions.last().map_or((1, "White"), |last| {
            (
                last.fullmoves().get(),
                last.turn().fold_wb("White", "Black"),
            )
        });
        format!("move {number}, {mover}")
    }
}

/// The one legal move that matches the written one, and its code; `None` if none does.
///
/// # Errors
///
/// If several do.
fn only(legal: &[Move], san: San) -> Result<Option<(Option<u8>, Move)>, &'static str> {
    let mut fitting = legal.iter().enumerate().filter(|(_, m)| fits(san, **m));
    match (fitting.next(), fitting.next()) {
        (Some(_), Some(_)) => Err("ambiguous move"),
        (found, _) => Ok(found.map(|(ordinal, m)| (moves::of_ordinal(ordinal), *m))),
    }
}

/// Returns a move with its capture sign added or removed; `None` for castling and the like, and for a pawn's move without
/// the file that it comes from.
fn with_other_sign(mut san: San) -> Option<San> {
    match &mut san {
        San::Normal {
            role: Role::Pawn,
            file: None,
            ..
        } => None,
        San::Normal { capture, .. } => {
            *capture = !*capture;
            Some(san)
        }
        _ => None,
    }
}

/// Whether a legal move matches the written one; most are rejected by piece and square alone, without a call.
fn fits(san: San, m: Move) -> bool {
    let may_fit = match san {
        San::Normal { role, to, .. } => m.to() == to && m.role() == role,
        _ => true,
    };
    may_fit && san.matches(m)
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

/// Refuses, by name, games that are not played by the rules of chess.
fn accepted_variant(tags: &Tags) -> Result<(), String> {
    let Some(variant) = tags.get("Variant") else {
        return Ok(());
    };
    let plain: String = variant
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    match plain.as_str() {
        "" | "standard" | "chess" | "normal" | "fromposition" | "chess960" | "fischerandom"
        | "fischerrandom" | "freestyle" => Ok(()),
        _ => Err(format!(
            "the variant {:?} is not supported",
            shortened(variant)
        )),
    }
}
