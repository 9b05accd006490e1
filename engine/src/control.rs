//! When a search must stop: what the threads of it share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A thread looks at clock and flags each time it has made so many moves: half a millisecond.
pub(crate) const BATCH: u64 = 512;

/// What the threads of a search share.
pub struct Control<'a> {
    /// Set from outside to end the search.
    pub stop: &'a AtomicBool,
    /// Set from inside when it has ended.
    pub done: AtomicBool,
    /// When the search began.
    pub start: Instant,
    /// After this it must have ended.
    pub hard: Option<Duration>,
    /// Moves that may be made.
    pub node_limit: u64,
    /// Moves made, up to the last batch of each thread.
    pub nodes: AtomicU64,
    /// Whether the opponent's time runs.
    pub pondering: Option<Arc<AtomicBool>>,
}

impl Control<'_> {
    /// Whether the opponent's time runs, so that no limit of time counts.
    pub fn is_pondering(&self) -> bool {
        self.pondering
            .as_ref()
            .is_some_and(|flag| flag.load(Relaxed))
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self
                .hard
                .is_some_and(|hard| self.start.elapsed() >= hard && !self.is_pondering())
    }
}
