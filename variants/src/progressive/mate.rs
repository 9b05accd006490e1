//! Whether a series has ended in mate.

use shakmaty::attacks::{between, king_attacks, pawn_attacks};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, File, FromSetup, Position,
    PositionError, Rank, Setup, Square,
};

use super::board::{Field, PAWN, PIECES, State};
use super::rules::moves;

impl Field {
    /// Whether the standing side, in check, has no legal move at all. `stepped` are the files whose
    /// pawns may be taken en passant, as in [`State::stepped`].
    pub(crate) fn is_mate(&self, state: &State, stepped: u8) -> bool {
        let occupied = state.occupied();
        let without_king = occupied.without(self.king);
        for flight in king_attacks(self.king) & !state.theirs {
            if !state.attacks(flight, without_king) {
                return false;
            }
        }
        let checkers = state.attackers(self.king, occupied);
        !self.passes_out_of_check(state, stepped, occupied)
            && checkers
                .single_square()
                .is_none_or(|checker| !self.captures_or_blocks(state, checker, occupied))
    }

    /// Pinned pieces cannot: the only line that they may go along is another.
    fn captures_or_blocks(&self, state: &State, checker: Square, occupied: Bitboard) -> bool {
        let free = state.theirs & !state.screens(self.king, occupied);
        let free = free.without(self.king);
        if (self.their_pieces_at(state, checker, occupied) & free).any() {
            return true;
        }
        let pawns = self.their_pawns(state);
        between(self.king, checker).into_iter().any(|square| {
            let pieces = self.their_pieces_at(state, square, occupied) & !pawns;
            let once = Bitboard::from_square(square).shift(8);
            let twice = if square.rank() == Rank::Fifth {
                (once & !occupied).shift(8)
            } else {
                Bitboard::EMPTY
            };
            ((pieces | (pawns & (once | twice))) & free).any()
        })
    }

    fn passes_out_of_check(&self, state: &State, stepped: u8, occupied: Bitboard) -> bool {
        let files = (0..8).filter(|file| stepped >> file & 1 == 1);
        files.map(File::new).any(|file| {
            let pawn = Square::from_coords(file, Rank::Fourth);
            let behind = Square::from_coords(file, Rank::Third);
            let takers = pawn_attacks(Color::White, behind) & self.their_pawns(state);
            let mut left = *state;
            left.pieces[PAWN].discard(pawn);
            !occupied.contains(behind)
                && takers.into_iter().any(|taker| {
                    let occupied = occupied.without(pawn).without(taker).with(behind);
                    !left.attacks(self.king, occupied)
                })
        })
    }

    /// Whether the standing side, in check, has no legal move but such as give check.
    pub(crate) fn is_progressive_mate(&self, state: &State, stepped: u8) -> bool {
        let files = (0..8)
            .filter(|file| stepped >> file & 1 == 1)
            .map(File::new);
        let passing = files.map(|file| Square::from_coords(file, Rank::Third));
        let position = self.chess(state);
        position.is_some_and(|position| {
            let mut evasions = moves(&position, passing.collect()).into_iter();
            evasions.all(|(_, after)| after.is_check())
        })
    }

    /// The position with the standing side to move.
    fn chess(&self, state: &State) -> Option<Chess> {
        let mut by_role = self.them.map(|pieces| pieces & state.theirs);
        for (role, _) in PIECES.iter().enumerate() {
            by_role[role] |= state.pieces[role];
        }
        by_role[PIECES.len()].add(state.king);
        let [pawn, knight, bishop, rook, queen, king] = by_role;
        let by_role = ByRole {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            king,
        };
        let by_color = ByColor {
            black: state.theirs,
            white: state.ours(),
        };
        let mut setup = Setup::empty();
        setup.board = Board::try_from_bitboards(by_role, by_color).ok()?;
        setup.turn = Color::Black;
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    }
}
