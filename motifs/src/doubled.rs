//! Doubled pawns: two or more pawns of one colour on one file.

use shakmaty::{Bitboard, Board, Color, File};

/// The groups of doubled pawns of `color` from the a- to the h-file, one group a file,
/// e.g. `{c2, c3, c5}`.
///
/// Source: Plut 2018, section 3.2; <https://www.chessprogramming.org/Doubled_Pawn>.
pub fn doubled(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    File::ALL
        .into_iter()
        .map(move |file| pawns & file)
        .filter(|group| group.more_than_one())
}
