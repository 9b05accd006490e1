//! How hard positions are.

use std::time::Duration;

use coach::{Estimator, Larin, Sought};
use engine::{Limits, NoMemory};
use index::Pace;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Move, Position};
use utoipa::ToSchema;

use crate::analysis::{Effort, Engines, Searched, usual_nodes};
use crate::error::Error;
use crate::moves;
use crate::schemas::Fen;

/// How hard a position is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DifficultyAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// The move to find: the first of the solution, or the engine's best one.
    pub best: moves::Move,
    /// The rating of players who solve it half of the time, on the scale of Lichess's puzzles.
    pub rating: u32,
    /// From the lower to the upper end: four in five puzzles are within.
    pub interval: [u32; 2],
    /// The rating by Larin's formula.
    pub larin: i32,
    /// What makes it hard or easy, the weightiest first, each with what it adds to or takes from the rating.
    pub why: Vec<String>,
}

/// What is known of the only position.
#[derive(Clone, Debug)]
pub enum Known {
    /// Its solution, which makes the estimate better.
    Solution(Vec<Move>),
    /// The best line that an analysis found, or its first move.
    Best(Vec<Move>),
}

/// The longest search for the best move of a position where time is limited: half of what a server has for a request,
/// so that the estimate follows. A million nodes take a tenth of it at the speed measured in docs/engine.md.
const LONGEST_SEARCH: Duration = Duration::from_secs(4);

/// Estimates positions. If nothing is known of them, the engine looks for the best moves, as far as
/// [`analyse`](crate::analyse()) does by default: the move to find is the first one of such an analysis.
///
/// # Errors
///
/// [`Error::Internal`] if there is no memory, [`Error::Engine`] if another program has failed; for a position
/// [`Error::Impossible`] without a legal move, [`Error::OutOfTime`] if it was not begun.
pub fn difficulty(
    engines: &Engines,
    positions: &[Chess],
    known: Option<&Known>,
    pace: &Pace,
) -> Result<Vec<Result<DifficultyAnswer, Error>>, Error> {
    let at_once = rayon::current_num_threads().clamp(1, positions.len().max(1));
    let estimators = (0..at_once).map(|_| Estimator::new());
    let estimators: Result<Vec<Estimator>, NoMemory> = estimators.collect();
    let mut estimators = estimators.map_err(Error::internal)?;
    let limits = Limits {
        time: pace.deadline.map(|_| LONGEST_SEARCH),
        ..Effort::default().limits(usual_nodes(positions.len(), pace))
    };
    let mut answers = Vec::with_capacity(positions.len());
    // In parts, so that the first ones have an answer if time runs out.
    for some in positions.chunks(at_once) {
        let lines = match known {
            Some(Known::Solution(line) | Known::Best(line)) => vec![Some(line.clone())],
            None => best_lines(engines, some, &limits, pace)?,
        };
        let asked = some.par_iter().zip(lines).zip(&mut estimators);
        answers.par_extend(
            asked.map(|((position, line), estimator)| estimate(estimator, position, line, known)),
        );
    }
    Ok(answers)
}

/// Estimates a position by the line to find; none if there was no time to look for it.
fn estimate(
    estimator: &mut Estimator,
    position: &Chess,
    line: Option<Vec<Move>>,
    known: Option<&Known>,
) -> Result<DifficultyAnswer, Error> {
    if position.legal_moves().is_empty() {
        return Err(Error::impossible("fen", "there is no legal move in it"));
    }
    let line = line.ok_or(Error::NO_TIME)?;
    let sought = match known {
        Some(Known::Solution(_)) => Sought::Solution(&line),
        _ => Sought::Best(&line),
    };
    let estimate = estimator.estimate(position, sought);
    let (Some(estimate), Some(best)) = (estimate, line.first()) else {
        return Err(Error::NO_TIME);
    };
    Ok(DifficultyAnswer {
        fen: Fen::from(position),
        best: moves::Move::new(position, *best),
        rating: estimate.rating,
        interval: estimate.interval,
        larin: Larin::new(position).rating(),
        why: estimate.why,
    })
}

/// The best line of each position; `None` where no search was begun.
fn best_lines(
    engines: &Engines,
    positions: &[Chess],
    limits: &Limits,
    pace: &Pace,
) -> Result<Vec<Option<Vec<Move>>>, Error> {
    let searched = engines.search(positions, None, limits, pace)?;
    let line = |searched: Searched| Some(searched.analysis.lines.into_iter().next()?.moves);
    Ok(searched
        .into_iter()
        .map(|searched| searched.and_then(line))
        .collect())
}

/// Parses a line of a position, in the field of that name: moves in UCI or SAN, separated by spaces or commas, the solver's
/// first, e.g. `h5h7 g8h7 e2h5`.
///
/// # Errors
///
/// [`Error::Unreadable`] for a word that is not a move, [`Error::Impossible`] for an illegal move or none at all.
pub fn parse_line(field: &'static str, position: &Chess, line: &str) -> Result<Vec<Move>, Error> {
    let moves = moves::parse(field, position, line)?;
    if moves.is_empty() {
        let why = "it has no move; omit it if it is unknown";
        return Err(Error::impossible(field, why));
    }
    Ok(moves)
}
