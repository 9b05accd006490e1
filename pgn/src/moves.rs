//! Moves as bytes: ordinals among the legal moves.
//!
//! `0` is not a move, `1` to `218` the first to last legal move in shakmaty's order, `255` a null
//! move. No position has more than 218 legal moves, so that one byte is enough. The order of
//! shakmaty's move generator is part of the index format.
//! Source of 218: <https://www.chessprogramming.org/Encoding_Moves#Move_Index>.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, FromSetup, Move, MoveList, Position, Role, Square};

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
        Chess::from_setup(setup, mode).ok()
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
    let ordinal = legal.iter().position(|candidate| *candidate == m)?;
    u8::try_from(ordinal + 1).ok().filter(|code| *code != NULL)
}

/// The move of a byte; `None` if no legal move has it.
pub fn decode(position: &Chess, code: u8) -> Option<Played> {
    if code == NULL {
        return Some(Played::Null);
    }
    let ordinal = usize::from(code).checked_sub(1)?;
    position
        .legal_moves()
        .get(ordinal)
        .copied()
        .map(Played::Move)
}
