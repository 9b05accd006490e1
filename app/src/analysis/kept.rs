//! Best lines that searches have found, kept for the next request: who reads a report asks for exercises of its mistakes
//! next.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Limits;
use index::Pace;
use lru::LruCache;
use shakmaty::Chess;

use super::Nodes;
use super::engines::{Engines, Searched};
use crate::error::Error;

/// The number of searches that are kept. Guessed: the positions of 1,500 games, in less than a hundred MiB.
const MOST: NonZeroUsize = NonZeroUsize::new(1 << 17).expect("not zero");

/// The complete searches of one line that were done last, by position and number of moves.
pub(super) struct Kept(Mutex<LruCache<(Chess, u64), Searched>>);

impl Kept {
    pub(super) fn new() -> Kept {
        // Of a cache with a limit from the start lru takes the memory at once.
        Kept(Mutex::new(LruCache::unbounded()))
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<(Chess, u64), Searched>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engines {
    /// The best line of each position, by a search of this many moves, unless one was done not long ago. A search that
    /// runs out of time yields what it has so far, and `None` if it was not begun.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the engine is another program that has failed twice.
    pub(crate) fn best_lines(
        &self,
        positions: &[Chess],
        nodes: Nodes,
        pace: &Pace,
    ) -> Result<Vec<Option<Searched>>, Error> {
        let known = |position: &Chess| {
            self.kept
                .lock()
                .get(&(position.clone(), nodes.get()))
                .cloned()
        };
        let mut found: Vec<Option<Searched>> = positions.iter().map(known).collect();
        let places = (0..positions.len()).filter(|place| found[*place].is_none());
        let places: Vec<usize> = places.collect();
        let unknown: Vec<Chess> = places
            .iter()
            .map(|place| positions[*place].clone())
            .collect();
        let limits = Limits {
            nodes: Some(nodes.get()),
            lines: 1,
            ..Limits::default()
        };
        let searched = self.search(&unknown, None, &limits, pace)?;
        for ((place, position), searched) in places.into_iter().zip(unknown).zip(searched) {
            if let Some(complete) = searched.as_ref().filter(|searched| searched.is_complete) {
                let mut kept = self.kept.lock();
                kept.put((position, nodes.get()), complete.clone());
                if kept.len() > MOST.get() {
                    kept.pop_lru();
                }
            }
            found[place] = searched;
        }
        Ok(found)
    }
}
