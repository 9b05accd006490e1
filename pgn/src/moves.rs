//! Moves as bytes: ordinals among the legal moves.
//!
//! `0` is not a move, `1` to `218` the first to last legal move in shakmaty's order, `255` a null
//! move. No position has more than 218 legal moves, so that one byte is enough. The order of
//! shakmaty's move generator is part of the index format.
//! Source of 218: <https://www.chessprogramming.org/Encoding_Moves#Move_Index>.

use shakmaty::san::{San, SanPlus};
use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, File, FromSetup, Move, MoveList, Position,
    PositionError, Rank, Role, Square, attacks,
};

/// No move: the end of a passage.
pub const END: u8 = 0;
/// A null move: the side to move passes.
pub const NULL: u8 = 255;

/// What two moves must have in common to be the same in different positions: the kind of the piece
/// and where it goes. A castling is the king's move to the g- or c-file, a promotion the pawn's.
pub type MoveKey = (Role, Square);

/// A move played in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// A legal move.
    Move(Move),
    /// A null move: the side to move passes.
    Null,
}

impl Played {
    /// The position after it; `None` for a pass out of check, which leaves none.
    pub fn after(self, mut position: Chess) -> Option<Chess> {
        if let Played::Move(m) = self {
            position.play_unchecked(m);
            return Some(position);
        }
        let mode = position.castles().mode();
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.swap_turn();
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    }

    /// In standard algebraic notation, e.g. `Ne5+`; `--` for a null move.
    pub fn san(self, position: &Chess) -> String {
        match self {
            Played::Move(m) => SanPlus::from_move(position.clone(), m).to_string(),
            Played::Null => "--".to_owned(),
        }
    }

    /// In UCI, e.g. `f3e5`; `0000` for a null move.
    pub fn uci(self, position: &Chess) -> String {
        match self {
            Played::Move(m) => m.to_uci(position.castles().mode()).to_string(),
            Played::Null => "0000".to_owned(),
        }
    }

    /// The key of a move of `turn`; a null move has none.
    pub fn key(self, turn: Color) -> Option<MoveKey> {
        let Played::Move(m) = self else {
            return None;
        };
        // shakmaty's castling goes to where the rook stands.
        let to = m.castling_side().map_or(m.to(), |side| side.king_to(turn));
        Some((m.role(), to))
    }
}

/// The byte of a move among the legal moves of its position; `None` if it is not one of them.
pub fn encode(legal: &MoveList, m: Move) -> Option<u8> {
    of_ordinal(legal.iter().position(|candidate| *candidate == m)?)
}

/// The byte of a legal move by its place among them, from 0.
pub(crate) fn of_ordinal(ordinal: usize) -> Option<u8> {
    u8::try_from(ordinal + 1).ok().filter(|code| *code != NULL)
}

/// The byte of what was played in a position; `None` for a move that is not legal.
pub fn code(position: &Chess, played: Played) -> Option<u8> {
    match played {
        Played::Move(m) => encode(&position.legal_moves(), m),
        Played::Null => Some(NULL),
    }
}

/// The move of a byte; `None` if no legal move has it.
pub fn decode(position: &Chess, code: u8) -> Option<Played> {
    if code == NULL {
        return Some(Played::Null);
    }
    let ordinal = usize::from(code).checked_sub(1)?;
    let quickly = simple_move(position, ordinal);
    let m = quickly.or_else(|| position.legal_moves().get(ordinal).copied())?;
    Some(Played::Move(m))
}

/// The only legal move that SAN means, whether or not its capture sign is right; `None` if there is none, or several.
pub fn meant(san: San, legal: &[Move]) -> Option<Move> {
    let only = |san: San| {
        let mut fitting = legal.iter().filter(|m| san.matches(**m));
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Some(*m),
            _ => None,
        }
    };
    only(san).or_else(|| only(with_other_sign(san)?))
}

/// Returns a move with its capture sign added or removed; `None` for castling and the like, and for a pawn's move without
/// the file that it comes from.
pub(crate) fn with_other_sign(mut san: San) -> Option<San> {
    match &mut san {
        San::Normal {
            role: Role::Pawn,
            file: None,
            ..
        } => None,
        San::Normal { capture, .. } => {
            *capture = !*capture;
            Some(san)
        }
        _ => None,
    }
}

/// The legal move of an ordinal, counted off without a list of all: passages are played again by the thousand in every
/// search. `None` for castling, and where the order is less simple: in check, with en passant, a promotion or a pinned
/// pawn.
fn simple_move(position: &Chess, ordinal: usize) -> Option<Move> {
    let (board, us) = (position.board(), position.us());
    let (turn, occupied) = (position.turn(), board.occupied());
    let king = board.king_of(turn)?;
    let pawns = position.our(Role::Pawn);
    let pinned = pinned(position, king);
    let last_but_one = Bitboard::from(turn.fold_wb(Rank::Seventh, Rank::Second));
    let en_passant = position.maybe_ep_square();
    if en_passant.is_some_and(|to| (attacks::pawn_attacks(!turn, to) & pawns).any())
        || position.is_check()
        || (pawns & (pinned | last_but_one)).any()
    {
        return None;
    }
    let normal = |role, from, to| Move::Normal {
        role,
        from,
        capture: board.role_at(to),
        to,
        promotion: None,
    };
    let mut left = ordinal;
    let mut nth_of = |squares: Bitboard| {
        let count = squares.count();
        if left < count {
            return squares.into_iter().nth(left);
        }
        left -= count;
        None
    };

    let ahead = |squares: Bitboard, steps: i32| squares.shift(turn.fold_wb(steps, -steps));
    let [to_a, to_h] = turn.fold_wb([7, 9], [9, 7]);
    let once = ahead(pawns, 8) & !occupied;
    let fourth = Bitboard::from(turn.fold_wb(Rank::Fourth, Rank::Fifth));
    let pawn_moves = [
        (
            to_a,
            ahead(pawns & !Bitboard::from(File::A), to_a) & position.them(),
        ),
        (
            to_h,
            ahead(pawns & !Bitboard::from(File::H), to_h) & position.them(),
        ),
        (8, once),
        (16, ahead(once, 8) & !occupied & fourth),
    ];
    for (steps, squares) in pawn_moves {
        if let Some(to) = nth_of(squares) {
            return Some(normal(
                Role::Pawn,
                to.offset(turn.fold_wb(-steps, steps))?,
                to,
            ));
        }
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in position.our(role) {
            let mut squares = board.attacks_from(from) & !us;
            if pinned.contains(from) {
                squares &= attacks::ray(king, from);
            }
            if let Some(to) = nth_of(squares) {
                return Some(normal(role, from, to));
            }
        }
    }
    let safe = |to: &Square| board.attacks_to(*to, !turn, occupied).is_empty();
    let squares = (attacks::king_attacks(king) & !us).into_iter();
    let to = squares.filter(safe).nth(left)?;
    Some(normal(Role::King, king, to))
}

/// The only pieces of either side between the king of the side to move and an attacker.
fn pinned(position: &Chess, king: Square) -> Bitboard {
    let board = position.board();
    let attackers = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for attacker in attackers & position.them() {
        let between = attacks::between(king, attacker) & board.occupied();
        if between.count() == 1 {
            pinned |= between;
        }
    }
    pinned
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Where the random games begin: the usual way, with castling, promotions, pins and en passant at hand, with few pieces,
    /// which walk far, and with a king and rooks of Chess960.
    const STARTS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/4r3/8/1b6/4B3/8/4Q3/R3K2R w KQ - 0 1",
        "1r1bkrq1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1R1BKRQ1 w FBfb - 0 1",
    ];

    proptest! {
        /// Every code of every position on the way of a random game is the move at its place in the list.
        #[test]
        fn codes_are_places_in_the_list(start in 0..STARTS.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80)) {
            let mut position = crate::parse_fen(STARTS[start]).expect("a FEN");
            for choice in choices {
                let legal = position.legal_moves();
                for (code, m) in (1..).zip(&legal) {
                    prop_assert_eq!(decode(&position, code), Some(Played::Move(*m)), "{}", code);
                    prop_assert_eq!(encode(&legal, *m), Some(code));
                }
                prop_assert_eq!(decode(&position, legal.len() as u8 + 1), None);
                prop_assert_eq!(decode(&position, END), None);
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(legal[choice.index(legal.len())]);
            }
        }
    }
}
