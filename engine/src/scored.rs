//! Moves in the order in which they are tried.

use shakmaty::Move;

/// A move and how early it is to be tried.
#[derive(Copy, Clone, Debug)]
pub struct Scored {
    /// The move.
    pub m: Move,
    /// The higher, the earlier.
    pub score: i32,
}

/// Brings the best of the moves from `next` on to their front and returns it.
///
/// Source: <https://www.chessprogramming.org/Move_Ordering#Move_Sorting>.
pub fn pick(scored: &mut [Scored], next: usize) -> Option<Scored> {
    let rest = scored.get_mut(next..)?;
    let mut best = (rest.first()?.score, 0);
    for (index, scored) in rest.iter().enumerate().skip(1) {
        if scored.score >= best.0 {
            best = (scored.score, index);
        }
    }
    rest.swap(0, best.1);
    Some(rest[0])
}
