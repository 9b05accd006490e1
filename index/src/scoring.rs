//! What a position scores for a query, and why.
//!
//! A profile with weights sums up, over the terms that query and position share,
//!
//! ```text
//! score(D, Q) = Σ over t in both of weight(t) × idf(t)^0.8
//!             - penalty × Σ over t in D of weight(t) × idf(t)^0.8
//! ```
//!
//! with an idf that was counted once and for all ([`mod@crate::idf`]), so that scores stay what they are
//! when games are added. A naive term that a position has within reach only counts the weight of
//! reachability times w; reachability costs nothing.
//!
//! The thesis's is Okapi BM25 with the idf of the index:
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

mod estimate;

use std::sync::Arc;

use shakmaty::{Bitboard, Board, Chess, Color, Position};

use crate::filter::Selection;
use crate::idf::{RARITIES, idf, set_rarity};
use crate::pawn_set::PawnSet;
use crate::profile::{Family, Feature, Scoring, Weights};
use crate::statistics::Statistics;
use crate::term::Term;
use crate::terms::{for_each_term, for_each_thesis_term, terms};

pub(crate) use estimate::{Estimate, Pawns};

/// Okapi's k1: how fast a term's frequency saturates. Read: Lucene's default, the thesis's choice.
const K1: f64 = 1.2;
/// Okapi's b: how much the length of a document counts. Read: Lucene's default, the thesis's choice.
const B: f64 = 0.75;

/// A query: what it asks for, and what each part of it counts.
#[derive(Clone, Debug)]
pub struct Query {
    scoring: Scoring,
    formula: Formula,
    /// By number: the order in which scores are summed.
    asked: Vec<Asked>,
    /// By the number of any term: one more than the place in `asked` of the one that it matches.
    places: Box<[u16]>,
    /// Pawns that are the same as the query's on all of some files, and what that counts.
    sets: Vec<(PawnSet, Feature, f64)>,
    /// Whose move it must be.
    turn: Option<Color>,
    /// What may be found, if not everything.
    selection: Option<Arc<Selection>>,
}

/// A term that a query asks for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) term: Term,
    /// What it counts.
    own: f64,
    /// What it counts times w, where it is only within reach.
    reach: f64,
}

impl Asked {
    /// What it counts where a term matches it.
    fn counts(&self, w: f64) -> f64 {
        if w < 1.0 {
            self.reach * w
        } else {
            self.own * w
        }
    }

    /// The most that it adds to the score of a position of a passage whose nearest match is
    /// `matching`; that of another position may be farther.
    pub(crate) fn most(&self, matching: Term) -> f64 {
        let nearest_reach = matching.at_distance(u16::from(matching.distance() == 0));
        let reach = match matching.feature() {
            Feature::Naive => self.counts(nearest_reach.weight()),
            _ => 0.0,
        };
        self.counts(matching.weight()).max(reach)
    }
}

/// What is done with the sum of what matches.
#[derive(Copy, Clone, Debug)]
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
        let mut terms = terms(position);
        terms.retain(|term| term.feature() != Feature::Reachability);
        let mut sets = Vec::new();
        let formula =
            match &weights {
                None => {
                    terms.retain(|term| term.is_of_thesis());
                    let average_length = statistics.average_length();
                    Formula::Thesis { average_length }
                }
                Some(weights) => {
                    sets.extend(PawnSet::all(position.board()).map(|(feature, set)| {
                        (set, feature, weights.get(feature) * set_rarity(&set))
                    }));
                    sets.retain(|(.., counts)| *counts > 0.0);
                    Formula::Weighted(*weights)
                }
            };
        let mut asked: Vec<Asked> = terms
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
                        let reach = weights.get(Feature::Reachability) * rarity;
                        (weights.get(feature) * rarity, reach)
                    }
                };
                Asked { term, own, reach }
            })
            .collect();
        asked.retain(|asked| asked.own > 0.0 || asked.reach > 0.0);
        let mut places = vec![0; Term::COUNT].into_boxed_slice();
        for (place, asked) in (1..).zip(&asked) {
            for matching in asked.term.matched_by() {
                places[matching.id()] = place;
            }
        }
        Query {
            scoring,
            formula,
            asked,
            places,
            sets,
            turn: None,
            selection: None,
        }
    }

    /// Terms with the most that each adds to the score of a position of a passage that has it; of `Ra1`,
    /// `Ra1|0.89`, ... a passage has one at most.
    pub fn lists(&self) -> Vec<(Term, f64)> {
        let matching = |asked: &Asked| {
            let asked = *asked;
            let matching = asked.term.matched_by();
            matching.map(move |matching| (matching, asked.most(matching)))
        };
        let mut lists: Vec<(Term, f64)> = self.asked.iter().flat_map(matching).collect();
        lists.retain(|(_, most)| *most > 0.0);
        lists
    }

    /// Terms with what it adds to the score of a position that they are all there, as they must be in its passage.
    pub fn term_sets(&self) -> Vec<(Vec<Term>, f64)> {
        let sets = self.sets();
        sets.map(|(set, counts)| (set.terms().collect(), counts))
            .collect()
    }

    /// Of the thesis's formula norm(0) and the p with norm(|D|) = norm(0) / (1 + p × |D|), which the sum of what
    /// matches is times; `None` for weights.
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

    /// The query for positions of a selection only, which is of the snapshot that is asked.
    #[must_use]
    pub fn among(self, selection: Arc<Selection>) -> Query {
        Query {
            selection: Some(selection),
            ..self
        }
    }

    /// What may be found; `None` if everything.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_deref()
    }

    /// Whether a position of a passage that may have hits can be one.
    pub fn admits(&self, ply: u64, position: &Chess) -> bool {
        self.turn.is_none_or(|wanted| wanted == position.turn())
            && self
                .selection
                .as_ref()
                .is_none_or(|selection| selection.admits(ply, position))
    }

    /// Its profile.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The terms asked for, in the order in which scores are summed.
    pub(crate) fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// The sets of pawns asked for, and what each counts.
    pub(crate) fn sets(&self) -> impl Iterator<Item = (&PawnSet, f64)> {
        self.sets.iter().map(|(set, _, counts)| (set, *counts))
    }

    /// What bounds the score of a position in which the terms that match sum up to so much: what that
    /// is times at most, and what is added then. `least` is stored of its passage: the smallest number
    /// of the thesis's terms, or the smallest penalty.
    pub(crate) fn most(&self, least: f64) -> (f64, f64) {
        match self.formula {
            Formula::Thesis { average_length } => (norm(least, average_length), 0.0),
            Formula::Weighted(_) => (1.0, -least),
        }
    }

    /// The score of a position: a sum in one fixed order, so that equal positions score equally to
    /// the last bit, wherever and whenever they are scored.
    pub fn score(&self, position: &Chess) -> f64 {
        let matches = Matches::new(self, position);
        let weights = matches.weights().iter().map(|w| [*w]);
        let [score] = self.sums(weights, &[matches.measures]);
        score
    }

    /// The scores of some positions, the same as [`Query::score`] of each.
    pub(crate) fn scores(&self, positions: &Positions) -> [f64; TOGETHER] {
        let weights = |asked: &Asked| positions.weights[asked.term.id()];
        self.sums(self.asked.iter().map(weights), &positions.measures)
    }

    /// The scores of positions that have every term asked for with these weights.
    fn sums<const N: usize>(
        &self,
        weights: impl Iterator<Item = [f64; N]>,
        measures: &[Measures; N],
    ) -> [f64; N] {
        let mut sums = [0.0; N];
        for (asked, weights) in self.asked.iter().zip(weights) {
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

    /// Why a position scores what it scores.
    pub fn explain(&self, position: &Chess) -> Explanation {
        let matches = Matches::new(self, position);
        let measures = &matches.measures;
        let (norm, penalty) = match &self.formula {
            Formula::Thesis { average_length } => {
                (norm(measures.length as f64, *average_length), 0.0)
            }
            Formula::Weighted(weights) => (1.0, penalty(weights, &measures.rarities)),
        };
        let asked = self
            .asked
            .iter()
            .zip(matches.weights())
            .filter(|(_, w)| **w > 0.0);
        let terms = asked.map(|(asked, w)| TermScore {
            term: asked.term.to_string(),
            family: match asked.term.feature() {
                Feature::Naive if *w < 1.0 => Family::Reachability,
                feature => feature.family(),
            },
            score: norm * asked.counts(*w),
        });
        let sets = self.sets.iter();
        let sets = sets.filter(|(set, ..)| set.is_on(measures.white, measures.black));
        let sets = sets.map(|(set, feature, counts)| TermScore {
            term: set.to_string(),
            family: feature.family(),
            score: *counts,
        });
        let mut terms: Vec<TermScore> = terms.chain(sets).filter(|term| term.score > 0.0).collect();
        // What scores alike stays in the order of the sum.
        terms.sort_by(|a, b| b.score.total_cmp(&a.score));
        Explanation { terms, penalty }
    }
}

/// norm(D) of a position of `length` terms.
fn norm(length: f64, average_length: f64) -> f64 {
    (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * length / average_length))
}

/// What a position's own terms cost: all of them, asked for or not.
fn penalty(weights: &Weights, rarities: &[f64; Feature::COUNT]) -> f64 {
    let costs = Feature::penalised();
    let sum: f64 = costs
        .map(|feature| weights.get(feature) * rarities[feature as usize])
        .sum();
    weights.penalty() * sum
}

/// What is counted of a whole position, beside its single terms.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measures {
    /// |D|: the number of its terms that the thesis has.
    pub(crate) length: u64,
    /// By feature what all its terms count before their weights.
    pub(crate) rarities: [f64; Feature::COUNT],
    white: Bitboard,
    black: Bitboard,
}

impl Measures {
    /// Those of a position without any term yet.
    pub(crate) fn new(board: &Board) -> Measures {
        let pawns = |color| board.pawns() & board.by_color(color);
        let mut rarities = [0.0; Feature::COUNT];
        for (feature, set) in PawnSet::all(board) {
            rarities[feature as usize] += set_rarity(&set);
        }
        Measures {
            length: 0,
            rarities,
            white: pawns(Color::White),
            black: pawns(Color::Black),
        }
    }

    /// Those of no position.
    fn none() -> Measures {
        Measures {
            length: 0,
            rarities: [0.0; Feature::COUNT],
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        }
    }

    /// What lowers the score of the position: |D| with the thesis's formula, the penalty with weights.
    pub(crate) fn cost(&self, scoring: Scoring) -> f64 {
        match scoring.weights() {
            None => self.length as f64,
            Some(weights) => penalty(&weights, &self.rarities),
        }
    }

    /// Counts a term; `all` is [`RARITIES`].
    pub(crate) fn add(&mut self, term: Term, all: &[(f32, Feature)]) {
        let (rarity, feature) = all[term.id()];
        self.length += u64::from(term.id() < Term::THESIS);
        self.rarities[feature as usize] += f64::from(rarity);
    }
}

/// What a position has of a query's terms.
struct Matches {
    /// Whatever no term asks for, then w of every term asked for, 0 where it does not match.
    weights: Vec<f64>,
    measures: Measures,
}

impl Matches {
    fn new(query: &Query, position: &Chess) -> Matches {
        let mut weights = vec![0.0; query.asked.len() + 1];
        let mut matches = |term: Term| {
            weights[usize::from(query.places[term.id()])] = term.weight();
        };
        let board = position.board();
        let measures = match query.formula {
            Formula::Thesis { .. } => {
                let mut measures = Measures::none();
                for_each_thesis_term(board, |term| {
                    matches(term);
                    measures.length += 1;
                });
                measures
            }
            Formula::Weighted(_) => {
                let rarities = &**RARITIES;
                let mut measures = Measures::new(board);
                for_each_term(position, |term| {
                    matches(term);
                    measures.add(term, rarities);
                });
                measures
            }
        };
        Matches { weights, measures }
    }

    /// w of every term asked for.
    fn weights(&self) -> &[f64] {
        &self.weights[1..]
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
    measures: [Measures; TOGETHER],
}

impl Positions {
    /// Positions without terms.
    pub(crate) fn new() -> Positions {
        Positions {
            weights: vec![[0.0; TOGETHER]; Term::COUNT].into_boxed_slice(),
            measures: [Measures::none(); TOGETHER],
        }
    }

    /// Gives terms to a position that has none.
    pub(crate) fn put(&mut self, place: usize, terms: &[Term], measures: Measures) {
        for term in terms {
            self.weights[term.asked_as().id()][place] = term.weight();
        }
        self.measures[place] = measures;
    }

    /// Takes its terms from a position.
    pub(crate) fn take(&mut self, place: usize, terms: &[Term]) {
        for term in terms {
            self.weights[term.asked_as().id()][place] = 0.0;
        }
        self.measures[place] = Measures::none();
    }
}

/// A score taken apart: its terms, most important first.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The terms that the position and the query share, by falling score.
    pub terms: Vec<TermScore>,
    /// What is taken off for the terms that the position has; 0 where the profile has none.
    pub penalty: f64,
}

impl Explanation {
    /// What one family contributes. All families, less the penalty, add up to the score.
    pub fn family(&self, family: Family) -> f64 {
        self.terms
            .iter()
            .filter(|term| term.family == family)
            // Not sum(), whose empty sum is -0.
            .fold(0.0, |sum, term| sum + term.score)
    }
}

/// One term's share of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct TermScore {
    /// The term that the query asked for, e.g. `Rb1`.
    pub term: String,
    /// What it matched as: a naive term within reach counts for reachability.
    pub family: Family,
    /// What it counts.
    pub score: f64,
}
