//! Larin's formula: the rating at which a position is understood, from counting on its board.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, File, Position, Rank, Role, Square,
};

/// What Larin's formula counts in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Larin {
    /// P1: the moves of the side to move, pseudo-legal, four a promotion; castling where it is allowed.
    pub moves: u32,
    /// P2: those of the opponent, if the side to move passed.
    pub replies: u32,
    /// P3: pawns.
    pub pawns: u32,
    /// P4: files and ranks without any pawn.
    pub open_lines: u32,
    /// P5: pieces on the board.
    pub pieces: u32,
    /// K6: 100, 50, 50 or 100 for queens of neither side, the one to move, its opponent, both.
    pub queens: u32,
    /// P7: the moves of P1 that end on d4, d5, e4 or e5.
    pub central: u32,
}

impl Larin {
    /// Counts.
    pub fn new(position: &Chess) -> Larin {
        let (board, us) = (position.board(), position.turn());
        let en_passant = position
            .ep_square(EnPassantMode::Always)
            .map_or(Bitboard::EMPTY, Bitboard::from);
        let (own, central) = moves(position, us, en_passant);
        let (replies, _) = moves(position, !us, Bitboard::EMPTY);
        let pawns = board.pawns();
        let open_lines = File::ALL
            .into_iter()
            .filter(|file| (pawns & *file).is_empty());
        let open_ranks = Rank::ALL
            .into_iter()
            .filter(|rank| (pawns & *rank).is_empty());
        let has_queen = |color| board.by_piece(Role::Queen.of(color)).any();
        Larin {
            moves: own,
            replies,
            pawns: pawns.count() as u32,
            open_lines: (open_lines.count() + open_ranks.count()) as u32,
            pieces: board.occupied().count() as u32,
            queens: if has_queen(us) == has_queen(!us) {
                100
            } else {
                50
            },
            central,
        }
    }

    /// The estimate, an Elo rating, e.g. 1860.
    ///
    /// 400 + 10 (P1 + P2 + P3 - P4 + P5 + P7) + K6. On Lichess's puzzles it says little;
    /// [`Estimator`](crate::Estimator) says more.
    pub fn rating(self) -> i32 {
        let more = self.moves + self.replies + self.pawns + self.pieces + self.central;
        400 + 10 * (more as i32 - self.open_lines as i32) + self.queens as i32
    }
}

/// The pseudo-legal moves of a side, and those of them to the centre.
fn moves(position: &Chess, color: Color, en_passant: Bitboard) -> (u32, u32) {
    let board = position.board();
    let (mut all, mut central) = (0, 0);
    for from in board.by_color(color) {
        let mut to = board.attacks_from(from) & !board.by_color(color);
        if board.pawns().contains(from) {
            to &= board.by_color(!color) | en_passant;
            to |= pushes(board, color, from);
        }
        if board.pawns().contains(from) {
            all += 3 * (to & Bitboard::BACKRANKS).count();
        }
        all += to.count();
        central += (to & Bitboard::CENTER).count();
    }
    let castling = CastlingSide::ALL
        .into_iter()
        .filter(|side| may_castle(position, color, *side));
    ((all + castling.count()) as u32, central as u32)
}

/// Where a pawn may go without capturing.
fn pushes(board: &Board, color: Color, from: Square) -> Bitboard {
    let ahead = color.fold_wb(8, -8);
    let free = |square: &Square| !board.occupied().contains(*square);
    let Some(one) = from.offset(ahead).filter(free) else {
        return Bitboard::EMPTY;
    };
    let unmoved = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    let two = one.offset(ahead).filter(free).filter(|_| unmoved);
    Bitboard::from(one) | two.map_or(Bitboard::EMPTY, Bitboard::from)
}

/// Whether a side, were it to move, might castle.
fn may_castle(position: &Chess, color: Color, side: CastlingSide) -> bool {
    let (board, castles) = (position.board(), position.castles());
    let (Some(king), Some(rook)) = (board.king_of(color), castles.rook(color, side)) else {
        return false;
    };
    let without = board.occupied().without(king).without(rook);
    let way = shakmaty::attacks::between(king, side.king_to(color))
        .with(king)
        .with(side.king_to(color));
    let attacked =
        |square: Square, occupied: Bitboard| board.attacks_to(square, !color, occupied).any();
    (castles.path(color, side) & board.occupied()).is_empty()
        && way
            .into_iter()
            .all(|square| !attacked(square, board.occupied().without(king)))
        && !attacked(side.king_to(color), without.with(side.rook_to(color)))
}
