//! What is counted of a whole position, in addition to its single terms.

use shakmaty::{Bitboard, Board, Color};

use crate::terms::idf::set_rarity;
use crate::terms::pawn_set::PawnSet;
use crate::terms::profile::{Feature, Weights};
use crate::terms::term::Term;

/// What is counted of a whole position, in addition to its single terms.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Measures {
    /// |D|: the number of its terms that the thesis has.
    pub(crate) length: u64,
    /// By feature what all its terms count before their weights.
    pub(crate) rarities: [f64; Feature::COUNT],
    pub(crate) white: Bitboard,
    pub(crate) black: Bitboard,
}

impl Measures {
    /// Those of a position without any term yet.
    pub(crate) fn new(board: &Board) -> Measures {
        Measures::with_sets(board, &set_rarities(board))
    }

    /// The same, where the [`set_rarities`] of its board are known.
    pub(crate) fn with_sets(board: &Board, sets: &[f64; Feature::COUNT]) -> Measures {
        let pawns = |color| board.pawns() & board.by_color(color);
        Measures {
            length: 0,
            rarities: *sets,
            white: pawns(Color::White),
            black: pawns(Color::Black),
        }
    }

    /// Those of no position.
    pub(crate) fn none() -> Measures {
        Measures {
            length: 0,
            rarities: [0.0; Feature::COUNT],
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        }
    }

    /// What lowers the score of the position: |D| with the thesis's formula, which has no weights, else the penalty.
    pub(crate) fn cost(&self, weights: Option<&Weights>) -> f64 {
        weights.map_or(self.length as f64, |weights| {
            penalty(weights, &self.rarities)
        })
    }

    /// Counts a term; `all` is [`RARITIES`](crate::terms::idf::RARITIES).
    #[inline]
    pub(crate) fn add(&mut self, term: Term, all: &[(f32, Feature)]) {
        let (rarity, feature) = all[term.id()];
        self.length += u64::from(term.id() < Term::THESIS);
        self.rarities[feature as usize] += f64::from(rarity);
    }
}

/// By feature what the sets of pawns of a board count before their weights: the same for most positions of a passage.
pub(crate) fn set_rarities(board: &Board) -> [f64; Feature::COUNT] {
    let mut rarities = [0.0; Feature::COUNT];
    for (feature, set) in PawnSet::all(board) {
        rarities[feature as usize] += set_rarity(&set);
    }
    rarities
}

/// What a position's own terms cost: all of them, in the query or not.
pub(crate) fn penalty(weights: &Weights, rarities: &[f64; Feature::COUNT]) -> f64 {
    let costs = Feature::penalised();
    costs
        .map(|feature| weights.cost(feature) * rarities[feature as usize])
        .sum()
}
