//! `/api/snapshots`: copies of the index, in the folder that the operator has chosen for them.

use std::sync::Arc;
use std::time::Duration;

use app::{Error, SnapshotAnswer, SnapshotsAnswer};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::Span;

use crate::problem::Problem;
use crate::responses::{NoRoom, NotSaving, Unserved};
use crate::server::{Answer, Server};

/// Make a snapshot
///
/// The index as of its newest commit, in a folder of its own on the server, to be restored with `tabiya restore`.
/// Searches and imports go on meanwhile. Every byte is checked: of a damaged index there is no snapshot.
#[utoipa::path(
    post, path = "/api/snapshots", operation_id = "createSnapshot", tag = "operations",
    security(("token" = [])),
    responses((status = 200, description = "The complete snapshot.", body = SnapshotAnswer), NotSaving, NoRoom, Unserved),
)]
pub(crate) async fn create_snapshot(State(server): State<Arc<Server>>) -> Answer<SnapshotAnswer> {
    let index = server.doors.index()?;
    let folder = server.snapshots.folder(&index)?;
    let one = Arc::clone(&server.snapshots.one).try_acquire_owned();
    let one = one.map_err(|_| {
        let detail = "another snapshot is being made: try again when it is done";
        Problem::new(StatusCode::CONFLICT, detail)
    })?;
    let span = Span::current();
    let save = move || {
        // Held to the end, even if the client is gone by then.
        let _held = (one, span.enter());
        let saved = app::save_snapshot(&index, &folder)?;
        tracing::info!("made the snapshot {}", saved.name);
        Ok(Json(saved))
    };
    spawn_blocking(save).await.map_err(Problem::internal)?
}

/// List snapshots
///
/// Those that are whole. Delete the folder of one that is of no use any more.
#[utoipa::path(
    get, path = "/api/snapshots", operation_id = "snapshots", tag = "operations",
    security(("token" = [])),
    responses((status = 200, description = "The oldest first.", body = SnapshotsAnswer), NotSaving, Unserved),
)]
pub(crate) async fn snapshots(State(server): State<Arc<Server>>) -> Answer<SnapshotsAnswer> {
    let folder = server.snapshots.folder(&server.doors.index()?)?;
    let listing = Arc::clone(&server.snapshots.listing).acquire_owned();
    let list = async {
        let held = listing.await;
        // A thread that never ends keeps others from beginning.
        let list = move || (app::snapshots(&folder), drop(held)).0;
        spawn_blocking(list).await.map_err(Problem::internal)
    };
    let late = "the folder of snapshots does not answer: try again later";
    let listed = timeout(LONGEST_LIST, list).await;
    let listed = listed.map_err(|_| Error::OutOfTime(late))?;
    Ok(Json(listed??))
}

/// The longest that a list of snapshots takes. Guessed: a network share that works answers sooner, and on one that is
/// gone it may never end.
const LONGEST_LIST: Duration = Duration::from_secs(5);
