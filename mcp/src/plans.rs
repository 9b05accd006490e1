//! The tool `plans`.

use app::Error;
use app::doors::Doors;
use app::{FilterRequest, Limit, NextMove, Structure, parse_filter};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;
use crate::similar::{Similar, search};

/// The number of moves of each side. Guessed: later ones are rare.
const MOVES: usize = 8;

/// The number of games that are named. Guessed.
const SOURCES: Limit = Limit::of::<3>();

/// Whose plans.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The position: FEN, EPD or `startpos`.
    fen: String,
    /// In which games and positions.
    #[schema(inline)]
    filter: Option<FilterRequest>,
}

/// How positions like one are played.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Played {
    /// The position, as it was read.
    fen: String,
    /// The number of games counted: those of the most similar positions.
    games: usize,
    /// Where White's pieces went within six moves, the most frequent first.
    white: Vec<NextMove>,
    /// Where Black's pieces went.
    black: Vec<NextMove>,
    /// Named pawn structures of the position, with both sides' usual plans.
    structures: Vec<Structure>,
    /// The most similar positions, with their games.
    sources: Vec<Similar>,
    /// How many moves, structures and sources were left out to keep the answer short.
    left_out: usize,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let position = parse_fen(&arguments.fen)?;
    let how = app::SimilarRequest {
        limit: SOURCES,
        filter: parse_filter(arguments.filter.as_ref())?,
        plans: true,
        ..app::SimilarRequest::default()
    };
    let structures = app::structures(&position);
    let found = search(doors, position, how).await?;
    let plans = found.plans.ok_or(Error::NO_TIME)?;
    let first = |moves: Vec<NextMove>| moves.into_iter().take(MOVES).collect();
    let played = Played {
        fen: found.fen.0,
        games: plans.games,
        white: first(plans.white),
        black: first(plans.black),
        structures,
        sources: found.hits.iter().map(Similar::from).collect(),
        left_out: 0,
    };
    short(&played, &["sources", "structures", "black", "white"])
}
