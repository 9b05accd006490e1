//! What is attacked by a less valuable piece.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Position, Role, Square};

use crate::parameters::ESCAPE;

/// The squares that the opponent attacks, by the cheapest attacker.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Threats {
    pawns: Bitboard,
    /// By pawns, knights and bishops.
    minors: Bitboard,
    /// By them and rooks.
    rooks: Bitboard,
    /// By any of them.
    all: Bitboard,
}

impl Threats {
    /// Those against the side to move.
    pub(crate) fn new(chess: &Chess) -> Threats {
        let (board, them) = (chess.board(), chess.them());
        let occupied = board.occupied();
        let pawns = motifs::pawn_attacks(!chess.turn(), board.pawns() & them);
        let knights = reach(board.knights() & them, knight_attacks);
        let bishops = reach(board.bishops() & them, |from| {
            bishop_attacks(from, occupied)
        });
        let minors = pawns | knights | bishops;
        let rooks = minors | reach(board.rooks() & them, |from| rook_attacks(from, occupied));
        let queens = reach(board.queens() & them, |from| queen_attacks(from, occupied));
        let kings = reach(board.kings() & them, king_attacks);
        Threats {
            pawns,
            minors,
            rooks,
            all: rooks | queens | kings,
        }
    }

    /// All squares that the opponent attacks.
    pub(crate) fn all(&self) -> Bitboard {
        self.all
    }

    /// Where cheaper pieces attack one of this kind, and by how much it is tried earlier to leave there, and later to
    /// go there.
    ///
    /// Source: <https://www.chessprogramming.org/Move_Ordering>, as in Stockfish 15.
    pub(crate) fn escape(&self, role: Role) -> (Bitboard, i32) {
        match role {
            Role::Queen => (self.rooks, ESCAPE[2]),
            Role::Rook => (self.minors, ESCAPE[1]),
            Role::Knight | Role::Bishop => (self.pawns, ESCAPE[0]),
            Role::Pawn | Role::King => (Bitboard::EMPTY, 0),
        }
    }
}

/// What pieces attack, each by `attacks`.
fn reach(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}
