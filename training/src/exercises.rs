//! Exercises: positions of games where only one move is good, by the engine's word.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::NoMemory;
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position};

use crate::exercise::{Criteria, Exercise, ExerciseReport, Moment, StopReason};
use crate::maker::Maker;

/// Moments in a batch, after which the exercises are counted, and those that share an engine, which takes longer to
/// make than a short search. Guessed.
const BATCH: usize = 64;
const BY_ONE: usize = 8;

/// After this long a batch is searched even if it is not full: where moments are rare, time would be up before it is.
/// Guessed.
const GATHERING: Duration = Duration::from_millis(500);

/// Exercises of one game are at least this many half-moves apart. Guessed.
const APART: usize = 6;

/// Two exercises with the same first move count as the same if at most this many squares differ. Guessed: two moves.
const ALIKE: usize = 4;

/// Makes exercises of moments, several at a time, until there are enough, or time is up, or `stop` is set. Calls `see`
/// on the way with the number of moments looked at so far.
///
/// # Errors
///
/// There is not enough memory.
pub fn exercises(
    moments: impl IntoIterator<Item = Moment>,
    criteria: &Criteria,
    stop: &AtomicBool,
    mut see: impl FnMut(usize),
) -> Result<ExerciseReport, NoMemory> {
    let mut moments = moments.into_iter();
    let mut taken = 0;
    let mut exercises: Vec<Exercise> = Vec::new();
    let mut keys: BTreeSet<u64> = BTreeSet::new();
    let looked_at = AtomicUsize::new(0);
    let end = loop {
        if exercises.len() >= criteria.limit {
            break StopReason::Limit;
        }
        let begun = Instant::now();
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH.min(criteria.moments - taken)
            && (batch.is_empty() || begun.elapsed() < GATHERING)
            && !criteria.is_over(stop)
        {
            let Some(moment) = moments.next() else { break };
            batch.push(moment);
        }
        taken += batch.len();
        // The source of the moments may have stopped for the same reason.
        if criteria.is_over(stop) {
            break StopReason::Time;
        }
        if batch.is_empty() {
            break if taken < criteria.moments {
                StopReason::All
            } else {
                StopReason::Moments
            };
        }
        let found: Vec<Vec<Exercise>> = batch
            .par_chunks(BY_ONE)
            .map(|moments| {
                let mut maker = Maker::new(criteria, stop)?;
                let in_time = moments.iter().take_while(|_| !criteria.is_over(stop));
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
            if exercises.len() < criteria.limit && is_new && keys.insert(key) {
                exercises.push(exercise);
            }
        }
        see(looked_at.load(Relaxed));
    };
    exercises.sort_by_key(|exercise| exercise.difficulty.rating);
    Ok(ExerciseReport {
        exercises,
        moments: looked_at.into_inner(),
        end,
    })
}

/// Whether two exercises are nearly the same: of one game and close together, or with the same first move
/// and nearly the same pieces on their squares.
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
