//! `/api/games/{id}`: one game, and its removal.

use std::collections::BTreeSet;
use std::sync::Arc;

use app::schemas::{Pgn, PgnFile};
use app::{GameAnswer, left_out};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::{GameId, QueryString};
use crate::media::{JSON, PGN, preferred, text_type};
use crate::problem::Problem;
use crate::responses::{BadId, BadQuery, NoRoom, NotNow, Unserved};
use crate::server::Server;

/// What of a game.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    /// Whether marks and the words of comments are given, and commands in them but clocks and evaluations.
    #[param(default = true)]
    comments: Option<bool>,
    /// Whether clocks are given.
    #[param(default = true)]
    clocks: Option<bool>,
    /// Whether evaluations are given.
    #[param(default = true)]
    evals: Option<bool>,
    /// Whether variations are given.
    #[param(default = true)]
    variations: Option<bool>,
}

/// Get a game
///
/// JSON, or PGN with `Accept: application/x-chess-pgn`.
#[utoipa::path(
    get, path = "/api/games/{id}", operation_id = "game", tag = "games",
    params(GameId, GameQuery),
    responses(
        (status = 200, description = "The game: JSON, or PGN if `Accept` prefers it.", content((GameAnswer = "application/json"), (Pgn = "application/x-chess-pgn"))),
        BadId, BadQuery, Unserved,
    ),
)]
pub(crate) async fn game(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
    QueryString(query): QueryString<GameQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let without = left_out(query.comments, query.clocks, query.evals, query.variations);
    let pgn = preferred(&headers, JSON, &[PGN]) == PGN;
    let answer = server.doors.on_snapshot(move |view| {
        let mut game = app::game(view, id)?;
        game.annotations = game.annotations.without(&without);
        Ok::<_, app::Error>(if pgn {
            ([(header::CONTENT_TYPE, PGN)], game.pgn()).into_response()
        } else {
            Json(GameAnswer::from(&game)).into_response()
        })
    });
    Ok(([(header::VARY, "accept")], answer.await?).into_response())
}

/// Get a game that was explored
///
/// PGN, as text with `Accept: text/plain`.
#[utoipa::path(
    get, path = "/masters/pgn/{id}", operation_id = "mastersPgn", tag = "games",
    params(GameId),
    responses((status = 200, description = "The game.", content((PgnFile = "application/x-chess-pgn"), (Pgn = "text/plain"))), BadId, Unserved),
)]
pub(crate) async fn masters_pgn(
    State(server): State<Arc<Server>>,
    id: Result<GameId, Problem>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    // Lichess's own ids have letters. No game here has such an id, so the answer is 404, as for any unknown game.
    let GameId(id) = id.map_err(|Problem { detail, field, .. }| Problem {
        field,
        ..Problem::missing(detail)
    })?;
    let game = server.doors.on_snapshot(move |view| app::game(view, id));
    let about = [
        (header::CONTENT_TYPE, text_type(&headers, PGN)),
        (header::VARY, "accept"),
    ];
    Ok((about, game.await?.pgn()).into_response())
}

/// Get a game that was explored, as old clients ask
///
/// Deprecated: use `/masters/pgn/{id}`.
#[utoipa::path(
    get, path = "/master/pgn/{id}", operation_id = "masterPgn", tag = "games",
    params(GameId),
    responses((status = 200, description = "The game.", content((PgnFile = "application/x-chess-pgn"), (Pgn = "text/plain"))), BadId, Unserved),
)]
#[deprecated]
pub(crate) async fn master_pgn(
    server: State<Arc<Server>>,
    id: Result<GameId, Problem>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    masters_pgn(server, id, headers).await
}

/// Remove a game
///
/// The game and its positions are no longer found.
#[utoipa::path(
    delete, path = "/api/games/{id}", operation_id = "removeGame", tag = "games",
    params(GameId), security(("token" = [])),
    responses((status = 204, description = "The game and its positions are removed."), BadId, NotNow, NoRoom, Unserved),
)]
pub(crate) async fn remove_game(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
) -> Result<StatusCode, Problem> {
    let index = server.doors.index()?;
    let turn = server.writing.turn("a removal")?;
    let remove = move || app::remove(&index, &BTreeSet::from([id]));
    let removal = server.writing.spawn(turn, remove);
    let removal = removal.await.map_err(Problem::internal)??;
    if !removal.missing.is_empty() {
        return Err(app::Error::NoGame(id).into());
    }
    tracing::info!("removed game {id}");
    Ok(StatusCode::NO_CONTENT)
}
