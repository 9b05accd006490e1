//! One game of a stream as its lines come in: its tags, the words of its main line, its
//! annotations, and where it ends.

use std::collections::HashSet;

use crate::raw::RawGame;
use crate::tag::{is_movetext_after_tags, is_tag, read_tag};
use crate::tokens::{Kind, Scanner, Token, is_blank};

/// A game that is being read.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) game: RawGame,
    scanner: Scanner,
    /// There was something other than tags.
    started: bool,
    /// The main line has had its result.
    ended: bool,
    after_blank: bool,
    /// The names of its tags, kept from the first time that one is looked up.
    names: Option<HashSet<Vec<u8>>>,
    /// Where the current line begins in the text of the game; `None` if the text is not kept.
    text_at: Option<usize>,
}

impl Section {
    /// Reads the part of line `number` of the stream that belongs to this game. Returns where on the
    /// line the next game begins. A line that `is_quoted` goes on with a comment, even if it looks like a tag.
    pub(crate) fn read(
        &mut self,
        line: &[u8],
        number: u64,
        text_at: Option<usize>,
        is_quoted: bool,
    ) -> Option<usize> {
        if is_blank(line) {
            self.after_blank = true;
            self.goes_on_with(line);
            return None;
        }
        if line.starts_with(b"%") && !self.scanner.in_comment {
            return None;
        }
        self.text_at = text_at;
        let is_first = self.game.line == 0;
        if is_first {
            self.game.line = number;
        }
        let mut movetext = 0;
        if is_tag(line) && !is_quoted {
            if !is_first && self.is_next_section(line) {
                return Some(0);
            }
            if !self.scanner.in_comment {
                movetext = self.read_tags(line, 0);
            }
        } else if self.is_next_movetext(line) {
            self.ended = true;
        }
        let next_game = self.read_movetext(line, movetext);
        self.after_blank = false;
        next_game
    }

    /// Whether a comment has begun that has not ended.
    pub(crate) fn is_in_comment(&self) -> bool {
        self.scanner.in_comment
    }

    /// Keeps what stands between the lines of a comment, if there is one that has not ended.
    pub(crate) fn goes_on_with(&mut self, text: &[u8]) {
        if self.scanner.in_comment {
            self.game.annotations.push_in_comment(text);
        }
    }

    /// Whether a line of tags begins the next game: after words; after tags or comments alone, when
    /// a tag comes again; and even in a comment that was never closed, where there is no doubt.
    fn is_next_section(&mut self, line: &[u8]) -> bool {
        if self.scanner.in_comment {
            return self.after_blank || line.starts_with(b"[Event \"");
        }
        !self.game.movetext.is_empty()
            || (self.after_blank || self.started)
                && (self.game.tags.is_empty() || self.has_tag(line))
    }

    /// Whether a line of movetext begins the next game: games without tags or results, one after
    /// the other, or after other text.
    fn is_next_movetext(&self, line: &[u8]) -> bool {
        line.starts_with(b"1.")
            && !line.starts_with(b"1..")
            && self.scanner.depth == 0
            && !self.scanner.in_comment
            && !self.game.movetext.is_empty()
            && (self.after_blank || !self.game.is_game())
    }

    /// Whether the game has a tag of the name that a line begins with.
    fn has_tag(&mut self, line: &[u8]) -> bool {
        let tags = &self.game.tags;
        let names = self.names.get_or_insert_with(|| {
            let lines = tags.split(|byte| *byte == b'\n');
            lines.flat_map(tag_names).collect()
        });
        read_tag(line).is_some_and(|tag| names.contains(tag.name))
    }

    /// Reads the tags of a line from a byte on; returns where on it movetext begins.
    fn read_tags(&mut self, line: &[u8], from: usize) -> usize {
        if let Some(names) = &mut self.names {
            names.extend(tag_names(&line[from..]));
        }
        let mut rest = &line[from..];
        while let Some(tag) = read_tag(rest) {
            let start = line.len() - rest.trim_ascii_start().len();
            rest = tag.rest;
            self.keep(Token {
                kind: Kind::Tag,
                at: start..line.len() - rest.len(),
                depth: 0,
            });
        }
        let rest = rest.trim_ascii_start();
        let movetext = if is_movetext_after_tags(rest) {
            line.len() - rest.len()
        } else {
            line.len()
        };
        self.game.push_tags(&line[from..movetext]);
        movetext
    }

    /// Reads the movetext of a line from a byte on: the words of the main line, and the annotations. Returns where on the
    /// line the next game begins.
    fn read_movetext(&mut self, line: &[u8], mut from: usize) -> Option<usize> {
        self.started |= from < line.len();
        while let Some(token) = self.scanner.next(line, from) {
            if token.kind == Kind::Tag {
                from = token.at.start;
                if self.is_next_section(&line[from..]) {
                    return Some(from);
                }
                from = self.read_tags(line, from);
                continue;
            }
            from = token.at.end;
            if token.is_main() {
                // A mark after the result is one of the last move.
                if self.ended && token.kind != Kind::Nag {
                    return Some(token.at.start);
                }
                self.ended |= token.kind == Kind::Result;
                self.game.push_word(&line[token.at.clone()]);
            } else {
                let words = self.game.words;
                let text = &line[token.at.clone()];
                self.game.annotations.push(&token, text, words);
            }
            self.keep(token);
        }
        None
    }

    /// Keeps a token of the current line, if the text is kept.
    fn keep(&mut self, mut token: Token) {
        let Some(start) = self.text_at else {
            return;
        };
        token.at = start + token.at.start..start + token.at.end;
        match self.game.tokens.last_mut() {
            // The comment goes on from the line before.
            Some(last) if last.kind == Kind::OpenComment => {
                last.kind = token.kind;
                last.at.end = token.at.end;
            }
            _ => self.game.tokens.push(token),
        }
    }
}

/// The names of the tags of a line.
fn tag_names(mut line: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    std::iter::from_fn(move || {
        let tag = read_tag(line)?;
        line = tag.rest;
        Some(tag.name.to_owned())
    })
}
