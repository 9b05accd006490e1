//! The evaluation by material alone.

use shakmaty::{Board, Color, Role};

use super::sign::sign;

/// The pieces of both sides, White's view, in centipawns: pawns 100, knights and bishops 300,
/// rooks 500, queens 900.
///
/// Source: <https://www.chessprogramming.org/Point_Value>, Shannon's values, as [`motifs::value`]
/// has them.
pub(crate) fn material(board: &Board) -> i32 {
    let kinds = Role::ALL.into_iter().filter(|role| *role != Role::King);
    kinds
        .flat_map(|role| Color::ALL.map(|color| (role, color)))
        .map(|(role, color)| {
            let count = board.by_piece(role.of(color)).count() as i32;
            sign(color) * count * 100 * motifs::value(role) as i32
        })
        .sum()
}
