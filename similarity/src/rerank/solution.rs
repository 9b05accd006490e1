//! How alike what is to be played in two positions is: which pieces move and take what, checks, material given up and
//! won, and the motifs of the line.
//!
//! A position has a line: the engine's, or the moves of its game. A line is a set of [`Trait`]s with weights; two
//! lines are as alike as the cosine of the angle between them, 0 to 1. The traits and weights are guessed; all
//! together they find the positions of `data/themes`, docs/ranking.md says how well, and leaving out any single
//! one changes little.

use std::collections::BTreeMap;

use motifs::{LineMotif, line_motifs};
use shakmaty::{Chess, Color, Move, Position, Rank, Role};

use crate::scoring::idea::{Idea, balance};
use crate::terms::term::of_piece;

/// How many half-moves of a line are compared. Measured: with 6, 8 and 10 the themes are found equally well, with 4 worse.
pub(crate) const LINE: usize = 6;

/// What is true of a line. The side to move in its position is `Own`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trait {
    Moves(Side, Role),
    Takes(Side, Role),
    TakesWith(Side, Role, Role),
    Checks(Side),
    ChecksWith(Side, Role),
    Promotes(Side),
    /// The first move again: piece, whether it takes, whether it gives check, whether it can be taken.
    Begins(Role),
    BeginsTaking(bool),
    BeginsChecking(bool),
    BeginsAttacked(bool),
    /// The first move's distance to the enemy king, three at most, and its rank from its own side.
    BeginsNearKing(u32),
    BeginsOnRank(Rank),
    /// The side to move has given up material at some time; as much, in pawns.
    GivesUp,
    GivesUpAsMuch(i64),
    /// What the side to move has won or lost at the end, in pawns, -1 to 9.
    Wins(i64),
    Mates,
    Stalemates,
    /// What the engine thinks: won or lost, equal, or neither.
    IsDecided,
    IsEqual,
    IsOpen,
    /// Equal, with less material.
    Saves,
    Motif(LineMotif),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Own,
    Other,
}

/// What is true of the line of a position, and by how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    traits: BTreeMap<Trait, f64>,
}

impl Solution {
    /// The solution of a position by an idea of its side to move.
    pub fn of_idea(position: &Chess, idea: &Idea) -> Solution {
        let score = position.turn().fold_wb(idea.score, -idea.score);
        Solution::new(position, &idea.line, Some(score))
    }

    /// That of a line of legal moves; `score` is in pawns from the side to move, if it is known.
    pub(crate) fn new(position: &Chess, line: &[Move], score: Option<f64>) -> Solution {
        let line = &line[..line.len().min(LINE)];
        let mut solution = Solution::default();
        let us = position.turn();
        let before = balance(position, us);
        let mut least = before;
        let mut after = position.clone();
        for (ply, m) in line.iter().enumerate() {
            let side = [Side::Own, Side::Other][ply % 2];
            let of = after;
            after = of.clone();
            after.play_unchecked(*m);
            solution.add_move(side, *m, after.is_check(), weight(ply));
            if side == Side::Other {
                least = least.min(balance(&after, us));
            }
        }
        if let Some(first) = line.first() {
            solution.add_first(position, *first);
        }
        for (ply, motif) in line_motifs(position, line) {
            solution.put(Trait::Motif(motif), 2.0 * weight(ply));
        }
        if least < before {
            solution.put(Trait::GivesUp, 1.0);
            solution.put(Trait::GivesUpAsMuch(before - least), 1.0);
        }
        solution.put(
            Trait::Wins((balance(&after, us) - before).clamp(-1, 9)),
            1.0,
        );
        if after.is_checkmate() {
            solution.put(Trait::Mates, 2.0);
        }
        if after.is_stalemate() {
            solution.put(Trait::Stalemates, 2.0);
        }
        if let Some(score) = score {
            solution.add_score(score, before);
        }
        solution
    }

    /// How alike two are, from 0 to 1.
    pub(crate) fn likeness(&self, other: &Solution) -> f64 {
        let product: f64 = self.shared(other).map(|(_, product)| product).sum();
        let length =
            |solution: &Solution| solution.traits.values().map(|w| w * w).sum::<f64>().sqrt();
        let lengths = length(self) * length(other);
        if lengths > 0.0 {
            product / lengths
        } else {
            0.0
        }
    }

    /// What both have most of, in words: three at most.
    pub(crate) fn in_common(&self, other: &Solution) -> Vec<String> {
        let mut shared: Vec<(Trait, f64)> = self.shared(other).collect();
        shared.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut words: Vec<String> = Vec::new();
        for word in shared.into_iter().filter_map(|(one, _)| one.wording()) {
            if !words.contains(&word) && words.len() < 3 {
                words.push(word);
            }
        }
        words
    }

    fn shared<'a>(&'a self, other: &'a Solution) -> impl Iterator<Item = (Trait, f64)> + 'a {
        let traits = self.traits.iter();
        traits.filter_map(|(one, weight)| Some((*one, weight * other.traits.get(one)?)))
    }

    fn put(&mut self, one: Trait, weight: f64) {
        let known = self.traits.entry(one).or_default();
        *known = known.max(weight);
    }

    fn add_move(&mut self, side: Side, m: Move, is_check: bool, weight: f64) {
        self.put(Trait::Moves(side, m.role()), weight);
        if let Some(victim) = m.capture() {
            self.put(Trait::Takes(side, victim), weight);
            self.put(Trait::TakesWith(side, m.role(), victim), weight);
        }
        if is_check {
            self.put(Trait::Checks(side), weight);
            self.put(Trait::ChecksWith(side, m.role()), weight);
        }
        if m.is_promotion() {
            self.put(Trait::Promotes(side), 2.0);
        }
    }

    fn add_first(&mut self, position: &Chess, m: Move) {
        let (board, us) = (position.board(), position.turn());
        let mut after = position.clone();
        after.play_unchecked(m);
        let attackers = board.attacks_to(m.to(), !us, board.occupied());
        self.put(Trait::Begins(m.role()), 1.0);
        self.put(Trait::BeginsTaking(m.is_capture()), 1.0);
        self.put(Trait::BeginsChecking(after.is_check()), 1.0);
        self.put(Trait::BeginsAttacked(attackers.any()), 1.0);
        self.put(Trait::BeginsOnRank(us.relative_rank(m.to().rank())), 0.5);
        if let Some(king) = board.king_of(!us) {
            self.put(Trait::BeginsNearKing(m.to().distance(king).min(3)), 0.5);
        }
    }

    fn add_score(&mut self, score: f64, balance: i64) {
        let equal = score.abs() < 0.5;
        let outcome = match score {
            _ if equal => Trait::IsEqual,
            3.0.. => Trait::IsDecided,
            _ => Trait::IsOpen,
        };
        self.put(outcome, 1.0);
        if equal && balance < 0 {
            self.put(Trait::Saves, 4.0);
        }
    }
}

/// How much a half-move of a line counts.
fn weight(ply: usize) -> f64 {
    if ply < 2 { 1.0 } else { 0.6 }
}

impl Trait {
    /// What a player would say of it; `None` of what is not worth a word.
    fn wording(self) -> Option<String> {
        let piece = |role: Role| {
            let piece = of_piece(role.of(Color::White));
            piece.rsplit(' ').next().unwrap_or_default().to_owned()
        };
        Some(match self {
            Trait::TakesWith(Side::Own, role, victim) => {
                format!("{} takes {}", piece(role), piece(victim))
            }
            Trait::ChecksWith(Side::Own, role) => format!("check by the {}", piece(role)),
            Trait::Promotes(Side::Own) => "a promotion".to_owned(),
            Trait::Begins(role) => format!("a {} begins", piece(role)),
            Trait::GivesUpAsMuch(_) => "material given up".to_owned(),
            Trait::Mates => "mate".to_owned(),
            Trait::Stalemates => "stalemate".to_owned(),
            Trait::Saves => "a draw with less material".to_owned(),
            Trait::Motif(motif) => motif.name().to_owned(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passages::moment::tests::line;
    use pgn::Played;

    fn solution(fen: &str, moves: &str) -> Solution {
        let line = line(fen, moves);
        let moves = line.iter().filter_map(|(_, played)| match played {
            Some(Played::Move(m)) => Some(*m),
            Some(Played::Null) | None => None,
        });
        Solution::new(&line[0].0, &moves.collect::<Vec<Move>>(), None)
    }

    /// A Greek gift is more like another one, with colours reversed, too, than like a quiet move.
    #[test]
    fn the_same_idea_is_alike() {
        let gift = solution(
            "rnbq1rk1/pp2bppp/4p3/2ppP3/3P4/2PB1N2/PP3PPP/RNBQK2R w KQ - 0 1",
            "d3h7 g8h7 f3g5 h7g8 d1h5",
        );
        let other = solution(
            "rnbqk2r/pp3ppp/2pb1n2/3p4/2PPp3/4P3/PP2BPPP/RNBQ1RK1 b kq - 0 1",
            "d6h2 g1h2 f6g4 h2g1 d8h4",
        );
        let quiet = solution(
            "rnbq1rk1/pp2bppp/4p3/2ppP3/3P4/2PB1N2/PP3PPP/RNBQK2R w KQ - 0 1",
            "e1g1 b8c6 f1e1 a7a6 b1d2",
        );
        assert!((gift.likeness(&gift) - 1.0).abs() < 1e-9);
        assert!(gift.likeness(&other) > 0.9, "{}", gift.likeness(&other));
        assert!(gift.likeness(&quiet) < 0.3, "{}", gift.likeness(&quiet));
        let words = gift.in_common(&other);
        assert_eq!(words.len(), 3);
        assert!(words.contains(&"an attraction".to_owned()), "{words:?}");
    }

    /// Nothing is known of no line.
    #[test]
    fn no_line() {
        let empty = Solution::default();
        assert!(empty.likeness(&empty).abs() < 1e-9);
        assert_eq!(empty.in_common(&empty), Vec::<String>::new());
    }
}
