//! `/api/status`: what is served.

use std::time::Duration;

use index::Index;
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
    /// The size of the index on disk.
    pub index_bytes: u64,
    /// What of it the moves of openings take, which only the search for exact positions needs.
    pub opening_bytes: u64,
    /// Seconds since the server started.
    pub uptime: u64,
}

/// What is served by a server that has been up for so long.
///
/// # Errors
///
/// 500 if the index cannot be read.
pub fn status(index: &Index, uptime: Duration) -> Result<StatusResponse, Problem> {
    let snapshot = index.snapshot()?;
    Ok(StatusResponse {
        version: env!("CARGO_PKG_VERSION"),
        games: snapshot.statistics().games,
        positions: snapshot.statistics().positions,
        index_bytes: index.bytes()?,
        opening_bytes: snapshot.opening_bytes()?,
        uptime: uptime.as_secs(),
    })
}
