//! The index as its users see it: real files in, hits out, held against independent answers.

mod addresses;
mod backup;
mod carlsen;
mod collections;
mod comments;
mod damage;
mod explorer;
mod folder;
mod misplaced;
mod openings;
mod upgrade;

use index::{Error, Pace, Snapshot};
use shakmaty::Chess;
use similarity::{Query, Scoring, Similar, considered, rerank};

/// The best positions for a query, in the order that their games give them; no engine is asked.
fn search(snapshot: &Snapshot, query: Query, limit: usize) -> Result<Similar, Error> {
    let Some(considered) = considered(&query, limit) else {
        return snapshot.nearest(query, limit, &Pace::default());
    };
    let nearest = snapshot.nearest(query, considered, &Pace::default())?;
    let pool = snapshot.candidates(&nearest)?;
    Ok(rerank(nearest, &pool, None, limit))
}

/// The same for positions like one, by a profile.
fn similar(
    snapshot: &Snapshot,
    position: &Chess,
    limit: usize,
    by: &Scoring,
) -> Result<Similar, Error> {
    search(
        snapshot,
        Query::new(position, snapshot.statistics(), *by),
        limit,
    )
}
