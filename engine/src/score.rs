//! Scores: centipawns, wins that the tablebase proves, or the distance to mate.

use std::fmt;

/// The deepest ply that is searched, quiescence included. Guessed; few lines get to 100.
pub const MAX_PLY: usize = 127;

/// More than any score.
pub(crate) const INFINITE: i32 = 32_001;

/// The score of giving mate now; in n plies it is `MATE - n`. It fits 16 bits.
pub(crate) const MATE: i32 = 32_000;

/// Scores from here on are mates.
pub const MATE_BOUND: i32 = MATE - MAX_PLY as i32;

/// The score of a win that the tablebase proves, at the root; in n plies it is `TB_WIN - n`. Below all mates.
pub(crate) const TB_WIN: i32 = MATE_BOUND - 1;

/// Scores from here on are proven wins: of the tablebase, or mates. One that the hash table keeps may be met as many
/// plies later again.
pub(crate) const PROVEN: i32 = TB_WIN - 2 * MAX_PLY as i32;

/// The centipawns that [`TB_WIN`] is shown as. Read: Stockfish's.
const TB_CENTIPAWNS: i32 = 20_000;

/// A win that the rule of fifty moves makes a draw: a little better than one. Read: Stockfish's.
pub(crate) const CURSED_WIN: i32 = 2;

/// A draw.
pub const DRAW: i32 = 0;

/// What being mated at `ply` is worth to the one who is.
pub fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A score, from the view of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns, e.g. 100 for a pawn more; 20,000 less the plies until then for a win that the tablebase proves.
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
        } else if value >= PROVEN {
            Score::Cp(TB_CENTIPAWNS - (TB_WIN - value))
        } else if value <= -PROVEN {
            Score::Cp((TB_WIN + value) - TB_CENTIPAWNS)
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
    use super::{MATE, MATE_BOUND, PROVEN, Score, TB_WIN, mated};

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

    #[test]
    fn wins_of_the_tablebase_are_no_mates() {
        for (value, cp) in [
            (TB_WIN, 20_000),
            (TB_WIN - 7, 19_993),
            (-TB_WIN, -20_000),
            (7 - TB_WIN, -19_993),
            (PROVEN, 19_746),
        ] {
            assert_eq!(Score::new(value), Score::Cp(cp));
        }
        assert_eq!(Score::new(MATE_BOUND), Score::Mate(64));
    }
}
