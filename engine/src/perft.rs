//! Perft: how many move paths of a length there are.

use shakmaty::{Chess, Move, Position};

/// How many paths of `depth` legal moves begin with each legal move; none at depth 0.
///
/// Source: <https://www.chessprogramming.org/Perft>; the counting is [`shakmaty::perft()`]'s.
pub fn divide(position: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let paths = |m: Move| {
        let mut child = position.clone();
        child.play_unchecked(m);
        (m, shakmaty::perft(&child, deeper))
    };
    position.legal_moves().into_iter().map(paths).collect()
}
