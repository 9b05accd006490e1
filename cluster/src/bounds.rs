//! What the passages of a cluster can score: a query of OpenSearch's whose score is a bound.
//!
//! The query's terms are features of the passage's `terms`, and each adds what it counts at most ([`Query::lists`]).
//! With weights that is all but the penalty: what the passage costs at least comes as a feature as well, less a
//! constant, as features cannot lower a score. With the thesis's formula each term's share is times the norm:
//!
//! ```text
//! norm(0) × counts × S / (S + p), with S = 1/|D| and norm(|D|) = norm(0) / (1 + p × |D|)
//! ```
//!
//! which is Lucene's saturation. A query so made is answered from the highest bound down without looking at
//! every passage: Lucene knows the greatest value of each block of postings.
//!
//! Source: Ding and Suel 2011, "Faster Top-k Document Retrieval Using Block-Max Indexes".

use serde_json::{Value, json};
use similarity::{Feature, Query, Scoring, Term, cost_step};

use crate::schema::{MOST_COST, boost_of_cost, cost_name, pivot, profile_name};

/// What bounds are raised by against the rounding of 32-bit floats: a hundred times 2^-24 and more.
const SLACK: f64 = 1e-5;

/// How many terms a query may have. Read: OpenSearch accepts 1024 clauses (`indices.query.bool.max_clause_count`); the
/// rest is room.
const MOST_CLAUSES: usize = 1000;

/// A query whose score bounds that of the positions of a passage.
pub(crate) struct Bounds {
    /// What is to match in part.
    pub(crate) should: Vec<Value>,
    /// What scores are greater by than bounds.
    offset: f64,
    /// Whether every passage matches.
    pub(crate) is_of_all: bool,
}

impl Bounds {
    pub(crate) fn new(query: &Query) -> Bounds {
        let mut should = Vec::new();
        let mut offset = 0.0;
        let (factor, pivot) = match query.norm() {
            Some((factor, p)) => (factor, pivot(p)),
            // Too small to matter: every value saturates.
            None => (1.0, f64::from(f32::from_bits(1))),
        };
        let mut lists = query.lists();
        lists.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let sets = query.term_sets();
        let of_sets: usize = sets.iter().map(|(terms, _)| terms.len()).sum();
        let room = MOST_CLAUSES - of_sets - Feature::COUNT;
        for (place, (term, most)) in lists.into_iter().enumerate() {
            if place < room {
                should.push(json!({"rank_feature": {
                    "field": field(term), "boost": factor * most, "saturation": {"pivot": pivot},
                }}));
            } else {
                // A term that every passage is said to have makes the bound looser, and no less a bound.
                offset -= factor * most;
            }
        }
        for (terms, most) in sets {
            let terms: Vec<Value> = terms.into_iter().map(has).collect();
            should.push(json!({"constant_score": {
                "filter": {"bool": {"filter": terms}}, "boost": most,
            }}));
        }
        let mut is_of_all = false;
        for (name, step) in costs(query.scoring()) {
            should.push(json!({"rank_feature": {
                "field": format!("terms.{name}"), "boost": boost_of_cost(step), "linear": {},
            }}));
            offset += step * (MOST_COST + 1) as f64;
            is_of_all = true;
        }
        Bounds {
            should,
            offset,
            is_of_all,
        }
    }

    /// The bound that a score is.
    pub(crate) fn bound(&self, score: f64) -> f64 {
        score * (1.0 + SLACK) - self.offset
    }
}

/// The features of what a profile costs, and what a step of each counts.
fn costs(scoring: &Scoring) -> Vec<(String, f64)> {
    let Some(weights) = scoring.weights() else {
        return Vec::new();
    };
    if Scoring::STORED.contains(scoring) {
        return vec![(profile_name(scoring), cost_step(*scoring))];
    }
    let cost = |feature| weights.cost(feature);
    Feature::penalised()
        .filter(|feature| cost(*feature) > 0.0)
        .map(|feature| (cost_name(feature), cost(feature)))
        .collect()
}

fn field(term: Term) -> String {
    format!("terms.{}", term.id())
}

/// That a passage has a term.
pub(crate) fn has(term: Term) -> Value {
    json!({"rank_feature": {"field": field(term), "linear": {}}})
}
