//! `/api/collections`: games of the index that belong together, under a name.

use std::sync::Arc;

use app::{CollectionAnswer, CollectionsAnswer, DroppedCollection, View};
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::extract::{JsonBody, QueryString};
use crate::problem::Problem;
use crate::responses::{BadBody, BadCollection, BadRename, NoRoom, NotNow, Unserved};
use crate::server::{Answer, Server};

/// The collections that are named in a parameter, with commas between them.
pub(crate) fn split(text: &str) -> Vec<String> {
    let names = text.split(',').map(str::trim);
    let names = names.filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// List collections
///
/// Games that were imported or fetched with the name of a collection are in it, and filters take the name.
#[utoipa::path(
    get, path = "/api/collections", operation_id = "collections", tag = "games",
    responses((status = 200, description = "The collections, in the order of their names.", body = CollectionsAnswer), Unserved),
)]
pub(crate) async fn collections(State(server): State<Arc<Server>>) -> Answer<CollectionsAnswer> {
    let list = |view: &View| Ok(app::collections(view));
    server.doors.on_snapshot(list).await.map(Json)
}

/// The new name of a collection.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameRequest {
    /// 1 to 64 visible characters, no comma among them.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
}

/// Rename a collection
///
/// Its games stay in it. Names that differ in upper and lower case alone are the same.
#[utoipa::path(
    patch, path = "/api/collections/{name}", operation_id = "renameCollection", tag = "games",
    params(("name" = String, Path, description = "The name of the collection.")), security(("token" = [])),
    request_body = RenameRequest,
    responses((status = 200, description = "The collection under its new name.", body = CollectionAnswer), BadBody, BadRename, NoRoom, Unserved),
)]
pub(crate) async fn rename_collection(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
    JsonBody(request): JsonBody<RenameRequest>,
) -> Answer<CollectionAnswer> {
    let Path(name) = name.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    let index = server.doors.index()?;
    let turn = server.writing.turn("a change of collections")?;
    let rename = move || app::rename_collection(&index, &name, &request.name);
    let renamed = server.writing.spawn(turn, rename);
    let renamed = renamed.await.map_err(Problem::internal)??;
    tracing::info!("renamed a collection to {}", renamed.name);
    Ok(Json(renamed))
}

/// How a collection is dropped.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DropRequest {
    /// Whether its games that are in no other collection are removed, too; by default they are not.
    #[param(default = false)]
    games: Option<bool>,
}

/// Drop a collection
///
/// Its games are no longer in it. With `games` those that are in no other collection are removed from the index.
#[utoipa::path(
    delete, path = "/api/collections/{name}", operation_id = "dropCollection", tag = "games",
    params(("name" = String, Path, description = "The name of the collection."), DropRequest), security(("token" = [])),
    responses((status = 200, description = "What it had.", body = DroppedCollection), BadCollection, NotNow, NoRoom, Unserved),
)]
pub(crate) async fn drop_collection(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
    QueryString(request): QueryString<DropRequest>,
) -> Answer<DroppedCollection> {
    let Path(name) = name.map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
    let index = server.doors.index()?;
    let turn = server.writing.turn("a change of collections")?;
    let games = request.games.unwrap_or(false);
    let dropped = move || app::drop_collection(&index, &name, games);
    let dropped = server.writing.spawn(turn, dropped);
    let dropped = dropped.await.map_err(Problem::internal)??;
    tracing::info!("dropped the collection {}", dropped.name);
    Ok(Json(dropped))
}
