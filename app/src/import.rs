//! The result of an import, and its progress.

use pgn::Rejected;
use serde::Serialize;
use similarity::Ingested;
use utoipa::ToSchema;

use crate::bounded::Bounded;

/// The move of White's after which positions are indexed.
pub type FromMove = Bounded<0, { u32::MAX as u64 }>;

/// The first move of which positions are indexed by default, as in the thesis.
pub const DEFAULT_FROM_MOVE: FromMove = FromMove::of::<13>();

/// The result of an import.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestResponse {
    /// Whether it read all its games to the end.
    pub done: bool,
    /// Why it ended early, or the first file that could not be read, in one sentence.
    pub error: Option<String>,
    /// The number of games stored.
    pub games: u64,
    /// The number of their positions that were indexed.
    pub positions: u64,
    /// The number of games skipped because the index has them already.
    pub duplicates: u64,
    /// The number of games rejected because of an illegal move.
    pub rejected_count: u64,
    /// Those games; over HTTP the first thousand, else the first hundred thousand.
    pub rejected: Vec<RejectedGame>,
    /// Positions stored per second.
    pub positions_per_second: u64,
}

/// The progress of an import: a line of its answer over HTTP, before the last one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestProgress {
    /// Always false.
    pub done: bool,
    /// The number of games stored so far.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of games skipped so far because the index has them already.
    pub duplicates: u64,
    /// The number of games rejected so far because of an illegal move.
    pub rejected_count: u64,
}

/// A game that was rejected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RejectedGame {
    /// Its file, null in the body of a request.
    pub file: Option<String>,
    /// Its number in the file, from 1.
    pub game: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

impl RejectedGame {
    /// A rejected game, of a file or of the body of a request.
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
    /// The result of an import that read all its games in this number of seconds.
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
    /// The progress of an import, from its counts so far.
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
