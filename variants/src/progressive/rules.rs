//! The rules of progressive chess where they differ from those of chess.
//!
//! * White makes one move, Black two, White three and so on: a series.
//! * A check must be answered by the first move of the next series.
//! * Italian: only the last move of a full series may check. A side that can only answer a check with a
//!   check, then, is mated (a progressive mate).
//! * Scottish: a check ends the series, however short.
//! * Castling is one move of a series.
//! * En passant: the first move of a series may capture a pawn that made a double step anywhere in the
//!   series before, if it stands where that ended and the square it passed over is empty.
//!
//! Source: <https://en.wikipedia.org/wiki/Progressive_chess>.

use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Chess, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square};

/// When check may be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// By the last move of the series only; mate is the mate of chess.
    #[default]
    Last,
    /// By the last move only, and who can answer it with nothing but checks is mated.
    Italian,
    /// By any move, which ends the series.
    Scottish,
}

/// Which pawns may be taken en passant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassant {
    /// The one that made the last move.
    #[default]
    Last,
    /// Those that made a double step in the series and no move after it.
    Series,
}

/// A reading of the rules. As tasks are usually set ([`Rules::default`]), a series ends in a mate as in chess; whole
/// games are played by Italian or Scottish rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// When check may be given.
    pub check: Check,
    /// Which pawns may be taken en passant.
    pub en_passant: EnPassant,
}

impl Rules {
    /// As games are played in Italy.
    pub const ITALIAN: Rules = Rules {
        check: Check::Italian,
        en_passant: EnPassant::Series,
    };
    /// As games are played in Scotland, and by most.
    pub const SCOTTISH: Rules = Rules {
        check: Check::Scottish,
        en_passant: EnPassant::Series,
    };
}

/// The legal moves and what follows each, with the other side to move. `passing` are the squares where
/// pawns may be taken en passant; the position's own such square does not count.
pub(crate) fn moves(position: &Chess, passing: Bitboard) -> Vec<(Move, Chess)> {
    let mut moves = Vec::new();
    for m in position.legal_moves() {
        if !m.is_en_passant() {
            let mut after = position.clone();
            after.play_unchecked(m);
            moves.push((m, after));
        }
    }
    for to in passing {
        for from in
            pawn_attacks(position.turn().other(), to) & position.us() & position.board().pawns()
        {
            moves.extend(
                pass(position, from, to).map(|after| (Move::EnPassant { from, to }, after)),
            );
        }
    }
    moves
}

/// Takes a pawn en passant, if that is legal. shakmaty wants the square empty where the pawn came from,
/// but another piece may have gone there in the same series.
fn pass(position: &Chess, from: Square, to: Square) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    let passed = Square::from_coords(to.file(), from.rank());
    let theirs = setup.board.piece_at(passed)?;
    if theirs != Role::Pawn.of(!position.turn()) || setup.board.piece_at(to).is_some() {
        return None;
    }
    let pawn = setup.board.remove_piece_at(from)?;
    setup.board.discard_piece_at(passed);
    setup.board.set_piece_at(to, pawn);
    setup.ep_square = None;
    setup.swap_turn();
    chess(setup, position)
}

/// The same side to move again, and nothing to be taken en passant; none if the other side is in check.
pub(crate) fn again(after: &Chess) -> Option<Chess> {
    let mut setup = after.to_setup(EnPassantMode::Always);
    setup.swap_turn();
    setup.ep_square = None;
    chess(setup, after)
}

/// The same position, but nothing can be taken en passant.
pub(crate) fn without_passing(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.ep_square = None;
    chess(setup, position).unwrap_or_else(|| position.clone())
}

/// A position of odd material is welcome; the side that has just moved must not be in check.
fn chess(setup: Setup, like: &Chess) -> Option<Chess> {
    Chess::from_setup(setup, like.castles().mode())
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()
}
