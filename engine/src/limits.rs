//! When a search ends, and what it looks at.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::Move;

/// When a search ends, and what it looks at. It ends at whatever comes first; the default has no
/// end but the stop flag, or depth 127.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Finish this depth, in plies, from 1 on.
    pub depth: Option<u32>,
    /// Make no more moves than this in the search, with one thread exactly, else nearly.
    pub nodes: Option<u64>,
    /// Take this long, exactly.
    pub time: Option<Duration>,
    /// Play with this clock: take as long as seems wise.
    pub clock: Option<Clock>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Look only at these moves; empty: at all of them.
    pub moves: Vec<Move>,
    /// How many of the best moves are wanted; 0 counts as 1.
    pub lines: usize,
    /// While this is true the opponent's time runs, and no limit of time counts.
    pub pondering: Option<Arc<AtomicBool>>,
}

/// The chess clock of the side to move.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control; none: what is left is for the whole game.
    pub moves_to_go: Option<u32>,
    /// What a move takes on top of the search, e.g. on its way to the opponent.
    pub overhead: Duration,
}
