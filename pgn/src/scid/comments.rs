//! The comments of a game, which stand one after the other behind its moves.
//!
//! Among the moves there are marks where they belong. Where the last ones have none they belong to the moves that
//! follow, one after the other.

use super::bytes::Bytes;
use crate::annotations::{Annotation, Annotations};
use crate::text::decoded;

/// The places of comments: before the first move, after each move, and at the beginning of each variation.
#[derive(Default)]
pub(crate) struct Comments {
    /// Where each place is among the annotations; `None` if it is left out.
    places: Vec<Option<usize>>,
    /// How many of them, the last marked one included, have a comment only if they are marked.
    marked: Vec<usize>,
    /// The current move has its place.
    has_place: bool,
}

impl Comments {
    /// Begins the next move or variation.
    pub(crate) fn begin_node(&mut self) {
        self.has_place = false;
    }

    /// Marks that a comment stands here.
    pub(crate) fn mark(&mut self, at: Option<usize>) {
        self.marked.push(self.places.len());
        self.places.push(at);
        self.has_place = true;
    }

    /// Adds a place for a comment at the end of a move, if it has none; returns whether it did.
    pub(crate) fn end_of_node(&mut self, at: Option<usize>) -> bool {
        let is_new = !self.has_place;
        if is_new {
            self.places.push(at);
            self.has_place = true;
        }
        is_new
    }

    /// Puts the comments into their places, and removes the places that have none.
    ///
    /// # Errors
    ///
    /// There are more places than comments, or more comments than places.
    pub(crate) fn fill(
        self,
        mut annotations: Vec<(u32, Annotation)>,
        mut data: Bytes<'_>,
    ) -> Result<Annotations, String> {
        let after_marked = self.marked.last().map_or(0, |last| last + 1);
        let marked = self.marked.len();
        let others = after_marked..self.places.len();
        let mut places = self.marked.into_iter().chain(others);
        let mut filled = 0;
        while let Some(text) = data.text() {
            let place = places.next().ok_or("it has more comments than moves")?;
            let at = self.places.get(place).copied().flatten();
            if let Some((_, annotation)) = at.and_then(|at| annotations.get_mut(at)) {
                *annotation = Annotation::Comment(in_pgn(&decoded(text)));
            }
            filled += 1;
        }
        if filled < marked {
            return Err("its data are cut off in its comments".to_owned());
        }
        annotations.retain(|(_, annotation)| !is_empty(annotation));
        Ok(Annotations::new(annotations))
    }
}

fn is_empty(annotation: &Annotation) -> bool {
    matches!(annotation, Annotation::Comment(text) if text.is_empty())
}

/// The text of a comment as it can stand in PGN: no line of it looks like a tag, which would end its game.
fn in_pgn(text: &str) -> String {
    let mut lines = text.split_inclusive(['\n', '\r']);
    let mut kept = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        if line.trim_start().starts_with('[') {
            kept.pop();
            kept.push(' ');
        }
        kept.push_str(line);
    }
    kept
}
