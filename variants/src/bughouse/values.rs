//! What men are worth on the board and in hand, in centipawns.

use shakmaty::Role;

use super::house::Kind;

/// Values by role, pawn to king.
pub(crate) type ByMan = [i32; 6];

/// On the board, pawn to king. Read: the thesis's, by which a rook is little more than a knight.
const BOARD: ByMan = [100, 202, 204, 230, 420, 0];

/// In hand, pawn to king. Read: the thesis's.
const HAND: ByMan = [111, 208, 210, 231, 422, 0];

/// What a man that is captured in bughouse is worth to the partner who gets it, in hundredths of its value
/// in hand. Guessed: in crazyhouse it would be 100.
const GIFT: i32 = 80;

/// What a man arrives for or is lost for on the other board, beside what is usual: in centipawns by role,
/// pawn to king. The usual is 0 for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// What our partner gives for a man that we capture.
    pub wanted: [i32; 6],
    /// What it costs our partner if we lose a man.
    pub feared: [i32; 6],
}

/// The values that a search goes by.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// Of a man on the board: the searching side's, then the other one's.
    pub(crate) board: [ByMan; 2],
    /// Of a man in hand, likewise.
    pub(crate) hand: [ByMan; 2],
}

impl Values {
    /// In bughouse a man on the board counts what its loss would give to the other board, too; so does one
    /// in hand, which will stand there once. So captures need no account of their own.
    pub(crate) fn new(kind: Kind, wishes: &Wishes) -> Values {
        let gift = match kind {
            Kind::Crazyhouse => [[0; 6]; 2],
            Kind::Bughouse => [wishes.feared, wishes.wanted].map(|extra| {
                let gift = |index: usize| HAND[index] * GIFT / 100 + extra[index];
                std::array::from_fn(gift)
            }),
        };
        let with = |values: ByMan| gift.map(|gift| std::array::from_fn(|i| values[i] + gift[i]));
        let mut values = Values {
            board: with(BOARD),
            hand: with(HAND),
        };
        for side in values.board.iter_mut().chain(&mut values.hand) {
            side[Role::King as usize - 1] = 0;
        }
        values
    }
}

/// What it is worth, all told, that a man changes sides: off the one's board and into the other's hand.
pub(crate) fn swing(role: Role) -> i32 {
    BOARD[role as usize - 1] + HAND[role as usize - 1]
}
