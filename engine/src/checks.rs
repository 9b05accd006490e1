//! Which moves give check.

use shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};

/// From where the pieces of the side to move would give check.
#[derive(Copy, Clone, Debug)]
pub struct Checks {
    king: Square,
    knight: Bitboard,
    diagonal: Bitboard,
    line: Bitboard,
    pawn: Bitboard,
    /// Own pieces that may uncover a check by moving away.
    uncovering: Bitboard,
}

impl Checks {
    /// Those of a position.
    ///
    /// Source: <https://www.chessprogramming.org/Check#Check_Squares>.
    ///
    /// # Panics
    ///
    /// A side has no king.
    pub fn new(chess: &Chess) -> Checks {
        let board = chess.board();
        let turn = chess.turn();
        let king = board.king_of(!turn);
        let king = king.expect("both sides of a legal position have a king");
        let occupied = board.occupied();
        let (diagonal, line) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        // Sliders that would see the king if the first piece on the way were gone.
        let rest = occupied & !((diagonal | line) & chess.us());
        let behind = (bishop_attacks(king, rest) & board.bishops_and_queens())
            | (rook_attacks(king, rest) & board.rooks_and_queens());
        let hidden = behind & chess.us() & !diagonal & !line;
        let between = hidden
            .into_iter()
            .map(|slider| shakmaty::attacks::between(king, slider));
        let between = between.fold(Bitboard::EMPTY, |all, one| all | one);
        Checks {
            king,
            knight: knight_attacks(king),
            diagonal,
            line,
            pawn: pawn_attacks(!turn, king),
            uncovering: between & (diagonal | line) & chess.us(),
        }
    }

    /// Where a piece would give check if it could go there. Promotions and captures en passant do not count.
    pub(crate) fn squares(&self, role: Role, from: Square) -> Bitboard {
        let from_there = match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.diagonal,
            Role::Rook => self.line,
            Role::Queen => self.diagonal | self.line,
            Role::King => Bitboard::EMPTY,
        };
        if self.uncovering.contains(from) {
            from_there | !ray(self.king, from)
        } else {
            from_there
        }
    }

    /// Whether a move gives check. Castling, en passant and promotions do not count.
    pub fn has(&self, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => self.squares(role, from).contains(to),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Checks;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Move, Position};

    #[test]
    fn checks_are_foreseen() {
        let epds = include_str!("../../data/suites/wac.epd").lines();
        for epd in epds.filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = epd.split(' ').take(4).collect();
            let fen: Fen = fields.join(" ").parse().expect("a FEN");
            let chess: Chess = fen
                .into_position(CastlingMode::Standard)
                .expect("a position");
            let checks = Checks::new(&chess);
            for m in chess.legal_moves() {
                if matches!(
                    m,
                    Move::Normal {
                        promotion: None,
                        ..
                    }
                ) {
                    let check = chess.clone().play(m).expect("legal").is_check();
                    assert_eq!(checks.has(m), check, "{m} in {epd}");
                }
            }
        }
    }
}
