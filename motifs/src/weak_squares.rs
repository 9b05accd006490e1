//! Weak squares of one colour: holes in a wing that nothing guards.

use shakmaty::{Bitboard, Board, Color, Rank, Role};

use crate::spans::{ahead, beside};
use crate::squares::{SQUARE_COLORS, WINGS};

/// The weak square complexes of `color`: on one wing, files a to d or e to h,
///
/// 1. two or more holes of one colour on its third rank, that is squares that no friendly pawn
///    defends or could defend by advancing,
/// 2. on a wing that two or more of its pawns are left on,
/// 3. while its bishop on squares of that colour is gone, and the enemy's is not.
///
/// E.g. `{f6, h6}` around a black king whose g-pawn stands on g6 and whose bishop has left g7.
///
/// Source: <https://www.chessprogramming.org/Color_Weakness>; the numbers are ours.
pub fn weak_squares(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> {
    let pawns = board.pawns() & board.by_color(color);
    let third = Bitboard::from(color.fold_wb(Rank::Third, Rank::Sixth));
    let holes = third & !ahead(color, beside(pawns));
    let own = board.by_piece(Role::Bishop.of(color));
    let enemy = board.by_piece(Role::Bishop.of(!color));
    WINGS.into_iter().flat_map(move |wing| {
        SQUARE_COLORS.into_iter().filter_map(move |squares| {
            let weak = holes & wing & squares;
            let manned = (pawns & wing).more_than_one();
            let unguarded = own.is_disjoint(squares) && enemy.intersects(squares);
            (weak.more_than_one() && manned && unguarded).then_some(weak)
        })
    })
}
