//! Variations as lines of moves.

use shakmaty::Chess;

use super::{Annotation, Annotations};
use crate::line::Line;
use crate::moves::Played;
use crate::tokens::result;

/// Variations that are deeper one in the other are left out of [`Annotations::variations`]. Guessed: programs write no
/// more than ten; JSON of a hundred is refused by some readers.
const MOST_DEEP: usize = 20;

/// A variation: moves instead of one of the game, or of another variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The comments before its first move.
    pub comments: Vec<String>,
    /// Its moves, up to the first word that is not a legal move.
    pub moves: Vec<VariationMove>,
    /// What follows these moves if not all of it are legal moves, as in PGN; otherwise empty.
    pub rest: String,
}

/// A move of a variation, and its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationMove {
    /// The position before it.
    pub position: Chess,
    /// The move.
    pub played: Played,
    /// The numbers of its marks.
    pub nags: Vec<u16>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Variations instead of it.
    pub variations: Vec<Variation>,
}

impl Annotations {
    /// The variations that stand after half-move number `ply`, of which `before` is the position before it.
    pub fn variations(&self, ply: usize, before: &Chess) -> Vec<Variation> {
        let mut rest = self.at(ply);
        let mut variations = Vec::new();
        while let Some(annotation) = rest.next() {
            if *annotation == Annotation::Open {
                variations.push(read(&mut rest, before, 1));
            }
        }
        variations
    }
}

/// Reads a variation from after its beginning to its end.
fn read<'a>(
    rest: &mut impl Iterator<Item = &'a Annotation>,
    start: &Chess,
    depth: usize,
) -> Variation {
    let mut variation = Variation::default();
    let mut line = Line::new(start.clone());
    while let Some(annotation) = rest.next() {
        match annotation {
            Annotation::Close => break,
            Annotation::Comment(text) => match variation.moves.last_mut() {
                Some(last) => last.comments.push(text.clone()),
                None => variation.comments.push(text.clone()),
            },
            Annotation::Nag(number) => {
                if let Some(last) = variation.moves.last_mut() {
                    last.nags.push(*number);
                }
            }
            Annotation::Open => match variation.moves.last_mut() {
                Some(last) if depth < MOST_DEEP => {
                    last.variations.push(read(rest, &last.position, depth + 1));
                }
                _ => skip(rest),
            },
            Annotation::Word(word) if result(word.as_bytes()).is_some() => {}
            Annotation::Word(word) => {
                let before = line.moves.len();
                if line.read(word.as_bytes(), 0).is_err() {
                    variation.rest = text(annotation, rest);
                    break;
                }
                let moves = line.positions[before..].iter().zip(&line.moves[before..]);
                variation.moves.extend(moves.filter_map(|(position, code)| {
                    Some(VariationMove {
                        position: position.clone(),
                        played: crate::moves::decode(position, *code)?,
                        nags: Vec::new(),
                        comments: Vec::new(),
                        variations: Vec::new(),
                    })
                }));
            }
        }
    }
    variation
}

/// Goes to the end of a variation.
fn skip<'a>(rest: &mut impl Iterator<Item = &'a Annotation>) {
    let mut open = 1_usize;
    for annotation in rest {
        match annotation {
            Annotation::Open => open += 1,
            Annotation::Close => open -= 1,
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
}

/// A word and what follows it in its variation, as in PGN, up to the end of the variation.
fn text<'a>(first: &'a Annotation, rest: &mut impl Iterator<Item = &'a Annotation>) -> String {
    let mut open = 1_usize;
    let rest = rest.take_while(|annotation| {
        match annotation {
            Annotation::Open => open += 1,
            Annotation::Close => open -= 1,
            _ => {}
        }
        open > 0
    });
    let mut text = String::new();
    for annotation in std::iter::once(first).chain(rest) {
        let is_joined = text.is_empty() || text.ends_with('(') || *annotation == Annotation::Close;
        text.push_str(if is_joined { "" } else { " " });
        text.push_str(&annotation.text());
    }
    text
}
