//! Positions by the moves that follow them in their game.

use std::collections::{BTreeSet, HashMap};

use pgn::Played;
use shakmaty::{Chess, Move};

use crate::passages::move_query::MoveQuery;
use crate::passages::passage::Passage;

/// The most moves that a filter asks for. Guessed: as many as are played in that time.
pub const MOST_MOVES: usize = OWN_MOVES;

/// Within how many moves of the side to move they must follow. Read: what the measure of quality calls a plan.
const OWN_MOVES: usize = 6;

/// How many half-moves after a position the last of these moves has been played.
pub const PLIES_AHEAD: u64 = 2 * OWN_MOVES as u64 - 1;

/// The positions of consecutive passages of a game, each with its ply, after which the side to move plays all of some
/// moves, in any order, within its next six; `None` if what is stored is not a line of chess.
pub fn followed(moves: &[MoveQuery], passages: &[Passage]) -> Option<Vec<(u64, Chess)>> {
    let mut line = Vec::new();
    for passage in passages {
        passage.replay_moves(|ply, position, played| {
            let played = match played {
                Some(Played::Move(m)) => which(moves, m),
                Some(Played::Null) | None => 0,
            };
            line.push((ply, position.clone(), played));
        })?;
    }
    let all = (0..moves.len()).fold(0, |all, bit| all | 1 << bit);
    let played: Vec<u8> = line.iter().map(|(.., played)| *played).collect();
    let is_followed = |place: usize| {
        let own = played[place..].iter().step_by(2).take(OWN_MOVES);
        own.fold(0, |sum, played| sum | played) == all
    };
    let line = line.into_iter().enumerate();
    let line = line.filter(|(place, _)| is_followed(*place));
    Some(
        line.map(|(_, (ply, position, _))| (ply, position))
            .collect(),
    )
}

/// Which of some moves a move is like, a bit each.
fn which(moves: &[MoveQuery], m: Move) -> u8 {
    let bits = moves.iter().enumerate();
    bits.fold(0, |sum, (bit, query)| sum | u8::from(query.is(m)) << bit)
}

/// Whether all of some moves may follow a position of a passage: whether castling is still allowed if one of them is
/// castling. A quick look before [`followed`].
pub fn may_be_followed(moves: &[MoveQuery], passage: &Passage) -> bool {
    !moves.iter().any(|query| query.is_castling()) || passage.may_castle()
}

/// Some plies of some games.
#[derive(Clone, Debug, Default)]
pub struct PlySet {
    /// By game and the plies' 64s, a bit for each.
    bits: HashMap<(u64, u64), u64>,
}

impl PlySet {
    /// Takes a ply of a game in.
    pub fn add(&mut self, game: u64, ply: u64) {
        *self.bits.entry((game, ply / 64)).or_default() |= 1 << (ply % 64);
    }

    /// Takes in all of another one, of other games.
    pub fn extend(&mut self, other: PlySet) {
        self.bits.extend(other.bits);
    }

    /// Whether a ply of a game is one of them.
    pub fn has(&self, game: u64, ply: u64) -> bool {
        let bits = self.bits.get(&(game, ply / 64));
        bits.is_some_and(|bits| bits >> (ply % 64) & 1 == 1)
    }

    /// The games that have some of them.
    pub fn games(&self) -> BTreeSet<u64> {
        self.bits.keys().map(|(game, _)| *game).collect()
    }

    /// How many plies of all games there are.
    pub fn positions(&self) -> u64 {
        let ones = self.bits.values().map(|bits| u64::from(bits.count_ones()));
        ones.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_of_games() {
        let mut plies = PlySet::default();
        for (game, ply) in [(1, 0), (1, 63), (1, 64), (7, 200), (7, 200)] {
            plies.add(game, ply);
        }
        let mut other = PlySet::default();
        other.add(9, 1);
        plies.extend(other);
        for (game, ply, expected) in [
            (1, 0, true),
            (1, 1, false),
            (1, 63, true),
            (1, 64, true),
            (2, 0, false),
            (7, 200, true),
            (7, 136, false),
            (9, 1, true),
        ] {
            assert_eq!(plies.has(game, ply), expected, "{game} {ply}");
        }
        assert_eq!(plies.games(), BTreeSet::from([1, 7, 9]));
        assert_eq!(plies.positions(), 5);
    }
}
