//! `/api/players`: the players of an index, to complete a name while it is typed, and the record of each.

use std::sync::Arc;

use app::doors::{PLAIN, in_time};
use app::{Pace, PlayerRecord, PlayersAnswer, PlayersLimit, View, parse_collections};
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::collections::split;
use crate::extract::QueryString;
use crate::problem::Problem;
use crate::responses::{BadName, BadQuery, Unserved};
use crate::server::{Answer, Server};

/// What has been typed.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayersRequest {
    /// Beginnings of words of a name, e.g. `carls m`.
    q: String,
    /// The number of names; 10 by default.
    #[param(inline, default = 10)]
    limit: Option<PlayersLimit>,
    /// The names of collections, with commas between them: only games that are in any of them count.
    collection: Option<String>,
}

/// Complete the name of a player
///
/// Players whose names have words that begin with those typed, most games first.
#[utoipa::path(
    get, path = "/api/players", operation_id = "players", tag = "games",
    params(PlayersRequest),
    responses((status = 200, description = "The players.", body = PlayersAnswer), BadQuery, Unserved),
)]
pub(crate) async fn players(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<PlayersRequest>,
) -> Answer<PlayersAnswer> {
    let limit = request.limit.unwrap_or(PlayersLimit::of::<10>());
    let names = request.collection.as_deref().map(split).unwrap_or_default();
    let of = parse_collections(&names)?;
    let complete = move |view: &View| app::players(view, &request.q, limit, &of);
    Ok(Json(server.doors.on_snapshot(complete).await?))
}

/// Show a player's record
///
/// Results by colour, openings, and named structures, of the games that the name passes as a filter. Openings and
/// structures are those of the 1,000 games of each colour that were added last.
#[utoipa::path(
    get, path = "/api/players/{name}", operation_id = "playerRecord", tag = "games",
    params(("name" = String, Path, description = "The name, as a filter takes it, e.g. `Carlsen,M`.")),
    responses((status = 200, description = "The record.", body = PlayerRecord), BadName, Unserved),
)]
pub(crate) async fn player_record(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
) -> Answer<PlayerRecord> {
    let Path(name) = name.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    let index = server.doors.index()?;
    let record = move |pace: &Pace| app::player_record(&index.snapshot()?, &name, pace);
    let record = server.doors.searches().blocking(PLAIN, in_time(), record);
    Ok(Json(record.await?))
}
