//! A search: which positions are most similar to one, and in which order.
//!
//! ```text
//! ideas (engine) ─ query ─ nearest ─ candidates ─ solutions (engine) ─ rerank ─ explanation
//! ```
//!
//! [`with_ideas`] asks the engine what either side would play, [`Query`] turns that and the board into terms. The rest is
//! [`search`]; [`Query::explain`] takes the score of a hit apart.

use index::Pace;
use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Candidate, Query, Scoring, Similar, Solution, considered, rerank};

use crate::database::View;
use crate::error::Error;
use crate::ideas::{solution, with_ideas};

/// The `limit` best positions for a query. Where solutions count, the engine looks for those that games do not show.
///
/// # Errors
///
/// What the index reports; [`Error::OutOfTime`] if `pace` ends.
pub fn search(view: &View, query: Query, limit: usize, pace: &Pace) -> Result<Similar, Error> {
    search_with(view, query, limit, pace, solution)
}

/// [`search`] without the engine: only games show solutions.
///
/// # Errors
///
/// As [`search`].
pub fn search_without_engine(
    view: &View,
    query: Query,
    limit: usize,
    pace: &Pace,
) -> Result<Similar, Error> {
    search_with(view, query, limit, pace, |_| None)
}

/// [`search`] for the positions most similar to one by a profile, ideas included.
///
/// # Errors
///
/// As [`search`].
pub fn search_position(
    view: &View,
    position: &Chess,
    limit: usize,
    by: Scoring,
) -> Result<Similar, Error> {
    let query = Query::new(position, view.statistics(), by);
    search(view, with_ideas(query), limit, &Pace::default())
}

fn search_with(
    view: &View,
    query: Query,
    limit: usize,
    pace: &Pace,
    solution: impl Fn(&Chess) -> Option<Solution> + Sync,
) -> Result<Similar, Error> {
    let Some(considered) = considered(&query, limit) else {
        return view.nearest(query, limit, pace);
    };
    let nearest = view.nearest(query, considered, pace)?;
    let mut pool = view.candidates(&nearest)?;
    pool.par_iter_mut().for_each(|candidate| {
        if let Some(position) = candidate.unsolved() {
            candidate.solve(solution(position));
        }
    });
    // The query's own solution takes a long search, so it is computed only if a hit has one to compare.
    let is_compared = pool.iter().any(Candidate::is_solved);
    let own = is_compared.then(|| solution(nearest.query.position()));
    Ok(rerank(nearest, &pool, own.flatten().as_ref(), limit))
}
