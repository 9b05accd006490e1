//! What a position scores at most, quickly: one number for each of its terms, what it brings less what
//! it costs, summed up in any order.
//!
//! [`Query::score`] decides. Only what this does not rule out is worth its time, which is five times
//! as long. A position of 31.2 is said to have 31.2 and a little at most.

use shakmaty::{Bitboard, Chess, Position};

use super::{Formula, Query};
use crate::idf::{RARITIES, set_rarity};
use crate::pawn_set::PawnSet;
use crate::profile::{Feature, Weights};
use crate::term::Term;
use crate::terms::{KINDS, Squares, for_each_pawn_term, for_each_piece_term};

/// Many times what the two sums, in different orders and 64 bits, can differ by.
const SLACK: f64 = 1e-6;

/// A query with a number for each term.
pub(crate) struct Estimate<'a> {
    query: &'a Query,
    weights: Weights,
    /// By number of the term: what it brings less what it costs, rounded up.
    gains: Box<[f32]>,
    /// Where the query has pieces of each kind.
    wanted: Squares,
}

/// Pawns and what their terms bring: the same for most positions of a passage.
#[derive(Copy, Clone, Default)]
pub(crate) struct Pawns {
    of: Option<[Bitboard; 2]>,
    gain: f64,
}

impl<'a> Estimate<'a> {
    /// `None` for the thesis's formula, which is no sum.
    pub(crate) fn new(query: &'a Query) -> Option<Estimate<'a>> {
        let Formula::Weighted(weights) = query.formula else {
            return None;
        };
        let mut costs = [0.0; Feature::COUNT];
        for feature in Feature::penalised() {
            costs[feature as usize] = weights.penalty() * weights.get(feature);
        }
        let cost =
            |(rarity, feature): &(f32, Feature)| f64::from(*rarity) * costs[*feature as usize];
        let mut gains: Box<[f32]> = RARITIES.iter().map(|term| round_up(-cost(term))).collect();
        let mut wanted = [Bitboard::EMPTY; KINDS.len()];
        for asked in &query.asked {
            for matching in asked.term.matched_by() {
                let place = matching.id();
                gains[place] = round_up(asked.counts(matching.weight()) - cost(&RARITIES[place]));
            }
            if asked.reach > 0.0
                && let Some((kind, square)) = asked.term.place()
            {
                wanted[kind].add(square);
            }
        }
        Some(Estimate {
            query,
            weights,
            gains,
            wanted,
        })
    }

    /// What a position does not score more than. `pawns` are those of another one before it.
    pub(crate) fn at_most(&self, position: &Chess, pawns: &mut Pawns) -> f64 {
        let board = position.board();
        let of = [board.white(), board.black()].map(|side| side & board.pawns());
        if pawns.of != Some(of) {
            *pawns = Pawns {
                of: Some(of),
                gain: self.pawns(position),
            };
        }
        let mut sum = 0.0;
        for_each_piece_term(position, &self.wanted, |term| sum += self.gain(term));
        sum + pawns.gain + SLACK
    }

    fn gain(&self, term: Term) -> f64 {
        f64::from(self.gains[term.id()])
    }

    /// What its pawns bring.
    fn pawns(&self, position: &Chess) -> f64 {
        let board = position.board();
        let mut sum = 0.0;
        for_each_pawn_term(board, |term| sum += self.gain(term));
        let [white, black] = [board.white(), board.black()].map(|side| side & board.pawns());
        for (set, _, counts) in &self.query.sets {
            if set.is_on(white, black) {
                sum += counts;
            }
        }
        for (feature, set) in PawnSet::all(board) {
            sum -= self.weights.penalty() * self.weights.get(feature) * set_rarity(&set);
        }
        sum
    }
}

/// The smallest number of 32 bits that is not less.
fn round_up(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) < number {
        near.next_up()
    } else {
        near
    }
}
