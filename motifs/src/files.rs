//! Open and half-open files.

use shakmaty::{Board, Color, File};

/// The open files of a board: without any pawn, while a rook or queen is there to use them.
///
/// Source: <https://www.chessprogramming.org/Rook_on_Open_File>.
pub fn open_files(board: &Board) -> impl Iterator<Item = File> + use<> {
    let pawns = board.pawns();
    let used = board.rooks_and_queens().any();
    File::ALL
        .into_iter()
        .filter(move |file| used && pawns.is_disjoint(*file))
}

/// The files half-open for `color`: with enemy pawns only, while it has a rook or queen to use them.
///
/// Source: <https://en.wikipedia.org/wiki/Half-open_file>.
pub fn half_open_files(board: &Board, color: Color) -> impl Iterator<Item = File> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let used = board.rooks_and_queens().intersects(board.by_color(color));
    File::ALL
        .into_iter()
        .filter(move |file| used && pawns.is_disjoint(*file) && enemies.intersects(*file))
}
