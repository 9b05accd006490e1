//! One search under way: what it has found so far, and whether a passage can still have a hit.

use std::sync::{Mutex, MutexGuard, PoisonError};

use similarity::{Best, Hit, Query, Room, Scorer};

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
    progress: Mutex<Progress>,
}

/// What has been found so far.
struct Progress {
    best: Best,
    passages_scored: usize,
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
            progress: Mutex::new(Progress {
                best,
                passages_scored: 0,
            }),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a position must score to matter, as far as is known; any score will do while there are too few hits.
    pub(super) fn least(&self) -> f64 {
        self.progress().best.least()
    }

    /// Whether a passage can still have a hit.
    pub(super) fn admits(&self, candidate: &Candidate) -> bool {
        self.progress().best.admits(&candidate.best)
    }

    /// Scores sorted candidates up to the first that cannot have a hit any more.
    pub(super) fn score_in_order<'b>(
        &self,
        candidates: impl IntoIterator<Item = &'b Candidate>,
    ) -> Result<(), Error> {
        let mut room = self.room();
        candidates
            .into_iter()
            .take_while(|candidate| self.admits(candidate))
            .try_for_each(|candidate| self.score(candidate, &mut room))
    }

    /// Room for scoring one passage after the other.
    pub(super) fn room(&self) -> Room {
        self.scorer.room()
    }

    /// Scores the positions of a passage.
    pub(super) fn score(&self, candidate: &Candidate, room: &mut Room) -> Result<(), Error> {
        let least = self.least();
        let passage = self.snapshot.segments()[candidate.segment].passage(candidate.doc);
        let scored = passage
            .and_then(|passage| {
                self.scorer
                    .hits(&passage, candidate.best.score, least, room)
            })
            .ok_or_else(|| {
                let Hit { game, ply, .. } = candidate.best;
                self.snapshot.damaged(format!(
                    "a passage of game {game} at ply {ply} cannot be replayed"
                ))
            })?;
        let mut progress = self.progress();
        progress.passages_scored += 1;
        progress.best.offer(scored);
        Ok(())
    }

    /// What was found, and how many passages were scored.
    pub(super) fn end(self) -> (Best, usize) {
        let progress = self.progress.into_inner();
        let progress = progress.unwrap_or_else(PoisonError::into_inner);
        (progress.best, progress.passages_scored)
    }
}
