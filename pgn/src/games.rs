//! Cutting a stream into games.

use std::io::{self, BufReader, Read};
use std::mem;

use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use crate::lines::Lines;
use crate::origin::Origin;
use crate::raw::RawGame;
use crate::section::Section;
use crate::tag::{goes_on, is_cut, is_tag};

/// The longest text that is kept of a game, in bytes; longer ones come in pieces. Guessed: a comment
/// after each of 1,000 moves has four kilobytes.
const LONGEST_TEXT: usize = 4 << 20;

/// The games of a stream of PGN.
///
/// Memory does not depend on the length of the stream.
pub struct Games<R: Read> {
    lines: Lines<BufReader<DecodeReaderBytes<R, Vec<u8>>>>,
    keeps_text: bool,
    /// The rest of a game of which a piece has been returned.
    unfinished: Option<Section>,
    /// The number of games so far, and that of the last one, which is higher if a database has others before it.
    count: u64,
    ordinal: u64,
    /// There was text that is not a game.
    other_text: bool,
}

impl<R: Read> Games<R> {
    /// The games of a stream, each with its tags and the words of its main line: what
    /// [`parse`](crate::parse) needs.
    pub fn new(stream: R) -> Games<R> {
        // Without a byte order mark the bytes pass as they are.
        let decoded = DecodeReaderBytesBuilder::new()
            .utf8_passthru(true)
            .build(stream);
        Games {
            lines: Lines::new(BufReader::with_capacity(1 << 16, decoded)),
            keeps_text: false,
            unfinished: None,
            count: 0,
            ordinal: 0,
            other_text: false,
        }
    }

    /// The same games, each with its text and tokens too. The texts of all pieces
    /// ([`Games::next_piece`]), one after the other, are the stream; UTF-16 becomes UTF-8, and lines that name the games
    /// of a database go.
    pub fn with_text(stream: R) -> Games<R> {
        Games {
            keeps_text: true,
            ..Games::new(stream)
        }
    }

    /// The number of games so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether there was text so far, and no game in it.
    pub fn found_no_game(&self) -> bool {
        self.count == 0 && self.other_text
    }

    /// The next game, `None` at the end. Text between games is skipped.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        while let Some(piece) = self.next_piece()? {
            if piece.ordinal > 0 {
                return Ok(Some(piece));
            }
        }
        Ok(None)
    }

    /// The next game or text between games, `None` at the end.
    ///
    /// A game of more than 4 MiB of text comes in pieces: the first is overlong, the others are
    /// text. Only [`Games::with_text`] makes such pieces.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn next_piece(&mut self) -> io::Result<Option<RawGame>> {
        let mut section = self.unfinished.take().unwrap_or_default();
        while self.lines.advance()? {
            if let Some(origin) = Origin::read(self.lines.text())
                && !section.is_in_comment()
            {
                if section.game.line > 0 || !section.game.text.is_empty() {
                    self.lines.step_back(0);
                    break;
                }
                section.game.origin = Some(origin);
                continue;
            }
            let text_before = section.game.text.len() + self.lines.before_text().len();
            let text_at = self.keeps_text.then_some(text_before);
            section.goes_on_with(self.lines.before_text());
            let number = self.lines.number;
            let mut is_quoted = false;
            if section.is_in_comment() {
                is_quoted = is_tag(self.lines.text()) && self.lines.comment_ends()?;
            } else {
                self.join_tag()?;
            }
            let next_game = section.read(self.lines.text(), number, text_at, is_quoted);
            if next_game.is_none() {
                section.goes_on_with(self.lines.after_text());
            }
            if self.keeps_text {
                let bytes = self.lines.bytes(next_game);
                section.game.text.extend_from_slice(bytes);
            }
            if let Some(offset) = next_game {
                self.lines.step_back(offset);
                break;
            }
            if section.game.text.len() > LONGEST_TEXT {
                return Ok(Some(self.split_off(section)));
            }
        }
        let mut game = section.game;
        let is_nothing = game.line == 0 && game.text.is_empty();
        game.ordinal = self.number(&game);
        if game.origin.is_some() {
            game.line = 0;
        }
        Ok((!is_nothing).then_some(game))
    }

    /// Makes the lines of a tag that goes on in the next one a single line.
    fn join_tag(&mut self) -> io::Result<()> {
        while is_cut(self.lines.text()) {
            let line = self.lines.text().to_vec();
            let next = self.lines.following()?;
            if !next.is_some_and(|next| goes_on(&line, next)) {
                break;
            }
            self.lines.join_following();
        }
        Ok(())
    }

    /// The text so far of a game that is too long; the rest follows.
    fn split_off(&mut self, mut section: Section) -> RawGame {
        let ordinal = self.number(&section.game);
        let game = &mut section.game;
        game.ordinal = game.ordinal.max(ordinal);
        game.overlong = true;
        let piece = RawGame {
            ordinal,
            line: if game.origin.is_some() { 0 } else { game.line },
            text: mem::take(&mut game.text),
            tokens: mem::take(&mut game.tokens),
            overlong: true,
            ..RawGame::default()
        };
        self.unfinished = Some(section);
        piece
    }

    /// The number of the game that a piece begins; 0 if it is not a game, or goes on with one.
    fn number(&mut self, game: &RawGame) -> u64 {
        if game.ordinal > 0 {
            return 0;
        }
        if !game.is_game() {
            self.other_text |= game.line > 0;
            return 0;
        }
        self.count += 1;
        let number = game.origin.as_ref().map_or(0, |origin| origin.number);
        self.ordinal = number.max(self.ordinal.saturating_add(1));
        self.ordinal
    }
}
