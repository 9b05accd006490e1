//! What a position scores for a query by what is on its board, and why. Reranking, [`crate::rerank()`], adds to this
//! score what the games of the best positions say.
//!
//! The score of a profile with weights is
//!
//! ```text
//! score(D, Q) = Σ over t in both of weight(t) × idf(t)^0.8
//!             - penalty × Σ over t in D of cost(t) × idf(t)^0.8
//! ```
//!
//! with an idf that was counted once and for all ([`mod@crate::terms::idf`]), so that the score of a board does not change
//! when games are added. Every term of D costs something, whether or not the query has it. A naive term of the query
//! that is only within reach in D counts the weight of reachability times w (below); reachability costs nothing.
//!
//! The score of the thesis is Okapi BM25 with the idf of the index:
//!
//! ```text
//! score(D, Q) = norm(D) × Σ over t in Q of idf(t) × w(t, D)
//! norm(D)     = (k1 + 1) / (1 + k1 × (1 - b + b × |D| / avgdl))
//! idf(t)      = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))
//! ```
//!
//! Its query has naive, connectivity and pawn terms. A naive term `Ra1` matches where a rook
//! stands on a1 (w = 1) or can reach it (w = 1 - 7d/64); every other term matches where it is
//! present (w = 1). Source: Plut 2018, sections 4.4 and 4.5; Robertson and Zaragoza 2009,
//! "The Probabilistic Relevance Framework: BM25 and Beyond".

pub(crate) mod best;
pub(crate) mod combination;
mod estimate;
mod explanation;
pub(crate) mod idea;
mod ideas;
mod late;
mod matches;
mod pool;
pub(crate) mod scorer;
mod screen;
pub(crate) mod similar;

use std::sync::Arc;

use shakmaty::{Chess, Color, Position};

use crate::filter::Selection;
use crate::hit::Distinct;
use crate::scoring::combination::Combination;
use crate::scoring::idea::Ideas;
use crate::terms::idf::{RARITIES, idf, set_rarity};
use crate::terms::measures::{Measures, penalty};
use crate::terms::of_position::terms;
use crate::terms::pawn_set::PawnSet;
use crate::terms::phase::endgame_share;
use crate::terms::profile::{Family, Feature, Scoring, Weights};
use crate::terms::relation::Relation;
use crate::terms::statistics::Statistics;
use crate::terms::term::Term;

pub(crate) use estimate::{Estimate, Scratch};
pub(crate) use explanation::Parts;
pub use explanation::{Explanation, TermScore};
use ideas::{IDEA_DONE, IDEA_MOVES, idea_terms};
pub use late::POOL;
use late::{COMBINATION_POOL, late_terms, weighted_relations};
pub use matches::PositionTerms;
use matches::{Matches, Positions, TOGETHER};
pub(crate) use screen::{Screen, Sketch};

/// Okapi's k1: how fast a term's frequency saturates. Read: Lucene's default, the thesis's choice.
const K1: f64 = 1.2;
/// Okapi's b: how much the length of a document counts. Read: Lucene's default, the thesis's choice.
const B: f64 = 0.75;

/// A query: the terms of a position, what each of them counts, and which positions may be found.
#[derive(Clone, Debug)]
pub struct Query {
    position: Chess,
    /// What either side would play in it.
    ideas: Ideas,
    /// What the side to move would play, if that is one.
    combination: Option<Combination>,
    scoring: Scoring,
    formula: Formula,
    /// By ascending term: the order in which scores are summed.
    terms: Vec<QueryTerm>,
    /// By the number of any term: one more than the place in `terms` of the one that it matches.
    places: Box<[u16]>,
    /// Terms that count in the pool only, ascending, each with what it counts there.
    late: Vec<(Term, f64)>,
    /// Relations of endgames, which count in the pool only, and what each of them counts.
    relations: Vec<(Relation, f64)>,
    /// Pawns that are the same as the query's on all of some files, and what that counts.
    sets: Vec<(PawnSet, Feature, f64)>,
    /// Whose move it must be.
    turn: Option<Color>,
    /// What may be found, if not everything.
    selection: Option<Arc<Selection>>,
    /// What two hits may not have in common.
    distinct: Distinct,
}

/// A term of a query.
#[derive(Copy, Clone, Debug)]
pub struct QueryTerm {
    /// The term, never one of reachability.
    pub term: Term,
    /// What it counts.
    own: f64,
    /// What it counts times w, where it is only within reach.
    reach: f64,
    /// Whether it is where the engine would put a piece, not where the query has one.
    is_idea: bool,
}

impl QueryTerm {
    /// What it is explained under where it matches as this feature.
    fn family(&self, feature: Feature) -> Family {
        if self.is_idea {
            Family::Idea
        } else {
            feature.family()
        }
    }

    /// What it counts where a term matches it.
    #[inline]
    fn counts(&self, w: f64) -> f64 {
        if w < 1.0 {
            self.reach * w
        } else {
            self.own * w
        }
    }

    /// The most that it adds to the score of a position of a passage whose nearest match is
    /// `matching`; that of another position may be farther.
    #[inline]
    pub fn most(&self, matching: Term) -> f64 {
        let reach = if matching.is_naive() {
            self.counts(matching.at_distance(1).weight())
        } else {
            0.0
        };
        self.counts(matching.weight()).max(reach)
    }
}

/// What is done with the sum of what matches.
#[derive(Copy, Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a query has one")]
enum Formula {
    /// It is times the norm.
    Thesis { average_length: f64 },
    /// A penalty is taken off.
    Weighted(Weights),
}

impl Query {
    /// The query for positions like this one in the index of these statistics.
    pub fn new(position: &Chess, statistics: &Statistics, scoring: Scoring) -> Query {
        let weights = scoring.weights();
        let endgame = endgame_share(position.board());
        let mut terms = terms(position);
        terms.retain(|term| term.feature() != Feature::Reachability);
        let relation = weights
            .as_ref()
            .map_or(0.0, |weights| weights.at(Feature::Relation, endgame));
        let mut sets = Vec::new();
        let late = weights
            .as_ref()
            .map_or_else(Vec::new, |weights| late_terms(&terms, weights));
        let formula = match &weights {
            None => {
                terms.retain(|term| term.is_of_thesis());
                let average_length = statistics.average_length();
                Formula::Thesis { average_length }
            }
            Some(weights) => {
                sets.extend(PawnSet::all(position.board()).map(|(feature, set)| {
                    (
                        set,
                        feature,
                        weights.at(feature, endgame) * set_rarity(&set),
                    )
                }));
                sets.retain(|(.., counts)| *counts > 0.0);
                Formula::Weighted(*weights)
            }
        };
        let mut terms: Vec<QueryTerm> = terms
            .into_iter()
            .map(|term| {
                let (own, reach) = match &weights {
                    None => {
                        let idf = idf(statistics.positions, statistics.frequency(term));
                        (idf, idf)
                    }
                    Some(weights) => {
                        let (rarity, feature) = RARITIES[term.id()];
                        let rarity = f64::from(rarity);
                        let reach = weights.at(Feature::Reachability, endgame) * rarity;
                        (weights.at(feature, endgame) * rarity, reach)
                    }
                };
                QueryTerm {
                    term,
                    own,
                    reach,
                    is_idea: false,
                }
            })
            .collect();
        terms.retain(|asked| asked.own > 0.0 || asked.reach > 0.0);
        Query {
            places: places(&terms, &late),
            position: position.clone(),
            ideas: Ideas::default(),
            combination: None,
            scoring,
            formula,
            terms,
            late,
            relations: weighted_relations(position, relation),
            sets,
            turn: None,
            selection: None,
            distinct: scoring.distinct(),
        }
    }

    /// The terms that it has, in the order in which scores are summed.
    #[inline]
    pub fn terms(&self) -> &[QueryTerm] {
        &self.terms
    }

    /// Sets of terms with what each adds to the score of a position that has all of the set, as its passage must.
    pub fn term_sets(&self) -> Vec<(Vec<Term>, f64)> {
        let sets = self.sets.iter();
        sets.map(|(set, _, counts)| (set.terms().collect(), *counts))
            .collect()
    }

    /// Of the thesis's formula norm(0) and the p with norm(|D|) = norm(0) / (1 + p × |D|), by which the sum of what
    /// matches is multiplied; `None` for weights.
    pub fn norm(&self) -> Option<(f64, f64)> {
        let Formula::Thesis { average_length } = self.formula else {
            return None;
        };
        let constant = 1.0 + K1 * (1.0 - B);
        Some(((K1 + 1.0) / constant, K1 * B / average_length / constant))
    }

    /// The query for positions with this side to move only.
    #[must_use]
    pub fn with_turn(self, turn: Color) -> Query {
        Query {
            turn: Some(turn),
            ..self
        }
    }

    /// The query for positions with the same ideas, too: what the engine would play for either side.
    ///
    /// Where a clear one, [`Idea::is_clear`](crate::Idea::is_clear), puts pieces counts, too: most where a piece
    /// of the kind could go there.
    #[must_use]
    pub fn with_ideas(mut self, ideas: Ideas) -> Query {
        let weights = self.scoring.weights();
        let endgame = endgame_share(self.position.board());
        let weight = weights.map_or(0.0, |weights| weights.at(Feature::Idea, endgame));
        for (place, term) in idea_terms(&self.position, &ideas) {
            let counts = weight * IDEA_MOVES[place] * f64::from(RARITIES[term.id()].0);
            if counts > 0.0 && !self.terms.iter().any(|asked| asked.term == term) {
                self.terms.push(QueryTerm {
                    term,
                    own: IDEA_DONE * counts,
                    reach: counts,
                    is_idea: true,
                });
            }
        }
        self.terms.sort_unstable_by_key(|asked| asked.term);
        self.combination = Combination::of(&self.position, &ideas).filter(|_| weight > 0.0);
        let of_combination = self.combination.as_ref().map(Combination::terms);
        for term in of_combination.unwrap_or_default() {
            if let Ok(place) = self.terms.binary_search_by_key(&term, |asked| asked.term) {
                self.terms[place].own *= TAKES_PART;
                self.terms[place].reach *= TAKES_PART;
            }
        }
        self.places = places(&self.terms, &self.late);
        Query { ideas, ..self }
    }

    /// The position whose like are searched.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// What either side would play in it, as far as that is known.
    pub fn ideas(&self) -> &Ideas {
        &self.ideas
    }

    /// What the side to move would play, if that is a combination.
    pub(crate) fn combination(&self) -> Option<&Combination> {
        self.combination.as_ref()
    }

    /// How many of the best positions by what is on the board are put in a new order: [`POOL`], or four times as many where
    /// the side to move has a combination.
    pub fn pool(&self) -> usize {
        match self.combination {
            None => POOL,
            Some(_) => COMBINATION_POOL,
        }
    }

    /// The query for positions of a selection only.
    #[must_use]
    pub fn among(self, selection: Arc<Selection>) -> Query {
        Query {
            selection: Some(selection),
            ..self
        }
    }

    /// The query for hits that do not have this in common.
    #[must_use]
    pub fn with_distinct(self, distinct: Distinct) -> Query {
        Query { distinct, ..self }
    }

    /// What two hits may not have in common.
    pub fn distinct(&self) -> Distinct {
        self.distinct
    }

    /// What may be found; `None` if everything.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_deref()
    }

    /// Whether a position of a game that passes the filter may be found.
    #[inline]
    pub fn admits(&self, game: u64, ply: u64, position: &Chess) -> bool {
        self.turn.is_none_or(|wanted| wanted == position.turn())
            && self
                .selection
                .as_ref()
                .is_none_or(|selection| selection.rule().admits(game, ply, position))
    }

    /// Its profile.
    pub fn scoring(&self) -> &Scoring {
        &self.scoring
    }

    /// The factor and the constant that turn the sum of all matching terms into a bound of the score. `least` is
    /// stored with each passage: the smallest number of the thesis's terms, or the smallest penalty, of its
    /// positions.
    pub fn bound(&self, least: f64) -> (f64, f64) {
        match self.formula {
            Formula::Thesis { average_length } => (norm(least, average_length), 0.0),
            Formula::Weighted(_) => (1.0, -least),
        }
    }

    /// The score of a position: a sum in one fixed order, so that equal positions score equally to
    /// the last bit, wherever and whenever they are scored.
    pub fn score(&self, position: &Chess) -> f64 {
        self.sum(&self.matches(position))
    }

    /// The score of a position that has this of its terms.
    fn sum(&self, matches: &Matches) -> f64 {
        let weights = matches.weights().iter().map(|w| [*w]);
        let [score] = self.sums(weights, &[matches.measures]);
        score
    }

    /// What a position has of its terms.
    fn matches(&self, position: &Chess) -> Matches {
        let is_thesis = matches!(self.formula, Formula::Thesis { .. });
        let count = self.terms.len() + self.late.len();
        Matches::new(count, &self.places, is_thesis, position)
    }

    /// The scores of some positions, the same as [`Query::score`] of each.
    fn scores(&self, positions: &Positions) -> [f64; TOGETHER] {
        let weights = |asked: &QueryTerm| positions.weights(asked.term);
        self.sums(self.terms.iter().map(weights), positions.measures())
    }

    /// The scores of positions that have every term of the query with these weights.
    fn sums<const N: usize>(
        &self,
        weights: impl Iterator<Item = [f64; N]>,
        measures: &[Measures; N],
    ) -> [f64; N] {
        let mut sums = [0.0; N];
        for (asked, weights) in self.terms.iter().zip(weights) {
            for (sum, w) in sums.iter_mut().zip(weights) {
                *sum += asked.counts(w);
            }
        }
        std::array::from_fn(|place| {
            let (measures, mut sum) = (&measures[place], sums[place]);
            match &self.formula {
                Formula::Thesis { average_length } => {
                    norm(measures.length as f64, *average_length) * sum
                }
                Formula::Weighted(weights) => {
                    for (set, _, counts) in &self.sets {
                        if set.is_on(measures.white, measures.black) {
                            sum += counts;
                        }
                    }
                    sum - penalty(weights, &measures.rarities)
                }
            }
        })
    }
}

/// How many times the terms of what takes part in a combination count. Measured: with 3 none of ten hits has a smothered
/// mate, with 4 six, with 6 eight.
const TAKES_PART: f64 = 6.0;

/// By the number of any term: one more than the place of the query's term that it matches; those that count in the
/// pool only come last.
fn places(terms: &[QueryTerm], late: &[(Term, f64)]) -> Box<[u16]> {
    let mut places = vec![0; Term::COUNT].into_boxed_slice();
    let late = late.iter().map(|(term, _)| *term);
    for (place, asked) in (1..).zip(terms.iter().map(|asked| asked.term).chain(late)) {
        for matching in asked.matched_by() {
            places[matching.id()] = place;
        }
    }
    places
}

/// norm(D) of a position of `length` terms.
fn norm(length: f64, average_length: f64) -> f64 {
    (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * length / average_length))
}

/// The scores of all positions, by query; each is the same as [`Query::score`]. The slow way to an answer, for
/// measuring and checking a search.
pub fn scores_of_all(queries: &[Query], positions: &[PositionTerms]) -> Vec<Vec<f64>> {
    let mut scores = vec![Vec::with_capacity(positions.len()); queries.len()];
    let mut few = Positions::new();
    for positions in positions.chunks(TOGETHER) {
        for (place, position) in positions.iter().enumerate() {
            few.put(place, position);
        }
        for (query, scores) in queries.iter().zip(&mut scores) {
            scores.extend_from_slice(&query.scores(&few)[..positions.len()]);
        }
        for (place, position) in positions.iter().enumerate() {
            few.take(place, position);
        }
    }
    scores
}
