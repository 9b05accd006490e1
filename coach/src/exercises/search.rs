//! The search for exercises among positions of games.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::NoMemory;
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::exercises::exercise::{Criteria, Exercise, ExerciseReport, Moment, StopReason};
use crate::exercises::maker::Maker;

/// The number of moments that are gathered, of which the most promising are searched first. Guessed: those of sixteen
/// similar games; one in ninety makes an exercise.
const WINDOW: usize = 128;

/// With a deadline, after this long moments are searched even if there are fewer: where they are rare, time would be up
/// before there are enough. Guessed.
const GATHERING: Duration = Duration::from_millis(500);

/// Exercises of one game are at least this many half-moves apart. Guessed.
const APART: usize = 6;

/// Two exercises with the same first move count as the same if at most this many squares differ. Guessed: two moves.
const ALIKE: usize = 4;

/// Makes exercises of moments, several at a time, until there are enough, or time is up, or `stop` is set.
///
/// Calls `found` with each exercise as soon as it is made, and `see` with the number of moments searched so far. Without
/// a deadline the calls and the answer are always the same, on any number of processors.
///
/// # Errors
///
/// There is not enough memory.
pub fn exercises(
    moments: &mut dyn Iterator<Item = Moment>,
    criteria: &Criteria,
    stop: &AtomicBool,
    found: &mut (dyn FnMut(&Exercise) + Send),
    see: &mut (dyn FnMut(usize) + Send),
) -> Result<ExerciseReport, NoMemory> {
    let mut taken = 0;
    let mut next = None;
    let mut makers: Vec<Maker> = Vec::new();
    let mut made = Made {
        limit: criteria.limit,
        exercises: Vec::new(),
        keys: criteria.known.iter().map(key).collect(),
        known: Vec::new(),
        searched: 0,
        found,
        see,
    };
    let end = loop {
        if made.is_full() {
            break StopReason::Limit;
        }
        let begun = Instant::now();
        let mut window = Vec::with_capacity(WINDOW);
        while window.len() < WINDOW.min(criteria.moments - taken)
            && (window.is_empty() || criteria.deadline.is_none() || begun.elapsed() < GATHERING)
            && !criteria.is_over(stop)
        {
            let Some(moment) = moments.next() else { break };
            if made.keys.contains(&key(&moment.position)) {
                made.known.push((moment.game, moment.ply));
            } else {
                window.push(moment);
            }
        }
        taken += window.len();
        // The source of the moments may have stopped for the same reason.
        if criteria.is_over(stop) {
            next = window.first().map(|moment| moment.game).or(next);
            break StopReason::Time;
        }
        if window.is_empty() {
            if taken < criteria.moments {
                next = None;
                break StopReason::All;
            }
            break StopReason::Moments;
        }
        while makers.len() < rayon::current_num_threads().min(window.len()) {
            makers.push(Maker::new(criteria, stop)?);
        }
        let window = most_promising_first(window, &mut makers);
        let searched = search(&window, &mut makers, &mut made, || criteria.is_over(stop));
        let in_order = window.iter().enumerate();
        let left = in_order.filter(|(place, _)| !searched.contains(place));
        let first_left = left.map(|(_, (order, moment))| (*order, moment.game)).min();
        // The game of the last one may have more moments.
        let last = window.iter().max_by_key(|(order, _)| *order);
        let last = last.map(|(_, moment)| moment.game);
        next = first_left.map(|(_, game)| game).or(last);
    };
    let Made {
        mut exercises,
        searched,
        ..
    } = made;
    exercises.sort_by_key(|exercise| exercise.difficulty.rating);
    Ok(ExerciseReport {
        exercises,
        moments: searched,
        next,
        end,
    })
}

/// Moments in the order in which they are searched, each with its place in the order in which they come.
fn most_promising_first(window: Vec<Moment>, makers: &mut [Maker]) -> Vec<(usize, Moment)> {
    let in_order = window.into_iter().enumerate();
    let mut window: Vec<_> = in_order.map(|one| (None, one)).collect();
    let share = window.len().div_ceil(makers.len());
    window
        .par_chunks_mut(share)
        .zip(makers)
        .for_each(|(share, maker)| {
            for (promise, (_, moment)) in share {
                *promise = maker.promise(moment);
            }
        });
    window.sort_by_key(|(promise, _)| Reverse(*promise));
    window.into_iter().map(|(_, one)| one).collect()
}

/// Searches moments, each maker one at a time, until there are enough exercises or it `is_over`; returns the places of
/// those that were searched.
fn search(
    window: &[(usize, Moment)],
    makers: &mut [Maker],
    made: &mut Made,
    is_over: impl Fn() -> bool + Sync,
) -> BTreeSet<usize> {
    let next = AtomicUsize::new(0);
    // What was made of moments, by their place, while that of an earlier one is not known yet.
    let waiting = Mutex::new((made, 0, BTreeMap::new()));
    makers.par_iter_mut().with_max_len(1).for_each(|maker| {
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some((_, moment)) = window.get(place) else {
                break;
            };
            let exercise = maker.make(moment);
            if is_over() {
                break;
            }
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let (made, first, later) = &mut *waiting;
            later.insert(place, exercise);
            while !made.is_full()
                && let Some(exercise) = later.remove(first)
            {
                *first += 1;
                made.add(exercise);
            }
            if made.is_full() {
                break;
            }
        }
    });
    let (made, first, later) = waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut searched: BTreeSet<usize> = (0..first).collect();
    for (place, exercise) in later {
        if !made.is_full() {
            made.add(exercise);
            searched.insert(place);
        }
    }
    searched
}

/// The exercises so far.
struct Made<'a> {
    limit: usize,
    exercises: Vec<Exercise>,
    /// Of the positions of exercises, the known ones included.
    keys: BTreeSet<u64>,
    /// Where known exercises are: game and ply.
    known: Vec<(u64, usize)>,
    searched: usize,
    found: &'a mut (dyn FnMut(&Exercise) + Send),
    see: &'a mut (dyn FnMut(usize) + Send),
}

impl Made<'_> {
    fn is_full(&self) -> bool {
        self.exercises.len() >= self.limit
    }

    /// Adds what was made of the next moment, unless it is nearly the same as another.
    fn add(&mut self, exercise: Option<Exercise>) {
        self.searched += 1;
        (self.see)(self.searched);
        let Some(exercise) = exercise else { return };
        let moment = &exercise.moment;
        let is_near =
            |&(game, ply): &(u64, usize)| are_near((game, ply), (moment.game, moment.ply));
        let is_old = self.exercises.iter().any(|other| alike(other, &exercise))
            || self.known.iter().any(is_near);
        if !is_old && self.keys.insert(key(&moment.position)) {
            (self.found)(&exercise);
            self.exercises.push(exercise);
        }
    }
}

/// What tells positions apart.
fn key(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
    key
}

/// Whether two exercises, each by its game and ply, are of one game and close together.
fn are_near(one: (u64, usize), other: (u64, usize)) -> bool {
    one.0 == other.0 && one.1.abs_diff(other.1) < APART
}

/// Whether two exercises are nearly the same: of one game and close together, or with the same first move
/// and nearly the same pieces on their squares.
fn alike(one: &Exercise, other: &Exercise) -> bool {
    let (a, b) = (&one.moment, &other.moment);
    if are_near((a.game, a.ply), (b.game, b.ply)) {
        return true;
    }
    let (x, y) = (a.position.board(), b.position.board());
    let squares = (x.occupied() | y.occupied()).into_iter();
    let elsewhere = squares.filter(|square| x.piece_at(*square) != y.piece_at(*square));
    one.solution.first() == other.solution.first() && elsewhere.count() <= ALIKE
}
