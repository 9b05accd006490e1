//! Scoring the positions of passages exactly, but for those that an estimate rules out.

use crate::best::{BoardKey, Distinct, Scored};
use crate::hit::Hit;
use crate::passage::Passage;
use crate::scoring::{Estimate, Query};

/// Scores the positions of passages for a query; the estimate rules out most of them.
pub struct Scorer<'a> {
    query: &'a Query,
    estimate: Option<Estimate<'a>>,
}

impl<'a> Scorer<'a> {
    /// The scorer of a query.
    pub fn new(query: &'a Query) -> Scorer<'a> {
        Scorer {
            query,
            estimate: Estimate::new(query),
        }
    }

    /// The positions of a passage that the query admits, except those that score less than `least` or, where games are
    /// the rule, than one before them; `None` if what is stored is not a line of chess.
    pub fn hits(&self, passage: &Passage, mut least: f64) -> Option<Vec<Scored>> {
        let game = passage.game;
        let estimate = self.estimate.as_ref();
        let mut estimate = estimate.map(|estimate| (estimate, estimate.scratch()));
        let mut hits = Vec::new();
        passage.replay(|ply, position| {
            if !self.query.admits(game, ply, position) {
                return;
            }
            let most = estimate
                .as_mut()
                .map(|(estimate, scratch)| estimate.at_most(position, scratch));
            if most.is_none_or(|most| most >= least) {
                let score = match &mut estimate {
                    Some((estimate, scratch)) => estimate.score(position, scratch),
                    None => self.query.score(position),
                };
                // Of one game only the best is a hit, unless its board is another game's.
                if self.query.distinct() == Distinct::Game {
                    least = least.max(score);
                }
                hits.push(Scored {
                    hit: Hit { game, ply, score },
                    board: BoardKey::new(position),
                });
            }
        })?;
        Some(hits)
    }
}
