//! The board of a series: one side moves, the other side's pieces stand still or are captured.
//!
//! The side that moves is always White here; Black's series are played on the board turned over.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

/// The pieces whose moves are many, in the order of [`State::pieces`].
pub(crate) const PIECES: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

pub(crate) const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
const QUEEN: usize = 4;

/// What does not change while a series is played.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The king to be mated.
    pub(crate) king: Square,
    /// All pieces of the other side as they stood, by role, [`PIECES`] and the king.
    pub(crate) them: [Bitboard; 6],
    /// Whether double steps are remembered, see [`State::stepped`].
    pub(crate) remembers_steps: bool,
}

/// What changes: 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The moving side's, see [`PIECES`].
    pub(crate) pieces: [Bitboard; 5],
    /// The other side's pieces that are left, their king among them.
    pub(crate) theirs: Bitboard,
    /// Rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) king: Square,
    /// Files of pawns that made a double step in this series, stand where it ended, and could be
    /// captured en passant by a pawn beside them; one bit each, a-file lowest.
    pub(crate) stepped: u8,
    /// Moves made.
    pub(crate) ply: u8,
}

/// A move of a series; castling is king takes own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

impl State {
    /// The moving side's pieces, the king among them.
    pub(crate) fn ours(&self) -> Bitboard {
        self.pieces[0]
            | self.pieces[1]
            | self.pieces[2]
            | self.pieces[3]
            | self.pieces[4]
            | self.king
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.ours() | self.theirs
    }

    fn diagonal_sliders(&self) -> Bitboard {
        self.pieces[BISHOP] | self.pieces[QUEEN]
    }

    fn straight_sliders(&self) -> Bitboard {
        self.pieces[ROOK] | self.pieces[QUEEN]
    }

    /// The moving side's pieces that attack a square.
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (pawn_attacks(Color::Black, square) & self.pieces[PAWN])
            | (knight_attacks(square) & self.pieces[KNIGHT])
            | (bishop_attacks(square, occupied) & self.diagonal_sliders())
            | (rook_attacks(square, occupied) & self.straight_sliders())
            | (king_attacks(square) & Bitboard::from_square(self.king))
    }

    /// Whether the moving side attacks a square.
    pub(crate) fn attacks(&self, square: Square, occupied: Bitboard) -> bool {
        (knight_attacks(square) & self.pieces[KNIGHT]).any()
            || (pawn_attacks(Color::Black, square) & self.pieces[PAWN]).any()
            || king_attacks(square).contains(self.king)
            || (rook_attacks(square, occupied) & self.straight_sliders()).any()
            || (bishop_attacks(square, occupied) & self.diagonal_sliders()).any()
    }

    /// The only pieces between a square and sliders of the moving side that are aimed at it.
    pub(crate) fn screens(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let aimed = (bishop_attacks(square, Bitboard::EMPTY) & self.diagonal_sliders())
            | (rook_attacks(square, Bitboard::EMPTY) & self.straight_sliders());
        single_screens(square, aimed, occupied)
    }
}

impl Field {
    fn them(&self, role: usize, state: &State) -> Bitboard {
        self.them[role] & state.theirs
    }

    pub(crate) fn their_pawns(&self, state: &State) -> Bitboard {
        self.them(PAWN, state)
    }

    /// The standing side's pieces, without the king, that could go to a square by capturing.
    pub(crate) fn their_pieces_at(
        &self,
        state: &State,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let queens = self.them(QUEEN, state);
        (knight_attacks(square) & self.them(KNIGHT, state))
            | (bishop_attacks(square, occupied) & (self.them(BISHOP, state) | queens))
            | (rook_attacks(square, occupied) & (self.them(ROOK, state) | queens))
            | (pawn_attacks(Color::White, square) & self.them(PAWN, state))
    }

    /// Whether the standing side attacks a square.
    pub(crate) fn attacks(&self, state: &State, square: Square, occupied: Bitboard) -> bool {
        king_attacks(square).contains(self.king)
            || self.their_pieces_at(state, square, occupied).any()
    }

    /// The only pieces between the moving side's king and sliders that are aimed at it.
    pub(crate) fn pins(&self, state: &State, occupied: Bitboard) -> Bitboard {
        let queens = self.them(QUEEN, state);
        let aimed = (bishop_attacks(state.king, Bitboard::EMPTY)
            & (self.them(BISHOP, state) | queens))
            | (rook_attacks(state.king, Bitboard::EMPTY) & (self.them(ROOK, state) | queens));
        single_screens(state.king, aimed, occupied)
    }

    /// The state after a move.
    pub(crate) fn play(&self, before: &State, step: Step) -> State {
        let mut state = *before;
        let Step {
            from,
            to,
            promotion,
        } = step;
        state.ply += 1;
        if from == before.king {
            state.castling = Bitboard::EMPTY;
            if before.pieces[ROOK].contains(to) {
                let kings_side = to > from;
                let rank = from.rank();
                let file = |kings, queens| if kings_side { kings } else { queens };
                state.pieces[ROOK].discard(to);
                let rook = file(shakmaty::File::F, shakmaty::File::D);
                state.pieces[ROOK].add(Square::from_coords(rook, rank));
                let king = file(shakmaty::File::G, shakmaty::File::C);
                state.king = Square::from_coords(king, rank);
            } else {
                state.king = to;
                state.theirs.discard(to);
            }
            return state;
        }
        state.castling.discard(from);
        if before.pieces[PAWN].contains(from) {
            state.pieces[PAWN].discard(from);
            let landing = promotion.map_or(PAWN, index);
            state.pieces[landing].add(to);
            if from.file() != to.file() && !before.theirs.contains(to) {
                state
                    .theirs
                    .discard(Square::from_coords(to.file(), Rank::Fifth));
            }
            let file = 1_u8 << from.file().to_u32();
            if from.rank() == Rank::Fourth {
                state.stepped &= !file;
            }
            if self.remembers_steps && self.can_be_passed(&state, step) {
                state.stepped |= file;
            }
        } else {
            for pieces in &mut state.pieces[KNIGHT..] {
                if pieces.contains(from) {
                    pieces.discard(from);
                    pieces.add(to);
                    break;
                }
            }
        }
        state.theirs.discard(to);
        state
    }

    /// Whether a pawn's move is a double step to a square beside a pawn of the other side.
    pub(crate) fn can_be_passed(&self, state: &State, step: Step) -> bool {
        step.from.rank() == Rank::Second
            && step.to.rank() == Rank::Fourth
            && (beside(step.to) & self.their_pawns(state)).any()
    }
}

/// The squares beside one on the same rank.
pub(crate) fn beside(square: Square) -> Bitboard {
    king_attacks(square) & Bitboard::from_rank(square.rank())
}

/// The place of a role in [`PIECES`].
pub(crate) fn index(role: Role) -> usize {
    role as usize - 1
}

/// Pieces that stand alone between a square and one of `sliders`, all of which are aligned with it.
fn single_screens(square: Square, sliders: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut screens = Bitboard::EMPTY;
    for slider in sliders {
        let pieces = between(square, slider) & occupied;
        if !pieces.more_than_one() {
            screens |= pieces;
        }
    }
    screens
}
