//! What either side would like to play: the engine's lines in a position.

use shakmaty::{ByColor, Chess, Color, Move, Position, Role};

use crate::terms::phase::pieces_worth;

/// What a side would play if it were to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    /// Its best line, its own move first: legal moves from [`to_move`].
    pub line: Vec<Move>,
    /// What it is worth, from White's side, in pawns: -10 to 10.
    pub score: f64,
}

/// By how much, in pawns, an idea must be worth more than the position looks to be clear. Guessed: more than a pawn.
const CLEAR: f64 = 1.5;

/// How much of that is enough if the line gives up material first. Guessed: the position is not lost by it.
const SOUND: f64 = -0.3;

impl Idea {
    /// How many pawns the idea is worth more to its side than the position looks, by material and squares.
    fn gain(&self, position: &Chess, color: Color) -> f64 {
        let sign = color.fold_wb(1.0, -1.0);
        sign * (self.score - f64::from(motifs::pesto(position.board())) / 100.0)
    }

    /// Whether the line wins something, gives something up for more, or mates.
    pub fn is_clear(&self, position: &Chess, color: Color) -> bool {
        let gain = self.gain(position, color);
        let Some(mut after) = to_move(position, color) else {
            return false;
        };
        let before = balance(&after, color);
        for m in self.line.iter().take(2) {
            after.play_unchecked(*m);
        }
        gain >= CLEAR || gain >= SOUND && balance(&after, color) < before
    }
}

/// How many pawns a side's pieces are worth more than the other's.
pub(crate) fn balance(position: &Chess, color: Color) -> i64 {
    let board = position.board();
    let worth = |color: Color| {
        let pawns = board.by_piece(Role::Pawn.of(color)).count();
        i64::from(pieces_worth(board, color)) + pawns as i64
    };
    worth(color) - worth(!color)
}

/// What each side would play; `None` where that is unknown, e.g. in check.
pub type Ideas = ByColor<Option<Idea>>;

/// A position with this side to move; `None` if the other one is in check.
pub fn to_move(position: &Chess, color: Color) -> Option<Chess> {
    if position.turn() == color {
        return Some(position.clone());
    }
    position.clone().swap_turn().ok()
}
