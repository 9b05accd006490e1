//! Passed pawns: no enemy pawn ahead on the own or an adjacent file.

use shakmaty::{Bitboard, Board, Color};

use crate::spans::{ahead, beside, pawn_attacks};

/// The passed pawns of `color`, protected ones included. A friendly pawn further ahead on the
/// file does not matter.
///
/// Source: Plut 2018, section 3.2; <https://www.chessprogramming.org/Passed_Pawn>.
pub fn passed(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    pawns & !ahead(!color, enemies | beside(enemies))
}

/// Those of `pawns`, all of `color`, that a friendly pawn defends now. A passed pawn among them
/// is a protected passed pawn.
pub fn protected(board: &Board, color: Color, pawns: Bitboard) -> Bitboard {
    pawns & pawn_attacks(color, board.pawns() & board.by_color(color))
}
