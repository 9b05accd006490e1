//! The tokens of a line of movetext, each with its bytes.
//!
//! ```text
//! 12. Nf3 $1 {a comment} (12. Nc3 d5) d5 1-0 ; a comment
//! ─── ─── ── ─────────── ─        ── ─ ── ─── ───────────
//! Word Word Nag Comment Open …  Word Close Word Result Rest
//! ```

use std::ops::Range;

use memchr::memchr;

use crate::tag::is_tag;
use crate::text::{DOTS, decoded, with_hyphens};

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
        let rest = loop {
            let rest = line.get(from..).filter(|rest| !rest.is_empty())?;
            match space_length(rest) {
                0 => break rest,
                length => from += length,
            }
        };
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
            // Where tags begin; the reader of tags says where they end.
            b'[' if self.begins_tags(rest) => (Kind::Tag, 1),
            _ => {
                let length = word_length(rest);
                (kind(&rest[..length]), length)
            }
        };
        Some(self.token(kind, from, length))
    }

    /// Whether tags begin within a line. In a variation there is doubt, unless it is the first tag of a game.
    fn begins_tags(&self, text: &[u8]) -> bool {
        is_tag(text) && (self.depth == 0 || text.starts_with(b"[Event \""))
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
    if let [b'$', rest @ ..] = text {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // A move may be glued to a mark; anything else makes one word of it that says nothing.
        let begins_move = |byte: &u8| b"abcdefghKQRBNO".contains(byte);
        let is_glued = |byte: &u8| begins_move(byte) || !byte.is_ascii_alphanumeric();
        if digits > 0 && rest.get(digits).is_none_or(is_glued) {
            return 1 + digits;
        }
    }
    if text.starts_with(DOTS) {
        return DOTS.len();
    }
    // A stray closing brace is a word of its own.
    if text[0] == b'}' {
        return 1;
    }
    let mut length = char_length(text);
    while let Some(byte) = text.get(length) {
        let rest = &text[length..];
        if b"{}();<[$".contains(byte) || space_length(rest) > 0 || rest.starts_with(DOTS) {
            break;
        }
        length += char_length(rest);
    }
    match text[length - 1..] {
        // h8(N): what a pawn becomes, no variation.
        [b'1' | b'8' | b'=', b'(', _, b')', ..] => length + 3,
        _ => length,
    }
}

fn kind(word: &[u8]) -> Kind {
    if result(word).is_some() {
        return Kind::Result;
    }
    match word {
        [b'$', ..] => Kind::Nag,
        _ if word.iter().all(|byte| b"!?".contains(byte)) => Kind::Nag,
        _ => Kind::Word,
    }
}

/// The result that a word is, which ends a game, as the standard writes it.
pub(crate) fn result(word: &[u8]) -> Option<&'static str> {
    match word {
        b"1-0" => Some("1-0"),
        b"0-1" => Some("0-1"),
        b"1/2-1/2" | b"1/2" => Some("1/2-1/2"),
        b"*" => Some("*"),
        // All others have dashes or fractions beyond ASCII.
        _ if word.is_ascii() => None,
        _ => {
            let plain = with_hyphens(&decoded(word).replace('½', "1/2"));
            plain.is_ascii().then(|| result(plain.as_bytes()))?
        }
    }
}

/// The bytes of the white space that a text begins with, one character; 0 if it begins with something else. Zero bytes
/// stand between words in files that a disk or a program has damaged, and spaces of no width in texts that were copied.
#[inline]
fn space_length(text: &[u8]) -> usize {
    match text {
        [b' ' | b'\t'..=b'\r' | 0, ..] => 1,
        [0x80..=0xff, ..] => match first_char(text) {
            Some(c) if c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}') => {
                c.len_utf8()
            }
            // Three dots and the no-break space of Windows-1252.
            None if matches!(text[0], 0x85 | 0xa0) => 1,
            _ => 0,
        },
        _ => 0,
    }
}

/// Whether there is nothing but white space on a line.
pub(crate) fn is_blank(mut line: &[u8]) -> bool {
    loop {
        match space_length(line) {
            0 => return line.is_empty(),
            length => line = &line[length..],
        }
    }
}

/// The bytes of the character that a text begins with; one where it is not UTF-8.
#[inline]
fn char_length(text: &[u8]) -> usize {
    match text {
        [0x80..=0xff, ..] => first_char(text).map_or(1, char::len_utf8),
        _ => 1,
    }
}

/// The character that a text begins with, if it is UTF-8.
fn first_char(text: &[u8]) -> Option<char> {
    let length = match text[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    str::from_utf8(text.get(..length)?).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of lines that follow each other: kind, text, depth.
    fn tokens<'a>(lines: &[&'a str]) -> Vec<(Kind, &'a str, u32)> {
        let mut scanner = Scanner::default();
        let mut tokens = Vec::new();
        for line in lines {
            let mut from = 0;
            while let Some(token) = scanner.next(line.as_bytes(), from) {
                from = token.at.end;
                tokens.push((token.kind, &line[token.at], token.depth));
            }
        }
        tokens
    }

    #[test]
    fn kinds_and_depths() {
        use Kind::{Close, Nag, Open, Reserved, Result, Word};
        assert_eq!(
            tokens(&["1.e4 $1(1. d4!?) !? <a (b> h8(Q) }1-0"]),
            [
                (Word, "1.e4", 0),
                (Nag, "$1", 0),
                (Open, "(", 1),
                (Word, "1.", 1),
                (Word, "d4!?", 1),
                (Close, ")", 1),
                (Nag, "!?", 0),
                (Reserved, "<a (b>", 0),
                (Word, "h8(Q)", 0),
                (Word, "}", 0),
                (Result, "1-0", 0),
            ]
        );
        assert_eq!(tokens(&[")", "e4"]), [(Close, ")", 0), (Word, "e4", 0)]);
    }

    #[test]
    fn comments() {
        use Kind::{Comment, LineComment, OpenComment, Word};
        assert_eq!(
            tokens(&["e4{a {b} e5 ;c}", "{d", "; e", "f} *"])[..7],
            [
                (Word, "e4", 0),
                (Comment, "{a {b}", 0),
                (Word, "e5", 0),
                (LineComment, ";c}", 0),
                (OpenComment, "{d", 0),
                (OpenComment, "; e", 0),
                (Comment, "f}", 0),
            ]
        );
    }
}
