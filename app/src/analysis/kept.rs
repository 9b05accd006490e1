//! Searches that were done last, kept for the next request: who reads a report asks for exercises of its mistakes next.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use shakmaty::Chess;

/// The number of searches that are kept. Guessed: the positions of fifty games, what a report with evaluations has time for
/// twice. They lie between the short-lived memory of requests and keep the allocator from giving that back, so more cost
/// more than their size.
const MOST: NonZeroUsize = NonZeroUsize::new(1 << 12).expect("not zero");

/// The searches of one line that were done last, by position and number of moves.
pub(super) struct Kept<T>(Mutex<LruCache<(Chess, u64), T>>);

impl<T: Clone> Kept<T> {
    pub(super) fn new() -> Kept<T> {
        // Of a cache with a limit from the start lru takes the memory at once.
        Kept(Mutex::new(LruCache::unbounded()))
    }

    pub(super) fn get(&self, position: &Chess, nodes: u64) -> Option<T> {
        self.lock().get(&(position.clone(), nodes)).cloned()
    }

    pub(super) fn put(&self, position: Chess, nodes: u64, searched: T) {
        let mut kept = self.lock();
        kept.put((position, nodes), searched);
        if kept.len() > MOST.get() {
            kept.pop_lru();
        }
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<(Chess, u64), T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
