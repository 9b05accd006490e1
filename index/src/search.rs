//! The search: exactly the best positions of different games and boards, without scoring them all.
//!
//! ```text
//! query ─ bounds ─ seeds ─ finish ─ rerank ─ hits
//! ```
//!
//! 1. **Bounds** ([`bounds`]): what each passage of a segment can score at most, from posting lists alone.
//! 2. **Seeds** ([`seeds`]): the passages of all segments that promise most by their short lists are scored, which says what
//!    a hit must score; then, segment by segment, several at a time, the best of those that reach that, which raises it.
//!    The others that can still reach it are kept.
//! 3. **Finish** ([`finish()`]): every kept passage whose bound still reaches the last hit is scored, highest first, until
//!    none does. The answer is the same as that of scoring every position; `search/tests.rs` holds it to that.
//! 4. **Rerank** ([`similarity::rerank()`]): the games of the best hits vote on their order.
//!
//! The idea of the first two is `MaxScore`: Turtle and Flood 1995, "Query Evaluation: Strategies and
//! Optimizations", with long lists for its non-essential terms, and passages for documents.

mod bounds;
mod exhaustive;
mod finish;
mod parts;
mod progress;
mod seeds;
#[cfg(test)]
mod tests;
mod tuning;

use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Best, Candidate, Hit, Query, Scoring, Selection, Similar, considered, rerank};

use crate::error::Error;
use crate::snapshot::Snapshot;

use finish::finish;
use progress::Search;
use seeds::seed;
use tuning::Tuning;

impl Snapshot {
    /// The `limit` positions that score most for a query, or fewer if there are fewer games: of different games and, by
    /// [`Distinct::Board`](similarity::Distinct::Board), of different boards. Games that have nothing in common with it
    /// come last, in game order.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn search(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        self.search_in_slices(query, limit, &mut || ())
    }

    /// As [`Snapshot::search`]; a search for many positions calls `pause` every some ten milliseconds, so that others may use
    /// the processors.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::search`].
    pub fn search_in_slices(
        &self,
        query: Query,
        limit: usize,
        pause: &mut dyn FnMut(),
    ) -> Result<Similar, Error> {
        let Some(considered) = considered(&query, limit) else {
            return nearest(self, query, limit, &Tuning::new(limit), pause);
        };
        let similar = nearest(self, query, considered, &Tuning::new(considered), pause)?;
        let pool = similar.hits[..similar.hits.len().min(similar.query.pool())]
            .par_iter()
            .map(|hit| self.candidate(&similar.query, hit))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(rerank(similar, &pool, limit))
    }

    /// A hit with its game, as far as a reranking looks at them.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::search`].
    pub fn candidate(&self, query: &Query, hit: &Hit) -> Result<Candidate, Error> {
        let continuation = self.continuation(hit)?;
        continuation
            .and_then(|continuation| Candidate::new(query, hit, &continuation))
            .ok_or_else(|| {
                let Hit { game, ply, .. } = hit;
                self.damaged(format!("there is no game {game} with ply {ply}"))
            })
    }

    /// [`Snapshot::search`] for the positions most similar to one.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::search`].
    pub fn similar(
        &self,
        position: &Chess,
        limit: usize,
        scoring: Scoring,
    ) -> Result<Similar, Error> {
        self.search(Query::new(position, self.statistics(), scoring), limit)
    }
}

/// The best positions by what is on the board: all of a search but its last step.
fn nearest(
    snapshot: &Snapshot,
    query: Query,
    limit: usize,
    tuning: &Tuning,
    pause: &mut dyn FnMut(),
) -> Result<Similar, Error> {
    let passing = query.selection().map(Selection::filter);
    let passing = passing.map(|filter| snapshot.passing(filter)).transpose()?;
    let mut best = Best::new(limit, query.distinct(), query.position());
    let mut passages_scored = 0;
    loop {
        let search = Search::new(snapshot, &query, passing.as_deref(), best);
        if limit > 0 {
            let left = seed(&search, tuning, pause)?;
            finish(&search, left, pause)?;
        }
        let (found, scored) = search.end();
        passages_scored += scored;
        if found.is_exact() {
            return Ok(Similar::new(query, &found, passages_scored));
        }
        best = found.again();
    }
}
