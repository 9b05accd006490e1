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

/// What two hits may not have in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Distinct {
    /// Game, and board with side to move.
    Board,
    /// Game.
    Game,
}

impl Distinct {
    /// All of them.
    pub const ALL: [Distinct; 2] = [Distinct::Board, Distinct::Game];

    /// Its name: `board` or `game`.
    pub fn name(self) -> &'static str {
        match self {
            Distinct::Board => "board",
            Distinct::Game => "game",
        }
    }
}
