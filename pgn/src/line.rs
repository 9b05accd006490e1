//! Moves that are played one after the other, from words as people write them.

use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use crate::correction::{Correction, Corrections};
use crate::fen::shortened;
use crate::moves::{self, Played, with_other_sign};
use crate::notation::{Letters, standard_san};
use crate::text::decoded;

/// What a word is that does not look like a move.
pub(crate) const CANNOT_READ: &str = "cannot read";

/// Returns a word without move number and annotation marks; `None` if nothing is left, or what is left says nothing of
/// a move.
pub fn without_marks(word: &[u8]) -> Option<&[u8]> {
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
    /// As [`crate::ParsedGame::moves`].
    pub(crate) moves: Vec<u8>,
    /// As [`crate::ParsedGame::positions`].
    pub(crate) positions: Vec<Chess>,
    /// As [`crate::ParsedGame::words`].
    pub(crate) words: Vec<u32>,
    /// The letters of the pieces, if they are not English.
    pub(crate) letters: Option<Letters>,
    /// What was put right.
    pub(crate) corrections: Corrections,
}

impl Line {
    pub(crate) fn new(start: Chess) -> Line {
        Line {
            moves: Vec::with_capacity(120),
            positions: vec![start],
            words: Vec::with_capacity(120),
            letters: None,
            corrections: Corrections::default(),
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
                        self.corrections.add(Correction::CaptureSign, what);
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
            let (before, kinds) = (self.moves.len(), self.corrections.len());
            let place = self.next_move();
            let played = [first, second].into_iter().all(|word| {
                SanPlus::from_ascii(word).is_ok_and(|plus| self.play(plus.san, word, nth).is_ok())
            });
            if played {
                self.corrections.add(Correction::JoinedMoves, || {
                    format!("{} is two moves ({place})", shortened(&decoded(word)))
                });
            } else {
                self.moves.truncate(before);
                self.words.truncate(before);
                self.positions.truncate(before + 1);
                self.corrections.truncate(kinds);
            }
            played
        })
    }

    /// The number of the next move, and whose it is, e.g. `move 12, Black`.
    pub(crate) fn next_move(&self) -> String {
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

/// Whether a legal move matches the written one; most are rejected by piece and square alone, without a call.
fn fits(san: San, m: Move) -> bool {
    let may_fit = match san {
        San::Normal { role, to, .. } => m.to() == to && m.role() == role,
        _ => true,
    };
    may_fit && san.matches(m)
}
