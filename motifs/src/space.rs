//! Space: how much of the centre behind its pawns a side has to itself.

use shakmaty::{Bitboard, Board, Color, Rank};

use crate::spans::pawn_attacks;
use crate::squares::{CENTRE, union};

/// How many squares more a side must have for it to be worth a word. Measured: in Carlsen's games
/// this is so in one position of six after move 12.
pub(crate) const SPACE_ADVANTAGE: usize = 6;

/// The squares of the centre that are safe for `color`: on the files c to f and its second to
/// fourth rank, without its own pawns on them, and not attacked by enemy pawns.
///
/// Source: <https://www.chessprogramming.org/Space>, as in Stockfish.
pub fn space(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let ranks = color.fold_wb(
        [Rank::Second, Rank::Third, Rank::Fourth],
        [Rank::Seventh, Rank::Sixth, Rank::Fifth],
    );
    CENTRE & union(ranks) & !pawns & !pawn_attacks(!color, enemies)
}

/// The amount of space of `color`: the squares of [`space`], those up to three ranks behind a
/// friendly pawn counted twice; 0 to 24, and 8 for both at the start.
///
/// Source: <https://www.chessprogramming.org/Space>, as in Stockfish.
pub fn space_count(board: &Board, color: Color) -> usize {
    let squares = space(board, color);
    let pawns = board.pawns() & board.by_color(color);
    let back = |steps: i32| pawns.shift(color.fold_wb(-8, 8) * steps);
    let behind = back(1) | back(2) | back(3);
    squares.count() + (squares & behind).count()
}
