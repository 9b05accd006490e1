//! Discovered attacks: a piece moves, and the one behind it attacks.

use shakmaty::attacks::ray;
use shakmaty::{Chess, Position, Role, Square};

use super::{only_between, sliders_towards};
use crate::exchange::{capture_gain, exchange, worth};

/// A discovered attack, e.g. of the rook on d1 on the queen on d8 when the knight on d5 moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DiscoveredAttack {
    /// The piece that is in the way.
    pub moving: Square,
    /// The bishop, rook or queen behind it.
    pub attacker: Square,
    /// What it will attack: the king, or a piece that it wins something of.
    pub target: Square,
}

/// The attacks that the side to move can discover: a piece or pawn of its own that is alone
/// between its bishop, rook or queen and an enemy piece, not a pawn, and that has a legal move off
/// their line; that piece is the king, or one that capturing would then win more of than the move
/// loses.
///
/// Source: <https://www.chessprogramming.org/Discovered_Attack>; lichess's theme
/// [`discoveredAttack`](https://lichess.org/training/themes).
pub fn discovered_attacks(position: &Chess) -> Vec<DiscoveredAttack> {
    let (board, us) = (position.board(), position.turn());
    let moves = position.legal_moves();
    let mut found = Vec::new();
    for target in board.by_color(!us) & !board.pawns() {
        for attacker in sliders_towards(board, us, target) {
            let Some(moving) = only_between(board, attacker, target) else {
                continue;
            };
            if board.color_at(moving) != Some(us) {
                continue;
            }
            let mut without = board.clone();
            without.discard_piece_at(moving);
            let gain = match board.role_at(target) {
                Some(Role::King) => worth(Role::King),
                _ => capture_gain(&without, target, us),
            };
            let line = ray(attacker, target);
            let pays = moves.iter().any(|m| {
                let leaves = m.from() == Some(moving) && !m.is_castle() && !line.contains(m.to());
                leaves && gain + exchange(position, *m).min(0) > 0
            });
            if gain > 0 && pays {
                found.push(DiscoveredAttack {
                    moving,
                    attacker,
                    target,
                });
            }
        }
    }
    found
}
