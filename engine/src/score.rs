//! Scores: centipawns, or the distance to mate.

use std::fmt;

/// The deepest ply that is searched, quiescence included. Guessed; few lines get to 100.
pub const MAX_PLY: usize = 127;

/// More than any score.
pub(crate) const INFINITE: i32 = 32_001;

/// The score of giving mate now; in n plies it is `MATE - n`. It fits 16 bits.
pub(crate) const MATE: i32 = 32_000;

/// Scores from here on are mates.
pub const MATE_BOUND: i32 = MATE - MAX_PLY as i32;

/// A draw.
pub const DRAW: i32 = 0;

/// What being mated at `ply` is worth to the one who is.
pub fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A score, from the view of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, e.g. 100 for a pawn more.
    Cp(i32),
    /// The side to move mates in this many of its moves; negative: its opponent mates in that many;
    /// 0: the side to move is mated.
    Mate(i32),
}

impl Score {
    /// The score that a search returned.
    pub fn new(value: i32) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-i32::midpoint(MATE, value))
        } else {
            Score::Cp(value)
        }
    }

    /// The same score from the other side's view.
    #[must_use]
    pub fn opposite(self) -> Score {
        match self {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// As UCI writes it, e.g. `cp 31` or `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MATE, Score, mated};

    #[test]
    fn mates_are_counted_in_moves() {
        for (value, score) in [
            (MATE - 1, Score::Mate(1)),
            (MATE - 3, Score::Mate(2)),
            (mated(0), Score::Mate(0)),
            (mated(2), Score::Mate(-1)),
            (mated(4), Score::Mate(-2)),
            (-31, Score::Cp(-31)),
        ] {
            assert_eq!(Score::new(value), score);
        }
    }
}
