//! Exercises: positions of games where only one move is good, with the engine's word for it.

mod maker;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::{NoMemory, Score};
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::difficulty::Difficulty;
use maker::Maker;

/// How many moments are looked at before it is seen whether there are enough, and how many by one engine, which takes
/// longer to make than a short search. Guessed.
const BATCH: usize = 64;
const BY_ONE: usize = 8;

/// After this long a batch is searched as it is: where moments are rare, time would be up before it is full. Guessed.
const GATHERING: Duration = Duration::from_millis(500);

/// Exercises of one game are at least so many half-moves apart. Guessed.
const APART: usize = 6;

/// How many men may stand elsewhere in two exercises with the same first move that count as the same. Guessed: two moves.
const ALIKE: usize = 4;

/// A position of a game that may become an exercise.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position, its side to move the solver.
    pub position: Chess,
    /// The position before, and the move that led here.
    pub before: (Chess, Move),
    /// What was played.
    pub played: Option<Move>,
    /// Which game it is of, as the caller numbers them.
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
    /// Themes as lichess names them, e.g. `fork`.
    pub themes: Vec<&'static str>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Whether the game went on with the solution; none if the game ended here.
    pub found: Option<bool>,
}

/// What came of the moments.
#[derive(Clone, Debug)]
pub struct Found {
    /// Sorted by difficulty, none twice.
    pub exercises: Vec<Exercise>,
    /// How many moments were looked at.
    pub moments: usize,
    /// Why no more of them were.
    pub end: End,
}

/// Why no more moments were looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are as many exercises as were wanted.
    Limit,
    /// As many moments as were to be looked at have been.
    Moments,
    /// Time was up, or it was told to stop.
    Time,
    /// There are no more.
    All,
}

/// Which exercises are wanted, and for how long they are looked for.
#[derive(Copy, Clone, Debug)]
pub struct Wanted {
    /// How many at most.
    pub limit: usize,
    /// From which rating to which.
    pub ratings: [u32; 2],
    /// A theme that each must have, as lichess names it, e.g. `fork`.
    pub theme: Option<&'static str>,
    /// How many moves each search makes.
    pub nodes: u64,
    /// How many moments are looked at, at most.
    pub moments: usize,
    /// When time is up, if ever: searches end then, and those that were not finished count for nothing.
    pub deadline: Option<Instant>,
}

/// Makes exercises of moments, several at a time, until there are enough, or time is up, or `stop` is set. `see` is told
/// on the way how many moments it has looked at.
///
/// # Errors
///
/// There is not enough memory.
pub fn exercises(
    moments: impl IntoIterator<Item = Moment>,
    wanted: &Wanted,
    stop: &AtomicBool,
    mut see: impl FnMut(usize),
) -> Result<Found, NoMemory> {
    let mut moments = moments.into_iter();
    let mut taken = 0;
    let mut exercises: Vec<Exercise> = Vec::new();
    let mut keys: BTreeSet<u64> = BTreeSet::new();
    let looked_at = AtomicUsize::new(0);
    let end = loop {
        if exercises.len() >= wanted.limit {
            break End::Limit;
        }
        let begun = Instant::now();
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH.min(wanted.moments - taken)
            && (batch.is_empty() || begun.elapsed() < GATHERING)
            && !wanted.is_over(stop)
        {
            let Some(moment) = moments.next() else { break };
            batch.push(moment);
        }
        taken += batch.len();
        // Whoever tells moments may have stopped for the same reason.
        if wanted.is_over(stop) {
            break End::Time;
        }
        if batch.is_empty() {
            break if taken < wanted.moments {
                End::All
            } else {
                End::Moments
            };
        }
        let found: Vec<Vec<Exercise>> = batch
            .par_chunks(BY_ONE)
            .map(|moments| {
                let mut maker = Maker::new(wanted, stop)?;
                let in_time = moments.iter().take_while(|_| !wanted.is_over(stop));
                let made = in_time.filter_map(|moment| {
                    looked_at.fetch_add(1, Relaxed);
                    maker.make(moment)
                });
                Ok(made.collect())
            })
            .collect::<Result<_, NoMemory>>()?;
        for exercise in found.into_iter().flatten() {
            let position = &exercise.moment.position;
            let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
            let is_new = !exercises.iter().any(|other| alike(other, &exercise));
            if exercises.len() < wanted.limit && is_new && keys.insert(key) {
                exercises.push(exercise);
            }
        }
        see(looked_at.load(Relaxed));
    };
    exercises.sort_by_key(|exercise| exercise.difficulty.rating);
    Ok(Found {
        exercises,
        moments: looked_at.into_inner(),
        end,
    })
}

/// Whether two exercises are nearly the same: of one game and close together, or with the same first move
/// and nearly the same men.
fn alike(one: &Exercise, other: &Exercise) -> bool {
    let (a, b) = (&one.moment, &other.moment);
    if a.game == b.game && a.ply.abs_diff(b.ply) < APART {
        return true;
    }
    let (x, y) = (a.position.board(), b.position.board());
    let squares = (x.occupied() | y.occupied()).into_iter();
    let elsewhere = squares.filter(|square| x.piece_at(*square) != y.piece_at(*square));
    one.solution.first() == other.solution.first() && elsewhere.count() <= ALIKE
}
