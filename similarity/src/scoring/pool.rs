//! What counts in the pool only, where hits are put in a new order: it needs no list of an index.

use shakmaty::Chess;

use super::{Matches, Query};
use crate::terms::relation::{Relation, relations};
use crate::terms::term::Term;

impl Query {
    /// The terms of a position that count in the pool only, each with what it counts.
    pub(super) fn late(&self, matches: &Matches) -> Vec<(Term, f64)> {
        let matching = matches.weights()[self.terms.len()..].iter();
        let late = self.late.iter().zip(matching);
        late.filter(|(_, w)| **w > 0.0)
            .map(|(late, _)| *late)
            .collect()
    }

    /// The relations that a position has, too, each with what it counts.
    pub(crate) fn related(&self, position: &Chess) -> Vec<(Relation, f64)> {
        if self.relations.is_empty() {
            return Vec::new();
        }
        let theirs = relations(position);
        let shared = self.relations.iter().copied();
        shared.filter(|(one, _)| theirs.contains(one)).collect()
    }
}
