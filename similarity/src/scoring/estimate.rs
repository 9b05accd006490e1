//! What a position scores at most, quickly: one number for each of its terms, what it brings less what
//! it costs, summed up in any order.
//!
//! [`Query::score`] decides. What this does not rule out is scored exactly, from the terms that were
//! made for it. For a position of 31.2 it gives at least 31.2, and little more.

use shakmaty::{Bitboard, Board, Chess, Position};

use super::{Formula, Matches, Query};
use crate::terms::idf::RARITIES;
use crate::terms::measures::set_rarities;
use crate::terms::of_position::{KINDS, Needs, for_each_other_term, for_each_pawn_file};
use crate::terms::profile::{Feature, Weights};
use crate::terms::term::Term;

/// Many times what the two sums, in different orders and 64 bits, can differ by.
const SLACK: f64 = 1e-6;

/// What costs are multiplied by, so that rounding to 32 bits never makes them greater: that is off by 2^-24 at most.
const LOWERED: f64 = 1.0 - 1.0 / (1 << 22) as f64;

/// What most positions have terms for; those of others take more memory.
const TERMS: usize = 256;

/// A query with a number for each term.
pub(crate) struct Estimate<'a> {
    query: &'a Query,
    weights: Weights,
    /// By number of the term: what it brings less what it costs, or hardly more.
    gains: Box<[f32]>,
    /// What can change the sum.
    needs: Needs,
}

/// Room for what is computed of one position after the other, and what is the same for most positions of a passage:
/// pawns, and what only they decide about.
pub(crate) struct Scratch {
    pawns: Option<[Bitboard; 2]>,
    /// What their terms bring.
    gain: f64,
    /// Their [`set_rarities`].
    sets: [f64; Feature::COUNT],
    /// The other terms of the position that was estimated last.
    terms: Vec<Term>,
    matches: Matches,
}

impl<'a> Estimate<'a> {
    /// `None` for the thesis's formula, which is not a sum.
    pub(crate) fn new(query: &'a Query) -> Option<Estimate<'a>> {
        let Formula::Weighted(weights) = query.formula else {
            return None;
        };
        let mut costs = [0.0; Feature::COUNT];
        for feature in Feature::penalised() {
            costs[feature as usize] = weights.cost(feature);
        }
        let cost =
            |(rarity, feature): &(f32, Feature)| f64::from(*rarity) * costs[*feature as usize];
        // Without a branch for each of thousands of terms.
        let lowered = costs.map(|cost| -cost * LOWERED);
        let without = |(rarity, feature): &(f32, Feature)| {
            (f64::from(*rarity) * lowered[*feature as usize]) as f32
        };
        let mut gains: Box<[f32]> = RARITIES.iter().map(without).collect();
        let mut reach = [Bitboard::EMPTY; KINDS.len()];
        for asked in &query.terms {
            for matching in asked.term.matched_by() {
                let place = matching.id();
                gains[place] = round_up(asked.counts(matching.weight()) - cost(&RARITIES[place]));
            }
            if asked.reach > 0.0
                && let Some((kind, square)) = asked.term.place()
            {
                reach[kind].add(square);
            }
        }
        Some(Estimate {
            query,
            weights,
            gains,
            // What has no weight neither brings nor costs anything.
            needs: Needs {
                reach,
                weights: Some(weights),
            },
        })
    }

    /// Room for one position after the other.
    pub(crate) fn scratch(&self) -> Scratch {
        Scratch {
            pawns: None,
            gain: 0.0,
            sets: [0.0; Feature::COUNT],
            terms: Vec::with_capacity(TERMS),
            matches: Matches::none(self.query.terms.len() + self.query.late.len()),
        }
    }

    /// What a position does not score more than.
    pub(crate) fn at_most(&self, position: &Chess, scratch: &mut Scratch) -> f64 {
        let board = position.board();
        let pawns = Some([board.white(), board.black()].map(|side| side & board.pawns()));
        if scratch.pawns != pawns {
            scratch.pawns = pawns;
            scratch.sets = set_rarities(board);
            scratch.gain = self.pawns(board, &scratch.sets);
        }
        let mut sum = 0.0;
        scratch.terms.clear();
        for_each_other_term(position, &self.needs, |term| {
            scratch.terms.push(term);
            sum += self.gain(term);
        });
        sum + scratch.gain + SLACK
    }

    /// The score of the position whose estimate was the last one: to the last bit that of [`Query::score`], since what is
    /// skipped would add nothing.
    pub(crate) fn score(&self, position: &Chess, scratch: &mut Scratch) -> f64 {
        scratch.matches.refill(
            &self.query.places,
            position.board(),
            &scratch.terms,
            &scratch.sets,
        );
        self.query.sum(&scratch.matches)
    }

    fn gain(&self, term: Term) -> f64 {
        f64::from(self.gains[term.id()])
    }

    /// What those of its terms bring that only pawns decide about.
    fn pawns(&self, board: &Board, sets: &[f64; Feature::COUNT]) -> f64 {
        let mut sum = 0.0;
        for_each_pawn_file(board, |term| sum += self.gain(term));
        let [white, black] = [board.white(), board.black()].map(|side| side & board.pawns());
        for (set, _, counts) in &self.query.sets {
            if set.is_on(white, black) {
                sum += counts;
            }
        }
        for feature in [Feature::PawnWing, Feature::PawnSkeleton] {
            sum -= self.weights.cost(feature) * sets[feature as usize];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::profile::{PENALTY_NAME, Scoring};
    use crate::terms::statistics::Statistics;

    /// What a term costs that a query does not look for is never more than it should be, and hardly less.
    #[test]
    fn costs_are_not_rounded_up() {
        let mut weighted: Vec<Weights> = Scoring::ALL
            .into_iter()
            .filter_map(Scoring::weights)
            .collect();
        let mut heavy = weighted[0];
        heavy.set(PENALTY_NAME, 100.0).expect("a weight");
        weighted.push(heavy);
        for weights in weighted {
            let scoring = Scoring::Custom(weights);
            let query = Query::new(&Chess::default(), &Statistics::default(), scoring);
            let estimate = Estimate::new(&query).expect("weights");
            for term in Term::all() {
                if query
                    .terms
                    .iter()
                    .any(|asked| asked.term.matched_by().any(|other| other == term))
                {
                    continue;
                }
                let (rarity, feature) = RARITIES[term.id()];
                let is_penalised = Feature::penalised().any(|penalised| penalised == feature);
                let weight = if is_penalised {
                    weights.cost(feature)
                } else {
                    0.0
                };
                let cost = f64::from(rarity) * weight;
                let over = estimate.gain(term) + cost;
                assert!((0.0..=1e-6 * cost).contains(&over), "{term}: {over}");
            }
        }
    }

    /// Of positions that follow each other, whatever was estimated before; in two of them, only a piece
    /// makes a pawn backward.
    #[test]
    fn no_less_than_the_score_and_hardly_more() {
        let fens = [
            "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
            "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B2RK1 b - - 1 1",
            "r1b3k1/1p2n1pp/p1n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B2RK1 w - - 0 2",
            "8/5pk1/4p1p1/3pP2p/3P3P/2r3P1/5PK1/1R6 b - - 3 41",
            "8/5pk1/4p1p1/3pP2p/3P3P/r5P1/5PK1/1R6 w - - 4 42",
            "2r2rk1/1bq1bppp/p2ppn2/1p6/3BPP2/P1N2B2/1PP1Q1PP/3R1R1K w - - 2 17",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "r1b1kn1r/1p1q2b1/p2p1n1p/2pPp1p1/P1P1P1P1/2NB1P1N/1P6/R1BQK2R b - - 0 14",
            "r1b1k2r/1p1q2b1/p2p1nnp/2pPp1p1/P1P1P1P1/2NB1P1N/1P6/R1BQK2R w - - 0 15",
        ];
        let positions = fens.map(|fen| pgn::parse_fen(fen).expect("a FEN"));
        let weighted = Scoring::ALL.into_iter().filter_map(Scoring::weights);
        for weights in weighted {
            for query in &positions {
                let scoring = Scoring::Custom(weights);
                let query = Query::new(query, &Statistics::default(), scoring);
                let estimate = Estimate::new(&query).expect("weights");
                let mut scratch = estimate.scratch();
                for (fen, position) in fens.iter().zip(&positions) {
                    let over = estimate.at_most(position, &mut scratch) - query.score(position);
                    let score = estimate.score(position, &mut scratch);
                    assert_eq!(score.to_bits(), query.score(position).to_bits(), "{fen}");
                    assert!((0.0..1e-4).contains(&over), "{fen}: {over}");
                }
            }
        }
    }
}
