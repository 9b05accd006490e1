//! `/api/progressive`: mates of progressive chess; `/api/progressive/puzzle`: positions that have one.

use std::sync::Arc;

use app::schemas::Fen;
use app::{
    Bounded, EnPassantName, Engines, Error, Name, Pace, ProgressiveAnswer, ProgressiveMoves,
    ProgressiveName, ProgressiveRules, PuzzleAnswer, PuzzleMoves,
};
use axum::Json;
use axum::extract::State;
use pgn::parse_fen;
use serde::Deserialize;
use utoipa::ToSchema;
use variants::progressive::{Rules, Task};

use crate::extract::JsonBody;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// The number of positions that a search may keep. Guessed: 130 MB.
const MOST_POSITIONS: usize = 1_000_000;

/// The most mates in an answer. Guessed: more are of no use to anybody, and each is played and written down.
const MOST_MATES: usize = 1000;

/// A seed: what a JavaScript number holds exactly.
type Seed = Bounded<0, { (1 << 53) - 1 }>;

/// A position, a number of moves, and the rules.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ProgressiveRequest {
    /// FEN or EPD.
    fen: Fen,
    /// The number of moves.
    #[schema(inline)]
    moves: ProgressiveMoves,
    /// `italian` or `scottish`; by default a mate as in chess, given by the last move.
    #[schema(inline)]
    rules: Option<ProgressiveName>,
    /// The pawns that may be taken en passant in answer: `last`, the one moved last, or `series`, all that made a double
    /// step in the series and stand where it ended; by default `series` if there are `rules`, else `last`.
    #[schema(inline)]
    en_passant: Option<EnPassantName>,
    /// Whether to find mates to all mating positions, at most 1000, not just one.
    all: Option<bool>,
}

/// The puzzle to make up.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PuzzleRequest {
    /// The number of moves; 4 by default.
    #[schema(inline)]
    moves: Option<PuzzleMoves>,
    /// The same seed makes the same puzzle; 0 by default.
    #[schema(inline)]
    seed: Option<Seed>,
    /// See [`ProgressiveRequest`].
    #[schema(inline)]
    rules: Option<ProgressiveName>,
    /// See [`ProgressiveRequest`].
    #[schema(inline)]
    en_passant: Option<EnPassantName>,
}

/// Find mates of progressive chess
///
/// Series of exactly this number of moves by the side to move of which only the last gives check, and mates; or that
/// there is none. It searches for at most eight seconds.
#[utoipa::path(
    post, path = "/api/progressive", operation_id = "progressive", tag = "variants",
    request_body = ProgressiveRequest,
    responses((status = 200, description = "Mates, or that there is none.", body = ProgressiveAnswer), BadBody, Unserved),
)]
pub(crate) async fn progressive(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<ProgressiveRequest>,
) -> Answer<ProgressiveAnswer> {
    let work = move |_: &Engines, pace: &Pace| {
        let rules = rules(request.rules, request.en_passant);
        let task = Task::new(&parse_fen(&request.fen)?, request.moves.get())
            .map_err(|error| Error::impossible("moves", error))?;
        let most = if request.all == Some(true) {
            MOST_MATES
        } else {
            1
        };
        Ok(app::mates(&task, rules, most, MOST_POSITIONS, pace))
    };
    server.doors.analysing(work).await.map(Json)
}

/// Make up a position with a mate of progressive chess
///
/// The same request makes up the same position: one from a game of random moves, with a grade.
#[utoipa::path(
    post, path = "/api/progressive/puzzle", operation_id = "puzzle", tag = "variants",
    request_body = PuzzleRequest,
    responses((status = 200, description = "A position, and one of its mates.", body = PuzzleAnswer), BadBody, Unserved),
)]
pub(crate) async fn puzzle(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<PuzzleRequest>,
) -> Answer<PuzzleAnswer> {
    let work = move |_: &Engines, pace: &Pace| {
        let rules = rules(request.rules, request.en_passant);
        let moves = request.moves.unwrap_or(PuzzleMoves::of::<4>());
        let seed = request.seed.map_or(0, Seed::get);
        app::puzzle(moves, seed, rules, pace).ok_or_else(|| {
            let why = "there was no time to make one up: ask for fewer moves, or use another seed";
            app::Error::OutOfTime(why).into()
        })
    };
    server.doors.analysing(work).await.map(Json)
}

/// The rules by their name.
fn rules(named: Option<ProgressiveName>, en_passant: Option<EnPassantName>) -> Rules {
    let rules = match named {
        None => Rules::default(),
        Some(Name(ProgressiveRules::Italian)) => Rules::ITALIAN,
        Some(Name(ProgressiveRules::Scottish)) => Rules::SCOTTISH,
    };
    match en_passant {
        None => rules,
        Some(Name(en_passant)) => Rules {
            en_passant,
            ..rules
        },
    }
}
