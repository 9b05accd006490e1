//! The answer to a query.

use crate::hit::Hit;
use crate::scoring::best::{Best, SameBoard};
use crate::scoring::{Query, TermScore};

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The best positions, best first.
    pub hits: Vec<Hit>,
    /// The board of each, and who else has it.
    pub boards: Vec<SameBoard>,
    /// What of the score of each is for its continuation, most first.
    pub continuations: Vec<Vec<TermScore>>,
    /// The query as it was scored, for explanations.
    pub query: Query,
    /// What the position of the query itself would score, with the most that a hit has gained: the whole of a match.
    pub whole: f64,
    /// How many passages were scored exactly.
    pub passages_scored: usize,
}

impl Similar {
    /// The answer before any hit is reranked.
    pub fn new(query: Query, best: &Best, passages_scored: usize) -> Similar {
        let hits = best.hits();
        Similar {
            continuations: vec![Vec::new(); hits.len()],
            boards: best.boards(),
            hits,
            whole: query.score(query.position()),
            query,
            passages_scored,
        }
    }
}
