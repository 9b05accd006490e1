//! From the tokens of a game to its annotations.

use super::raw::{Pieces, RawAnnotations};
use super::{Annotation, Annotations};
use crate::nag::{nag, split_suffix};
use crate::notation::{Letters, is_move};
use crate::text::decoded;
use crate::tokens::Kind;

/// Reads the annotations of a game while its main line is played through.
pub(crate) struct Reader<'a> {
    /// The annotations that have not been reached.
    pieces: Pieces<'a>,
    /// The letters of the pieces, if they are not English: those in variations become English ones, too, as the moves of
    /// the game do.
    letters: Option<Letters>,
    /// Variations that are open.
    depth: usize,
    read: Annotations,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(raw: &'a RawAnnotations, letters: Option<Letters>) -> Reader<'a> {
        Reader {
            pieces: raw.pieces(),
            letters,
            depth: 0,
            read: Annotations::default(),
        }
    }

    /// Reads what stands before word `nth` of the main line, after `ply` half-moves.
    pub(crate) fn read_before(&mut self, nth: u32, ply: usize) {
        while let Some((kind, bytes)) = self.pieces.before(nth) {
            match kind {
                Kind::Comment | Kind::OpenComment => {
                    let text = bytes.strip_prefix(b"{").unwrap_or(bytes);
                    let text = match kind {
                        Kind::Comment => text.strip_suffix(b"}").unwrap_or(text),
                        _ => text,
                    };
                    self.add(ply, Annotation::Comment(decoded(text)));
                }
                Kind::LineComment => {
                    let text = bytes.strip_prefix(b";").unwrap_or(bytes);
                    self.add(ply, Annotation::Comment(decoded(text)));
                }
                Kind::Open => {
                    self.depth += 1;
                    self.add(ply, Annotation::Open);
                }
                Kind::Close => {
                    self.depth -= 1;
                    self.add(ply, Annotation::Close);
                }
                Kind::Word | Kind::Nag | Kind::Result | Kind::Reserved | Kind::Tag => {
                    self.read_word(ply, &decoded(bytes));
                }
            }
        }
    }

    /// Adds the mark that a word of the main line is, if it is one. Before the first move there is nothing to mark.
    pub(crate) fn read_mark(&mut self, word: &[u8], ply: usize) {
        if ply > 0 {
            self.add_nag(ply, nag(decoded(word).as_bytes()));
        }
    }

    /// Adds the mark that a move of the main line ends with, if it does.
    pub(crate) fn read_suffix(&mut self, word: &[u8], ply: usize) {
        self.add_nag(ply, split_suffix(word).1);
    }

    /// All of them; what is left comes after `ply` half-moves.
    pub(crate) fn finish(mut self, ply: usize) -> Annotations {
        self.read_before(u32::MAX, ply);
        self.stop(ply)
    }

    /// Those that have been read, of a game that ends after `ply` half-moves.
    pub(crate) fn stop(mut self, ply: usize) -> Annotations {
        for _ in 0..self.depth {
            self.read.all.push((ply as u32, Annotation::Close));
        }
        self.read
    }

    /// Adds a word of a variation.
    fn read_word(&mut self, ply: usize, word: &str) {
        let word = without_brackets(word);
        let number = nag(word.as_bytes());
        if number.is_some() {
            self.add_nag(ply, number);
            return;
        }
        let (plain, number) = if word.starts_with('$') {
            (word.as_bytes(), None)
        } else {
            split_suffix(word.as_bytes())
        };
        let plain = decoded(plain);
        let english = self
            .letters
            .and_then(|letters| letters.translate(&plain))
            .filter(|english| is_move(english));
        self.add(ply, Annotation::Word(english.unwrap_or(plain)));
        self.add_nag(ply, number);
    }

    fn add(&mut self, ply: usize, annotation: Annotation) {
        self.read.all.push((ply as u32, annotation));
    }

    fn add_nag(&mut self, ply: usize, number: Option<u16>) {
        if let Some(number) = number {
            self.add(ply, Annotation::Nag(number));
        }
    }
}

/// A promotion like `h8(Q)` as `h8=Q`; no other word has brackets.
fn without_brackets(word: &str) -> String {
    let Some((before, inside)) = word.split_once('(') else {
        return word.to_owned();
    };
    let role: String = inside.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{}={role}", before.trim_end_matches('='))
}
