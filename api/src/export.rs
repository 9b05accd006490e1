//! `GET /api/games`: all games, or those that pass a filter, as one PGN.
//!
//! The answer is written as the client reads it, some games at a time. Each part is a slice of work that takes its turn
//! among those of other clients, and between two parts nothing is held: neither a thread, nor a processor, nor a
//! snapshot of the index.

use std::sync::Arc;

use app::schemas::{self, Pgn, PgnFile};
use app::{Export, FilterNumber, FilterRequest, Until, left_out};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::blocking::client;
use crate::collections::split;
use crate::extract::{QueryString, truth};
use crate::fair::{Client, Slice};
use crate::media::{PGN, text_type};
use crate::problem::Problem;
use crate::responses::{BadQuery, Unserved};
use crate::server::{PLAIN, Server, in_time};
use crate::similar::split_moves;
use crate::upload::STOPPING;

/// Which games: the fields of a filter; and what of them.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// One of the players.
    player: Option<String>,
    /// That player's side.
    #[param(value_type = Option<schemas::ColorName>, inline)]
    color: Option<String>,
    /// The other player.
    opponent: Option<String>,
    /// The player of the white pieces.
    white: Option<String>,
    /// The player of the black pieces.
    black: Option<String>,
    /// The lowest mean of both ratings.
    #[param(inline)]
    min_rating: Option<FilterNumber>,
    /// The highest mean of both ratings.
    #[param(inline)]
    max_rating: Option<FilterNumber>,
    /// Played on this day or later: `2010`, `2010-06` or `2010-06-18`.
    since: Option<String>,
    /// Played on this day or earlier.
    until: Option<String>,
    /// What the ECO tag begins with, e.g. `B9`.
    eco: Option<String>,
    /// How it ended; `win` or `loss` of `player`.
    #[param(value_type = Option<schemas::ResultName>, inline)]
    result: Option<String>,
    /// Words of the Event tag.
    event: Option<String>,
    /// Words of its comments, and phrases in quotes: `c5 "minority attack"`, all of them.
    comment: Option<String>,
    /// An indexed position has this side to move.
    #[param(value_type = Option<schemas::ColorName>, inline)]
    turn: Option<String>,
    /// An indexed position has this many half-moves before it, or more.
    #[param(inline)]
    min_ply: Option<FilterNumber>,
    /// An indexed position has this many half-moves before it, or less.
    #[param(inline)]
    max_ply: Option<FilterNumber>,
    /// An indexed position has these pieces, e.g. `KRPPkrpp`.
    material: Option<String>,
    /// Moves that the side to move in an indexed position plays within its next six, with commas between them, e.g.
    /// `Bxh7,Ng5`.
    played: Option<String>,
    /// How fast the game was, with commas between: any of `ultraBullet`, `bullet`, `blitz`, `rapid`, `classical`,
    /// `correspondence`.
    speeds: Option<String>,
    /// The names of collections, with commas between them: the game is in any of them.
    collection: Option<String>,
    /// Whether marks and the words of comments are given, and commands in them but clocks and evaluations.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = true)]
    comments: Option<bool>,
    /// Whether clocks are given.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = true)]
    clocks: Option<bool>,
    /// Whether evaluations are given.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = true)]
    evals: Option<bool>,
    /// Whether variations are given.
    #[serde(default, deserialize_with = "truth")]
    #[param(default = true)]
    variations: Option<bool>,
}

impl From<GamesQuery> for FilterRequest {
    fn from(query: GamesQuery) -> FilterRequest {
        FilterRequest {
            player: query.player,
            color: query.color,
            opponent: query.opponent,
            white: query.white,
            black: query.black,
            min_rating: query.min_rating,
            max_rating: query.max_rating,
            since: query.since,
            until: query.until,
            eco: query.eco,
            result: query.result,
            event: query.event,
            comment: query.comment,
            turn: query.turn,
            min_ply: query.min_ply,
            max_ply: query.max_ply,
            material: query.material,
            played: query.played.as_deref().map(split_moves),
            speeds: query.speeds.as_deref().map(split),
            collection: query.collection.as_deref().map(split),
        }
    }
}

/// Export games
///
/// All games as one PGN, or those that pass a filter, in the order of their numbers; `POST` the answer elsewhere to
/// have the same index there. It is sent as it is read, however long it is. Text with `Accept: text/plain`.
#[utoipa::path(
    get, path = "/api/games", operation_id = "exportGames", tag = "games",
    params(GamesQuery),
    responses((status = 200, description = "The games, an empty line after each.", content((PgnFile = "application/x-chess-pgn"), (Pgn = "text/plain"))), BadQuery, Unserved),
)]
pub(crate) async fn export_games(
    State(server): State<Arc<Server>>,
    QueryString(query): QueryString<GamesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let without = left_out(query.comments, query.clocks, query.evals, query.variations);
    let filter = FilterRequest::from(query).parse()?;
    let index = server.index()?;
    // Before the head of the answer, so that what is wrong has a status of its own.
    let first = move |_: &mut Slice, _: &Until| {
        let (view, mut pgn) = (index.snapshot()?, String::new());
        let mut export = Export::new(&view, filter).without(without);
        let games = export.next(&view, &mut pgn)?;
        Ok((pgn, (games > 0).then_some(export)))
    };
    let first = server.searches.blocking(PLAIN, in_time(), first);
    let (first, export) = first.await?;
    let rest = parts(Arc::clone(&server), client(), export);
    // Whoever compresses it asks once more at its end.
    let games = stream::once(async { Ok(first) }).chain(rest).fuse();
    let about = [
        (header::CONTENT_TYPE, text_type(&headers, PGN)),
        (header::VARY, "accept"),
    ];
    Ok((about, Body::from_stream(games)).into_response())
}

/// The parts of an export, each made when it is asked for. Where one cannot be made the answer breaks off, so that
/// nobody takes it for whole.
fn parts(
    server: Arc<Server>,
    client: Client,
    export: Option<Export>,
) -> impl Stream<Item = Result<String, Problem>> {
    stream::unfold(export, move |export| {
        let server = Arc::clone(&server);
        async move {
            match part(&server, client, export?).await {
                Ok((pgn, export)) => export.map(|export| (Ok(pgn), Some(export))),
                Err(problem) => Some((Err(problem.broke_off("an export")), None)),
            }
        }
    })
}

async fn part(
    server: &Server,
    client: Client,
    mut export: Export,
) -> Result<(String, Option<Export>), Problem> {
    if server.is_stopping() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, STOPPING));
    }
    let index = server.index()?;
    let next = move || {
        let mut pgn = String::new();
        let games = export.next(&index.snapshot()?, &mut pgn)?;
        Ok((pgn, (games > 0).then_some(export)))
    };
    server.searches.patient(client, PLAIN, next).await
}
