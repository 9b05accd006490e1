//! Moves of passages in 16 bits: where they go from and to, so that a passage is played again without a look at what is
//! legal.
//!
//! | bits | |
//! |---|---|
//! | 0 to 5 | the square that the move goes from |
//! | 6 to 11 | the square that it goes to; if it castles, that of the rook |
//! | 12 to 14 | what a pawn becomes, as the number of a [`Role`]; 0 for nothing |
//! | 15 | whether it leads to the first position of the next passage |
//!
//! From a1 to a1 is no move, from h8 to h8 a null move.

use pgn::Played;
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Position, Rank, Role, Square, attacks,
};

use crate::terms::of_position::{KINDS, Squares};

const TO: u32 = 6;
const PROMOTION: u32 = 12;
const LAST: u16 = 1 << 15;

/// The roles of one side in [`KINDS`].
const ROLES: usize = Role::ALL.len();

/// A move of a passage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    /// No move: what follows the last one of a passage.
    pub(crate) const NONE: PackedMove = PackedMove(0);
    /// A null move.
    const NULL: PackedMove = PackedMove(0xfff);

    /// A move that was played.
    pub(crate) fn new(played: Played) -> PackedMove {
        let Played::Move(m) = played else {
            return PackedMove::NULL;
        };
        // There are no drops in standard chess.
        let from = m.from().unwrap_or(m.to()) as u16;
        let promotion = m.promotion().map_or(0, |role| role as u16);
        PackedMove(from | (m.to() as u16) << TO | promotion << PROMOTION)
    }

    /// The same move, as the one that leads to the next passage.
    pub(crate) fn leading_out(self) -> PackedMove {
        PackedMove(self.0 | LAST)
    }

    /// Whether it leads to the next passage.
    pub(crate) fn leads_out(self) -> bool {
        self.0 & LAST > 0
    }

    pub(crate) fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    fn is_null(self) -> bool {
        self.0 & !LAST == PackedMove::NULL.0
    }

    fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    fn to(self) -> Square {
        Square::new(u32::from(self.0 >> TO & 63))
    }

    /// What a piece of this role is after it; `None` if a pawn becomes nothing that it can become.
    fn becomes(self, role: Role) -> Option<Role> {
        match self.0 >> PROMOTION & 7 {
            0 => Some(role),
            number => {
                let role = Role::try_from(number).ok();
                role.filter(|role| !matches!(role, Role::Pawn | Role::King))
            }
        }
    }

    /// What is played by it in a position; `None` if the side to move has no piece there, takes its own piece or a king, or
    /// castles, promotes, takes en passant or moves a pawn back where it cannot. Other moves are taken to be legal.
    pub(crate) fn played(self, position: &Chess) -> Option<Played> {
        if self.is_null() {
            return Some(Played::Null);
        }
        let (from, to, board) = (self.from(), self.to(), position.board());
        let role = (position.us().contains(from)).then(|| board.role_at(from))??;
        let becomes = self.becomes(role)?;
        let promotion = (becomes != role).then_some(becomes);
        let capture = board.role_at(to);
        if position.us().contains(to) {
            let (castles, turn) = (position.castles(), position.turn());
            let side = CastlingSide::from_king_side(from < to);
            let is_possible = role == Role::King
                && castles.rook(turn, side) == Some(to)
                && (castles.path(turn, side) & board.occupied()).is_empty();
            let (king, rook) = (from, to);
            return is_possible.then_some(Played::Move(Move::Castle { king, rook }));
        }
        if capture == Some(Role::King) || promotion.is_some() && role != Role::Pawn {
            return None;
        }
        if role == Role::Pawn {
            let is_last = to.rank() == position.turn().fold_wb(Rank::Eighth, Rank::First);
            let is_ahead = position.turn().fold_wb(from < to, to < from);
            if !is_ahead || is_last != promotion.is_some() {
                return None;
            }
            if from.file() != to.file() && capture.is_none() {
                let is_possible = position.maybe_ep_square() == Some(to)
                    && attacks::pawn_attacks(position.turn(), from).contains(to);
                return is_possible.then_some(Played::Move(Move::EnPassant { from, to }));
            }
        }
        Some(Played::Move(Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        }))
    }

    /// Plays it on a board. Returns whether pawns, or how many pieces there are, changed; `None` if no piece stands where it
    /// goes from.
    pub(crate) fn play(self, squares: &mut Squares) -> Option<bool> {
        if self.is_null() {
            return Some(false);
        }
        let (from, to) = (self.from(), self.to());
        let occupied = squares
            .iter()
            .fold(Bitboard::EMPTY, |all, kind| all | *kind);
        let kind = squares.iter().position(|kind| kind.contains(from))?;
        let (white, black) = squares.split_at_mut(ROLES);
        let (color, own, theirs) = if kind < ROLES {
            (Color::White, white, black)
        } else {
            (Color::Black, black, white)
        };
        let of = |role: Role| role as usize - 1;
        let becomes = of(self.becomes(KINDS[kind].role)?);
        let (role, rook) = (kind % ROLES, of(Role::Rook));
        if role == of(Role::King) && own[rook].contains(to) {
            let side = CastlingSide::from_king_side(from < to);
            own[role] = side.king_to(color).into();
            own[rook].discard(to);
            own[rook].add(side.rook_to(color));
            return Some(false);
        }
        let is_pawn = role == of(Role::Pawn);
        let is_en_passant = is_pawn && from.file() != to.file() && !occupied.contains(to);
        let taken = if is_en_passant {
            Square::from_coords(to.file(), from.rank())
        } else {
            to
        };
        for kind in theirs {
            kind.discard(taken);
        }
        own[role].discard(from);
        own[becomes].add(to);
        Some(is_pawn || occupied.contains(to))
    }
}

/// Where the pieces of a board stand.
pub(crate) fn squares(board: &Board) -> Squares {
    KINDS.map(|piece| board.by_piece(piece))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Where the random games begin: the usual way, with castling, promotions and en passant at hand, and with a king and
    /// rooks of Chess960.
    const STARTS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r1bkrq1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1R1BKRQ1 w FBfb - 0 1",
    ];

    /// Positions, moves that no side could play in them, from, to and promotion, and which there is none of.
    #[test]
    fn impossible_moves_are_refused() {
        let castling = "r3k2r/8/8/8/8/8/8/RN2K2R w KQq - 0 1";
        let en_passant = "4k3/8/8/3pP3/8/8/P2P4/4K3 w - d6 0 2";
        let cases = [
            ("an empty square", castling, "d4 d5", 0),
            ("the other side's piece", castling, "a8 a7", 0),
            ("onto an own piece", castling, "a1 b1", 0),
            ("takes a king", castling, "h1 e8", 0),
            ("castles over a piece", castling, "e1 a1", 0),
            (
                "castles with a king of the other side",
                castling,
                "e8 h8",
                0,
            ),
            ("a rook becomes a queen", castling, "h1 h8", 5),
            ("a pawn goes back", en_passant, "e5 e4", 0),
            ("en passant from afar", en_passant, "a2 d6", 0),
            ("a pawn becomes a queen on the way", en_passant, "e5 e6", 5),
            (
                "a pawn stays one",
                "7k/P7/8/8/8/8/8/K7 w - - 0 1",
                "a7 a8",
                0,
            ),
            (
                "a pawn becomes a king",
                "7k/P7/8/8/8/8/8/K7 w - - 0 1",
                "a7 a8",
                6,
            ),
        ];
        for (what, fen, squares, promotion) in cases {
            let position = pgn::parse_fen(fen).expect("a FEN");
            let squares: Vec<Square> = squares
                .split(' ')
                .map(|square| square.parse().expect("a square"))
                .collect();
            let packed =
                PackedMove(squares[0] as u16 | (squares[1] as u16) << TO | promotion << PROMOTION);
            assert_eq!(packed.played(&position), None, "{what}");
        }
    }

    proptest! {
        /// Every move of every position on the way of a random game comes back, and leads to the same board.
        #[test]
        fn moves_come_back(start in 0..STARTS.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
            let mut position = pgn::parse_fen(STARTS[start]).expect("a FEN");
            for choice in choices {
                let legal = position.legal_moves();
                let nulls = (!position.is_check()).then_some(Played::Null);
                for played in legal.iter().copied().map(Played::Move).chain(nulls) {
                    for packed in [PackedMove::new(played), PackedMove::new(played).leading_out()] {
                        prop_assert_eq!(PackedMove::from_bits(packed.bits()), packed);
                        prop_assert_ne!(packed, PackedMove::NONE);
                        prop_assert_eq!(packed.played(&position), Some(played));
                        let after = played.after(position.clone()).expect("a position");
                        let (before, mut board) = (position.board(), squares(position.board()));
                        let changes = before.pawns() != after.board().pawns()
                            || before.occupied().count() != after.board().occupied().count();
                        prop_assert_eq!(packed.play(&mut board), Some(changes), "{:?}", played);
                        prop_assert_eq!(board, squares(after.board()), "{:?}", played);
                    }
                }
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(legal[choice.index(legal.len())]);
            }
        }

        /// Any bits are some move or none; what is played leaves both kings and no pawn on the first or last rank.
        #[test]
        fn nothing_impossible_is_played(start in 0..STARTS.len(), all in prop::collection::vec(any::<u16>(), 0..200)) {
            let mut position = pgn::parse_fen(STARTS[start]).expect("a FEN");
            for bits in all {
                let packed = PackedMove::from_bits(bits);
                let mut board = squares(position.board());
                let known = packed.play(&mut board);
                let Some(Played::Move(m)) = packed.played(&position) else {
                    continue;
                };
                prop_assert!(known.is_some());
                position.play_unchecked(m);
                prop_assert_eq!(board, squares(position.board()), "{:?}", m);
                let ends = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
                prop_assert_eq!(position.board().kings().count(), 2);
                prop_assert!((position.board().pawns() & ends).is_empty());
                let _ = position.legal_moves();
            }
        }
    }
}
