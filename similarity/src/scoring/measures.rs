//! What is counted of the positions that are scored: their terms, for one query and many positions ([`Matches`]) or the
//! other way around ([`Positions`]), and what each has as a whole ([`Measures`]).

use shakmaty::{Bitboard, Board, Chess, Color, Position};

use super::{Formula, Query, penalty};
use crate::idf::{RARITIES, set_rarity};
use crate::pawn_set::PawnSet;
use crate::profile::{Feature, Scoring};
use crate::term::Term;
use crate::terms::{for_each_term, for_each_thesis_term};

/// What is counted of a whole position, beside its single terms.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measures {
    /// |D|: the number of its terms that the thesis has.
    pub(crate) length: u64,
    /// By feature what all its terms count before their weights.
    pub(crate) rarities: [f64; Feature::COUNT],
    pub(super) white: Bitboard,
    pub(super) black: Bitboard,
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
    #[inline]
    pub(crate) fn add(&mut self, term: Term, all: &[(f32, Feature)]) {
        let (rarity, feature) = all[term.id()];
        self.length += u64::from(term.id() < Term::THESIS);
        self.rarities[feature as usize] += f64::from(rarity);
    }
}

/// What a position has of a query's terms.
pub(super) struct Matches {
    /// Whatever matches no term of the query, then w of each of its terms, 0 where none matches it.
    weights: Vec<f64>,
    pub(super) measures: Measures,
}

impl Matches {
    pub(super) fn new(query: &Query, position: &Chess) -> Matches {
        let mut weights = vec![0.0; query.terms.len() + 1];
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

    /// w of each term of the query.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weights[1..]
    }
}

/// How many positions are scored together. Their sums do not wait for each other, so that four
/// take little longer than one.
pub(super) const TOGETHER: usize = 4;

/// The terms of a few positions, laid out for many queries: the other way around than [`Matches`],
/// which is for many positions and one query.
pub(super) struct Positions {
    /// By the number of the query's term: w of each position.
    weights: Box<[[f64; TOGETHER]]>,
    measures: [Measures; TOGETHER],
}

impl Positions {
    /// Positions without terms.
    fn new() -> Positions {
        Positions {
            weights: vec![[0.0; TOGETHER]; Term::COUNT].into_boxed_slice(),
            measures: [Measures::none(); TOGETHER],
        }
    }

    /// Gives terms to a position that has none.
    fn put(&mut self, place: usize, position: &PositionTerms) {
        for term in &position.terms {
            self.weights[term.asked_as().id()][place] = term.weight();
        }
        self.measures[place] = position.measures;
    }

    /// Takes its terms from a position.
    fn take(&mut self, place: usize, position: &PositionTerms) {
        for term in &position.terms {
            self.weights[term.asked_as().id()][place] = 0.0;
        }
        self.measures[place] = Measures::none();
    }

    pub(super) fn weights(&self, asked: Term) -> [f64; TOGETHER] {
        self.weights[asked.id()]
    }

    pub(super) fn measures(&self) -> &[Measures; TOGETHER] {
        &self.measures
    }
}

/// A position's terms, to be scored for many queries.
pub struct PositionTerms {
    terms: Vec<Term>,
    measures: Measures,
}

impl PositionTerms {
    /// Those of a position.
    pub fn new(position: &Chess) -> PositionTerms {
        let rarities = &**RARITIES;
        let mut terms = Vec::new();
        let mut measures = Measures::new(position.board());
        for_each_term(position, |term| {
            terms.push(term);
            measures.add(term, rarities);
        });
        PositionTerms { terms, measures }
    }
}

/// By query the scores of all positions, the same as [`Query::score`] of each: the slow way to an answer, for measuring
/// and checking a search.
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
