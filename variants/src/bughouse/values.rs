//! What pieces are worth on the board and in hand, in centipawns.

use shakmaty::Role;

use super::board::Kind;

/// Values by role, pawn to king.
pub(crate) type RoleValues = [i32; 6];

/// What pieces are worth, pawn to queen, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// On the board.
    pub board: [i32; 5],
    /// In hand.
    pub hand: [i32; 5],
}

impl PieceValues {
    /// Read: those of Staňa 2017, by which a rook is little more than a knight.
    pub const THESIS: PieceValues = PieceValues {
        board: [100, 202, 204, 230, 420],
        hand: [111, 208, 210, 231, 422],
    };
    /// Measured, by `tools/src/bin/tune_pieces.rs` in 4,000 games of crazyhouse: these won 56.2 % ± 2.7 of 1,000 others
    /// against [`PieceValues::THESIS`] at 800 moves made a search, and 54.4 % ± 3.0 of 1,000 at 5,000. A rook and a queen are
    /// worth more, a pawn less.
    pub const TUNED: PieceValues = PieceValues {
        board: [79, 193, 190, 280, 428],
        hand: [81, 190, 246, 255, 483],
    };
}

/// What a piece that is captured in bughouse is worth to the partner who gets it, in hundredths of its value
/// in hand. Guessed: in crazyhouse it would be 100.
const GIFT: i32 = 80;

/// What a piece is worth on the other board beyond the usual, in centipawns by role, pawn to king. By default 0 for
/// all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// What our partner gives for a piece that we capture.
    pub wanted: [i32; 6],
    /// What it costs our partner if we lose a piece.
    pub feared: [i32; 6],
}

/// The values that a search goes by.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// Of a piece on the board: the searching side's, then the other one's.
    pub(crate) board: [RoleValues; 2],
    /// Of a piece in hand, likewise.
    pub(crate) hand: [RoleValues; 2],
    swing: RoleValues,
}

impl Values {
    /// In bughouse a piece on the board counts what its loss would give to the other board, too; so does one
    /// in hand, which will stand there once. So captures need no account of their own.
    pub(crate) fn new(pieces: &PieceValues, kind: Kind, wishes: &Wishes) -> Values {
        let by_role =
            |values: [i32; 5]| std::array::from_fn(|i| values.get(i).copied().unwrap_or(0));
        let (board, hand): (RoleValues, RoleValues) = (by_role(pieces.board), by_role(pieces.hand));
        let gift = match kind {
            Kind::Crazyhouse => [[0; 6]; 2],
            Kind::Bughouse => [wishes.feared, wishes.wanted].map(|extra| {
                let gift = |index: usize| hand[index] * GIFT / 100 + extra[index];
                std::array::from_fn(gift)
            }),
        };
        let with =
            |values: RoleValues| gift.map(|gift| std::array::from_fn(|i| values[i] + gift[i]));
        let mut values = Values {
            board: with(board),
            hand: with(hand),
            swing: std::array::from_fn(|i| board[i] + hand[i]),
        };
        for side in values.board.iter_mut().chain(&mut values.hand) {
            side[Role::King as usize - 1] = 0;
        }
        values
    }

    /// What it is worth in all that a piece changes sides: off one side's board and into the other's hand.
    pub(crate) fn swing(&self, role: Role) -> i32 {
        self.swing[role as usize - 1]
    }
}
