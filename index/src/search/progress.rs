//! One search under way: what it has found so far, and whether a passage can still have a hit.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use similarity::{Best, Hit, Query, Room, Scored, Scorer};

use super::bounds::{Candidate, scale};
use crate::error::Error;
use crate::passing::Passing;
use crate::snapshot::Snapshot;

/// One search under way.
pub(super) struct Search<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) query: &'a Query,
    /// The passages that pass the filter, if there is one.
    pub(super) passing: Option<&'a Passing>,
    /// What weights are times in sums.
    pub(super) scale: f64,
    scorer: Scorer<'a>,
    best: Mutex<Best>,
    /// The bits of [`Best::least`], read without a lock. An older value may be lower: then a passage is scored in vain.
    /// By boards it may be higher: then [`Best`] knows that something was dropped, and the search is repeated.
    least: AtomicU64,
    passages_scored: AtomicUsize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        query: &'a Query,
        passing: Option<&'a Passing>,
        best: Best,
    ) -> Search<'a> {
        Search {
            snapshot,
            query,
            passing,
            scale: scale(query),
            scorer: Scorer::new(query),
            least: AtomicU64::new(best.least().to_bits()),
            best: Mutex::new(best),
            passages_scored: AtomicUsize::new(0),
        }
    }

    /// What a position must score to matter, as far as is known; any score will do while there are too few hits.
    pub(super) fn least(&self) -> f64 {
        f64::from_bits(self.least.load(Relaxed))
    }

    /// Whether a passage can still have a hit.
    pub(super) fn admits(&self, candidate: &Candidate) -> bool {
        match candidate.best.score.total_cmp(&self.least()) {
            Ordering::Less => false,
            // Then games and plies decide.
            Ordering::Equal => self.best().admits(&candidate.best),
            Ordering::Greater => true,
        }
    }

    /// Scores sorted candidates up to the first that cannot have a hit any more. Each thread takes the next one, so
    /// that none waits for the others before the end.
    pub(super) fn score_by_turns(&self, candidates: &[Candidate]) -> Result<(), Error> {
        let taken = AtomicUsize::new(0);
        let next = || candidates.get(taken.fetch_add(1, Relaxed));
        let threads = (0..rayon::current_num_threads()).into_par_iter();
        threads
            .with_max_len(1)
            .try_for_each(|_| self.score_in_order(std::iter::from_fn(next)))
    }

    /// Scores sorted candidates up to the first that cannot have a hit any more.
    pub(super) fn score_in_order<'b>(
        &self,
        candidates: impl IntoIterator<Item = &'b Candidate>,
    ) -> Result<(), Error> {
        let mut room = self.scorer.room();
        let mut found = Vec::new();
        for candidate in candidates {
            if !self.admits(candidate) {
                break;
            }
            found.extend(self.score(candidate, &mut room)?);
            // While another thread has the lock, this one goes on.
            if !found.is_empty()
                && let Ok(best) = self.best.try_lock()
            {
                self.offer(best, std::mem::take(&mut found));
            }
        }
        if !found.is_empty() {
            self.offer(self.best(), found);
        }
        Ok(())
    }

    fn best(&self) -> MutexGuard<'_, Best> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what was found.
    fn offer(&self, mut best: MutexGuard<'_, Best>, found: Vec<Scored>) {
        best.offer(found);
        self.least.store(best.least().to_bits(), Relaxed);
    }

    /// The positions of a passage that may be hits, with their scores.
    fn score(&self, candidate: &Candidate, room: &mut Room) -> Result<Vec<Scored>, Error> {
        self.passages_scored.fetch_add(1, Relaxed);
        let passage = self.snapshot.segments()[candidate.segment].passage(candidate.doc);
        let bound = candidate.best.score;
        passage
            .and_then(|passage| self.scorer.hits(&passage, bound, self.least(), room))
            .ok_or_else(|| {
                let Hit { game, ply, .. } = candidate.best;
                self.snapshot.damaged(format!(
                    "a passage of game {game} at ply {ply} cannot be replayed"
                ))
            })
    }

    /// What was found, and how many passages were scored.
    pub(super) fn end(self) -> (Best, usize) {
        let best = self.best.into_inner();
        let best = best.unwrap_or_else(PoisonError::into_inner);
        (best, self.passages_scored.into_inner())
    }
}
