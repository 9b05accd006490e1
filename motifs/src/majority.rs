//! Pawn majorities: more pawns than the opponent on one wing.

use shakmaty::{Bitboard, Board, Color};

use crate::squares::WINGS;

/// The pawns of `color` on each wing, files a to d and e to h, on which it has more of them than
/// the opponent; the queenside comes first.
///
/// Source: <https://www.chessprogramming.org/Pawn_Majority>. Where a wing ends is convention; with
/// halves an exchanged d-pawn makes the majorities that books speak of, 4 to 3 on the kingside.
pub fn majorities(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    WINGS
        .into_iter()
        .filter(move |&wing| (pawns & wing).count() > (enemies & wing).count())
        .map(move |wing| pawns & wing)
}
