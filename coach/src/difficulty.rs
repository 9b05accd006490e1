//! How hard a position is: the rating of players who solve it half of the time.
//!
//! Numbers about the line that has to be found (`features.rs`) go into one of two sums of decision
//! trees ([`trees::Forest`], in tenths of an Elo point): one for a known solution, one for the best line of an
//! analysis. Both were fitted on Lichess's puzzles, by `cargo run --release -p tools --bin fit_difficulty`.

mod features;
mod larin;
mod line;
mod look;
mod why;

use std::sync::OnceLock;

use engine::{Engine, NoMemory};
use shakmaty::{Chess, Move};

pub use larin::Larin;

use features::{Features, features};
use trees::Forest;

/// The model for a line that is known to be the solution.
const WITH_SOLUTION: &str = include_str!("../data/with_solution.tsv");

/// The model for the best line of an analysis. Fitted to that of 200,000 nodes.
const WITHOUT_SOLUTION: &str = include_str!("../data/without_solution.tsv");

/// How hard a position is.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// The rating of players who solve it half of the time, on the scale of Lichess's puzzles, e.g. 1730.
    pub rating: u32,
    /// Four in five positions are within, measured on puzzles, e.g. `[1550, 1910]`.
    pub interval: [u32; 2],
    /// What makes it hard and what easy, the most important first, a sentence each.
    pub why: Vec<String>,
}

/// Estimates difficulties. It keeps an engine; an estimate does not depend on those before it.
pub struct Estimator {
    engine: Engine,
}

/// What is to be found in a position.
#[derive(Copy, Clone, Debug)]
pub enum Sought<'a> {
    /// A known solution: legal moves, the solver's first.
    Solution(&'a [Move]),
    /// The best line of an analysis, or its first move.
    Best(&'a [Move]),
}

/// The hash table of the engine, in mebibytes. The searches for the look of moves make 20,000 moves.
const HASH: usize = 2;

impl Estimator {
    /// An estimator.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new() -> Result<Estimator, NoMemory> {
        let engine = Engine::new(HASH)?;
        Ok(Estimator { engine })
    }

    /// How hard a position is; `None` where there is no legal move, or no move to find.
    ///
    /// The estimate is surest with a solution. It takes some 20 ms.
    pub fn estimate(&mut self, position: &Chess, sought: Sought<'_>) -> Option<Difficulty> {
        let steps = self.steps(position, sought);
        let forest = if matches!(sought, Sought::Solution(_)) {
            static FOREST: OnceLock<Option<Forest>> = OnceLock::new();
            FOREST
                .get_or_init(|| Forest::read(WITH_SOLUTION))
                .as_ref()?
        } else {
            static FOREST: OnceLock<Option<Forest>> = OnceLock::new();
            FOREST
                .get_or_init(|| Forest::read(WITHOUT_SOLUTION))
                .as_ref()?
        };
        let features = features(&steps);
        let numbers: Vec<f64> = features.iter().map(|(_, number)| *number).collect();
        let places = forest.places(&numbers);
        let prediction = forest.predict(&places);
        let [low, high] = forest.interval(prediction)?.around;
        let elo = |tenths: i32| (tenths.max(0) as u32 + 5) / 10;
        Some(Difficulty {
            rating: elo(prediction),
            interval: [elo(prediction + low), elo(prediction + high)],
            why: why::why(&steps, &features, &forest.contributions(&places)),
        })
        .filter(|_| !steps.is_empty())
    }

    /// The numbers that the estimate is made of, for fitting it.
    pub fn features(&mut self, position: &Chess, sought: Sought<'_>) -> Features {
        features(&self.steps(position, sought))
    }

    fn steps(&mut self, position: &Chess, sought: Sought<'_>) -> Vec<line::Step> {
        // Earlier estimates must not change this one.
        self.engine.forget();
        match sought {
            Sought::Solution(solution) => line::given(&mut self.engine, position, solution),
            Sought::Best(best) => line::solve(&mut self.engine, position, best),
        }
    }
}
