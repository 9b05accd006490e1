//! The moves of the position that is searched, and the lines that begin with them.

use shakmaty::Move;

use crate::limits::Limits;
use crate::score::{INFINITE, MATE_BOUND};

/// A move of the position that is searched.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// Its score in this iteration; minus infinite if it was not better than another.
    pub score: i32,
    /// The line that begins with it.
    pub line: Vec<Move>,
    /// Moves made behind it.
    pub nodes: u64,
    /// How good the tablebase says that it is, the higher the better; 0 without one. Only moves of one rank are compared
    /// by their search.
    pub(crate) rank: i32,
    /// The score by the tablebase, which is shown unless the search finds a mate.
    pub(crate) proven: Option<i32>,
}

impl RootMove {
    /// One of which nothing is known yet.
    fn new(m: Move) -> RootMove {
        RootMove {
            m,
            score: -INFINITE,
            line: vec![m],
            nodes: 0,
            rank: 0,
            proven: None,
        }
    }

    /// Those of the legal moves that a search is to look at.
    pub fn all(legal: impl IntoIterator<Item = Move>, limits: &Limits) -> Vec<RootMove> {
        let wanted = |m: &Move| limits.moves.is_empty() || limits.moves.contains(m);
        let moves = legal.into_iter().filter(wanted);
        moves.map(RootMove::new).collect()
    }

    /// The score to be shown.
    pub(crate) fn shown(&self) -> i32 {
        match self.proven {
            Some(proven) if self.score.abs() < MATE_BOUND => proven,
            _ => self.score,
        }
    }

    /// Notes its score, the moves made behind it, and the line after it. If it was not better than the moves
    /// before, its score is only a bound and says nothing.
    pub(crate) fn note(&mut self, score: i32, better: bool, nodes: u64, line: &[Move]) {
        self.nodes += nodes;
        if better {
            self.score = score;
            self.line.clear();
            self.line.push(self.m);
            self.line.extend_from_slice(line);
        } else {
            self.score = -INFINITE;
        }
    }
}
