//! `/api/players`: the players of an index, to complete a name while it is typed.

use std::sync::Arc;

use app::{PlayersLimit, PlayersResponse, View};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::QueryString;
use crate::responses::{BadQuery, Unserved};
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
}

/// Complete the name of a player
///
/// Players whose names have words that begin with those typed, most games first.
#[utoipa::path(
    get, path = "/api/players", operation_id = "players", tag = "games",
    params(PlayersRequest),
    responses((status = 200, description = "The players.", body = PlayersResponse), BadQuery, Unserved),
)]
pub(crate) async fn players(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<PlayersRequest>,
) -> Answer<PlayersResponse> {
    let limit = request.limit.unwrap_or(PlayersLimit::of::<10>());
    let complete = move |view: &View| Ok(app::players(view, &request.q, limit)?);
    server.on_snapshot(complete).await.map(Json)
}
