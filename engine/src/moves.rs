//! Legal moves, found a kind at a time: a position is often done with before its quiet moves are looked for.

use shakmaty::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    ray, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Chess, Move, Position, Rank, Role, Square};

use crate::packed::Packed;

/// What is to be known of a position to find its legal moves.
///
/// Sources: <https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>,
/// <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Moves<'a> {
    chess: &'a Chess,
    king: Square,
    /// Own pieces that alone stand between the king and a line piece.
    pinned: Bitboard,
    /// Where pieces other than the king may go: in check only where they end it.
    allowed: Bitboard,
}

impl<'a> Moves<'a> {
    /// The moves of the side to move.
    ///
    /// # Panics
    ///
    /// It has no king.
    pub(crate) fn new(chess: &'a Chess) -> Moves<'a> {
        let board = chess.board();
        let king = board.king_of(chess.turn());
        let king = king.expect("both sides of a legal position have a king");
        let checkers = chess.checkers();
        let allowed = match checkers.single_square() {
            _ if checkers.is_empty() => Bitboard::FULL,
            Some(checker) => between(king, checker) | checkers,
            None => Bitboard::EMPTY,
        };
        Moves {
            chess,
            king,
            pinned: pinned(chess, king),
            allowed,
        }
    }

    /// Calls `see` with each piece and what it can capture, and `rare` with captures en passant and promotions
    /// that capture or make a queen.
    pub(crate) fn captures(
        &self,
        mut see: impl FnMut(Role, Square, Bitboard),
        mut rare: impl FnMut(Move),
    ) {
        let (chess, turn) = (self.chess, self.chess.turn());
        let enemies = chess.them();
        let pawns = (chess.board().pawns() & chess.us()).without(self.seventh());
        // Most often no pawn can capture, which is sooner seen of all at once.
        for from in pawns & motifs::pawn_attacks(!turn, enemies) {
            see(
                Role::Pawn,
                from,
                pawn_attacks(turn, from) & enemies & self.targets(from),
            );
        }
        self.pieces(enemies, &mut see);
        let around = king_attacks(self.king) & enemies;
        if around.any() {
            see(Role::King, self.king, self.safe(around));
        }
        if chess.pseudo_legal_ep_square().is_some() {
            chess.en_passant_moves().into_iter().for_each(&mut rare);
        }
        self.promotions(|m| {
            if m.is_capture() || m.promotion() == Some(Role::Queen) {
                rare(m);
            }
        });
    }

    /// Calls `see` with each piece and where it can go without capturing, and `rare` with castling and with
    /// promotions to less than a queen that capture nothing. `attacked` is what the opponent attacks.
    pub(crate) fn quiets(
        &self,
        attacked: Bitboard,
        mut see: impl FnMut(Role, Square, Bitboard),
        mut rare: impl FnMut(Move),
    ) {
        let (chess, turn) = (self.chess, self.chess.turn());
        let empty = !chess.board().occupied();
        let pawns = (chess.board().pawns() & chess.us()).without(self.seventh());
        let behind = turn.fold_wb(Bitboard(empty.0 >> 8), Bitboard(empty.0 << 8));
        for from in pawns & behind {
            see(Role::Pawn, from, self.pushes(from) & self.targets(from));
        }
        self.pieces(empty, &mut see);
        let around = king_attacks(self.king) & empty;
        let safe = if chess.is_check() {
            // Squares behind the king are attacked, too, once it has left.
            self.safe(around)
        } else {
            around & !attacked
        };
        see(Role::King, self.king, safe);
        self.castling(&mut rare);
        self.promotions(|m| {
            if !m.is_capture() && m.promotion() != Some(Role::Queen) {
                rare(m);
            }
        });
    }

    /// The capture of what stands on a square.
    pub(crate) fn capture(&self, role: Role, from: Square, to: Square) -> Move {
        Move::Normal {
            role,
            from,
            capture: self.chess.board().role_at(to),
            to,
            promotion: None,
        }
    }

    /// The legal move that was packed so.
    pub(crate) fn find(&self, packed: Packed) -> Option<Move> {
        let (chess, board, turn) = (self.chess, self.chess.board(), self.chess.turn());
        let (from, to) = packed.squares();
        let (from, to) = (Square::new(from as u32), Square::new(to as u32));
        let promotion = packed.promotion();
        let role = board.role_at(from)?;
        if packed == Packed::NONE || !chess.us().contains(from) {
            return None;
        }
        if chess.us().contains(to) {
            let mut found = None;
            self.castling(|m| found = found.or(packed.is(m).then_some(m)));
            return found;
        }
        let targets = match role {
            Role::Pawn if chess.them().contains(to) => pawn_attacks(turn, from),
            Role::Pawn if from.file() == to.file() => self.pushes(from),
            Role::Pawn => return chess.en_passant_moves().into_iter().find(|m| packed.is(*m)),
            Role::King => king_attacks(from),
            _ => attacks(from, role.of(turn), board.occupied()),
        };
        let legal = match role {
            Role::King => self.safe(Bitboard::from(to)).any(),
            _ => self.targets(from).contains(to),
        };
        let promotes = role == Role::Pawn && self.last_rank().contains(to);
        if !targets.contains(to) || !legal || promotes != promotion.is_some() {
            return None;
        }
        let found = Move::Normal {
            role,
            from,
            capture: board.role_at(to),
            to,
            promotion,
        };
        packed.is(found).then_some(found)
    }

    /// Calls `see` with knights, bishops, rooks and queens that can go to some squares, and where.
    fn pieces(&self, to: Bitboard, see: &mut impl FnMut(Role, Square, Bitboard)) {
        let (board, us) = (self.chess.board(), self.chess.us());
        let occupied = board.occupied();
        let mut each = |role, from, reach: Bitboard| {
            let targets = reach & to & self.targets(from);
            if targets.any() {
                see(role, from, targets);
            }
        };
        for from in board.knights() & us {
            each(Role::Knight, from, knight_attacks(from));
        }
        for from in board.bishops() & us {
            each(Role::Bishop, from, bishop_attacks(from, occupied));
        }
        for from in board.rooks() & us {
            each(Role::Rook, from, rook_attacks(from, occupied));
        }
        for from in board.queens() & us {
            each(Role::Queen, from, queen_attacks(from, occupied));
        }
    }

    fn promotions(&self, mut see: impl FnMut(Move)) {
        let (chess, board, turn) = (self.chess, self.chess.board(), self.chess.turn());
        for from in board.pawns() & chess.us() & self.seventh() {
            let reach = self.pushes(from) | pawn_attacks(turn, from) & chess.them();
            for to in reach & self.targets(from) {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    see(Move::Normal {
                        role: Role::Pawn,
                        from,
                        capture: board.role_at(to),
                        to,
                        promotion: Some(role),
                    });
                }
            }
        }
    }

    fn castling(&self, mut see: impl FnMut(Move)) {
        let (chess, turn) = (self.chess, self.chess.turn());
        for side in CastlingSide::ALL {
            let castles = chess.castles();
            let occupied = chess.board().occupied();
            // Most often it cannot be, which is sooner seen so.
            if castles.has(turn, side)
                && (castles.path(turn, side) & occupied).is_empty()
                && !chess.is_check()
            {
                chess.castling_moves(side).into_iter().for_each(&mut see);
            }
        }
    }

    /// Where a pawn can go straight ahead.
    fn pushes(&self, from: Square) -> Bitboard {
        let (turn, occupied) = (self.chess.turn(), self.chess.board().occupied());
        let forward =
            |pawn: Bitboard| turn.fold_wb(Bitboard(pawn.0 << 8), Bitboard(pawn.0 >> 8)) & !occupied;
        let third = Bitboard::from(turn.fold_wb(Rank::Third, Rank::Sixth));
        let one = forward(Bitboard::from(from));
        one | forward(one & third)
    }

    /// Where a piece other than the king may go, if it can.
    fn targets(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.allowed & ray(self.king, from)
        } else {
            self.allowed
        }
    }

    /// Those of some squares that the king could go to.
    fn safe(&self, squares: Bitboard) -> Bitboard {
        let (board, turn) = (self.chess.board(), self.chess.turn());
        let occupied = board.occupied().without(self.king);
        let safe = |square: &Square| board.attacks_to(*square, !turn, occupied).is_empty();
        squares.into_iter().filter(safe).collect()
    }

    /// The rank from which pawns promote.
    fn seventh(&self) -> Bitboard {
        Bitboard::from(self.chess.turn().fold_wb(Rank::Seventh, Rank::Second))
    }

    fn last_rank(&self) -> Bitboard {
        Bitboard::from(self.chess.turn().fold_wb(Rank::Eighth, Rank::First))
    }
}

/// A move that captures nothing.
pub(crate) fn quiet(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
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
    use super::{Moves, quiet};
    use crate::history::is_quiet;
    use crate::node::tests::positions;
    use crate::packed::Packed;
    use crate::threats::Threats;
    use shakmaty::{Chess, Move, Position};

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(ToString::to_string);
        moves
    }

    /// shakmaty's legal moves are found, each in its kind and by itself, and no others.
    fn check(chess: &Chess) {
        let moves = Moves::new(chess);
        let (mut captures, mut quiets) = (Vec::new(), Vec::new());
        let mut common = Vec::new();
        moves.captures(
            |role, from, targets| {
                common.extend(targets.into_iter().map(|to| moves.capture(role, from, to)));
            },
            |m| captures.push(m),
        );
        captures.append(&mut common);
        moves.quiets(
            Threats::new(chess).all(),
            |role, from, targets| {
                common.extend(targets.into_iter().map(|to| quiet(role, from, to)));
            },
            |m| quiets.push(m),
        );
        quiets.append(&mut common);
        let legal = chess.legal_moves().to_vec();
        let (wanted_quiets, wanted_captures) = legal.into_iter().partition(|m| is_quiet(*m));
        assert_eq!(sorted(captures), sorted(wanted_captures), "{chess:?}");
        assert_eq!(sorted(quiets), sorted(wanted_quiets), "{chess:?}");
    }

    /// What is found of each move there can be on a board is what is legal.
    fn check_all_found(chess: &Chess) {
        let legal: Vec<Packed> = chess
            .legal_moves()
            .iter()
            .map(|m| Packed::new(*m))
            .collect();
        for bits in 0..1 << 15 {
            let packed = Packed(bits);
            let found = Moves::new(chess).find(packed);
            assert_eq!(
                found.is_some(),
                packed != Packed::NONE && legal.contains(&packed),
                "{packed:?} in {chess:?}"
            );
            assert!(found.is_none_or(|m| chess.is_legal(m)));
        }
    }

    #[test]
    fn legal_moves_are_those_of_shakmaty() {
        let chess960 = include_str!("../../data/suites/chess960.perft").lines();
        let chess960: Vec<&str> = chess960
            .filter_map(|line| line.strip_prefix("epd "))
            .collect();
        for suite in [
            include_str!("../../data/suites/wac.epd"),
            include_str!("../../data/suites/perftsuite.epd"),
            &chess960.join("\n"),
        ] {
            for chess in positions(suite) {
                check(&chess);
                for m in chess.legal_moves() {
                    check(&chess.clone().play(m).expect("legal"));
                }
            }
        }
    }

    #[test]
    fn packed_moves_are_found_if_they_are_legal() {
        for chess in positions(include_str!("../../data/suites/perftsuite.epd")) {
            check_all_found(&chess);
        }
        for fen in [
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            // Pinned, so that it may not capture en passant.
            "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
            // The pawn that gives check is captured en passant.
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            // Castling of Chess960, with king and rook on their squares.
            "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1",
        ] {
            positions(fen).for_each(|chess| check_all_found(&chess));
        }
    }
}
