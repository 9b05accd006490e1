//! When a search must stop: what the threads of it share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// A thread looks at clock and flags each time it has made this many moves: half a millisecond.
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
    /// Positions found in the tablebase.
    pub tbhits: AtomicU64,
    /// Whether the opponent's time runs.
    pub pondering: Option<Arc<AtomicBool>>,
}

impl<'a> Control<'a> {
    /// For a search that begins now. `hard` and `nodes` limit it in addition to its own limits.
    pub fn new(
        limits: &Limits,
        stop: &'a AtomicBool,
        hard: Option<Duration>,
        nodes: Option<u64>,
    ) -> Control<'a> {
        let nodes = [limits.nodes, nodes].into_iter().flatten().min();
        Control {
            stop,
            done: AtomicBool::new(false),
            start: Instant::now(),
            hard: [limits.time, hard].into_iter().flatten().min(),
            node_limit: nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            tbhits: AtomicU64::new(0),
            pondering: limits.pondering.clone(),
        }
    }

    /// Whether the opponent's time runs, so that no limit of time counts.
    pub(crate) fn is_pondering(&self) -> bool {
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
