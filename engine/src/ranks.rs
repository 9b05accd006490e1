//! The tablebase at the root: moves that win, draw or lose are ranked, so that no search confuses them.

use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::Wdl;

use crate::game::Game;
use crate::node::key;
use crate::root::RootMove;
use crate::score::{CURSED_WIN, DRAW, TB_WIN};
use crate::tablebase::Tablebase;

/// The rank of a move that surely wins; of one that surely loses it is negative. Read: Stockfish's, more than any number
/// of plies.
const SURE: i32 = 1 << 18;

/// The half-moves after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// A move's rank, then how many plies sooner it wins, or later it loses, and its score.
type Rank = (i32, i32, i32);

/// Ranks the moves of a position that the tablebase has, and puts them in that order; true if by the distance to the next
/// capture or pawn move, so that a search without the tablebase can choose among those of the best rank. None if a table
/// that is needed is not there.
///
/// Source: Stockfish's `root_probe` and `root_probe_wdl`.
pub(crate) fn rank(tablebase: &Tablebase, game: &Game, root: &mut [RootMove]) -> Option<bool> {
    let moves = || root.iter().map(|root| root.m);
    let by_distance: Option<Vec<Rank>> = moves().map(|m| by_distance(tablebase, game, m)).collect();
    let is_by_distance = by_distance.is_some();
    let ranks = match by_distance {
        Some(ranks) => ranks,
        None => moves()
            .map(|m| by_outcome(tablebase, game.position(), m))
            .collect::<Option<_>>()?,
    };
    let mut ranked: Vec<(Rank, RootMove)> = ranks.into_iter().zip(root.iter().cloned()).collect();
    ranked.sort_by_key(|((rank, sooner, _), _)| (-rank, -sooner));
    for (root, ((rank, _, proven), m)) in root.iter_mut().zip(ranked) {
        *root = RootMove {
            rank,
            proven: Some(proven),
            ..m
        };
    }
    Some(is_by_distance)
}

/// The rank of a move by the plies to the next capture or pawn move (DTZ), this one included; needs both tables.
fn by_distance(tablebase: &Tablebase, game: &Game, m: Move) -> Option<Rank> {
    let mut after = game.position().clone();
    after.play_unchecked(m);
    let distance = if after.is_checkmate() {
        1
    } else if after.halfmoves() == 0 {
        at_once(tablebase.wdl(&after)?)
    } else if game.is_drawn_by(&after) {
        0
    } else {
        let distance = -tablebase.dtz(&after)?;
        distance + distance.signum()
    };
    let clock = game.position().halfmoves() as i32;
    Some(ranked(distance, clock, game.has_repeated()))
}

/// The distance before a capture or pawn move, by what the position after it is to the opponent.
fn at_once(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => 1,
        Wdl::BlessedLoss => FIFTY_MOVES + 1,
        Wdl::Draw => 0,
        Wdl::CursedWin => -FIFTY_MOVES - 1,
        Wdl::Win => -1,
    }
}

/// The rank by the distance, of which one ply may be rounded off, and the half-moves since the last capture or pawn move.
///
/// Sure wins are alike, so that the search may choose the one that is easiest. But once a position has been repeated,
/// the next capture or pawn move is to come as soon as it can.
fn ranked(distance: i32, clock: i32, has_repeated: bool) -> Rank {
    let plies = distance.abs() + clock;
    let rank = match distance {
        1.. if plies < FIFTY_MOVES && !has_repeated => SURE,
        1.. => SURE / 2 - plies,
        0 => 0,
        // Far from fifty moves all that loses is alike.
        _ if 2 * distance.abs() + clock < FIFTY_MOVES => -SURE,
        _ => plies - SURE / 2,
    };
    let proven = if distance == 0 {
        DRAW
    } else if plies <= FIFTY_MOVES {
        TB_WIN
    } else {
        CURSED_WIN
    };
    (rank, -distance, distance.signum() * proven)
}

/// The rank of a move by what it comes to if a capture or pawn move follows soon enough.
fn by_outcome(tablebase: &Tablebase, position: &Chess, m: Move) -> Option<Rank> {
    let mut after = position.clone();
    after.play_unchecked(m);
    let (rank, proven) = match tablebase.wdl(&after)? {
        Wdl::Loss => (SURE, TB_WIN),
        Wdl::BlessedLoss => (1, CURSED_WIN),
        Wdl::Draw => (0, DRAW),
        Wdl::CursedWin => (-1, -CURSED_WIN),
        Wdl::Win => (-SURE, -TB_WIN),
    };
    Some((rank, 0, proven))
}

impl Game {
    /// The keys of the positions since the last capture or pawn move, without the last one.
    fn reversible(&self) -> &[u64] {
        let plies = (self.position.halfmoves() as usize).min(self.earlier.len());
        &self.earlier[self.earlier.len() - plies..]
    }

    /// Whether a position after the next move is drawn: by fifty moves, or because it has been there twice.
    fn is_drawn_by(&self, after: &Chess) -> bool {
        let key = key(after);
        let times = self.reversible().iter().filter(|earlier| **earlier == key);
        after.halfmoves() as i32 >= FIFTY_MOVES || times.count() >= 2
    }

    /// Whether a position was there twice since the last capture or pawn move.
    fn has_repeated(&self) -> bool {
        let mut keys = self.reversible().to_vec();
        keys.push(key(&self.position));
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::{CURSED_WIN, DRAW, SURE, TB_WIN, ranked};

    /// Distance, half-moves so far, whether a position was repeated; rank and score.
    #[test]
    fn fifty_moves_and_repetitions_count() {
        for (distance, clock, has_repeated, rank, score) in [
            (1, 0, false, SURE, TB_WIN),
            (60, 39, false, SURE, TB_WIN),
            // It may be a ply more.
            (60, 40, false, SURE / 2 - 100, TB_WIN),
            (60, 41, false, SURE / 2 - 101, CURSED_WIN),
            (101, 0, false, SURE / 2 - 101, CURSED_WIN),
            (10, 20, true, SURE / 2 - 30, TB_WIN),
            (0, 70, true, 0, DRAW),
            (-1, 0, false, -SURE, -TB_WIN),
            (-40, 10, true, -SURE, -TB_WIN),
            // To hold out longer may be a draw.
            (-40, 20, false, 60 - SURE / 2, -TB_WIN),
            (-60, 41, false, 101 - SURE / 2, -CURSED_WIN),
        ] {
            let found = ranked(distance, clock, has_repeated);
            assert_eq!(
                (found.0, found.2),
                (rank, score),
                "{distance} {clock} {has_repeated}"
            );
        }
    }
}
