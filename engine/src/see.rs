//! Static exchange evaluation: what a capture wins once all recaptures are made.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
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
        // The piece behind the capturer attacks now.
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

/// The pieces of both sides that attack a square.
fn all_attacks_to(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    let pawns = (pawn_attacks(Color::White, to) & board.black())
        | (pawn_attacks(Color::Black, to) & board.white());
    (pawns & board.pawns())
        | (knight_attacks(to) & board.knights())
        | (king_attacks(to) & board.kings())
        | (bishop_attacks(to, occupied) & board.bishops_and_queens())
        | (rook_attacks(to, occupied) & board.rooks_and_queens())
}

fn cheapest(board: &Board, pieces: Bitboard) -> Option<(Role, Square)> {
    if pieces.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| Some((role, (board.by_role(role) & pieces).first()?)))
}

#[cfg(test)]
mod tests {
    use super::wins;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Chess};

    fn check(fen: &str, uci: &str, value: i32) {
        let parsed: Fen = fen.parse().expect("a FEN");
        let chess: Chess = parsed
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let uci: UciMove = uci.parse().expect("a move");
        let m = uci.to_move(&chess).expect("a legal move");
        assert!(wins(&chess, m, value), "{uci} in {fen} wins {value}");
        assert!(!wins(&chess, m, value + 1), "{uci} in {fen} wins no more");
    }

    /// The first two positions: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
    #[test]
    fn exchanges_win_what_they_win() {
        for (fen, uci, value) in [
            // A pawn that is not defended.
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            // A knight for a pawn: to go on would cost more.
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                -350,
            ),
            // A rook for a pawn; with another one behind it, the pawn.
            ("8/8/3k4/4p3/8/8/4R3/K7 w - - 0 1", "e2e5", -575),
            ("7k/3r4/8/3p4/8/8/3R4/K2R4 w - - 0 1", "d2d5", 100),
            // A king may not capture what is defended.
            ("8/8/3k4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
            // After the pawn the bishop behind it attacks, so that the rook stays away.
            ("k7/8/4r3/4p3/3P4/8/8/B6K w - - 0 1", "d4e5", 100),
            // En passant, not defended and defended.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
            // Promotions: a queen for a pawn, or the pawn is lost.
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 1200),
            ("8/Pk6/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            // Quiet moves lose what is captured then.
            ("4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d5", -1300),
            ("4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d4", 0),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
        ] {
            check(fen, uci, value);
        }
    }
}
