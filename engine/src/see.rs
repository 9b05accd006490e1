//! Static exchange evaluation: what a capture wins once all recaptures are made.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

use crate::parameters::SEE_VALUES;

/// What a piece is worth in an exchange, in centipawns.
pub(crate) fn exchange_value(role: Role) -> i32 {
    SEE_VALUES[role as usize - 1]
}

/// Whether a legal move wins at least `threshold` centipawns on its target square, if both sides
/// go on to capture there with their cheapest pieces as long as it pays. Pins do not count.
///
/// Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
pub(crate) fn wins(chess: &Chess, m: Move, threshold: i32) -> bool {
    let to = m.to();
    let Some(from) = m.from().filter(|_| !m.is_castle()) else {
        return threshold <= 0;
    };
    let board = chess.board();
    let placed = m.promotion().unwrap_or(m.role());
    let mut gain = m.capture().map_or(0, exchange_value) - threshold;
    if let Some(promoted) = m.promotion() {
        gain += exchange_value(promoted) - exchange_value(Role::Pawn);
    }
    if gain < 0 {
        return false;
    }
    gain -= exchange_value(placed);
    if gain >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if m.is_en_passant() {
        // The pawn that is taken stands beside the one that takes.
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    let mut attackers = all_attacks_to(board, to, occupied) & occupied;
    let mut side = !chess.turn();
    loop {
        let ours = attackers & board.by_color(side);
        let Some((role, square)) = cheapest(board, ours) else {
            break;
        };
        occupied = occupied.without(square);
        // Whoever stood behind the capturer attacks now.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & board.rooks_and_queens();
        }
        attackers &= occupied;
        side = !side;
        gain = -gain - 1 - exchange_value(role);
        if gain >= 0 {
            // A king may not capture what is defended.
            if role == Role::King && (attackers & board.by_color(side)).any() {
                side = !side;
            }
            break;
        }
    }
    side != chess.turn()
}

fn all_attacks_to(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    board.attacks_to(to, Color::White, occupied) | board.attacks_to(to, Color::Black, occupied)
}

fn cheapest(board: &Board, pieces: Bitboard) -> Option<(Role, Square)> {
    if pieces.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| Some((role, (board.by_role(role) & pieces).first()?)))
}
