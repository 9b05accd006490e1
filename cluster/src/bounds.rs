//! What the passages of a cluster can score: a query of OpenSearch's whose score says what the bound is.
//!
//! Every list counts a constant: a term what it counts at most; that a piece can reach a square what the nearest one may count,
//! with the rest for where it stands; and a passage's cost, in a term for each level that it is less than
//! ([`terms_of_cost`]), as no list can lower a score. Constants, because Lucene then has no blocks of a list to look up
//! the most of, which takes longer than to look through the blocks.
//!
//! With weights, the sum of these less a constant is the bound. With the thesis's formula, a sum S is times the norm:
//!
//! ```text
//! norm(0) × S / (1 + p × |D|) >= score   where   S - c × |D| >= score / norm(0), with c = p × score / norm(0)
//! ```
//!
//! So for one score |D| is a cost as well, of c for each term, and for others the bound is a little looser: of all lengths,
//! the one that promises most counts ([`Bounds::bound`]).
//!
//! Lucene answers such a query from the highest sum down without looking at every passage: the lists that cannot make a hit
//! together are only looked up for passages of the other lists.
//!
//! Source: Turtle and Flood 1995, "Query Evaluation: Strategies and Optimizations" (`MaxScore`).

use serde_json::{Value, json};
use similarity::{Feature, Query, Scoring, Term, cost_step};

use crate::schema::{
    MOST_COST, MOST_OF_PROFILE, STEPS, boost_of_cost, cost_name, reached, terms_of_cost,
};

/// What bounds are raised by against the rounding of 32-bit floats: a hundred times 2^-24 and more.
const SLACK: f64 = 1e-5;

/// How many terms a query may have. Read: OpenSearch accepts 1024 clauses (`indices.query.bool.max_clause_count`); the
/// rest is room.
const MOST_CLAUSES: usize = 900;

/// How much of its own score a position's last hit scores, guessed before any is known. Measured over 2 million positions with
/// the thesis's formula: half of them score 0.39 to 0.55.
const EXPECTED: f64 = 0.47;

/// Up to which share of what a piece within reach counts it is no list of its own that it stands there. Measured over 2
/// million positions in passages of eight with the thesis's formula, where it is an eighth: with lists of their own, a
/// twentieth fewer passages reach the last hit, by half as many lists again.
const LITTLE: f64 = 0.25;

/// A query whose score bounds that of the positions of a passage.
pub(crate) struct Bounds {
    /// What is to match in part.
    pub(crate) should: Vec<Value>,
    /// What scores are greater by than sums.
    offset: f64,
    /// Of the thesis's formula.
    norm: Option<Norm>,
}

/// norm(|D|) = factor / (1 + p × |D|), and what a term of |D| costs in a sum.
struct Norm {
    factor: f64,
    p: f64,
    cost: f64,
}

impl Bounds {
    /// The query, whose bounds are closest where hits score what is expected.
    pub(crate) fn new(query: &Query) -> Bounds {
        Bounds::around(query, EXPECTED * query.score(query.position()))
    }

    /// The query with bounds that are closer, if there are any, now that it is known what a hit must score.
    pub(crate) fn closer(&self, query: &Query, least: f64) -> Option<Bounds> {
        (self.norm.is_some() && least > 0.0).then(|| Bounds::around(query, least))
    }

    fn around(query: &Query, expected: f64) -> Bounds {
        let mut lists = lists(query);
        lists.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let sets = query.term_sets();
        let of_sets: usize = sets.iter().map(|(terms, _)| terms.len()).sum();
        // A list that every passage is said to be in makes the bound looser, and no less a bound.
        let rest = lists.split_off(lists.len().min(MOST_CLAUSES - of_sets));
        let mut offset: f64 = -rest.iter().map(|(_, most)| most).sum::<f64>();
        let terms = lists
            .into_iter()
            .map(|(term, most)| counts(&has(&term), most));
        let mut should: Vec<Value> = terms.collect();
        for (terms, most) in sets {
            let all: Vec<Value> = terms.into_iter().map(has_term).collect();
            should.push(counts(&json!({"bool": {"filter": all}}), most));
        }
        let norm = query.norm().map(|(factor, p)| {
            let cost = p * expected / factor;
            Norm { factor, p, cost }
        });
        let scoring = query.scoring();
        if Scoring::STORED.contains(scoring) {
            let step = norm.as_ref().map_or(cost_step(*scoring), |norm| norm.cost);
            if step > 0.0 {
                let level = step * STEPS as f64;
                let terms = terms_of_cost(scoring, 0);
                should.extend(terms.map(|term| counts(&has(&term), level)));
                offset += step * MOST_OF_PROFILE as f64;
            }
        } else {
            for (name, step) in costs(scoring) {
                should.push(json!({"rank_feature": {
                    "field": format!("costs.{name}"), "boost": boost_of_cost(step), "linear": {},
                }}));
                offset += step * (MOST_COST + 1) as f64;
            }
        }
        Bounds {
            should,
            offset,
            norm,
        }
    }

    /// The bound that a score means.
    pub(crate) fn bound(&self, score: f64) -> f64 {
        let sum = score * (1.0 + SLACK) - self.offset;
        match &self.norm {
            None => sum,
            Some(Norm { factor, p, cost }) => {
                // Between none and the longest it rises or falls all along.
                let longest = MOST_OF_PROFILE as f64;
                let of_longest = (sum + cost * longest) / (1.0 + p * longest);
                factor * sum.max(of_longest)
            }
        }
    }
}

/// The terms of the lists of a query, and what each counts at most.
fn lists(query: &Query) -> Vec<(String, f64)> {
    let mut lists = Vec::new();
    for asked in query.terms() {
        let term = asked.term;
        let distant = term.matched_by().skip(1);
        let reach = distant.map(|distant| asked.most(distant));
        let reach = reach.fold(0.0, f64::max);
        // What stands somewhere reaches it as well.
        let own = asked.most(term);
        if reach > 0.0 && own - reach <= LITTLE * reach {
            lists.push((reached(term), own.max(reach)));
            continue;
        }
        if reach > 0.0 {
            lists.push((reached(term), reach));
        }
        if own > reach {
            lists.push((term.id().to_string(), own - reach));
        }
    }
    lists
}

fn counts(what: &Value, most: f64) -> Value {
    json!({"constant_score": {"filter": what, "boost": most}})
}

/// The names of the features of what weights of one's own cost, and what a step of each counts.
fn costs(scoring: &Scoring) -> Vec<(String, f64)> {
    let Some(weights) = scoring.weights() else {
        return Vec::new();
    };
    let cost = |feature| weights.cost(feature);
    Feature::penalised()
        .filter(|feature| cost(*feature) > 0.0)
        .map(|feature| (cost_name(feature), cost(feature)))
        .collect()
}

fn has(term: &str) -> Value {
    json!({"term": {"terms": term}})
}

/// That a passage has a term; none of reachability, which has another list ([`reached`]).
pub(crate) fn has_term(term: Term) -> Value {
    has(&term.id().to_string())
}
