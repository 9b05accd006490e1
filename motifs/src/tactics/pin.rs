//! Pins: a piece that cannot move without exposing a better one behind it.

use shakmaty::{Board, Color, Role, Square};

use super::{only_between, sliders_towards};
use crate::danger::value;

/// A pin, e.g. of the knight on f6 by the bishop on g5 to the queen on d8.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The bishop, rook or queen that pins.
    pub pinner: Square,
    /// The piece in between.
    pub pinned: Square,
    /// What stands behind it: the king, in an absolute pin, or a piece worth more.
    pub behind: Square,
}

/// The pins that `color` has on enemy pieces: on a line of its bishop, rook or queen one enemy
/// piece, and behind it
///
/// * the king (pawns are pinned to nothing else),
/// * or a piece worth more than the pinned one, that is worth more than the pinning one or
///   undefended.
///
/// Source: <https://www.chessprogramming.org/Pin>; lichess's theme
/// [`pin`](https://lichess.org/training/themes).
pub fn pins(board: &Board, color: Color) -> Vec<Pin> {
    let mut pins = Vec::new();
    for behind in board.by_color(!color) & !board.pawns() {
        for pinner in sliders_towards(board, color, behind) {
            let Some(pinned) = only_between(board, pinner, behind) else {
                continue;
            };
            let roles = [pinner, pinned, behind].map(|square| board.role_at(square));
            let [Some(attacker), Some(piece), Some(target)] = roles else {
                continue;
            };
            let enemy = board.color_at(pinned) == Some(!color);
            let absolute = target == Role::King;
            let relative = piece != Role::Pawn && value(target) > value(piece) && {
                let occupied = board.occupied().without(pinned);
                let defenders = board.attacks_to(behind, !color, occupied).without(pinned);
                value(target) > value(attacker) || defenders.is_empty()
            };
            if enemy && (absolute || relative) {
                pins.push(Pin {
                    pinner,
                    pinned,
                    behind,
                });
            }
        }
    }
    pins
}
