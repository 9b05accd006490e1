//! Exercises: positions of games where only one move is good, with the engine's word for it.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Game, Limits, NoMemory, Score};
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::difficulty::{Difficulty, Estimator};
use crate::themes::themes;

/// How much better than any other the solution must be, in centipawns, unless it mates and others do not.
const MARGIN: i32 = 150;

/// A position that is lost whatever is played is no exercise: the least score of a solution, in centipawns. Guessed:
/// to hold on counts.
const LEAST: i32 = -50;

/// The share of the nodes of a search that is enough to leave most positions out, and the margin there.
const GLANCE: u64 = 10;
const GLANCE_MARGIN: i32 = 100;

/// The most moves of the solver.
const MOST_MOVES: usize = 6;

/// Exercises of one game are at least so many half-moves apart.
const APART: usize = 6;

/// How many men may stand elsewhere in two exercises with the same first move that count as the same.
const ALIKE: usize = 4;

/// A hash table for a search, in mebibytes.
const HASH: usize = 4;

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
    pub game: usize,
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

/// Which exercises are wanted.
#[derive(Copy, Clone, Debug)]
pub struct Wanted {
    /// How many at most.
    pub limit: usize,
    /// From which rating to which.
    pub ratings: [u32; 2],
    /// How many moves each search makes.
    pub nodes: u64,
}

/// Makes exercises of moments, several at a time, until there are enough; sorted by difficulty, none twice.
///
/// `go_on` is told how many moments have been looked at; where it answers false it ends there.
///
/// # Errors
///
/// There is not enough memory.
pub fn exercises(
    moments: impl IntoIterator<Item = Moment>,
    wanted: &Wanted,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Vec<Exercise>, NoMemory> {
    let mut moments = moments.into_iter();
    let mut exercises: Vec<Exercise> = Vec::new();
    let mut keys: BTreeSet<u64> = BTreeSet::new();
    let mut looked_at = 0;
    while exercises.len() < wanted.limit && go_on(looked_at) {
        let batch: Vec<Moment> = moments.by_ref().take(64).collect();
        if batch.is_empty() {
            break;
        }
        looked_at += batch.len();
        let found: Vec<Vec<Exercise>> = batch
            .par_chunks(8)
            .map(|moments| {
                let mut maker = Maker::new()?;
                let made = moments
                    .iter()
                    .filter_map(|moment| maker.make(moment, wanted));
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
    }
    exercises.sort_by_key(|exercise| exercise.difficulty.rating);
    Ok(exercises)
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

/// What makes exercises: an engine, and an estimator of how hard they are.
struct Maker {
    engine: Engine,
    estimator: Estimator,
}

impl Maker {
    fn new() -> Result<Maker, NoMemory> {
        Ok(Maker {
            engine: Engine::new(HASH)?,
            estimator: Estimator::new()?,
        })
    }

    fn make(&mut self, moment: &Moment, wanted: &Wanted) -> Option<Exercise> {
        let position = &moment.position;
        if position.legal_moves().len() < 2 {
            return None;
        }
        // What was looked at before must not change the answer.
        self.engine.forget();
        let glance = self.search(position, wanted.nodes / GLANCE, 2);
        if !is_only(&glance, GLANCE_MARGIN) {
            return None;
        }
        let first = self.search(position, wanted.nodes, 4);
        if !is_only(&first, MARGIN) {
            return None;
        }
        let score = first.lines.first()?.score;
        let solution = self.solution(position, &first, wanted.nodes);
        let (_, before) = moment.before;
        if before.is_capture() && matches!(solution[..], [only] if only.to() == before.to()) {
            // Whoever takes back has seen nothing.
            return None;
        }
        let difficulty = self.estimator.estimate(position, Some(&solution))?;
        let [least, most] = wanted.ratings;
        if !(least..=most).contains(&difficulty.rating) {
            return None;
        }
        let others = first.lines.iter().skip(1);
        let alternatives = others.filter_map(|line| {
            Some(Alternative {
                m: *line.moves.first()?,
                score: line.score,
            })
        });
        Some(Exercise {
            alternatives: alternatives.collect(),
            themes: themes(position, &solution, score),
            found: moment
                .played
                .map(|played| solution.first() == Some(&played)),
            moment: moment.clone(),
            solution,
            score,
            difficulty,
        })
    }

    fn search(&mut self, position: &Chess, nodes: u64, lines: usize) -> Analysis {
        let limits = Limits {
            nodes: Some(nodes.max(1000)),
            lines,
            ..Limits::default()
        };
        let game = Game::new(position.clone());
        self.engine
            .search(&game, &limits, &AtomicBool::new(false), |_| ())
    }

    /// The only move, the best reply, and on as long as there is only one good move.
    fn solution(&mut self, position: &Chess, first: &Analysis, nodes: u64) -> Vec<Move> {
        let mut solution = Vec::new();
        let mut position = position.clone();
        let mut analysis = first.clone();
        for _ in 0..MOST_MOVES {
            let Some(best) = analysis.best_move() else {
                break;
            };
            solution.push(best);
            position.play_unchecked(best);
            if position.legal_moves().is_empty() {
                break;
            }
            let reply = self.search(&position, nodes / 2, 1);
            let Some(reply) = reply.best_move() else {
                break;
            };
            let mut next = position.clone();
            next.play_unchecked(reply);
            if next.legal_moves().len() < 2 {
                break;
            }
            analysis = self.search(&next, nodes / 2, 2);
            if !is_only(&analysis, MARGIN) {
                break;
            }
            solution.push(reply);
            position = next;
        }
        solution
    }
}

/// Whether the best move is worth finding, and better than any other by a margin.
fn is_only(analysis: &Analysis, margin: i32) -> bool {
    let [best, second, ..] = &analysis.lines[..] else {
        return false;
    };
    match (best.score, second.score) {
        (Score::Mate(moves), Score::Mate(other)) if moves > 0 && other > 0 => false,
        (Score::Mate(moves), _) if moves > 0 => true,
        (Score::Cp(cp), Score::Cp(other)) => cp >= LEAST && cp - other >= margin && other < 600,
        (Score::Cp(cp), Score::Mate(_)) => cp >= LEAST,
        (Score::Mate(_), _) => false,
    }
}
