//! `/api/status`: what is served.

use std::time::Duration;

use cluster::Database;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// What is served.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusResponse {
    /// Tabiya's version.
    pub version: &'static str,
    /// Stored games.
    pub games: u64,
    /// Positions that can be found.
    pub positions: u64,
    /// The size of the index on disk; in a cluster, of one copy of it.
    pub index_bytes: u64,
    /// What of it the moves of openings take, which only the search for exact positions needs; 0 in a
    /// cluster, which does not tell.
    pub opening_bytes: u64,
    /// Seconds since the server started.
    pub uptime: u64,
}

/// What is served by a server that has been up for so long.
///
/// # Errors
///
/// 500 if the index cannot be read.
pub fn status(database: &Database, uptime: Duration) -> Result<StatusResponse, Problem> {
    let snapshot = database.snapshot()?;
    Ok(StatusResponse {
        version: env!("CARGO_PKG_VERSION"),
        games: snapshot.statistics().games,
        positions: snapshot.statistics().positions,
        index_bytes: database.bytes()?,
        opening_bytes: snapshot.opening_bytes()?,
        uptime: uptime.as_secs(),
    })
}
