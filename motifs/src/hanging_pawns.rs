//! Hanging pawns: two neighbours alone in the centre, on half-open files.

use shakmaty::{Bitboard, Board, Color, File, Rank};

use crate::spans::{beside, files};
use crate::squares::union;

/// The hanging pawns of `color`, two a group, e.g. `{c4, d4}`: two pawns
///
/// 1. on adjacent files from c to f, level or one rank apart,
/// 2. on their third to fifth rank,
/// 3. with no third friendly pawn on their files or on those beside them,
/// 4. and no enemy pawn on their own files.
///
/// Source: <https://www.chessprogramming.org/Hanging_Pawns>; Nimzowitsch, *My System*. The files
/// and ranks are those of the usual examples (c4 and d4, c5 and d5).
pub fn hanging_pawns(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let ranks = color.fold_wb(
        [Rank::Third, Rank::Fourth, Rank::Fifth],
        [Rank::Sixth, Rank::Fifth, Rank::Fourth],
    );
    let middle = union(ranks);
    [[File::C, File::D], [File::D, File::E], [File::E, File::F]]
        .into_iter()
        .map(union)
        .filter(move |&own| {
            let two = pawns & own;
            let (Some(one), Some(other)) = (two.first(), two.last()) else {
                return false;
            };
            two.count() == 2
                && one.file() != other.file()
                && one.rank().distance(other.rank()) <= 1
                && two.is_subset(middle)
                && pawns & (own | files(beside(own))) == two
                && enemies.is_disjoint(own)
        })
        .map(move |own| pawns & own)
}
