//! How games end, from nobody's view or a player's.

use crate::games::facts::GameResult;

/// How a game must have ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Like this.
    Is(GameResult),
    /// The player has won.
    Win,
    /// The player has lost.
    Loss,
}
