//! A game of a stream, not yet played through.

use crate::annotations::RawAnnotations;
use crate::origin::Origin;
use crate::tag::begins_like_movetext;
use crate::tokens::Token;

/// The most bytes that are kept of the tags of a game, and of the words of its main line: the
/// longest game ([`crate::play::MOST_PLIES`]) has less than 16 bytes a move. More is not a game.
const LONGEST: usize = 1 << 20;

/// A game of a stream, not yet played through; or text between games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// Its number in the stream, or in its database, from 1; 0 for text that is not a game.
    pub ordinal: u64,
    /// The line that it begins on, from 1; 0 if it comes from a database, which has no lines.
    pub line: u64,
    /// Its bytes up to the next game, line endings and blank lines included; empty unless
    /// [`Games::with_text`](crate::Games::with_text) reads it.
    pub text: Vec<u8>,
    /// The tokens of `text`, in its order.
    pub tokens: Vec<Token>,
    /// The game is longer than a game can be: not all of it is here.
    pub overlong: bool,
    /// The game of a database that it is.
    pub(crate) origin: Option<Origin>,
    /// The tag pairs, a line each.
    pub(crate) tags: Vec<u8>,
    /// The words of the main line, a space after each; no comments, no variations.
    pub(crate) movetext: Vec<u8>,
    /// How many words of the main line there were.
    pub(crate) words: u32,
    /// The comments and variations.
    pub(crate) annotations: RawAnnotations,
}

/// A game that was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its number in its file or database, from 1.
    pub game: u64,
    /// The line that it begins on, from 1; 0 if it comes from a database, which has no lines.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

/// Where a game is in its file or database, from its number and its line as [`Rejected`] has them.
///
/// ```
/// assert_eq!(pgn::place(17, 230), "game 17, line 230");
/// assert_eq!(pgn::place(17, 0), "game 17");
/// ```
pub fn place(game: u64, line: u64) -> String {
    match line {
        0 => format!("game {game}"),
        line => format!("game {game}, line {line}"),
    }
}

impl RawGame {
    /// The number of bytes of its tags, of its main line, and of its comments and variations.
    pub fn bytes(&self) -> usize {
        self.tags.len() + self.movetext.len() + self.annotations.len()
    }

    /// The game as a rejected one, with the reason.
    pub fn rejected(&self, reason: String) -> Rejected {
        Rejected {
            game: self.ordinal,
            line: self.line,
            reason,
        }
    }

    /// Whether it has tags, or words that begin like those of a game.
    pub(crate) fn is_game(&self) -> bool {
        !self.tags.is_empty() || begins_like_movetext(&self.movetext)
    }

    /// Whether it ends within a tag: the last one is not closed, and nothing follows.
    pub fn ends_in_tag(&self) -> bool {
        self.movetext.is_empty() && self.tags.trim_ascii_end().last() != Some(&b']')
    }

    /// Adds the tags of a line, or of several, of which a tag goes on in the next one.
    pub(crate) fn push_tags(&mut self, lines: &[u8]) {
        let ends_line = |byte: &u8| matches!(byte, b'\n' | b'\r');
        if lines.iter().any(ends_line) {
            let lines = lines.split(ends_line).filter(|line| !line.is_empty());
            let line = lines.collect::<Vec<_>>().join(&b' ');
            self.overlong |= !push(&mut self.tags, &line, b'\n');
        } else {
            self.overlong |= !push(&mut self.tags, lines, b'\n');
        }
    }

    /// Adds a word of the main line.
    pub(crate) fn push_word(&mut self, word: &[u8]) {
        self.words = self.words.saturating_add(1);
        self.overlong |= !push(&mut self.movetext, word, b' ');
    }
}

/// Adds a text and what ends it, if there is room.
fn push(kept: &mut Vec<u8>, text: &[u8], end: u8) -> bool {
    let has_room = kept.len() + text.len() <= LONGEST;
    if has_room {
        kept.extend_from_slice(text);
        kept.push(end);
    }
    has_room
}
