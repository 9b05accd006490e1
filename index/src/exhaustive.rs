//! The slow way to the same answer: scoring every position. For measuring and checking the search.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;
use shakmaty::{Chess, Position};
use tantivy::DocId;

use crate::error::Error;
use crate::idf::RARITIES;
use crate::scoring::{Measures, Positions, Query, TOGETHER};
use crate::search::Hit;
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::term::Term;
use crate::terms::for_each_term;

/// How many documents are scored for all queries before the next ones. Guessed: some milliseconds.
const BLOCK: usize = 64;

/// How many hits of a query are kept beyond the wished-for ones before the best are picked out.
/// Guessed: so many that sorting costs little beside scoring.
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
        let none = || vec![Vec::new(); queries.len()];
        let mut found = self
            .blocks()
            .into_par_iter()
            .try_fold(none, |mut found, (number, segment, docs)| {
                let positions = self.positions(segment, docs)?;
                for (hits, scored) in found.iter_mut().zip(score(queries, number, &positions)) {
                    offer(hits, &scored, limit);
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

    /// All documents, some at a time, with the number of their segment.
    fn blocks(&self) -> Vec<(usize, &Segment, Range<DocId>)> {
        let blocks = self
            .segments()
            .iter()
            .enumerate()
            .flat_map(|(number, segment)| {
                (0..segment.documents()).step_by(BLOCK).map(move |first| {
                    let end = segment.documents().min(first + BLOCK);
                    (number, &**segment, first as DocId..end as DocId)
                })
            });
        blocks.collect()
    }

    /// The positions of some documents: game, ply and terms.
    fn positions(&self, segment: &Segment, docs: Range<DocId>) -> Result<Vec<Scored>, Error> {
        let rarities = &**RARITIES;
        let mut positions = Vec::new();
        for (doc, passage) in segment.passages_among(docs) {
            let game = passage.game;
            passage
                .replay(|ply, position| {
                    let mut terms = Vec::new();
                    let mut measures = Measures::new(position.board());
                    for_each_term(position, |term| {
                        terms.push(term);
                        measures.add(term, rarities);
                    });
                    positions.push(Scored {
                        doc,
                        game,
                        ply,
                        position: position.clone(),
                        terms,
                        measures,
                    });
                })
                .ok_or_else(|| self.damaged(format!("game {game} cannot be replayed")))?;
        }
        Ok(positions)
    }
}

/// A position to be scored.
struct Scored {
    doc: DocId,
    game: u64,
    ply: u64,
    position: Chess,
    terms: Vec<Term>,
    measures: Measures,
}

/// By query the positions with their scores, in their order.
fn score(queries: &[Query], segment: usize, positions: &[Scored]) -> Vec<Vec<Hit>> {
    let admits = |query: &Query, scored: &Scored| {
        let selected = query
            .selection()
            .is_none_or(|selection| selection.has(segment, scored.doc));
        selected && query.admits(scored.ply, &scored.position)
    };
    let mut hits = vec![Vec::new(); queries.len()];
    let mut few = Positions::new();
    for positions in positions.chunks(TOGETHER) {
        for (place, position) in positions.iter().enumerate() {
            few.put(place, &position.terms, position.measures);
        }
        for (query, hits) in queries.iter().zip(&mut hits) {
            let scored = positions.iter().zip(query.scores(&few));
            let scored = scored.filter(|(position, _)| admits(query, position));
            hits.extend(scored.map(|(position, score)| Hit {
                game: position.game,
                ply: position.ply,
                score,
            }));
        }
        for (place, position) in positions.iter().enumerate() {
            few.take(place, &position.terms);
        }
    }
    hits
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

/// Leaves the best hits of different games. Whatever goes has so many better ones before it, and
/// they can only be replaced by better ones still.
fn keep_best(hits: &mut Vec<Hit>, limit: usize) {
    hits.sort_unstable_by(Hit::order);
    let mut games = HashSet::new();
    hits.retain(|hit| games.insert(hit.game));
    hits.truncate(limit);
}
