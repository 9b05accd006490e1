//! How far a game has come: from middlegames to endgames without a step.

use motifs::value;
use shakmaty::{Board, Color, Role};

/// What the pieces of both sides are worth, in pawns and without these, up to which all is endgame, and from which
/// on nothing is. Guessed: a rook and a minor piece on one side; all pieces but the queens and a minor piece.
const ENDGAME: f64 = 12.0;
const MIDDLEGAME: f64 = 40.0;

/// The share of the endgame in a position, 0 to 1.
pub fn endgame_share(board: &Board) -> f64 {
    let worth = pieces_worth(board, Color::White) + pieces_worth(board, Color::Black);
    let worth = f64::from(worth);
    ((MIDDLEGAME - worth) / (MIDDLEGAME - ENDGAME)).clamp(0.0, 1.0)
}

/// What a side's pieces are worth in pawns, without king and pawns.
pub(crate) fn pieces_worth(board: &Board, color: Color) -> u32 {
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .map(|role| value(role) * board.by_piece(role.of(color)).count() as u32)
        .iter()
        .sum()
}
