//! `/api/difficulty`: how hard positions are.

use ::training::{Estimator, Larin};
use engine::NoMemory;
use index::parse_fen;
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
use utoipa::ToSchema;

use crate::analysts::Until;
use crate::batch::{Asked, Batch};
use crate::problem::{Problem, quoted};
use crate::schemas::{self, Fen};

/// Which positions are to be estimated: `fen` or `fens`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DifficultyRequest {
    /// FEN or EPD.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// Several of them, up to 64; what is no FEN is answered with its problem.
    #[schema(min_items = 1, max_items = 64)]
    pub fens: Option<Vec<String>>,
    /// The solution of `fen`, if it is known: moves in UCI, the solver's first, in one text or one by one.
    #[schema(schema_with = schemas::moves)]
    pub solution: Option<Solution>,
}

/// Moves in UCI.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "moves in UCI, as one text or as a list")]
pub enum Solution {
    /// With spaces between them, e.g. `h5h7 g8h7 e2h5`.
    Line(String),
    /// One by one.
    Moves(Vec<String>),
}

/// How hard a position is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DifficultyResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The rating of players who solve it half of the time, on the scale of Lichess's puzzles.
    pub rating: u32,
    /// Four in five puzzles are within.
    pub interval: [u32; 2],
    /// What Larin's formula says.
    pub larin: i32,
    /// What made it hard or easy, the weightiest first, each with what it changes the rating by.
    pub why: Vec<String>,
}

/// Estimates one position or several.
///
/// # Errors
///
/// 400 or 422 for the FEN and the solution, 503 if there was no time.
pub fn difficulty(
    request: &DifficultyRequest,
    until: &Until,
) -> Result<Batch<DifficultyResponse>, Problem> {
    let asked = Asked::new(request.fen.as_ref(), request.fens.as_ref())?;
    if request.fens.is_some() && request.solution.is_some() {
        return Err(Problem::impossible(
            "solution: it goes with a fen, not with fens",
        ));
    }
    let mut estimator = Estimator::new().map_err(|error: NoMemory| Problem::internal(error))?;
    asked.answered(|fen| {
        if until.is_over() {
            return Err(Problem::busy());
        }
        let position = parse_fen(fen)?;
        let solution = request.solution.as_ref();
        let solution = solution
            .map(|solution| solution.moves(&position))
            .transpose()?;
        let found = estimator.estimate(&position, solution.as_deref());
        let found =
            found.ok_or_else(|| Problem::impossible("fen: there is no legal move in it"))?;
        Ok(DifficultyResponse {
            fen: index::fen(&position),
            rating: found.rating,
            interval: found.interval,
            larin: Larin::new(&position).rating(),
            why: found.why,
        })
    })
}

impl Solution {
    /// The moves, if they are legal from `position` on.
    fn moves(&self, position: &Chess) -> Result<Vec<Move>, Problem> {
        let words: Vec<&str> = match self {
            Solution::Line(line) => line.split_whitespace().collect(),
            Solution::Moves(moves) => moves.iter().map(String::as_str).collect(),
        };
        if words.is_empty() {
            return Err(Problem::impossible(
                "solution: there is no move in it; leave it out if it is not known",
            ));
        }
        let mut position = position.clone();
        let moves = words.into_iter().map(|word| {
            let uci: UciMove = word.parse().map_err(|_| {
                Problem::unreadable(format!(
                    "solution: {} is no move in UCI, like e2e4",
                    quoted(word)
                ))
            })?;
            let m = uci.to_move(&position).map_err(|_| {
                let fen = index::fen(&position);
                Problem::impossible(format!("solution: {word} is not legal in {fen}"))
            })?;
            position.play_unchecked(m);
            Ok(m)
        });
        moves.collect()
    }
}
