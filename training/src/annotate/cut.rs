//! Cutting a stream of PGN into the texts of its games, not a byte lost.

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use super::words::{self, Kind};

/// The longest text of a game, in bytes. More comes in pieces, which are not annotated. Guessed: a
/// comment after each of 1,000 moves has a kilobyte.
const LONGEST: usize = 4 << 20;

/// The longest line that is read at once, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The text of a game, up to where the next one begins; or text that is none.
#[derive(Debug, Default)]
pub(crate) struct RawGame {
    /// Its number in the stream, from 1; 0 for text that is no game.
    pub(crate) ordinal: u64,
    /// The line that it begins on, from 1.
    pub(crate) line: u64,
    pub(crate) text: Vec<u8>,
    /// It is a piece of something too long.
    pub(crate) overlong: bool,
}

/// The games of a stream of PGN. UTF-16 is read as it is said by its byte order mark, everything else is
/// left as it is.
pub(crate) struct Games<R: Read> {
    input: BufReader<DecodeReaderBytes<R, Vec<u8>>>,
    /// What was read and not yet taken.
    left: Vec<u8>,
    line: u64,
    ordinal: u64,
}

impl<R: Read> Games<R> {
    pub(crate) fn new(stream: R) -> Games<R> {
        let mut builder = DecodeReaderBytesBuilder::new();
        let decoded = builder.utf8_passthru(true).build(stream);
        Games {
            input: BufReader::with_capacity(1 << 16, decoded),
            left: Vec::new(),
            line: 1,
            ordinal: 0,
        }
    }

    /// How many games there were so far.
    pub(crate) fn count(&self) -> u64 {
        self.ordinal
    }

    /// The next game; `None` at the end.
    pub(crate) fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut game = RawGame::default();
        let mut state = words::State::default();
        // The names of its tags, whether it has words, and whether the line before was blank.
        let (mut tags, mut has_words, mut after_blank) = (Vec::<Vec<u8>>::new(), false, false);
        while let Some(line) = self.next_line()? {
            let bare = line.trim_ascii();
            let bare = bare.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bare);
            if bare.is_empty() {
                after_blank = true;
                self.take(&mut game, &line);
                continue;
            }
            let begins = tags.is_empty() && !has_words && !state.started;
            let tag = words::tag_name(bare);
            let is_new = if state.in_comment {
                after_blank || bare.starts_with(b"[Event \"")
            } else {
                let again = tag.is_some_and(|tag| tags.iter().any(|name| name == tag));
                has_words || (after_blank || state.started) && (tags.is_empty() || again)
            };
            let restarts = bare.starts_with(b"1.")
                && !bare.starts_with(b"1..")
                && has_words
                && after_blank
                && state.depth == 0
                && !state.in_comment;
            if !begins && (restarts || tag.is_some() && is_new) {
                self.left.splice(0..0, line);
                break;
            }
            if begins {
                game.line = self.line;
            }
            if tag.is_some() && is_new {
                // In a comment that was never closed.
                state.in_comment = false;
            }
            tags.extend(tag.filter(|_| !state.in_comment).map(<[u8]>::to_vec));
            let items = words::read(&line, &mut state);
            let is_word = |kind: Kind| matches!(kind, Kind::Word | Kind::Result);
            has_words |= items
                .iter()
                .any(|item| item.depth == 0 && is_word(item.kind));
            after_blank = false;
            if let Some(next) = words::next_game(&items, &mut state) {
                self.left.splice(0..0, line[next..].iter().copied());
                self.take(&mut game, &line[..next]);
                break;
            }
            self.take(&mut game, &line);
            if game.text.len() > LONGEST {
                game.overlong = true;
                break;
            }
        }
        if game.text.is_empty() {
            return Ok(None);
        }
        if !tags.is_empty() || has_words && words::begins_like_movetext(&game.text) {
            self.ordinal += 1;
            game.ordinal = self.ordinal;
        }
        Ok(Some(game))
    }

    fn take(&mut self, game: &mut RawGame, text: &[u8]) {
        game.text.extend_from_slice(text);
        let ends = text.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        self.line += ends.count() as u64;
    }

    /// The next line with its ending: LF, CRLF or CR.
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.left.is_empty() {
            let mut piece = self.input.by_ref().take(LONGEST_LINE);
            piece.read_until(b'\n', &mut self.left)?;
        }
        let ends_in_cr = |(at, byte): (usize, &u8)| {
            let is_end = *byte == b'\r' && self.left.get(at + 1) != Some(&b'\n');
            is_end.then_some(at + 1)
        };
        let lf = self.left.iter().position(|byte| *byte == b'\n');
        let cr = self.left.iter().enumerate().find_map(ends_in_cr);
        let ends = [lf.map(|at| at + 1), cr].into_iter().flatten();
        let end = ends.min().unwrap_or(self.left.len());
        let line: Vec<u8> = self.left.drain(..end).collect();
        Ok((!line.is_empty()).then_some(line))
    }
}
