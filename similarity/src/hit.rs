//! Hits: the positions that a search finds, the best one of each game.

use std::cmp::Ordering;

use crate::scoring::{Query, TermScore};

/// A position found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Hit {
    /// The id of its game.
    pub game: u64,
    /// Half-moves of the game before it.
    pub ply: u64,
    /// Its score.
    pub score: f64,
}

impl Hit {
    /// Best first: higher score, then lower game id, then earlier ply.
    #[inline]
    pub fn order(&self, other: &Hit) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.game.cmp(&other.game))
            .then(self.ply.cmp(&other.ply))
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The best position of each of the best games, best first.
    pub hits: Vec<Hit>,
    /// What of the score of each is for its continuation, most first.
    pub continuations: Vec<Vec<TermScore>>,
    /// The query as it was scored, for explanations.
    pub query: Query,
    /// How many passages were scored exactly.
    pub passages_scored: usize,
}

impl Similar {
    /// The answer before any hit is reranked.
    pub fn new(query: Query, hits: Vec<Hit>, passages_scored: usize) -> Similar {
        Similar {
            continuations: vec![Vec::new(); hits.len()],
            hits,
            query,
            passages_scored,
        }
    }
}

/// The best position of each of the best games so far.
pub struct Best {
    limit: usize,
    /// Best first.
    pub hits: Vec<Hit>,
}

impl Best {
    /// An empty list of at most `limit` hits.
    pub fn new(limit: usize) -> Best {
        Best {
            limit,
            hits: Vec::new(),
        }
    }

    /// The last hit, once there are enough: what a better one must come before.
    #[inline]
    pub fn last(&self) -> Option<&Hit> {
        self.hits.get(self.limit.checked_sub(1)?)
    }

    /// Whether a passage could have a hit whose best possible one is this.
    #[inline]
    pub fn admits(&self, best: &Hit) -> bool {
        self.limit > 0 && self.last().is_none_or(|last| best.order(last).is_lt())
    }

    /// Adds a position if it is one of them.
    pub fn offer(&mut self, hit: Hit) {
        if !self.admits(&hit) {
            return;
        }
        if let Some(same) = self.hits.iter().position(|known| known.game == hit.game) {
            if hit.order(&self.hits[same]).is_ge() {
                return;
            }
            self.hits.remove(same);
        }
        let place = self.hits.partition_point(|known| known.order(&hit).is_lt());
        self.hits.insert(place, hit);
        self.hits.truncate(self.limit);
    }
}
