//! Overloaded defenders: two pieces hang if one defender has to choose.

use shakmaty::{Bitboard, Board, Color, Square};

use crate::danger::value;
use crate::exchange::{capture_gain, worth};

/// An overloaded piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Overload {
    /// The defender.
    pub defender: Square,
    /// The pieces that it alone holds, two or more.
    pub held: Bitboard,
}

/// The pieces of `color` that are overloaded: two or more of its other pieces, not pawns, are
/// attacked, would be lost without this defender and are not lost with it; and after one of them
/// has been captured and the defender has captured back, the other is lost for more than that
/// cost.
///
/// Source: <https://www.chessprogramming.org/Overloading>; lichess's tag `overloading`.
pub fn overloads(board: &Board, color: Color) -> Vec<Overload> {
    let pieces = board.by_color(color) & !board.pawns() & !board.kings();
    let attacked: Bitboard = pieces
        .into_iter()
        .filter(|&piece| {
            let attackers = board.attacks_to(piece, !color, board.occupied());
            attackers.any() && capture_gain(board, piece, !color) == 0
        })
        .collect();
    if !attacked.more_than_one() {
        return Vec::new();
    }
    let overloaded = |defender: Square| {
        let mut without = board.clone();
        without.discard_piece_at(defender);
        let gains: Vec<(Square, i32)> = (board.attacks_from(defender) & attacked)
            .into_iter()
            .map(|piece| (piece, capture_gain(&without, piece, !color)))
            .filter(|(_, gain)| *gain > 0)
            .collect();
        let pays = gains.iter().any(|&(first, _)| {
            let others = gains.iter().filter(|&&(other, _)| other != first);
            let best = others.map(|&(_, gain)| gain).max();
            best > Some(cost(board, first, !color))
        });
        let held = gains.iter().map(|&(piece, _)| piece).collect();
        pays.then_some(Overload { defender, held })
    };
    board
        .by_color(color)
        .into_iter()
        .filter_map(overloaded)
        .collect()
}

/// What it costs `color` to capture on `square` with its cheapest piece and be captured back.
fn cost(board: &Board, square: Square, color: Color) -> i32 {
    let attackers = board.attacks_to(square, color, board.occupied());
    let cheapest = attackers
        .into_iter()
        .filter_map(|from| board.role_at(from))
        .min_by_key(|role| value(*role));
    let victim = board.role_at(square).map_or(0, worth);
    cheapest.map_or(0, worth) - victim
}
