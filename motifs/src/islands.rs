//! Pawn islands: groups of adjacent files that hold a pawn of the colour.

use shakmaty::{Bitboard, Board, Color, Rank};

use crate::spans::files;

/// How many pawn islands `color` has: 0 without pawns, at most 4.
///
/// Source: Plut 2018, section 3.2; <https://www.chessprogramming.org/Pawn_Islands_(Bitboards)>.
pub fn islands(board: &Board, color: Color) -> u32 {
    count(board.pawns() & board.by_color(color))
}

/// How many islands `pawns`, all of one colour, form.
pub(crate) fn count(pawns: Bitboard) -> u32 {
    let occupied = (files(pawns) & Rank::First).0;
    // An island begins where a file is occupied and its left neighbour is not.
    (occupied & !(occupied << 1)).count_ones()
}
