//! How hard positions are.

use engine::NoMemory;
use serde::Serialize;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
use training::{Estimator, Larin};
use utoipa::ToSchema;

use crate::analysis::Until;
use crate::error::{Error, quoted};
use crate::schemas::Fen;

/// How hard a position is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DifficultyResponse {
    /// The position, as it was read.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The rating of players who solve it half of the time, on the scale of Lichess's puzzles.
    pub rating: u32,
    /// From the lower to the upper end: four in five puzzles are within.
    pub interval: [u32; 2],
    /// The rating by Larin's formula.
    pub larin: i32,
    /// What makes it hard or easy, the weightiest first, each with what it adds to or takes from the rating.
    pub why: Vec<String>,
}

/// Estimates positions; `solution` belongs to the only one, and makes the estimate better.
///
/// # Errors
///
/// [`Error::Internal`] if there is no memory; for a position [`Error::Impossible`] without a legal move,
/// [`Error::OutOfTime`] if it was not begun.
pub fn difficulty(
    positions: &[Chess],
    solution: Option<&[Move]>,
    until: &Until,
) -> Result<Vec<Result<DifficultyResponse, Error>>, Error> {
    let mut estimator = Estimator::new().map_err(|error: NoMemory| Error::internal(error))?;
    let estimate = |position: &Chess| {
        if until.is_over() {
            return Err(Error::NO_TIME);
        }
        let estimate = estimator.estimate(position, solution);
        let estimate =
            estimate.ok_or_else(|| Error::impossible("fen", "there is no legal move in it"))?;
        Ok(DifficultyResponse {
            fen: pgn::fen(position),
            rating: estimate.rating,
            interval: estimate.interval,
            larin: Larin::new(position).rating(),
            why: estimate.why,
        })
    };
    Ok(positions.iter().map(estimate).collect())
}

/// Parses the solution of a position: moves in UCI with spaces between them, the solver's first, e.g.
/// `h5h7 g8h7 e2h5`.
///
/// # Errors
///
/// [`Error::Unreadable`] for a word that is not a move, [`Error::Impossible`] for an illegal move or none at all.
pub fn parse_solution(position: &Chess, solution: &str) -> Result<Vec<Move>, Error> {
    let mut position = position.clone();
    let moves = solution.split_whitespace().map(|word| {
        let uci: UciMove = word.parse().map_err(|_| {
            let why = format!("{} is not a move in UCI, like e2e4", quoted(word));
            Error::unreadable("solution", why)
        })?;
        let m = uci.to_move(&position).map_err(|_| {
            let why = format!("{word} is not legal in {}", pgn::fen(&position));
            Error::impossible("solution", why)
        })?;
        position.play_unchecked(m);
        Ok(m)
    });
    let moves: Vec<Move> = moves.collect::<Result<_, Error>>()?;
    if moves.is_empty() {
        let why = "it has no move; omit it if it is unknown";
        return Err(Error::impossible("solution", why));
    }
    Ok(moves)
}
