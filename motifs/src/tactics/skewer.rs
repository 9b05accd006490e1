//! Skewers: a piece is attacked, and when it moves the one behind it falls.

use shakmaty::attacks::{attacks, between};
use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};

use crate::danger::value;
use crate::exchange::exchange;

/// A move that skewers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Skewer {
    /// The move of a bishop, rook or queen, or the promotion to one.
    pub by: Move,
    /// The attacked piece in front.
    pub front: Square,
    /// The one behind it, worth as much or less.
    pub behind: Square,
}

/// The skewers of the side to move: legal moves of a bishop, rook or queen that lose nothing, and
/// after which
///
/// 1. it attacks an enemy piece that has to move: the king, a piece worth more than it, or an
///    undefended one,
/// 2. and behind that, on the same line, stands a piece worth as much or less that it could then
///    capture with profit: undefended, or worth more than it. Pawns do not count.
///
/// Source: <https://www.chessprogramming.org/Skewer>; lichess's theme
/// [`skewer`](https://lichess.org/training/themes).
pub fn skewers(position: &Chess) -> Vec<Skewer> {
    let us = position.turn();
    let mut skewers = Vec::new();
    for by in position.legal_moves() {
        let role = by.promotion().unwrap_or(by.role());
        if by.is_castle() || !matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(by);
        let board = after.board();
        let from = by.to();
        let enemies = board.by_color(!us) & !board.pawns();
        for front in attacks(from, role.of(us), board.occupied()) & enemies {
            let without = board.occupied().without(front);
            let revealed = attacks(from, role.of(us), without) & enemies;
            let Some(behind) = revealed
                .into_iter()
                .find(|&behind| between(from, behind).contains(front))
            else {
                continue;
            };
            let (Some(first), Some(second)) = (board.role_at(front), board.role_at(behind)) else {
                continue;
            };
            let undefended = |square: Square, occupied: Bitboard| {
                let defenders = board.attacks_to(square, !us, occupied).without(front);
                defenders.is_empty()
            };
            let must_move = value(first) > value(role) || undefended(front, board.occupied());
            let falls = value(second) > value(role) || undefended(behind, without);
            if value(first) >= value(second)
                && second != Role::King
                && must_move
                && falls
                && exchange(position, by) >= 0
            {
                skewers.push(Skewer { by, front, behind });
            }
        }
    }
    skewers
}
