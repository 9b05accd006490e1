//! The tokens of a line of movetext, each with its bytes.
//!
//! ```text
//! 12. Nf3 $1 {a comment} (12. Nc3 d5) d5 1-0 ; a comment
//! ─── ─── ── ─────────── ─        ── ─ ── ─── ───────────
//! Word Word Nag Comment Open …  Word Close Word Result Rest
//! ```

use std::ops::Range;

use memchr::memchr;

/// What a token is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A tag pair: `[White "Carlsen,M"]`.
    Tag,
    /// A move, a move number, both (`12.Nf3`), or what is none of them.
    Word,
    /// A mark: `$6`, or `?!` on its own.
    Nag,
    /// A result: `1-0`, `*`.
    Result,
    /// A comment in braces, which may have several lines.
    Comment,
    /// A comment in braces whose end has not been found.
    OpenComment,
    /// A comment from `;` to the end of its line.
    LineComment,
    /// The beginning of a variation, `(`.
    Open,
    /// The end of a variation, `)`.
    Close,
    /// `<...>`, which the standard reserves for later use.
    ///
    /// Source: PGN standard, section 7.
    Reserved,
}

impl Kind {
    /// Whether a player of moves reads it, and if it is in no variation it counts.
    pub(crate) fn is_word(self) -> bool {
        matches!(self, Kind::Word | Kind::Nag | Kind::Result)
    }
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub at: Range<usize>,
    /// The number of variations that it is in; a bracket is in the one that it encloses.
    pub depth: u32,
}

impl Token {
    /// Whether it is a word of the main line: a move, a move number, a mark or a result.
    pub fn is_main(&self) -> bool {
        self.depth == 0 && self.kind.is_word()
    }
}

/// What is open at the end of a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    /// A comment in braces.
    pub(crate) in_comment: bool,
    /// Variations, one in the other.
    pub(crate) depth: u32,
}

impl Scanner {
    /// The first token of a line from a byte on; `None` if there is none.
    #[inline]
    pub(crate) fn next(&mut self, line: &[u8], mut from: usize) -> Option<Token> {
        if self.in_comment {
            let rest = line.get(from..).filter(|rest| !rest.is_empty())?;
            let (kind, length) = self.comment(rest);
            return Some(self.token(kind, from, length));
        }
        while is_space(*line.get(from)?) {
            from += 1;
        }
        let rest = &line[from..];
        let (kind, length) = match rest[0] {
            b'{' => {
                let (kind, length) = self.comment(&rest[1..]);
                (kind, length + 1)
            }
            b';' => (Kind::LineComment, rest.len()),
            b'(' => {
                self.depth += 1;
                (Kind::Open, 1)
            }
            b')' => {
                let token = self.token(Kind::Close, from, 1);
                self.depth = self.depth.saturating_sub(1);
                return Some(token);
            }
            // Without its end it is a token of one byte.
            b'<' => (Kind::Reserved, memchr(b'>', rest).map_or(1, |end| end + 1)),
            _ => {
                let length = word_length(rest);
                (kind(&rest[..length]), length)
            }
        };
        Some(self.token(kind, from, length))
    }

    fn token(&self, kind: Kind, from: usize, length: usize) -> Token {
        Token {
            kind,
            at: from..from + length,
            depth: self.depth,
        }
    }

    /// A comment that has begun: whether it ends in this text, and its bytes.
    fn comment(&mut self, text: &[u8]) -> (Kind, usize) {
        let end = memchr(b'}', text);
        self.in_comment = end.is_none();
        match end {
            Some(end) => (Kind::Comment, end + 1),
            None => (Kind::OpenComment, text.len()),
        }
    }
}

/// The length of the word that a text begins with.
fn word_length(text: &[u8]) -> usize {
    let is_end = |byte: &u8| is_space(*byte) || b"{}();<".contains(byte);
    // A stray closing brace is a word of its own.
    let length = text.iter().position(is_end).unwrap_or(text.len()).max(1);
    match text[length - 1..] {
        // h8(N): what a pawn becomes, no variation.
        [b'1' | b'8' | b'=', b'(', _, b')', ..] => length + 3,
        _ => length,
    }
}

fn kind(word: &[u8]) -> Kind {
    match word {
        b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*" => Kind::Result,
        [b'$', ..] => Kind::Nag,
        _ if word.iter().all(|byte| b"!?".contains(byte)) => Kind::Nag,
        _ => Kind::Word,
    }
}

/// Whether a word is the result that ends a game.
pub(crate) fn is_result(word: &[u8]) -> bool {
    kind(word) == Kind::Result
}

/// Zero bytes stand between words in files that a disk or a program has damaged.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}
