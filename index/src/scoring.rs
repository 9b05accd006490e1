//! Okapi BM25 over chess terms: what a position scores for a query, and why.
//!
//! ```text
//! score(D, Q) = norm(D) × Σ over t in Q of idf(t) × w(t, D)
//! norm(D)     = (k1 + 1) / (1 + k1 × (1 - b + b × |D| / avgdl))
//! idf(t)      = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))
//! ```
//!
//! The query has naive, connectivity and pawn terms. A naive term `Ra1` matches where a rook
//! stands on a1 (w = 1) or can reach it (w = 1 - 7d/64); every other term matches where it is
//! present (w = 1). Source: Plut 2018, sections 4.4 and 4.5; Robertson and Zaragoza 2009,
//! "The Probabilistic Relevance Framework: BM25 and Beyond".

use shakmaty::Board;

use crate::statistics::Statistics;
use crate::term::{Family, Term};
use crate::terms::{for_each_term, terms};

/// Okapi's k1: how fast a term's frequency saturates. Read: Lucene's default, the thesis's choice.
const K1: f64 = 1.2;
/// Okapi's b: how much the length of a document counts. Read: Lucene's default, the thesis's choice.
const B: f64 = 0.75;

/// A profile of scoring.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Scoring {
    /// The formula of Plut 2018, all families alike.
    #[default]
    Thesis,
}

impl Scoring {
    /// All profiles.
    pub const ALL: [Scoring; 1] = [Scoring::Thesis];

    /// The profile's name, e.g. `thesis`.
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Thesis => "thesis",
        }
    }

    /// The profile of a name.
    pub fn from_name(name: &str) -> Option<Scoring> {
        Scoring::ALL
            .into_iter()
            .find(|scoring| scoring.name() == name)
    }
}

/// A query: the terms that it asks for, each with its idf, and the index's mean length.
#[derive(Clone, Debug)]
pub struct Query {
    /// By family, then term: the order in which scores are summed.
    terms: Vec<(Term, f64)>,
    /// By the number of any term: one more than the place in `terms` of the one that it matches.
    places: Box<[u16]>,
    average_length: f64,
}

impl Query {
    /// The query for positions like `board` in the index of these statistics.
    pub fn new(board: &Board, statistics: &Statistics) -> Query {
        let terms: Vec<(Term, f64)> = terms(board)
            .into_iter()
            .filter(|term| term.family() != Family::Reachability)
            .map(|term| (term, idf(statistics.positions, statistics.frequency(term))))
            .collect();
        let mut places = vec![0; Term::COUNT].into_boxed_slice();
        for (place, (term, _)) in (1..).zip(&terms) {
            for matching in term.matched_by() {
                places[matching.id()] = place;
            }
        }
        Query {
            terms,
            places,
            average_length: statistics.average_length(),
        }
    }

    /// The terms asked for with their idf, in the order in which scores are summed.
    pub(crate) fn terms(&self) -> &[(Term, f64)] {
        &self.terms
    }

    /// norm(D) of a position of `length` terms.
    pub(crate) fn norm(&self, length: u64) -> f64 {
        (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * length as f64 / self.average_length))
    }

    /// The score of a position: a sum in one fixed order, so that equal positions score equally to
    /// the last bit, wherever and whenever they are scored.
    pub fn score(&self, board: &Board) -> f64 {
        let mut matches = Matches::new(self);
        for_each_term(board, |term| matches.add(term));
        matches.score()
    }

    /// The score of a position that has these terms, each once.
    pub(crate) fn score_terms(&self, terms: &[Term]) -> f64 {
        let mut matches = Matches::new(self);
        for term in terms {
            matches.add(*term);
        }
        matches.score()
    }

    /// Why a position scores what it scores.
    pub fn explain(&self, board: &Board) -> Explanation {
        let mut matches = Matches::new(self);
        for_each_term(board, |term| matches.add(term));
        let norm = self.norm(matches.length);
        let mut terms: Vec<TermScore> = Vec::new();
        for ((term, idf), w) in self.terms.iter().zip(matches.weights()) {
            let w = *w;
            if w > 0.0 {
                let family = match term.family() {
                    Family::Naive if w < 1.0 => Family::Reachability,
                    family => family,
                };
                let score = norm * idf * w;
                terms.push(TermScore {
                    term: *term,
                    family,
                    score,
                });
            }
        }
        terms.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.term.cmp(&b.term)));
        Explanation { terms }
    }
}

/// What a position has of a query's terms.
struct Matches<'a> {
    query: &'a Query,
    /// Whatever no term asks for, then w of every term asked for, 0 where it does not match.
    weights: Vec<f64>,
    /// |D|.
    length: u64,
}

impl Matches<'_> {
    fn new(query: &Query) -> Matches<'_> {
        Matches {
            query,
            weights: vec![0.0; query.terms.len() + 1],
            length: 0,
        }
    }

    fn add(&mut self, term: Term) {
        self.length += 1;
        self.weights[usize::from(self.query.places[term.id()])] = term.weight();
    }

    /// w of every term asked for.
    fn weights(&self) -> &[f64] {
        &self.weights[1..]
    }

    fn score(&self) -> f64 {
        let terms = self.query.terms.iter().zip(self.weights());
        let sum: f64 = terms.map(|((_, idf), w)| idf * w).sum();
        self.query.norm(self.length) * sum
    }
}

/// ln(1 + (N - n + 0.5) / (n + 0.5)): never negative, large for rare terms.
fn idf(positions: u64, frequency: u64) -> f64 {
    let (n, frequency) = (positions as f64, frequency as f64);
    (1.0 + (n - frequency + 0.5) / (frequency + 0.5)).ln()
}

/// A score taken apart: its terms, most important first.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The terms that the position and the query share, by falling score.
    pub terms: Vec<TermScore>,
}

impl Explanation {
    /// What one family contributes. The four families add up to the score.
    pub fn family(&self, family: Family) -> f64 {
        self.terms
            .iter()
            .filter(|term| term.family == family)
            // Not sum(), whose empty sum is -0.
            .fold(0.0, |sum, term| sum + term.score)
    }
}

/// One term's share of a score.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct TermScore {
    /// The term that the query asked for.
    pub term: Term,
    /// What it matched as: a naive term within reach counts for reachability.
    pub family: Family,
    /// norm × idf × w.
    pub score: f64,
}
