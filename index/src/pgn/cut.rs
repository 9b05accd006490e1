//! Cutting a stream of PGN into the text of single games.

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs_io::DecodeReaderBytesBuilder;
use memchr::memchr;
use pgn_reader::SanPlus;

/// The text of one game, as [`Games`] finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawGame {
    /// Its number in the stream, from 1.
    pub(crate) ordinal: u64,
    /// The line that it begins on, from 1.
    pub(crate) line: u64,
    /// The tags, a line each, an empty line, and the movetext in one line.
    pub(super) text: Vec<u8>,
    /// The length of the longest tag line in bytes.
    pub(super) longest_tag: usize,
}

/// The games of a stream of PGN.
pub(crate) struct Games<R: Read> {
    lines: Lines<BufReader<encoding_rs_io::DecodeReaderBytes<R, Vec<u8>>>>,
    ordinal: u64,
    /// There was text that is no game.
    other_text: bool,
}

impl<R: Read> Games<R> {
    pub(crate) fn new(stream: R) -> Games<R> {
        // Without a byte order mark the bytes pass as they are.
        let decoded = DecodeReaderBytesBuilder::new()
            .utf8_passthru(true)
            .build(stream);
        Games {
            lines: Lines::new(BufReader::with_capacity(1 << 16, decoded)),
            ordinal: 0,
            other_text: false,
        }
    }

    /// Whether there was text so far, and no game in it.
    pub(crate) fn found_no_game(&self) -> bool {
        self.ordinal == 0 && self.other_text
    }

    /// The next game, `None` at the end. Text between games that is none is passed over.
    pub(crate) fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        loop {
            let Some(mut game) = self.next_piece()? else {
                return Ok(None);
            };
            if game.longest_tag > 0 || begins_like_movetext(&game.text) {
                self.ordinal += 1;
                game.ordinal = self.ordinal;
                return Ok(Some(game));
            }
            self.other_text = true;
        }
    }

    /// Everything up to where a game ends.
    fn next_piece(&mut self) -> io::Result<Option<RawGame>> {
        let mut text = Vec::new();
        let mut longest_tag = 0;
        let mut movetext = Movetext::default();
        let mut first_line = None;
        let mut blank = false;
        while self.lines.advance()? {
            let line = self.lines.current();
            if movetext.in_comment {
                if line.starts_with(b"[Event \"") {
                    // The comment was never closed: a new game begins.
                    self.lines.step_back();
                    break;
                }
                movetext.push(line, &mut text);
                continue;
            }
            if line.starts_with(b"%") {
                continue;
            }
            if line.trim_ascii().is_empty() {
                blank = true;
                continue;
            }
            if is_tag(line) {
                let between = movetext.started || blank && line.starts_with(b"[Event ");
                if first_line.is_some() && between {
                    self.lines.step_back();
                    break;
                }
                longest_tag = longest_tag.max(line.len());
                text.extend_from_slice(line);
                text.push(b'\n');
            } else {
                if movetext.ended {
                    self.lines.step_back();
                    break;
                }
                if !movetext.started && longest_tag > 0 {
                    text.push(b'\n');
                }
                movetext.push(line, &mut text);
            }
            first_line.get_or_insert(self.lines.number);
            blank = false;
        }
        if movetext.in_comment {
            text.push(b'}');
        }
        Ok(first_line.map(|line| RawGame {
            ordinal: 0,
            line,
            text,
            longest_tag,
        }))
    }
}

/// The lines of a stream, ended by LF, CRLF or CR, with one step back.
struct Lines<R> {
    input: R,
    /// What was read up to the last LF.
    buffer: Vec<u8>,
    /// The current line in `buffer`, and where the next one begins.
    current: std::ops::Range<usize>,
    next: usize,
    /// The number of the current line, from 1.
    number: u64,
    again: bool,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Lines<R> {
        Lines {
            input,
            buffer: Vec::new(),
            current: 0..0,
            next: 0,
            number: 0,
            again: false,
        }
    }

    /// Goes to the next line; `false` at the end.
    fn advance(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.again) {
            return Ok(true);
        }
        if self.next >= self.buffer.len() {
            self.buffer.clear();
            if self.input.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(false);
            }
            self.next = 0;
        }
        let rest = &self.buffer[self.next..];
        let (length, ending) = match memchr(b'\r', rest) {
            Some(end) if rest.get(end + 1) == Some(&b'\n') => (end, 2),
            Some(end) => (end, 1),
            None if rest.ends_with(b"\n") => (rest.len() - 1, 1),
            None => (rest.len(), 0),
        };
        self.current = self.next..self.next + length;
        self.next += length + ending;
        self.number += 1;
        Ok(true)
    }

    /// Makes the next [`Lines::advance`] stay where it is.
    fn step_back(&mut self) {
        self.again = true;
    }

    /// The current line without its ending and without a byte order mark.
    fn current(&self) -> &[u8] {
        let line = &self.buffer[self.current.clone()];
        line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
    }
}

/// How far the movetext of a game has been read.
#[derive(Default)]
struct Movetext {
    started: bool,
    /// Within a brace comment.
    in_comment: bool,
    /// The last word was a result.
    ended: bool,
}

impl Movetext {
    /// Appends a line of movetext to `text`, without its `;` comment.
    fn push(&mut self, line: &[u8], text: &mut Vec<u8>) {
        self.started = true;
        let mut kept = line;
        let mut after_comment = 0;
        for (at, byte) in line.iter().enumerate() {
            match byte {
                b'{' if !self.in_comment => self.in_comment = true,
                b'}' if self.in_comment => {
                    self.in_comment = false;
                    after_comment = at + 1;
                }
                b';' if !self.in_comment => {
                    kept = &line[..at];
                    break;
                }
                _ => {}
            }
        }
        text.extend_from_slice(kept);
        text.push(b' ');
        if !self.in_comment {
            let word = kept[after_comment.min(kept.len())..]
                .rsplit(u8::is_ascii_whitespace)
                .find(|word| !word.is_empty());
            self.ended = word.map_or(self.ended, is_result);
        }
    }
}

fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

/// Whether a line looks like `[Name "value`.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let name = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// Whether text without tags begins with a move number or a move.
fn begins_like_movetext(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    while rest.starts_with(b"{") {
        let end = memchr(b'}', rest).map_or(rest.len(), |end| end + 1);
        rest = rest[end..].trim_ascii_start();
    }
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let end = memchr(b' ', rest).unwrap_or(rest.len());
    (digits > 0 && rest.get(digits) == Some(&b'.')) || SanPlus::from_ascii(&rest[..end]).is_ok()
}
