//! How long to think: less than in chess, for the partner waits for pieces and time decides.

use engine::parts::Spending;

/// How a player of bughouse or crazyhouse spends its time. All of it is guessed: games are short, but both clocks of
/// a board run against those of the other.
pub(crate) const TIME: Spending = Spending {
    moves_left: 48,
    increment_share: 0.8,
    soft_factor: 0.7,
    hard_factor: 3.5,
    hard_share: 0.3,
};
