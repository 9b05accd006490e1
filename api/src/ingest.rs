//! What an import did, as it is told.

use index::{Ingested, Rejected};
use serde::Serialize;
use utoipa::ToSchema;

/// What an import did.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestResponse {
    /// Whether it went to the end of all its games.
    pub done: bool,
    /// Why it ended before, or the first file that could not be read, in one sentence.
    pub error: Option<String>,
    /// Games stored.
    pub games: u64,
    /// Positions of theirs that can be found.
    pub positions: u64,
    /// Games left out, because the index had them already.
    pub duplicates: u64,
    /// How many games were left out because they could not be played through.
    pub rejected_count: u64,
    /// Those games; over HTTP the first thousand, else the first hundred thousand.
    pub rejected: Vec<RejectedGame>,
    /// How fast it was.
    pub positions_per_second: u64,
}

/// How far an import is: a line of its answer over HTTP, before the last one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestProgress {
    /// Always false.
    pub done: bool,
    /// Games stored so far.
    pub games: u64,
    /// Positions of theirs that will be found.
    pub positions: u64,
    /// Games left out so far, because the index had them already.
    pub duplicates: u64,
    /// Games left out so far, because they could not be played through.
    pub rejected_count: u64,
}

/// A game that was left out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedGame {
    /// The file that it is in, null in the body of a request.
    pub file: Option<String>,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

impl RejectedGame {
    /// A rejected game of a file, if it is in one.
    pub fn new(file: Option<&str>, rejected: Rejected) -> RejectedGame {
        RejectedGame {
            file: file.map(str::to_owned),
            game: rejected.game,
            line: rejected.line,
            reason: rejected.reason,
        }
    }
}

impl IngestResponse {
    /// The answer to an import that went to its end and took so many seconds.
    pub fn new(sum: Ingested, rejected: Vec<RejectedGame>, seconds: f64) -> IngestResponse {
        IngestResponse {
            done: true,
            error: None,
            games: sum.games,
            positions: sum.positions,
            duplicates: sum.duplicates,
            rejected_count: sum.rejected,
            rejected,
            positions_per_second: (sum.positions as f64 / seconds.max(1e-9)).round() as u64,
        }
    }
}

impl IngestProgress {
    /// How far an import is that has done so much.
    pub fn new(sum: Ingested) -> IngestProgress {
        IngestProgress {
            done: false,
            games: sum.games,
            positions: sum.positions,
            duplicates: sum.duplicates,
            rejected_count: sum.rejected,
        }
    }
}
