//! Isolated pawns: no friendly pawn on an adjacent file.

use shakmaty::{Bitboard, Board, Color};

use crate::spans::{beside, files};

/// The isolated pawns of `color`, e.g. d4 where White has no pawn on the c- and e-files.
///
/// Source: Plut 2018, section 3.2; <https://www.chessprogramming.org/Isolated_Pawn>.
pub fn isolated(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    pawns & !files(beside(pawns))
}
