//! What a search found.

use std::time::Duration;

use shakmaty::{Chess, Move, Position};

use crate::score::{DRAW, Score, mated};

/// A move, its score, and the line that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From the view of the side to move.
    pub score: Score,
    /// The principal variation; empty only where there is no legal move.
    pub moves: Vec<Move>,
}

/// What a search found, or has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The depth that is finished, in plies; 0 if not even the first is.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Moves made in the search, quiescence included.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in the tablebase.
    pub tbhits: u64,
    /// The best moves, the best one first: as many as [`Limits::lines`](crate::Limits::lines) asks for and there are, one
    /// at least.
    pub lines: Vec<Line>,
}

impl Analysis {
    /// The analysis where no move is searched, e.g. [`Score::Mate`]\(0): it is mate, or as good as a draw.
    pub fn without_moves(position: &Chess) -> Analysis {
        Analysis::unsearched(if position.is_checkmate() {
            mated(0)
        } else {
            DRAW
        })
    }

    /// Nothing was searched, and the position has this value, as a search returns it.
    pub fn unsearched(value: i32) -> Analysis {
        Analysis {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            lines: vec![Line {
                score: Score::new(value),
                moves: Vec::new(),
            }],
        }
    }

    /// The best move; none where there is no legal one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The reply that it expects.
    pub fn reply(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}
