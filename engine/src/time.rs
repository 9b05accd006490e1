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
    /// After this no further iteration is begun, give or take.
    pub soft: Duration,
    /// At this the search ends.
    pub hard: Duration,
}

/// What a clock allows for one move: always less than is left, however little it is.
///
/// Source: <https://www.chessprogramming.org/Time_Management>.
pub fn budget(clock: &Clock) -> Budget {
    // A clock that has run out still leaves a millisecond: some move must be made.
    let least = Duration::from_millis(1);
    let left = clock.left.saturating_sub(clock.overhead).max(least);
    let moves = clock.moves_to_go.unwrap_or(TIME_MOVES_LEFT);
    let moves = moves.clamp(1, TIME_MOVES_LEFT);
    // The overhead of the moves to come is not ours to spend.
    let spendable = left.saturating_sub(clock.overhead * (moves - 1)).max(least);
    let fair = spendable / moves + clock.increment.mul_f64(TIME_INCREMENT_SHARE);
    let hard = fair.mul_f64(TIME_HARD_FACTOR);
    let hard = hard.min(left.mul_f64(TIME_HARD_SHARE)).max(least);
    let soft = fair.min(hard);
    Budget { soft, hard }
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
    use super::{Budget, budget};
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
                    let Budget { soft, hard } = budget(&clock);
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
