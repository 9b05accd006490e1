//! What a capture wins once everything has been captured back.

use shakmaty::{Board, Chess, Color, Move, Piece, Position, Rank, Role, Square};

use crate::danger::value;

/// What a move wins, in pawns by [`value`], if captures on the square it goes to follow as long as
/// they pay, e.g. 2 for a bishop that takes a defended rook, -8 for a queen that takes a defended
/// pawn, 0 for a knight that goes where nothing attacks it. What would leave its own king in check
/// captures nothing. Of equally cheap pieces the one on the first square captures, from a1 to h8: where one of
/// them is pinned or stands before another piece, the mirror image may win something else.
///
/// Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
pub fn exchange(position: &Chess, m: Move) -> i32 {
    let victim = m.capture().map_or(0, worth);
    let promotion = m
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    if m.is_castle() {
        return 0;
    }
    let mut after = position.clone();
    after.play_unchecked(m);
    victim + promotion - capture_gain(after.board(), m.to(), after.turn())
}

/// What `color` wins, in pawns, by beginning to capture on `square`; 0 if that does not pay, or if
/// there is nothing of the enemy's there, or its king.
pub(crate) fn capture_gain(board: &Board, square: Square, color: Color) -> i32 {
    let Some(target) = board.piece_at(square).filter(|piece| piece.color != color) else {
        return 0;
    };
    if target.role == Role::King {
        return 0;
    }
    cheapest_capture(board, square, color).map_or(0, |after| {
        (worth(target.role) - capture_gain(&after, square, !color)).max(0)
    })
}

/// The board after the cheapest piece of `color` that may has captured on `square`.
fn cheapest_capture(board: &Board, square: Square, color: Color) -> Option<Board> {
    let attackers = board.attacks_to(square, color, board.occupied());
    Role::ALL
        .into_iter()
        .flat_map(|role| attackers & board.by_role(role))
        .find_map(|from| {
            let mut after = board.clone();
            let piece = after.remove_piece_at(from)?;
            after.set_piece_at(square, promoted(piece, square));
            let king = after.king_of(color);
            let safe = king.is_none_or(|king| {
                let occupied = after.occupied();
                after.attacks_to(king, !color, occupied).is_empty()
            });
            safe.then_some(after)
        })
}

/// The piece as it stands on `square` after a capture there.
fn promoted(piece: Piece, square: Square) -> Piece {
    let last = piece.color.fold_wb(Rank::Eighth, Rank::First);
    if piece.role == Role::Pawn && square.rank() == last {
        Role::Queen.of(piece.color)
    } else {
        piece
    }
}

/// [`value`], to subtract from.
pub(crate) fn worth(role: Role) -> i32 {
    value(role) as i32
}
