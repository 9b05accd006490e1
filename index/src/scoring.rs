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

    /// The scores of some positions, the same as [`Query::score`] of each.
    pub(crate) fn scores(&self, positions: &Positions) -> [f64; TOGETHER] {
        let weights = |(term, _): &(Term, f64)| positions.weights[term.id()];
        self.sums(self.terms.iter().map(weights), positions.lengths)
    }

    /// The scores of positions of these lengths that have every term asked for with these weights.
    fn sums<const N: usize>(
        &self,
        weights: impl Iterator<Item = [f64; N]>,
        lengths: [u64; N],
    ) -> [f64; N] {
        let mut sums = [0.0; N];
        for ((_, idf), weights) in self.terms.iter().zip(weights) {
            for (sum, w) in sums.iter_mut().zip(weights) {
                *sum += idf * w;
            }
        }
        std::array::from_fn(|place| self.norm(lengths[place]) * sums[place])
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
        let weights = self.weights().iter().map(|w| [*w]);
        let [score] = self.query.sums(weights, [self.length]);
        score
    }
}

/// How many positions are scored together. Their sums do not wait for each other, so that four
/// take little longer than one.
pub(crate) const TOGETHER: usize = 4;

/// The terms of a few positions, laid out for many queries: the other way around than [`Matches`],
/// which is for many positions and one query.
pub(crate) struct Positions {
    /// By the number of the term asked for: w of each position.
    weights: Box<[[f64; TOGETHER]]>,
    /// |D| of each.
    lengths: [u64; TOGETHER],
}

impl Positions {
    /// Positions without terms.
    pub(crate) fn new() -> Positions {
        Positions {
            weights: vec![[0.0; TOGETHER]; Term::COUNT].into_boxed_slice(),
            lengths: [0; TOGETHER],
        }
    }

    /// Gives terms to a position that has none.
    pub(crate) fn put(&mut self, place: usize, terms: &[Term]) {
        for term in terms {
            self.weights[term.asked_as().id()][place] = term.weight();
        }
        self.lengths[place] = terms.len() as u64;
    }

    /// Takes its terms from a position.
    pub(crate) fn take(&mut self, place: usize, terms: &[Term]) {
        for term in terms {
            self.weights[term.asked_as().id()][place] = 0.0;
        }
        self.lengths[place] = 0;
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
