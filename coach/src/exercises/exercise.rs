//! What exercises are, and which of them to look for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use engine::{Score, Tablebase};
use shakmaty::{Chess, Move};

use crate::difficulty::Difficulty;

/// A position of a game that may become an exercise.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position, its side to move the solver.
    pub position: Chess,
    /// The position before, and the move that led here.
    pub before: (Chess, Move),
    /// What was played.
    pub played: Option<Move>,
    /// The caller's number of its game.
    pub game: u64,
    /// Half-moves from the start of the game.
    pub ply: usize,
}

/// A move that is not the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The move.
    pub m: Move,
    /// Its score, from the solver's view.
    pub score: Score,
}

/// An exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Where it comes from.
    pub moment: Moment,
    /// The solver's moves and the opponent's best replies; it ends with the solver's.
    pub solution: Vec<Move>,
    /// The score of the solution, from the solver's view.
    pub score: Score,
    /// The next best moves.
    pub alternatives: Vec<Alternative>,
    /// Themes by lichess's names, e.g. `fork`.
    pub themes: Vec<&'static str>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Whether the game went on with the solution; none if the game ended here.
    pub found: Option<bool>,
}

/// The exercises found, and how far the search for them went.
#[derive(Clone, Debug)]
pub struct ExerciseReport {
    /// Sorted by difficulty, none twice.
    pub exercises: Vec<Exercise>,
    /// How many moments were looked at.
    pub moments: usize,
    /// The first game of which moments may be left, by the caller's number; `None` if none is left.
    pub next: Option<u64>,
    /// Why the search ended.
    pub end: StopReason,
}

/// Why the search for exercises ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The limit of exercises is reached.
    Limit,
    /// The limit of moments is reached.
    Moments,
    /// Time is up, or the caller stopped the search.
    Time,
    /// There are no more moments.
    All,
}

/// Which exercises to look for, and for how long.
#[derive(Clone, Debug)]
pub struct Criteria {
    /// The most exercises.
    pub limit: usize,
    /// The lowest and the highest rating.
    pub ratings: [u32; 2],
    /// A theme that each must have, by lichess's name, e.g. `fork`.
    pub theme: Option<&'static str>,
    /// Positions that are exercises already: no exercise is one of them, or close to one in its game.
    pub known: Vec<Chess>,
    /// Moves made in each search.
    pub nodes: u64,
    /// The most moments to look at.
    pub moments: usize,
    /// When time is up, if ever. Searches end then, and unfinished ones do not count.
    pub deadline: Option<Instant>,
    /// The tablebase that the searches ask.
    pub tablebase: Option<Arc<Tablebase>>,
}

impl Criteria {
    /// Whether time is up.
    pub(crate) fn is_over(&self, stop: &AtomicBool) -> bool {
        stop.load(Relaxed) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}
