//! Weak back ranks: a king that a rook or queen there would mate.

use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Board, Color, Rank, Square};

/// The king of `color` if its back rank is weak:
///
/// 1. it stands on its first rank,
/// 2. none of the squares before it is free: its own pieces stand there, at least one of them a pawn,
///    or the enemy attacks them,
/// 3. and on some square of that rank, with nothing between it and the king, more enemy rooks and
///    queens can arrive, one behind the other or not, than its side defends that square with.
///
/// Source: <https://en.wikipedia.org/wiki/Back-rank_checkmate>; the count is ours.
pub fn weak_back_rank(board: &Board, color: Color) -> Option<Square> {
    let king = board.king_of(color)?;
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    if king.rank() != rank {
        return None;
    }
    let own = board.by_color(color);
    let occupied = board.occupied();
    let before = king_attacks(king).without(rank);
    let shut_in = before
        .into_iter()
        .all(|square| own.contains(square) || board.attacks_to(square, !color, occupied).any());
    if !shut_in || before.is_disjoint(board.pawns() & own) {
        return None;
    }
    let heavy = board.rooks_and_queens() & board.by_color(!color);
    let entered = |square: Square| {
        let arriving = board.attacks_to(square, !color, occupied & !heavy) & heavy;
        let defending = board.attacks_to(square, color, occupied);
        arriving.count() > defending.count() && between(square, king).is_disjoint(occupied)
    };
    let weak = ((own | !occupied) & rank)
        .into_iter()
        .any(|square| square != king && entered(square));
    weak.then_some(king)
}
