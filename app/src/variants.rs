//! Variants of chess: progressive chess, bughouse.

mod bughouse;
mod progressive;

pub use bughouse::{BughouseRequest, BughouseResponse, bughouse, parse_bughouse};
pub use progressive::{
    Mate, ProgressiveMoves, ProgressiveResponse, PuzzleMoves, PuzzleResponse, Verdict, mates,
    puzzle,
};
