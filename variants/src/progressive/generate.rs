//! Positions to find a mate in, from random games, graded.

use fastrand::Rng;

use super::game::Game;
use super::player::improvise;
use super::rules::Rules;
use super::solve::{Limits, Mate, solve};
use super::task::{MOST_MOVES, Task};

/// A position with a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position and the number of moves.
    pub task: Task,
    /// One of the mates.
    pub mate: Mate,
    /// How many mating positions there are.
    pub mates: usize,
    /// Positions that had to be played on from to know them all.
    pub states: u64,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
}

/// Makes up puzzles: the same seed, the same puzzles.
#[derive(Clone, Debug)]
pub struct Generator {
    rng: Rng,
    rules: Rules,
    moves: u64,
}

impl Generator {
    /// Puzzles of this number of moves, clamped to 3 to [`MOST_MOVES`]: no first move of White's
    /// allows a mate in two.
    pub fn new(moves: u64, rules: Rules, seed: u64) -> Generator {
        Generator {
            rng: Rng::with_seed(seed),
            rules,
            moves: moves.clamp(3, MOST_MOVES.into()),
        }
    }

    /// The next puzzle; none if the time is up or the search is stopped. `limits.positions` applies to each position
    /// tried: those that need more are skipped.
    pub fn next(&mut self, limits: &Limits) -> Option<Puzzle> {
        loop {
            if limits.is_over() {
                return None;
            }
            if let Some(puzzle) = self.attempt(limits) {
                return Some(puzzle);
            }
        }
    }

    /// Plays a game of random moves up to the series, and looks for its mates.
    fn attempt(&mut self, limits: &Limits) -> Option<Puzzle> {
        let mut game = Game::new(self.rules);
        while game.series() < self.moves {
            improvise(&mut game, &mut self.rng);
            if game.outcome().is_some() {
                return None;
            }
        }
        let task = game.task()?;
        // Most have none, and where one is hard to find, knowing them all takes too long.
        let one = Limits {
            mates: 1,
            positions: limits.positions / 10,
            ..*limits
        };
        if solve(&task, self.rules, &one).mates.is_empty() {
            return None;
        }
        let all = Limits {
            mates: usize::MAX,
            ..*limits
        };
        let solution = solve(&task, self.rules, &all);
        let mates = solution.mates.len();
        let mate = solution.mates.into_iter().next()?;
        solution.complete.then(|| Puzzle {
            grade: grade(mate.moves.len(), mates, solution.states),
            task,
            mate,
            mates,
            states: solution.states,
        })
    }
}

/// From 1 to 5: longer series, fewer mates and more ways to go astray are harder. Guessed, so that the
/// course's positions of four moves are at 1 and 2, and those of nine at 4 and 5.
fn grade(moves: usize, mates: usize, states: u64) -> u8 {
    let astray = (states.max(1) as f64).log2();
    let choice = (mates as f64).log2();
    let hardness = moves as f64 + astray / 2.0 - choice;
    ((hardness - 4.0) / 2.5).clamp(1.0, 5.0) as u8
}
