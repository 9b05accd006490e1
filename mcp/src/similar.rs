//! The tool `similar_positions`.

use app::doors::Doors;
use app::doors::in_time;
use app::{
    Bounded, Error, FilterRequest, Hit, Name, Pace, Passed, ScoringName, SimilarAnswer, TurnName,
    parse_filter,
};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;
use crate::source::Source;

/// The number of hits in an answer. Guessed: more than a model reads with care.
type Limit = Bounded<1, 10>;

/// What to search for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The position: FEN, EPD or `startpos`.
    fen: String,
    /// The number of hits; 5 by default.
    #[schema(inline)]
    limit: Option<Limit>,
    /// What counts as similar; `tabiya` by default. `structure` compares pawns and material, `tactics` attacks and
    /// captures, `ideas` the best moves.
    #[schema(inline)]
    scoring: Option<ScoringName>,
    /// The side to move in a hit: `any` (the default), `same` as in the position, `white` or `black`.
    #[schema(inline)]
    turn: Option<TurnName>,
    /// Which games and positions may be hits.
    #[schema(inline)]
    filter: Option<FilterRequest>,
}

/// The positions most similar to one, each of another game.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Found {
    /// The position, as it was read.
    fen: String,
    /// The number of games stored.
    games: u64,
    /// The number of positions searched.
    positions: u64,
    /// How much of that passes the filter; null without one.
    passed: Option<Passed>,
    /// The best first.
    hits: Vec<Similar>,
    /// How many hits were left out to keep the answer short.
    left_out: usize,
}

/// A similar position, and its game.
#[derive(Debug, Serialize)]
pub(crate) struct Similar {
    /// The position.
    fen: String,
    /// How similar it is; higher is more similar.
    score: f64,
    /// Whether it is the position itself.
    identical: bool,
    /// The number of half-moves of the game before it.
    ply: u64,
    /// What was played next; null at the end of the game.
    played: Option<String>,
    /// What it has in common with the position, and what differs.
    summary: Option<String>,
    /// Its game.
    game: Source,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let usual = app::SimilarRequest::default();
    let how = app::SimilarRequest {
        limit: arguments.limit.map_or(app::Limit::of::<5>(), same_limit),
        scoring: arguments
            .scoring
            .map_or(usual.scoring, |Name(scoring)| scoring),
        turn: arguments.turn.map_or(usual.turn, |Name(turn)| turn),
        filter: parse_filter(arguments.filter.as_ref())?,
        ..usual
    };
    let found = search(doors, parse_fen(&arguments.fen)?, how).await?;
    let found = Found {
        fen: found.fen.0,
        games: found.games,
        positions: found.positions,
        passed: found.passed,
        hits: found.hits.iter().map(Similar::from).collect(),
        left_out: 0,
    };
    short(&found, &["hits"])
}

/// Searches, in slices.
pub(crate) async fn search(
    doors: &Doors,
    position: Chess,
    how: app::SimilarRequest,
) -> Result<SimilarAnswer, Error> {
    let index = doors.index()?;
    let cost = how.first_slice();
    let search = move |pace: &Pace| {
        let view = index.snapshot()?;
        let positions = [position];
        let answers = app::similar(&view, &positions, &how, None, pace);
        let mut answers = answers.map_err(|error| error.within("filter."))?;
        answers.next().unwrap_or(Err(Error::Crowded))
    };
    let found = doors.searches().blocking(cost, in_time(), search);
    found.await
}

/// A limit of this tool as one of the search, which allows more.
fn same_limit(limit: Limit) -> app::Limit {
    app::Limit::new(limit.get()).unwrap_or(app::Limit::MAX)
}

impl From<&Hit> for Similar {
    fn from(hit: &Hit) -> Similar {
        Similar {
            fen: hit.fen.to_string(),
            // A model needs no more than a person.
            score: (hit.score * 100.0).round() / 100.0,
            identical: hit.identical,
            ply: hit.ply,
            played: hit.played.as_ref().map(|played| played.san.clone()),
            summary: hit.summary.clone(),
            game: Source::from(&hit.game),
        }
    }
}
