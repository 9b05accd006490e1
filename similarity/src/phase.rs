//! How far a game has come: from middlegames to endgames without a step.

use shakmaty::{Board, Role};

/// What the pieces of both sides are worth, in pawns and without these, up to which all is endgame, and from which
/// on nothing is. Guessed: a rook and a minor piece on one side; all pieces but the queens and a minor piece.
const ENDGAME: f64 = 12.0;
const MIDDLEGAME: f64 = 40.0;

/// The share of the endgame in a position, 0 to 1.
pub fn endgame_share(board: &Board) -> f64 {
    let worth = [
        (Role::Queen, 9),
        (Role::Rook, 5),
        (Role::Bishop, 3),
        (Role::Knight, 3),
    ];
    let worth = worth.map(|(role, worth)| worth * board.by_role(role).count());
    let worth = worth.iter().sum::<usize>() as f64;
    ((MIDDLEGAME - worth) / (MIDDLEGAME - ENDGAME)).clamp(0.0, 1.0)
}
