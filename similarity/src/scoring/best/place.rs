//! The order of hits.

use std::cmp::Ordering;

use crate::hit::Hit;

/// A place in the order of hits.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub(super) hit: Hit,
    /// Of boards of one score the query's comes first.
    pub(super) is_identical: bool,
}

impl Ord for Place {
    fn cmp(&self, other: &Place) -> Ordering {
        let by_score = other.hit.score.total_cmp(&self.hit.score);
        let identical_first = other.is_identical.cmp(&self.is_identical);
        by_score
            .then(identical_first)
            .then(self.hit.order(&other.hit))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Place {}

/// Behind all others.
pub(super) const LAST: Place = end_of(f64::NEG_INFINITY);

/// The last place of those with a score.
pub(super) const fn end_of(score: f64) -> Place {
    Place {
        hit: Hit {
            game: u64::MAX,
            ply: u64::MAX,
            score,
        },
        is_identical: false,
    }
}
