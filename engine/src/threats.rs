//! What is attacked by something cheaper.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, Position, Role};

use crate::parameters::ESCAPE;

/// The squares that the opponent attacks, by the cheapest attacker.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Threats {
    pawns: Bitboard,
    /// By pawns, knights and bishops.
    minors: Bitboard,
    /// By them and rooks.
    rooks: Bitboard,
}

impl Threats {
    /// Those against the side to move.
    pub(crate) fn new(chess: &Chess) -> Threats {
        let (board, them) = (chess.board(), chess.them());
        let occupied = board.occupied();
        let reach = |pieces: Bitboard, attacks: &dyn Fn(shakmaty::Square) -> Bitboard| {
            (pieces & them)
                .into_iter()
                .fold(Bitboard::EMPTY, |all, from| all | attacks(from))
        };
        let pawns = motifs::pawn_attacks(!chess.turn(), board.pawns() & them);
        let minors = pawns
            | reach(board.knights(), &knight_attacks)
            | reach(board.bishops(), &|from| bishop_attacks(from, occupied));
        let rooks = minors | reach(board.rooks(), &|from| rook_attacks(from, occupied));
        Threats {
            pawns,
            minors,
            rooks,
        }
    }

    /// What a move is to be tried earlier for, because it takes a piece away from a cheaper one that attacks it; the
    /// other way round, later.
    ///
    /// Source: <https://www.chessprogramming.org/Move_Ordering>, as in Stockfish 15.
    pub(crate) fn escape(&self, m: Move) -> i32 {
        let (from_there, value) = match m.role() {
            Role::Queen => (self.rooks, ESCAPE[2]),
            Role::Rook => (self.minors, ESCAPE[1]),
            Role::Knight | Role::Bishop => (self.pawns, ESCAPE[0]),
            _ => return 0,
        };
        let attacked = |square| i32::from(from_there.contains(square));
        m.from()
            .map_or(0, |from| value * (attacked(from) - attacked(m.to())))
    }
}
