//! The slow way to the same answer: scoring every position. For measuring and checking the search.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Hit, PositionTerms, Query, Selection, scores_of_all};
use tantivy::DocId;

use crate::error::Error;
use crate::passing::Passing;
use crate::snapshot::Snapshot;
use crate::storage::segment::Segment;

/// How many documents are scored for all queries before the next ones. Guessed: some milliseconds.
const BLOCK: usize = 64;

/// How many hits of a query are kept beyond the wished-for ones before the best are picked out.
/// Guessed: enough that sorting costs little compared with scoring.
const ROOM: usize = 256;

impl Snapshot {
    /// The answers to some queries, by scoring every position of the index for each; it is played
    /// through once for all of them, by all processors. Memory is that of some hundred hits a query.
    ///
    /// `watch` is called after every few hundred positions with how many more are done.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a passage cannot be replayed.
    pub fn exhaustive(
        &self,
        queries: &[Query],
        limit: usize,
        watch: impl Fn(u64) + Sync,
    ) -> Result<Vec<Vec<Hit>>, Error> {
        let passing = queries.iter().map(|query| {
            let filter = query.selection().map(Selection::filter);
            filter.map(|filter| self.passing(filter)).transpose()
        });
        let passing = passing.collect::<Result<Vec<_>, Error>>()?;
        let none = || vec![Vec::new(); queries.len()];
        let mut found = blocks(self)
            .into_par_iter()
            .try_fold(none, |mut found, (number, segment, docs)| {
                let (positions, terms) = positions(self, segment, docs)?;
                let scores = scores_of_all(queries, &terms);
                for (nth, (hits, scores)) in found.iter_mut().zip(scores).enumerate() {
                    let passing = passing[nth].as_deref();
                    let offered = admitted(&queries[nth], passing, number, &positions, &scores);
                    offer(hits, &offered, limit);
                }
                watch(positions.len() as u64);
                Ok::<_, Error>(found)
            })
            .try_reduce(none, |mut found, others| {
                for (hits, others) in found.iter_mut().zip(others) {
                    hits.extend(others);
                    keep_best(hits, limit);
                }
                Ok(found)
            })?;
        for hits in &mut found {
            keep_best(hits, limit);
        }
        Ok(found)
    }
}

/// All documents, some at a time, with the number of their segment.
fn blocks(snapshot: &Snapshot) -> Vec<(usize, &Segment, Range<DocId>)> {
    let segments = snapshot.segments().iter().enumerate();
    let blocks = segments.flat_map(|(number, segment)| {
        (0..segment.documents()).step_by(BLOCK).map(move |first| {
            let end = segment.documents().min(first + BLOCK);
            (number, &**segment, first as DocId..end as DocId)
        })
    });
    blocks.collect()
}

/// A position of an index.
struct Indexed {
    doc: DocId,
    game: u64,
    ply: u64,
    position: Chess,
}

/// The positions of some documents, and the terms of each.
fn positions(
    snapshot: &Snapshot,
    segment: &Segment,
    docs: Range<DocId>,
) -> Result<(Vec<Indexed>, Vec<PositionTerms>), Error> {
    let (mut positions, mut terms) = (Vec::new(), Vec::new());
    for (doc, passage) in segment.passages_among(docs) {
        let game = passage.game;
        passage
            .replay(|ply, position| {
                terms.push(PositionTerms::new(position));
                positions.push(Indexed {
                    doc,
                    game,
                    ply,
                    position: position.clone(),
                });
            })
            .ok_or_else(|| snapshot.damaged(format!("game {game} cannot be replayed")))?;
    }
    Ok((positions, terms))
}

/// The positions of a segment that a query admits, with their scores, in their order.
fn admitted(
    query: &Query,
    passing: Option<&Passing>,
    segment: usize,
    positions: &[Indexed],
    scores: &[f64],
) -> Vec<Hit> {
    let admits = |one: &Indexed| {
        passing.is_none_or(|passing| passing.has(segment, one.doc))
            && query.admits(one.game, one.ply, &one.position)
    };
    let admitted = positions.iter().zip(scores).filter(|(one, _)| admits(one));
    let hits = admitted.map(|(one, score)| Hit {
        game: one.game,
        ply: one.ply,
        score: *score,
    });
    hits.collect()
}

/// Adds the best position of each game to the hits of a query.
fn offer(hits: &mut Vec<Hit>, scored: &[Hit], limit: usize) {
    for game in scored.chunk_by(|one, next| one.game == next.game) {
        hits.extend(game.iter().min_by(|one, other| one.order(other)));
    }
    if hits.len() > limit + ROOM {
        keep_best(hits, limit);
    }
}

/// Leaves the best hits of different games. What is removed has enough better ones before it, and
/// they can only be replaced by better ones still.
fn keep_best(hits: &mut Vec<Hit>, limit: usize) {
    hits.sort_unstable_by(Hit::order);
    let mut games = HashSet::new();
    hits.retain(|hit| games.insert(hit.game));
    hits.truncate(limit);
}
