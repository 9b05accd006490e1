//! How long to think with a clock.

use std::time::Duration;

use crate::limits::Clock;
use crate::parameters::{
    TIME_HARD_FACTOR, TIME_HARD_SHARE, TIME_INCREMENT_SHARE, TIME_MOVES_LEFT, TIME_NODES_BASE,
    TIME_NODES_FACTOR, TIME_STABILITY,
};

/// How long a move may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After about this long no further iteration begins.
    pub soft: Duration,
    /// At this the search ends.
    pub hard: Duration,
}

/// How a player spends the time on its clock.
#[derive(Copy, Clone, Debug)]
pub struct Spending {
    /// For this many moves the time left must do, unless the next time control is nearer.
    pub moves_left: u32,
    /// The share of the increment that is spent.
    pub increment_share: f64,
    /// The share of a move's fair time after which no further iteration begins.
    pub soft_factor: f64,
    /// A move never takes more than this many times its fair time.
    pub hard_factor: f64,
    /// A move never takes a larger share of what is left.
    pub hard_share: f64,
}

/// How the engine spends it.
pub(crate) const TIME: Spending = Spending {
    moves_left: TIME_MOVES_LEFT,
    increment_share: TIME_INCREMENT_SHARE,
    soft_factor: 1.0,
    hard_factor: TIME_HARD_FACTOR,
    hard_share: TIME_HARD_SHARE,
};

impl Spending {
    /// What a clock allows for one move: always less than is left, however little it is.
    ///
    /// Source: <https://www.chessprogramming.org/Time_Management>.
    pub fn budget(&self, clock: &Clock) -> Budget {
        // A clock that has run out still leaves a millisecond: some move must be made.
        let least = Duration::from_millis(1);
        let left = clock.left.saturating_sub(clock.overhead).max(least);
        let moves = clock.moves_to_go.unwrap_or(self.moves_left);
        let moves = moves.clamp(1, self.moves_left);
        // The overhead of the moves to come is not ours to spend.
        let spendable = left.saturating_sub(clock.overhead * (moves - 1)).max(least);
        let fair = spendable / moves + clock.increment.mul_f64(self.increment_share);
        let hard = fair.mul_f64(self.hard_factor);
        let hard = hard.min(left.mul_f64(self.hard_share)).max(least);
        let soft = fair.mul_f64(self.soft_factor).min(hard);
        Budget { soft, hard }
    }
}

/// By what the soft limit is multiplied after an iteration: less if the best move has stood for
/// `stable` iterations, and if a large share of the nodes (0 to 1) went into it.
///
/// Source: <https://www.chessprogramming.org/Time_Management#Extra_Time>; akimbo 0.4 for the share
/// of nodes.
pub(crate) fn factor(stable: usize, share: f64) -> f64 {
    let stability = TIME_STABILITY[stable.min(TIME_STABILITY.len() - 1)];
    stability * (TIME_NODES_BASE - share) * TIME_NODES_FACTOR
}

#[cfg(test)]
mod tests {
    use super::{Budget, TIME};
    use crate::limits::Clock;
    use std::time::Duration;

    #[test]
    fn there_is_always_time_left() {
        for left in [0, 1, 5, 30, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let clock = Clock {
                        left: Duration::from_millis(left),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                        overhead: Duration::from_millis(10),
                    };
                    let Budget { soft, hard } = TIME.budget(&clock);
                    assert!(soft <= hard, "{clock:?}");
                    assert!(
                        hard <= clock.left.max(Duration::from_millis(1)),
                        "{clock:?}"
                    );
                }
            }
        }
    }
}
