//! How long to think: less than in chess, for the partner waits for men and time decides.

use std::time::Duration;

use engine::Clock;
use engine::parts::Budget;

/// For so many moves the time left must do. Guessed: games of bughouse are short, but both clocks of a board
/// run against those of the other.
const MOVES_LEFT: u32 = 48;

/// The share of the increment that is spent. Guessed.
const INCREMENT_SHARE: f64 = 0.8;

/// A move never takes more than so many times its fair share. Guessed.
const HARD_FACTOR: f64 = 3.5;

/// A move never takes a larger share of what is left. Guessed.
const HARD_SHARE: f64 = 0.3;

/// What a clock allows for one move: always less than is left.
pub(crate) fn budget(clock: &Clock) -> Budget {
    let least = Duration::from_millis(1);
    let left = clock.left.saturating_sub(clock.overhead).max(least);
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let spendable = left.saturating_sub(clock.overhead * (moves - 1)).max(least);
    let fair = spendable / moves + clock.increment.mul_f64(INCREMENT_SHARE);
    let hard = fair.mul_f64(HARD_FACTOR);
    let hard = hard.min(left.mul_f64(HARD_SHARE)).max(least);
    Budget {
        soft: fair.mul_f64(0.7).min(hard),
        hard,
    }
}
