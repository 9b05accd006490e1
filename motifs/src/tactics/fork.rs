//! Forks: one piece attacks two or more at once.

use shakmaty::{Bitboard, Chess, Move, Position, Role};

use crate::danger::value;
use crate::exchange::{capture_gain, exchange};

/// A move that forks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The move, e.g. `Nc7+`.
    pub by: Move,
    /// The pieces it attacks, two or more.
    pub targets: Bitboard,
}

/// The forks of the side to move: legal moves that lose nothing, of any piece but the king, after
/// which it attacks two or more enemy pieces, each of them
///
/// * the king,
/// * or a piece other than a pawn that capturing would win something of, by the exchanges that
///   would follow, and that does not attack the forking piece unless it is worth more.
///
/// Source: <https://www.chessprogramming.org/Double_Attack>; lichess's theme
/// [`fork`](https://lichess.org/training/themes).
pub fn forks(position: &Chess) -> Vec<Fork> {
    let us = position.turn();
    let mut forks = Vec::new();
    for by in position.legal_moves() {
        if by.is_castle() || by.role() == Role::King {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(by);
        let board = after.board();
        let square = by.to();
        let role = by.promotion().unwrap_or(by.role());
        let attacked = board.attacks_from(square) & board.by_color(!us) & !board.pawns();
        if !attacked.more_than_one() {
            continue;
        }
        let back = board.attacks_to(square, !us, board.occupied());
        let targets: Bitboard = attacked
            .into_iter()
            .filter(|&target| match board.role_at(target) {
                Some(Role::King) => true,
                Some(victim) if value(victim) <= value(role) && back.contains(target) => false,
                Some(_) => {
                    let mut alone = board.clone();
                    // Only what the forking piece can win counts.
                    for other in board
                        .attacks_to(target, us, board.occupied())
                        .without(square)
                    {
                        if board.role_at(other) != Some(Role::King) {
                            alone.discard_piece_at(other);
                        }
                    }
                    capture_gain(&alone, target, us) > 0
                }
                None => false,
            })
            .collect();
        if targets.more_than_one() && exchange(position, by) >= 0 && !after.is_checkmate() {
            forks.push(Fork { by, targets });
        }
    }
    forks
}
