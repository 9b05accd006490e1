//! Time trouble, by the clocks that a game comes with.

use pgn::Game;
use shakmaty::{Color, Position};

/// The part of the initial time below which a player is short of it. Guessed: a minute of ten.
const SHORT: f64 = 0.1;

/// A player's clock in a game.
pub(crate) struct Clocks {
    /// What the player has at the start, in hundredths of a second: what is left after the first move, which costs nothing
    /// on lichess and next to nothing elsewhere.
    initial: u32,
    /// By the number of half-moves what the player who moved last has left.
    after: Vec<Option<u32>>,
}

impl Clocks {
    /// The clock of a player of this colour; `None` for a game without clocks.
    pub(crate) fn new(game: &Game, color: Color) -> Option<Clocks> {
        let start = game.positions().next()?.0;
        let first = if start.turn() == color { 1 } else { 2 };
        let clocks = game.clocks();
        Some(Clocks {
            initial: clocks.after(first)?,
            after: (0..=game.plies()).map(|ply| clocks.after(ply)).collect(),
        })
    }

    /// Whether the player, who moves at this ply, was short of time after the move before.
    pub(crate) fn is_short(&self, ply: u32) -> bool {
        let before = (ply as usize).checked_sub(1);
        let left = before.and_then(|ply| *self.after.get(ply)?);
        left.is_some_and(|left| f64::from(left) < SHORT * f64::from(self.initial))
    }
}
