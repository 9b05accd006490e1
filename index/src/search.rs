//! The search: exactly the best positions of different games and boards, without scoring them all.
//!
//! ```text
//! query ─ bounds ─ seeds ─ finish ─ hits
//! ```
//!
//! 1. **Bounds** ([`bounds`]): what each passage of a segment can score at most, from posting lists alone.
//! 2. **Seeds** ([`seeds`]): the passages of all segments that promise most by their short lists are scored, which says what
//!    a hit must score; then, segment by segment, several at a time, the best of those that reach that, which raises it.
//!    The others that can still reach it are kept.
//! 3. **Finish** ([`finish()`]): every kept passage whose bound still reaches the last hit is scored, highest first, until
//!    none does. The answer is the same as that of scoring every position; `search/tests.rs` holds it to that.
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
use similarity::{Best, Candidate, Hit, Query, Selection, Similar};

use crate::error::Error;
use crate::pace::Pace;
use crate::snapshot::Snapshot;

use finish::finish;
use progress::Search;
use seeds::seed;
use tuning::Tuning;

impl Snapshot {
    /// The `limit` positions that score most for a query by what is on the board, or fewer if there are fewer games: of
    /// different games and, by [`Distinct::Board`](similarity::Distinct::Board), of different boards. Games that have
    /// nothing in common with it come last, in game order.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read, [`Error::Stopped`] if `pace` ends.
    pub fn nearest(&self, query: Query, limit: usize, pace: &Pace) -> Result<Similar, Error> {
        nearest(self, query, limit, &Tuning::new(limit), pace)
    }

    /// The first hits of a search with their games, as [`rerank`](similarity::rerank()) needs them.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn candidates(&self, similar: &Similar) -> Result<Vec<Candidate>, Error> {
        let query = &similar.query;
        let pool = &similar.hits[..similar.hits.len().min(query.pool())];
        let candidate = |hit: &Hit| {
            let continuation = self.continuation(hit)?;
            continuation
                .and_then(|continuation| Candidate::new(query, hit, &continuation))
                .ok_or_else(|| {
                    let Hit { game, ply, .. } = hit;
                    self.damaged(format!("there is no game {game} with ply {ply}"))
                })
        };
        pool.par_iter().map(candidate).collect()
    }
}

/// The best positions by what is on the board.
fn nearest(
    snapshot: &Snapshot,
    query: Query,
    limit: usize,
    tuning: &Tuning,
    pace: &Pace,
) -> Result<Similar, Error> {
    let passing = query.selection().map(Selection::filter);
    let passing = passing.map(|filter| snapshot.passing(filter)).transpose()?;
    let mut best = Best::new(limit, query.distinct(), query.position());
    let mut passages_scored = 0;
    loop {
        let search = Search::new(snapshot, &query, passing.as_deref(), best);
        if limit > 0 {
            let left = seed(&search, tuning, pace)?;
            finish(&search, left, pace)?;
        }
        let (found, scored) = search.end();
        passages_scored += scored;
        if found.is_exact() {
            return Ok(Similar::new(query, &found, passages_scored));
        }
        best = found.again();
    }
}
