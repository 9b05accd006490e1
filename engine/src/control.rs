//! When a search must stop: what the threads of it share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A thread looks at clock and flags each time it has made so many moves: half a millisecond.
pub(crate) const BATCH: u64 = 512;

/// What the threads of a search share.
pub(crate) struct Control<'a> {
    /// Set from outside to end the search.
    pub(crate) stop: &'a AtomicBool,
    /// Set from inside when it has ended.
    pub(crate) done: AtomicBool,
    pub(crate) start: Instant,
    pub(crate) hard: Option<Duration>,
    pub(crate) node_limit: u64,
    /// Moves made, up to the last batch of each thread.
    pub(crate) nodes: AtomicU64,
    pub(crate) pondering: Option<Arc<AtomicBool>>,
}

impl Control<'_> {
    /// Whether the opponent's time runs, so that no limit of time counts.
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering
            .as_ref()
            .is_some_and(|flag| flag.load(Relaxed))
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self
                .hard
                .is_some_and(|hard| self.start.elapsed() >= hard && !self.is_pondering())
    }
}
