//! Cutting a stream of PGN into single games: tags, and the words of the main line.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};
use memchr::{memchr, memchr_iter};
use pgn_reader::SanPlus;

/// The longest text that is kept of a game, in bytes: [`crate::play::MOST_PLIES`], each with its number less
/// than 16 bytes, and as much of tags. More is no game.
const LONGEST: usize = 1 << 20;

/// The longest line that is read at once, in bytes. Longer ones, e.g. of one huge comment, are
/// taken in pieces.
const LONGEST_LINE: u64 = 1 << 20;

/// One game of a stream, not yet played through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// Its number in the stream, from 1.
    pub ordinal: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// The tag pairs, a line each.
    pub(crate) tags: Vec<u8>,
    /// The words of the main line, a space after each; no comments, no variations.
    pub(crate) movetext: Vec<u8>,
    /// It was longer than [`LONGEST`], and is not all here.
    pub(crate) overlong: bool,
}

/// The games of a stream of PGN.
pub struct Games<R: Read> {
    lines: Lines<BufReader<DecodeReaderBytes<R, Vec<u8>>>>,
    ordinal: u64,
    /// There was text that is no game.
    other_text: bool,
}

impl<R: Read> Games<R> {
    /// The games of a stream, which is read as they are asked for.
    pub fn new(stream: R) -> Games<R> {
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
    pub fn found_no_game(&self) -> bool {
        self.ordinal == 0 && self.other_text
    }

    /// The next game, `None` at the end. Text between games is skipped.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        while let Some(mut game) = self.next_piece()? {
            if game.is_game() {
                self.ordinal += 1;
                game.ordinal = self.ordinal;
                return Ok(Some(game));
            }
            self.other_text = true;
        }
        Ok(None)
    }

    /// Everything up to where a game ends: at a new tag section, or after a result.
    fn next_piece(&mut self) -> io::Result<Option<RawGame>> {
        let mut game = RawGame::default();
        let mut movetext = Movetext::default();
        let mut after_blank = false;
        while self.lines.advance()? {
            let line = self.lines.current();
            if line.trim_ascii().is_empty() {
                after_blank = true;
                continue;
            }
            if line.starts_with(b"%") && !movetext.in_comment {
                continue;
            }
            // A new tag section begins after words; after tags or comments alone, when a tag comes
            // again; and even in a comment that was never closed, where there is no doubt.
            let new_section = after_blank || line.starts_with(b"[Event \"");
            let begins_game = if movetext.in_comment {
                new_section
            } else {
                !game.movetext.is_empty()
                    || (after_blank || movetext.started)
                        && (game.tags.is_empty() || game.has_tag(line))
            };
            if line.starts_with(b"1.")
                && !line.starts_with(b"1..")
                && movetext.depth == 0
                && !movetext.in_comment
                && (after_blank || !game.is_game())
            {
                // Games without tags or results, one after the other, or after other text.
                movetext.ended |= !game.movetext.is_empty();
            }
            let is_first = game.line == 0;
            if is_first {
                game.line = self.lines.number;
            }
            let text = if is_tag(line) && (begins_game || !movetext.in_comment) {
                if begins_game && !is_first {
                    self.lines.step_back(0);
                    break;
                }
                game.push_tag(line);
                moves_after_tags(line)
            } else {
                Some(line)
            };
            if let Some(text) = text
                && let Some(next_game) = movetext.read(text, &mut game)
            {
                let before_text = line.len() - text.len();
                self.lines.step_back(before_text + next_game);
                break;
            }
            after_blank = false;
        }
        Ok((game.line > 0).then_some(game))
    }
}

impl RawGame {
    /// Whether it has tags, or words that begin like those of a game.
    fn is_game(&self) -> bool {
        !self.tags.is_empty() || begins_like_movetext(&self.movetext)
    }

    /// How much text there is of it.
    pub fn bytes(&self) -> usize {
        self.tags.len() + self.movetext.len()
    }

    /// Whether it ends within a tag: the last one is not closed, and nothing follows.
    pub(crate) fn ends_in_tag(&self) -> bool {
        self.movetext.is_empty() && self.tags.trim_ascii_end().last() != Some(&b']')
    }

    /// Whether a tag of the name that `line` has is among its tags.
    fn has_tag(&self, line: &[u8]) -> bool {
        fn name(line: &[u8]) -> Option<&[u8]> {
            line.split(|byte| *byte == b'"').next()
        }
        let mut tags = self.tags.split(|byte| *byte == b'\n');
        tags.any(|tag| name(tag) == name(line))
    }

    fn push_tag(&mut self, line: &[u8]) {
        if self.tags.len() + line.len() > LONGEST {
            self.overlong = true;
        } else {
            self.tags.extend_from_slice(line);
            self.tags.push(b'\n');
        }
    }

    fn push_word(&mut self, word: &[u8]) {
        if self.movetext.len() + word.len() > LONGEST {
            self.overlong = true;
        } else {
            self.movetext.extend_from_slice(word);
            self.movetext.push(b' ');
        }
    }
}

/// How far the movetext of a game has been read.
#[derive(Default)]
struct Movetext {
    started: bool,
    /// Within a brace comment.
    in_comment: bool,
    /// How many variations we are in.
    depth: u32,
    /// The main line has had its result.
    ended: bool,
}

impl Movetext {
    /// Reads a line: the words of the main line go into `game`, comments and variations nowhere.
    /// Tells where the next game begins, if it begins on this line.
    fn read(&mut self, line: &[u8], game: &mut RawGame) -> Option<usize> {
        self.started = true;
        let mut at = 0;
        while let Some(byte) = line.get(at) {
            let rest = &line[at..];
            match byte {
                _ if self.in_comment => {
                    let end = memchr(b'}', rest);
                    self.in_comment = end.is_none();
                    at += end.map_or(rest.len(), |end| end + 1);
                }
                b'{' => {
                    self.in_comment = true;
                    at += 1;
                }
                b';' => break,
                b'(' => {
                    self.depth += 1;
                    at += 1;
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    at += 1;
                }
                _ if is_space(*byte) => at += 1,
                _ => {
                    let is_end = |b: &u8| is_space(*b) || b"{}();".contains(b);
                    // A stray closing brace is a word of its own.
                    let mut length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
                    if let [b'1' | b'8' | b'=', b'(', _, b')', ..] = rest[length - 1..] {
                        // h8(N): what a pawn becomes, no variation.
                        length += 3;
                    }
                    if self.depth == 0 {
                        if self.ended {
                            return Some(at);
                        }
                        let word = &rest[..length];
                        self.ended = is_result(word);
                        game.push_word(word);
                    }
                    at += length;
                }
            }
        }
        None
    }
}

/// Zero bytes stand between words in files that a disk or a program has damaged.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// Whether a word ends a game.
pub(crate) fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*")
}

/// Whether a line looks like `[Name "value`.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = rest.iter().take_while(in_name).count();
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// Name and value of the first tag of a line, and what follows it. The value goes to the quote
/// before the closing bracket, so that one that forgot to escape its quotes is read whole; without
/// such a quote it goes to the end.
pub(crate) fn read_tag(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let line = line.trim_ascii_start().strip_prefix(b"[")?;
    let open = memchr(b'"', line)?;
    let (name, value) = (line[..open].trim_ascii(), &line[open + 1..]);
    let closes = |quote: &usize| {
        let before = value[..*quote].iter().rev();
        let escaped = before.take_while(|byte| **byte == b'\\').count() % 2 == 1;
        !escaped && value[quote + 1..].trim_ascii_start().starts_with(b"]")
    };
    if let Some(quote) = memchr_iter(b'"', value).find(closes) {
        let bracket = memchr(b']', &value[quote..])? + quote;
        return Some((name, &value[..quote], &value[bracket + 1..]));
    }
    let value = value.trim_ascii_end();
    let value = value.strip_suffix(b"]").unwrap_or(value);
    Some((name, value.strip_suffix(b"\"").unwrap_or(value), b""))
}

/// The moves that follow the tags of a line, if any do.
fn moves_after_tags(mut line: &[u8]) -> Option<&[u8]> {
    while let Some((_, _, rest)) = read_tag(line) {
        line = rest;
    }
    let text = line.trim_ascii_start();
    begins_like_movetext(text).then_some(text)
}

/// Whether text without tags begins with a move number or a move.
fn begins_like_movetext(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &text[digits..];
    if digits > 0
        && let Some(after) = rest.strip_prefix(b".")
    {
        // `7.5` is a number, `7.0-0` a move.
        return !after.first().is_some_and(u8::is_ascii_digit) || after.starts_with(b"0-0");
    }
    let rest = rest.trim_ascii_start();
    let word = &rest[..memchr(b' ', rest).unwrap_or(rest.len())];
    SanPlus::from_ascii(word).is_ok()
}

/// The lines of a stream, ended by LF, CRLF or CR, with one step back.
struct Lines<R> {
    input: R,
    /// What was read up to the last LF.
    buffer: Vec<u8>,
    /// The current line in `buffer`, and where the next one begins.
    current: Range<usize>,
    next: usize,
    /// The number of the current line, from 1.
    number: u64,
    /// The current line is a whole one, not a piece with more to come.
    whole: bool,
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
            whole: true,
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
            self.next = 0;
            let mut piece = self.input.by_ref().take(LONGEST_LINE);
            if piece.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(false);
            }
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
        self.number += u64::from(self.whole);
        self.whole = ending > 0;
        let line = &self.buffer[self.current.clone()];
        if line.starts_with(b"\xef\xbb\xbf") {
            // A byte order mark, where files were joined.
            self.current.start += 3;
        }
        Ok(true)
    }

    /// Makes the next [`Lines::advance`] stay on the current line, from `offset` of it on.
    fn step_back(&mut self, offset: usize) {
        self.current.start += offset;
        self.again = true;
    }

    /// The current line without its ending.
    fn current(&self) -> &[u8] {
        &self.buffer[self.current.clone()]
    }
}
