//! The size of an index.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::database::Database;
use crate::error::Error;
use crate::import::IngestProgress;

/// The index that is served.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusAnswer {
    /// Tabiya's version.
    pub version: &'static str,
    /// The number of stored games.
    pub games: u64,
    /// The number of indexed positions.
    pub positions: u64,
    /// The size of the index on disk; in a cluster, of its primary shards, or of its local copy while that answers.
    pub index_bytes: u64,
    /// The part of it for the moves of openings, which only the search for exact positions needs; 0 for a cluster,
    /// which does not report it, unless its local copy answers.
    pub opening_bytes: u64,
    /// Seconds since the server started.
    pub uptime: u64,
    /// What the import that runs through this server has read so far; null while none runs.
    pub import: Option<IngestProgress>,
}

/// The status of an index, and of a server that has been up this long and runs this import.
///
/// # Errors
///
/// What the index reports.
pub fn status(
    database: &Database,
    uptime: Duration,
    import: Option<IngestProgress>,
) -> Result<StatusAnswer, Error> {
    let view = database.snapshot()?;
    Ok(StatusAnswer {
        version: env!("CARGO_PKG_VERSION"),
        games: view.statistics().games,
        positions: view.statistics().positions,
        index_bytes: database.bytes()?,
        opening_bytes: view.opening_bytes()?.unwrap_or_default(),
        uptime: uptime.as_secs(),
        import,
    })
}
