//! Variants of chess: progressive chess, bughouse.

mod bughouse;
mod progressive;

pub use bughouse::{BughouseAnswer, BughouseRequest, bughouse, parse_bughouse};
pub use progressive::{
    Mate, ProgressiveAnswer, ProgressiveMoves, PuzzleAnswer, PuzzleMoves, Verdict, mates, puzzle,
};
