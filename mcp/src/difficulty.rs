//! The tool `difficulty`.

use app::doors::Doors;
use app::{DifficultyAnswer, Engines, Error, Known, Pace, parse_line};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{COMPUTED, short};
use crate::arguments::{join_moves, read};

/// What to estimate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The position: FEN, EPD or `startpos`.
    fen: String,
    /// The solution, if it is known: moves in UCI or SAN, the solver's first, e.g. `h5h7 g8h7 e2h5`.
    solution: Option<String>,
}

/// How hard a position is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Estimated {
    /// The position, as it was read.
    fen: String,
    /// Where this comes from.
    source: &'static str,
    /// The move to find, in SAN.
    best: String,
    /// The rating of players who solve it half of the time, on the scale of Lichess's puzzles.
    rating: u32,
    /// From the lower to the upper end: four in five puzzles are within.
    interval: [u32; 2],
    /// What makes it hard or easy, the weightiest first, each with what it adds to or takes from the rating.
    why: Vec<String>,
    /// How many of these were left out to keep the answer short.
    left_out: usize,
}

pub(crate) async fn call(
    doors: &Doors,
    mut arguments: JsonObject,
) -> Result<CallToolResult, Error> {
    join_moves(&mut arguments, "solution");
    let arguments: Arguments = read(arguments)?;
    let position = parse_fen(&arguments.fen)?;
    let solution = arguments.solution.as_deref();
    let solution = solution.map(|solution| parse_line("solution", &position, solution));
    let known = solution.transpose()?.map(Known::Solution);
    let work = move |engines: &Engines, pace: &Pace| {
        let mut estimated = app::difficulty(engines, &[position], known.as_ref(), pace)?;
        estimated.pop().unwrap_or(Err(Error::Crowded))
    };
    let estimated: DifficultyAnswer = doors.analysing(work).await?;
    let estimated = Estimated {
        fen: estimated.fen.0,
        source: COMPUTED,
        best: estimated.best.san,
        rating: estimated.rating,
        interval: estimated.interval,
        why: estimated.why,
        left_out: 0,
    };
    short(&estimated, &["why"])
}
