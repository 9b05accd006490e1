//! What positions have of queries' terms: of many positions for one query ([`Matches`]), or the other way around
//! ([`Positions`]).

use shakmaty::{Board, Chess, Position};

use crate::terms::idf::RARITIES;
use crate::terms::measures::Measures;
use crate::terms::of_position::{for_each_term, for_each_thesis_term, pawn_files};
use crate::terms::profile::Feature;
use crate::terms::term::Term;

/// What a position has of a query's terms.
pub(super) struct Matches {
    /// Whatever matches no term of the query, then w of each of its terms, 0 where none matches it.
    weights: Vec<f64>,
    pub(super) measures: Measures,
}

impl Matches {
    /// Those of a position for `count` terms; `places` are one more than their places, by the number of any term that
    /// matches one. Of the thesis's formula only the number of terms is measured.
    pub(super) fn new(count: usize, places: &[u16], is_thesis: bool, position: &Chess) -> Matches {
        let mut weights = vec![0.0; count + 1];
        let mut matches = |term: Term| {
            weights[usize::from(places[term.id()])] = term.weight();
        };
        let board = position.board();
        let measures = if is_thesis {
            let mut measures = Measures::none();
            for_each_thesis_term(board, |term| {
                matches(term);
                measures.length += 1;
            });
            measures
        } else {
            let rarities = &**RARITIES;
            let mut measures = Measures::new(board);
            for_each_term(position, |term| {
                matches(term);
                measures.add(term, rarities);
            });
            measures
        };
        Matches { weights, measures }
    }

    /// Room for those of positions, one after the other.
    pub(super) fn none(count: usize) -> Matches {
        Matches {
            weights: vec![0.0; count + 1],
            measures: Measures::none(),
        }
    }

    /// Those of another position, as [`Matches::new`] finds them, of its board and of its other `terms` as far as they are
    /// needed; `sets` are the [`set_rarities`](crate::terms::measures::set_rarities) of its board.
    pub(super) fn refill(
        &mut self,
        places: &[u16],
        board: &Board,
        terms: &[Term],
        sets: &[f64; Feature::COUNT],
    ) {
        let rarities = &**RARITIES;
        self.weights.fill(0.0);
        self.measures = Measures::with_sets(board, sets);
        for term in terms.iter().copied().chain(pawn_files(board)) {
            self.weights[usize::from(places[term.id()])] = term.weight();
            self.measures.add(term, rarities);
        }
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
    pub(super) fn new() -> Positions {
        Positions {
            weights: vec![[0.0; TOGETHER]; Term::COUNT].into_boxed_slice(),
            measures: [Measures::none(); TOGETHER],
        }
    }

    /// Gives terms to a position that has none.
    pub(super) fn put(&mut self, place: usize, position: &PositionTerms) {
        for term in &position.terms {
            self.weights[term.query_term().id()][place] = term.weight();
        }
        self.measures[place] = position.measures;
    }

    /// Takes its terms from a position.
    pub(super) fn take(&mut self, place: usize, position: &PositionTerms) {
        for term in &position.terms {
            self.weights[term.query_term().id()][place] = 0.0;
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
