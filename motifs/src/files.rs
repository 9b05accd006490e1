//! Open and half-open files.

use shakmaty::{Board, Color, File};

/// The open files of a board: without any pawn.
///
/// Source: <https://www.chessprogramming.org/Rook_on_Open_File>.
pub fn open_files(board: &Board) -> impl Iterator<Item = File> + use<> {
    let pawns = board.pawns();
    File::ALL
        .into_iter()
        .filter(move |file| pawns.is_disjoint(*file))
}

/// The files half-open for `color`: with enemy pawns only.
///
/// Source: <https://en.wikipedia.org/wiki/Half-open_file>.
pub fn half_open_files(board: &Board, color: Color) -> impl Iterator<Item = File> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    File::ALL
        .into_iter()
        .filter(move |file| pawns.is_disjoint(*file) && enemies.intersects(*file))
}
