//! When a request ends that may take long.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// When searches end, whatever else they wait for; by default never.
#[derive(Debug, Default)]
pub struct Until {
    /// Set to end them now.
    pub stop: AtomicBool,
    /// The time by which they end.
    pub deadline: Option<Instant>,
}

impl Until {
    /// Whether they are to end.
    pub fn is_over(&self) -> bool {
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        is_late || self.stop.load(Relaxed)
    }
}
