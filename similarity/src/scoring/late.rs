//! The terms and relations that count in the pool only, and how large it is.

use shakmaty::{Chess, Position};

use crate::terms::idf::RARITIES;
use crate::terms::profile::{Feature, Weights};
use crate::terms::relation::{Relation, relations};
use crate::terms::term::Term;

/// How many of the best positions by what is on the board are put in a new order, however many are asked for. Measured:
/// 100 raise SQI7 by one point and take a third longer, 50 lower it by one.
pub const POOL: usize = 64;

/// How many if the side to move has a combination, which few positions share. Guessed.
pub(super) const COMBINATION_POOL: usize = 4 * POOL;

/// The weight of a connection in the pool of `tabiya`. A search by connections takes twice as long, as each position
/// has many; in the pool they tell like boards apart. Measured: 0.5 is enough for the strategic test suite's themes.
const LATE_CONNECTION: f64 = 0.5;

/// The relations of a position, each with what it counts: `weight` for what decides most.
pub(super) fn weighted_relations(position: &Chess, weight: f64) -> Vec<(Relation, f64)> {
    if weight == 0.0 {
        return Vec::new();
    }
    let relations = relations(position).into_iter();
    let counted = relations.map(|one| (one, weight * one.importance(position.board())));
    counted.collect()
}

/// The terms of a query that count in the pool only, each with what it counts.
pub(super) fn late_terms(terms: &[Term], weights: &Weights) -> Vec<(Term, f64)> {
    let counts = LATE_CONNECTION * weights.get(Feature::Learned);
    let late = terms.iter().filter(|term| {
        counts > 0.0
            && term.feature() == Feature::Connection
            && !weights.counts(Feature::Connection)
    });
    late.map(|term| (*term, counts * f64::from(RARITIES[term.id()].0)))
        .collect()
}
