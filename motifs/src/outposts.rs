//! Outposts: squares that a piece cannot be driven from by a pawn.

use shakmaty::{Bitboard, Board, Color, Rank, Role};

use crate::spans::{ahead, beside, pawn_attacks};
use crate::squares::union;

/// The outposts of `color`: squares on its fourth to sixth rank that one of its pawns defends and
/// that no enemy pawn attacks or could attack by advancing; without those its own pawns stand on,
/// and none if it has neither knight nor bishop left to use them.
///
/// Source: <https://www.chessprogramming.org/Outposts>.
pub fn outposts(board: &Board, color: Color) -> Bitboard {
    if board
        .by_color(color)
        .is_disjoint(board.knights() | board.bishops())
    {
        return Bitboard::EMPTY;
    }
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let ranks = color.fold_wb(
        [Rank::Fourth, Rank::Fifth, Rank::Sixth],
        [Rank::Fifth, Rank::Fourth, Rank::Third],
    );
    pawn_attacks(color, pawns) & union(ranks) & !ahead(!color, beside(enemies)) & !pawns
}

/// The knights of `color` that stand on its [`outposts`].
///
/// Source: <https://www.chessprogramming.org/Outposts>.
pub fn knight_outposts(board: &Board, color: Color) -> Bitboard {
    outposts(board, color) & board.by_piece(Role::Knight.of(color))
}
