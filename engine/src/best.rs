//! The best of the moves searched at a position.

use shakmaty::Move;

use crate::packed::Packed;
use crate::score::INFINITE;
use crate::table::{Bound, Entry};
use crate::window::Window;

/// The best of the moves searched at a position so far.
///
/// Source: <https://www.chessprogramming.org/Fail-Soft>.
#[derive(Copy, Clone, Debug)]
pub struct Best {
    /// The best score, which may lie outside of alpha and beta.
    pub score: i32,
    /// The last move that was better than alpha.
    pub m: Option<Move>,
    /// Alpha before any move was searched.
    floor: i32,
}

impl Best {
    /// No move has been searched yet.
    pub fn new(window: &Window) -> Best {
        Best {
            score: -INFINITE,
            m: None,
            floor: window.alpha,
        }
    }

    /// Whether no move has been searched yet, and nothing else is known of the score.
    pub fn is_empty(&self) -> bool {
        self.score == -INFINITE
    }

    /// Records the score of a move. True if the move is better than alpha, which it raises.
    pub fn note(&mut self, window: &mut Window, m: Move, score: i32) -> bool {
        if score <= self.score {
            return false;
        }
        self.score = score;
        if score <= window.alpha {
            return false;
        }
        window.alpha = score;
        self.m = Some(m);
        true
    }

    /// Whether no other move needs to be searched.
    pub fn refutes(&self, window: &Window) -> bool {
        self.score >= window.beta
    }

    /// What the hash table keeps of the position.
    pub fn entry(&self, window: &Window, evaluation: i32, pv: bool) -> Entry {
        let bound = if self.refutes(window) {
            Bound::Lower
        } else if self.score > self.floor && window.depth > 0 {
            Bound::Exact
        } else {
            // Also in quiescence, which leaves out moves.
            Bound::Upper
        };
        Entry {
            best: self.m.map_or(Packed::NONE, Packed::new),
            score: self.score,
            evaluation,
            depth: window.depth,
            bound,
            pv,
        }
    }
}
