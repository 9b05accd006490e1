//! The lines of a stream.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use memchr::{memchr2, memrchr};

/// The longest line that is read at once, in bytes. Longer ones, e.g. of one huge comment, are
/// taken in pieces that end with a word. Guessed: no line that a program writes is as long.
const LONGEST_LINE: usize = 1 << 20;

/// Maximum distance, in bytes, from a line that looks like a tag to the end of the comment that quotes it. Guessed: a hundred
/// games without comments.
const FARTHEST: usize = 64 << 10;

/// The lines of a stream, ended by LF, CRLF or CR, with one step back.
pub(crate) struct Lines<R> {
    input: R,
    /// What was read up to the last LF.
    buffer: Vec<u8>,
    /// The current line in `buffer`: where its bytes begin, its text without byte order mark and
    /// ending, and where the next one begins.
    start: usize,
    text: Range<usize>,
    next: usize,
    /// The number of the current line, from 1.
    pub(crate) number: u64,
    /// The current line is a whole one, not a piece with more to come.
    whole: bool,
    again: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: Vec::new(),
            start: 0,
            text: 0..0,
            next: 0,
            number: 0,
            whole: true,
            again: false,
        }
    }

    /// Goes to the next line; `false` at the end.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.again) {
            return Ok(true);
        }
        if self.next >= self.buffer.len() {
            self.buffer.clear();
            self.next = 0;
            self.read_on()?;
            if self.buffer.is_empty() {
                return Ok(false);
            }
        }
        let ending = match self.ending() {
            // The last of several lines that end in CR.
            None if self.next > 0 => {
                self.buffer.drain(..self.next);
                self.next = 0;
                self.read_on()?;
                self.ending()
            }
            ending => ending,
        };
        let rest = &self.buffer[self.next..];
        let (length, ending) = ending.unwrap_or_else(|| {
            // Not near its beginning: what is almost all of a piece is one word.
            let space = memrchr(b' ', rest).filter(|space| *space >= LONGEST_LINE / 2);
            let space = space.filter(|_| rest.len() >= LONGEST_LINE);
            (space.map_or(rest.len(), |space| space + 1), 0)
        });
        self.start = self.next;
        self.text = self.next..self.next + length;
        self.next += length + ending;
        self.number += u64::from(self.whole);
        self.whole = ending > 0;
        if self.buffer[self.text.clone()].starts_with(b"\xef\xbb\xbf") {
            // A byte order mark, where files were joined.
            self.text.start += 3;
        }
        Ok(true)
    }

    /// Reads up to the next LF, or until the buffer is full.
    fn read_on(&mut self) -> io::Result<()> {
        let room = LONGEST_LINE.saturating_sub(self.buffer.len());
        let mut piece = self.input.by_ref().take(room as u64);
        piece.read_until(b'\n', &mut self.buffer)?;
        Ok(())
    }

    /// The length of the next line and of its ending; `None` if the end is not in the buffer.
    fn ending(&self) -> Option<(usize, usize)> {
        let rest = &self.buffer[self.next..];
        let end = memchr2(b'\r', b'\n', rest)?;
        let length = 1 + usize::from(rest[end..].starts_with(b"\r\n"));
        Some((end, length))
    }

    /// The line after the current one; `None` at the end, and where the current one is a piece of a line.
    pub(crate) fn following(&mut self) -> io::Result<Option<&[u8]>> {
        if !self.whole {
            return Ok(None);
        }
        if self.ending().is_none() {
            self.read_on()?;
        }
        let rest = &self.buffer[self.next..];
        let length = self.ending().map_or(rest.len(), |(length, _)| length);
        Ok((!rest.is_empty()).then(|| &self.buffer[self.next..][..length]))
    }

    /// Makes the line after the current one, which [`Lines::following`] has seen, a part of it.
    pub(crate) fn join_following(&mut self) {
        let rest = self.buffer.len() - self.next;
        let (length, ending) = self.ending().unwrap_or((rest, 0));
        self.text.end = self.next + length;
        self.next += length + ending;
        self.number += 1;
        self.whole = ending > 0;
    }

    /// Whether a comment that goes on at the beginning of the current line ends, before another one begins and within
    /// [`FARTHEST`].
    pub(crate) fn comment_ends(&mut self) -> io::Result<bool> {
        let room = FARTHEST.saturating_sub(self.buffer.len() - self.text.start);
        let mut piece = self.input.by_ref().take(room as u64);
        piece.read_to_end(&mut self.buffer)?;
        if self.buffer.ends_with(b"\r") {
            // An LF that belongs to it.
            let mut byte = self.input.by_ref().take(1);
            byte.read_to_end(&mut self.buffer)?;
        }
        let rest = &self.buffer[self.text.start..];
        Ok(memchr2(b'{', b'}', rest).is_some_and(|at| rest[at] == b'}'))
    }

    /// Makes the next [`Lines::advance`] stay on the current line, from `offset` of its text on.
    pub(crate) fn step_back(&mut self, offset: usize) {
        if offset > 0 {
            self.text.start += offset;
            self.start = self.text.start;
        }
        self.again = true;
    }

    /// The text of the current line, without its ending.
    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer[self.text.clone()]
    }

    /// The bytes of the current line up to `offset` of its text, or if that is `None` to the next
    /// line.
    pub(crate) fn bytes(&self, offset: Option<usize>) -> &[u8] {
        let end = match offset {
            Some(0) => self.start,
            Some(offset) => self.text.start + offset,
            None => self.next,
        };
        &self.buffer[self.start..end]
    }

    /// The bytes of the current line before its text: a byte order mark, or none.
    pub(crate) fn before_text(&self) -> &[u8] {
        &self.buffer[self.start..self.text.start]
    }

    /// The bytes of the current line after its text: how it ends.
    pub(crate) fn after_text(&self) -> &[u8] {
        &self.buffer[self.text.end..self.next]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line: its number, its bytes and its text.
    fn lines(stream: &str) -> Vec<(u64, String, String)> {
        let mut lines = Lines::new(stream.as_bytes());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        std::iter::from_fn(|| {
            let is_line = lines.advance().expect("readable");
            is_line.then(|| (lines.number, text(lines.bytes(None)), text(lines.text())))
        })
        .collect()
    }

    #[test]
    fn all_endings() {
        let line = |number, bytes: &str, text: &str| (number, bytes.to_owned(), text.to_owned());
        assert_eq!(
            lines("a\nb\r\nc\rd\r\r\n\u{feff}e"),
            [
                line(1, "a\n", "a"),
                line(2, "b\r\n", "b"),
                line(3, "c\r", "c"),
                line(4, "d\r", "d"),
                line(5, "\r\n", ""),
                line(6, "\u{feff}e", "e"),
            ]
        );
        assert_eq!(lines(""), []);
    }

    #[test]
    fn a_step_back() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfab cd\nef"[..]);
        assert!(lines.advance().expect("readable"));
        assert_eq!(lines.before_text(), b"\xef\xbb\xbf");
        assert_eq!(lines.after_text(), b"\n");
        assert_eq!(lines.bytes(Some(0)), b"");
        lines.step_back(0);
        assert!(lines.advance().expect("readable"));
        assert_eq!(lines.bytes(Some(3)), b"\xef\xbb\xbfab ");
        lines.step_back(3);
        assert!(lines.advance().expect("readable"));
        assert_eq!(
            (lines.bytes(None), lines.text()),
            (&b"cd\n"[..], &b"cd"[..])
        );
        assert!(lines.advance().expect("readable"));
        assert_eq!((lines.number, lines.text()), (2, &b"ef"[..]));
        assert!(!lines.advance().expect("readable"));
    }

    #[test]
    fn pieces_of_a_long_line_end_with_a_word() {
        let stream = "word ".repeat(LONGEST_LINE / 4) + "\nnext";
        let pieces = lines(&stream);
        assert_eq!(pieces.len(), 3);
        assert!(pieces[0].1.ends_with("word ") && pieces[1].1.starts_with("word "));
        let numbers: Vec<_> = pieces.iter().map(|piece| piece.0).collect();
        assert_eq!(numbers, [1, 1, 2]);
    }
}
