//! The slow way to the same answer: scoring every position. For measuring and checking the search.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::error::Error;
use crate::scoring::Query;
use crate::search::Hit;
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::terms::for_each_term;

impl Snapshot {
    /// The answers to some queries, by scoring every position of the index for each; it is played
    /// through once for all of them, segments at the same time.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a passage cannot be replayed.
    pub fn exhaustive(&self, queries: &[Query], limit: usize) -> Result<Vec<Vec<Hit>>, Error> {
        let found = self
            .segments()
            .par_iter()
            .map(|segment| self.exhaustive_segment(segment, queries))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok((0..queries.len())
            .map(|query| {
                // A game is in one segment only.
                let games = found.iter().flat_map(|segment| segment[query].values());
                let mut hits: Vec<Hit> = games.copied().collect();
                hits.sort_by(Hit::order);
                hits.truncate(limit);
                hits
            })
            .collect())
    }

    /// By query the best position of each game of a segment.
    fn exhaustive_segment(
        &self,
        segment: &Segment,
        queries: &[Query],
    ) -> Result<Vec<HashMap<u64, Hit>>, Error> {
        let mut best: Vec<HashMap<u64, Hit>> = vec![HashMap::new(); queries.len()];
        let mut terms = Vec::new();
        for (_, passage) in segment.passages() {
            let game = passage.game;
            passage
                .replay(|ply, board| {
                    terms.clear();
                    for_each_term(board, |term| terms.push(term));
                    for (query, best) in queries.iter().zip(&mut best) {
                        let score = query.score_terms(&terms);
                        let hit = Hit { game, ply, score };
                        let known = best.entry(game).or_insert(hit);
                        if hit.order(known).is_lt() {
                            *known = hit;
                        }
                    }
                })
                .ok_or_else(|| self.damaged(format!("game {game} cannot be replayed")))?;
        }
        Ok(best)
    }
}
