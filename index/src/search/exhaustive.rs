//! The slow way to the same answer: scoring every position. For measuring and checking the search.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Best, BoardKey, Hit, PositionTerms, Query, Scored, Selection, scores_of_all};
use tantivy::DocId;

use crate::error::Error;
use crate::passing::Passing;
use crate::snapshot::Snapshot;
use crate::storage::segment::Segment;

/// How many documents are scored for all queries before the next ones. Guessed: some milliseconds.
const BLOCK: usize = 64;

impl Snapshot {
    /// The answers to some queries, by scoring every position of the index for each; it is played
    /// through once for all of them, by all processors. Memory is that of the positions that score as
    /// much as the last hit, for each query and thread.
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
        let none = |query: &Query| Best::new(limit, query.distinct(), query.position());
        let mut best: Vec<Best> = queries.iter().map(none).collect();
        loop {
            best = blocks(self)
                .into_par_iter()
                .try_fold(
                    || best.clone(),
                    |mut best, (number, segment, docs)| {
                        let (positions, terms) = positions(self, segment, docs)?;
                        let scores = scores_of_all(queries, &terms);
                        for (nth, (best, scores)) in best.iter_mut().zip(scores).enumerate() {
                            let passing = passing[nth].as_deref();
                            let query = &queries[nth];
                            best.offer(admitted(query, passing, number, &positions, &scores));
                        }
                        watch(positions.len() as u64);
                        Ok::<_, Error>(best)
                    },
                )
                .try_reduce(
                    || best.clone(),
                    |mut best, others| {
                        for (best, other) in best.iter_mut().zip(others) {
                            best.merge(other);
                        }
                        Ok(best)
                    },
                )?;
            if best.iter().all(Best::is_exact) {
                return Ok(best.iter().map(Best::hits).collect());
            }
            best = best.iter().map(Best::again).collect();
        }
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
    board: BoardKey,
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
                    board: BoardKey::new(position),
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
) -> Vec<Scored> {
    let admits = |one: &Indexed| {
        passing.is_none_or(|passing| passing.has(segment, one.doc))
            && query.admits(one.game, one.ply, &one.position)
    };
    let admitted = positions.iter().zip(scores).filter(|(one, _)| admits(one));
    let hits = admitted.map(|(one, score)| Scored {
        hit: Hit {
            game: one.game,
            ply: one.ply,
            score: *score,
        },
        board: one.board,
    });
    hits.collect()
}
