//! The annotations of a game that is being read: comments and variations, as they are in the stream.

use crate::tokens::{Kind, Token};

/// The most bytes that are kept of the comments and variations of a game. Of a game with more, what
/// comes first is kept, up to the last whole comment or variation.
///
/// Guessed: a book has as many letters. It is less than the longest line that is read at once, so that what is
/// written of it is read again.
pub(crate) const MOST_BYTES: usize = 1_000_000;

/// Comments, and variations with all that is in them, in the order of the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RawAnnotations {
    /// One piece after the other.
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    /// How many bytes and pieces were before the last comment or variation of the main line.
    whole: (usize, usize),
    /// There is more than is kept.
    full: bool,
}

/// A token that is not of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// How many words of the main line stand before it.
    words: u32,
    /// Where its bytes end.
    end: u32,
    kind: Kind,
}

impl RawAnnotations {
    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a token that comes after `words` words of the main line.
    pub(crate) fn push(&mut self, token: &Token, text: &[u8], words: u32) {
        let is_open = self.in_comment();
        if !is_open && token.depth == u32::from(token.kind == Kind::Open) {
            self.whole = (self.bytes.len(), self.pieces.len());
        }
        let is_stray = token.kind == Kind::Close && token.depth == 0;
        if is_stray || token.kind == Kind::Reserved || !self.extend(text) {
            return;
        }
        let end = self.bytes.len() as u32;
        match self.pieces.last_mut() {
            Some(last) if is_open => (last.kind, last.end) = (token.kind, end),
            _ => self.pieces.push(Piece {
                words,
                end,
                kind: token.kind,
            }),
        }
    }

    /// Adds what stands between two lines of a comment.
    pub(crate) fn push_in_comment(&mut self, text: &[u8]) {
        if self.in_comment()
            && self.extend(text)
            && let Some(last) = self.pieces.last_mut()
        {
            last.end = self.bytes.len() as u32;
        }
    }

    /// Whether there is more than is kept.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// The tokens with their bytes, from the first on.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        Pieces {
            of: self,
            next: 0,
            start: 0,
        }
    }

    /// Whether the last token is a comment that has not ended.
    fn in_comment(&self) -> bool {
        let last = self.pieces.last();
        last.is_some_and(|last| last.kind == Kind::OpenComment)
    }

    /// Adds bytes if there is room; otherwise what they are a part of goes.
    fn extend(&mut self, text: &[u8]) -> bool {
        if self.full {
            return false;
        }
        if self.bytes.len() + text.len() <= MOST_BYTES {
            self.bytes.extend_from_slice(text);
            return true;
        }
        self.bytes.truncate(self.whole.0);
        self.pieces.truncate(self.whole.1);
        self.full = true;
        false
    }
}

/// Goes through the annotations of a game.
pub(crate) struct Pieces<'a> {
    of: &'a RawAnnotations,
    next: usize,
    start: usize,
}

impl<'a> Pieces<'a> {
    /// The next token, if it stands before word `nth` of the main line.
    pub(crate) fn before(&mut self, nth: u32) -> Option<(Kind, &'a [u8])> {
        let piece = self.of.pieces.get(self.next)?;
        if piece.words > nth {
            return None;
        }
        let bytes = &self.of.bytes[self.start..piece.end as usize];
        self.start = piece.end as usize;
        self.next += 1;
        Some((piece.kind, bytes))
    }
}
