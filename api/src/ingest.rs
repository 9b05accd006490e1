//! What an import did, as it is told.

use index::{Ingested, Rejected};
use serde::Serialize;

/// What an import did.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IngestResponse {
    /// Always true: the last line of an import.
    pub done: bool,
    /// Games stored.
    pub games: u64,
    /// Positions of theirs that can be found.
    pub positions: u64,
    /// Games left out, because the index had them already.
    pub duplicates: u64,
    /// Games left out, because they could not be played through.
    pub rejected: Vec<RejectedGame>,
    /// How fast it was.
    pub positions_per_second: u64,
}

/// A game that was left out.
#[derive(Clone, Debug, Serialize)]
pub struct RejectedGame {
    /// The file that it is in.
    pub file: String,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

impl RejectedGame {
    /// A rejected game of a file.
    pub fn new(file: &str, rejected: Rejected) -> RejectedGame {
        RejectedGame {
            file: file.to_owned(),
            game: rejected.game,
            line: rejected.line,
            reason: rejected.reason,
        }
    }
}

impl IngestResponse {
    /// The answer to an import that took so many seconds.
    pub fn new(sum: Ingested, rejected: Vec<RejectedGame>, seconds: f64) -> IngestResponse {
        IngestResponse {
            done: true,
            games: sum.games,
            positions: sum.positions,
            duplicates: sum.duplicates,
            rejected,
            positions_per_second: (sum.positions as f64 / seconds.max(1e-9)).round() as u64,
        }
    }
}
