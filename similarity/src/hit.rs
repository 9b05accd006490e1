//! Hits: the positions that a search finds.

use std::cmp::Ordering;

/// A position found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Hit {
    /// The id of its game.
    pub game: u64,
    /// Half-moves of the game before it.
    pub ply: u64,
    /// Its score.
    pub score: f64,
}

impl Hit {
    /// Best first: higher score, then lower game id, then earlier ply.
    #[inline]
    pub fn order(&self, other: &Hit) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.game.cmp(&other.game))
            .then(self.ply.cmp(&other.ply))
    }
}
