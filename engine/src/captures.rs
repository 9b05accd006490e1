//! Captures, without the work of finding the quiet moves.

use motifs::pawn_attacks;
use shakmaty::attacks::{attacks, between, bishop_attacks, king_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Rank, Role, Square};

/// The legal captures of a position without check, and its promotions to a queen.
///
/// Sources: <https://www.chessprogramming.org/Move_Generation>,
/// <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.
pub(crate) fn captures(chess: &Chess) -> MoveList {
    let mut moves = match chess.pseudo_legal_ep_square() {
        Some(_) => chess.en_passant_moves(),
        None => MoveList::new(),
    };
    let (board, turn) = (chess.board(), chess.turn());
    let (us, them, occupied) = (chess.us(), chess.them(), board.occupied());
    let Some(king) = board.king_of(turn) else {
        return moves;
    };
    let pinned = pinned(chess, king);
    let allowed = |from| {
        if pinned.contains(from) {
            ray(king, from)
        } else {
            Bitboard::FULL
        }
    };
    let last = Bitboard::from(turn.fold_wb(Rank::Eighth, Rank::First));
    let seventh = turn.fold_wb(Rank::Seventh, Rank::Second);
    let pawns = board.pawns() & us;
    for from in pawns & (pawn_attacks(!turn, them) | seventh) {
        let targets = shakmaty::attacks::pawn_attacks(turn, from) & them & allowed(from);
        for to in targets & !last {
            moves.push(normal(chess, Role::Pawn, from, to, None));
        }
        for to in targets & last {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                moves.push(normal(chess, Role::Pawn, from, to, Some(role)));
            }
        }
        let stop = from.offset(turn.fold_wb(8, -8));
        for to in stop.map_or(Bitboard::EMPTY, Bitboard::from) & last & !occupied & allowed(from) {
            moves.push(normal(chess, Role::Pawn, from, to, Some(Role::Queen)));
        }
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in board.by_role(role) & us {
            for to in attacks(from, role.of(turn), occupied) & them & allowed(from) {
                moves.push(normal(chess, role, from, to, None));
            }
        }
    }
    for to in king_attacks(king) & them {
        if board.attacks_to(to, !turn, occupied).is_empty() {
            moves.push(normal(chess, Role::King, king, to, None));
        }
    }
    moves
}

fn normal(chess: &Chess, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
    Move::Normal {
        role,
        from,
        capture: chess.board().role_at(to),
        to,
        promotion,
    }
}

/// The pieces of the side to move that alone stand between its king and a line piece.
fn pinned(chess: &Chess, king: Square) -> Bitboard {
    let board = chess.board();
    let lines = rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonals = bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for sniper in (lines | diagonals) & chess.them() {
        let blockers = between(king, sniper) & board.occupied();
        if !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned & chess.us()
}

#[cfg(test)]
mod tests {
    use super::captures;
    use crate::history::is_quiet;
    use crate::node::tests::positions;
    use shakmaty::{Chess, Move, Position};

    fn check(chess: &Chess) {
        if chess.is_check() {
            return;
        }
        let mut found: Vec<Move> = captures(chess).to_vec();
        let mut legal: Vec<Move> = chess.legal_moves().to_vec();
        legal.retain(|m| !is_quiet(*m));
        found.sort_by_key(ToString::to_string);
        legal.sort_by_key(ToString::to_string);
        assert_eq!(found, legal, "{chess:?}");
    }

    #[test]
    fn all_captures_and_no_others() {
        for suite in [
            include_str!("../../data/suites/wac.epd"),
            include_str!("../../data/suites/perftsuite.epd"),
        ] {
            for chess in positions(suite) {
                check(&chess);
                for m in chess.legal_moves() {
                    check(&chess.clone().play(m).expect("legal"));
                }
            }
        }
    }
}
