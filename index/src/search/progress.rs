//! One search under way: what it has found so far, and whether a passage can still have a hit.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use similarity::{Best, Hit, Query, Room, Scored, Scorer};

use super::bounds::{Bound, scale};
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

    /// Whether a passage whose bound is the score of the last hit can have a hit: games and plies decide.
    fn admits_equal(&self, bound: &Bound) -> bool {
        self.place(bound).is_none_or(|(game, ply)| {
            let score = bound.score;
            self.best().admits(&Hit { game, ply, score })
        })
    }

    /// Game and first ply of a passage.
    fn place(&self, bound: &Bound) -> Option<(u64, u64)> {
        self.snapshot.segments()[bound.segment].place(bound.doc)
    }

    /// Scores sorted passages up to the first with a bound below the last hit. Each thread takes the next one, so that
    /// none waits for the others before the end.
    pub(super) fn score_by_turns(&self, passages: &[Bound]) -> Result<(), Error> {
        let taken = AtomicUsize::new(0);
        let next = || passages.get(taken.fetch_add(1, Relaxed));
        let threads = (0..rayon::current_num_threads()).into_par_iter();
        threads
            .with_max_len(1)
            .try_for_each(|_| self.score_in_order(std::iter::from_fn(next)))
    }

    /// Scores sorted passages up to the first with a bound below the last hit.
    pub(super) fn score_in_order<'b>(
        &self,
        passages: impl IntoIterator<Item = &'b Bound>,
    ) -> Result<(), Error> {
        let mut room = self.scorer.room();
        let mut found = Vec::new();
        for passage in passages {
            match passage.score.total_cmp(&self.least()) {
                Ordering::Less => break,
                Ordering::Equal if !self.admits_equal(passage) => continue,
                _ => {}
            }
            found.extend(self.score(passage, &mut room)?);
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
    fn score(&self, bound: &Bound, room: &mut Room) -> Result<Vec<Scored>, Error> {
        self.passages_scored.fetch_add(1, Relaxed);
        let passage = self.snapshot.segments()[bound.segment].passage(bound.doc);
        passage
            .and_then(|passage| self.scorer.hits(&passage, bound.score, self.least(), room))
            .ok_or_else(|| {
                let place = self.place(bound).map_or_else(
                    || format!("document {}", bound.doc),
                    |(game, ply)| format!("game {game} at ply {ply}"),
                );
                self.snapshot
                    .damaged(format!("a passage of {place} cannot be replayed"))
            })
    }

    /// What was found, and how many passages were scored.
    pub(super) fn end(self) -> (Best, usize) {
        let best = self.best.into_inner();
        let best = best.unwrap_or_else(PoisonError::into_inner);
        (best, self.passages_scored.into_inner())
    }
}
