//! What a search for similar positions answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::Analysis;
use crate::filter::Passed;
use crate::games::GameHeader;
use crate::moves::Move;
use crate::plans::NextMoves;
use crate::schemas::Fen;
use crate::similar::{Explanation, GamePosition};

/// The positions similar to one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimilarAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// What the engine thinks of it, null if not finished in time; by default the short search of the built-in engine
    /// that tells what either side would play, null without that.
    pub analysis: Option<Analysis>,
    /// The number of positions whose analysis was not finished in time.
    pub unfinished: usize,
    /// How long the search took, without analysis, in milliseconds.
    pub took_ms: f64,
    /// The number of games stored.
    pub games: u64,
    /// The number of positions searched.
    pub positions: u64,
    /// How much of that passes the filter, null without one.
    pub passed: Option<Passed>,
    /// What there is to know before the hits are read: that games had the position in their openings and it is not
    /// among the hits, so that what was played in it says more than they do. Null if there is nothing.
    pub notice: Option<String>,
    /// The parts that were requested and left out because time was up; empty as a rule. The hits are those of a search
    /// that did not request them.
    pub missing: Vec<Part>,
    /// What was played next in the games of the best 100 positions, null if not requested or missing.
    pub plans: Option<NextMoves>,
    /// The best positions, each of another game and, unless `distinct` is `game`, of another board; the position itself
    /// first, where a game has it.
    pub hits: Vec<Hit>,
}

/// A part of an answer that a busy server leaves out, by the name of the option that requests it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Hits with the colours reversed.
    Flip,
    /// What was played next.
    Plans,
    /// Explanation and summary of some hits, the last ones, which have null there.
    Explain,
}

/// A similar position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// 1 for the best.
    pub rank: usize,
    /// Its score.
    pub score: f64,
    /// How good a match it is, 0 to 1: its score divided by what the position of the query itself would score, with the
    /// most that any of the reranked hits gains. 1 for the position itself.
    pub likeness: f64,
    /// The position.
    pub fen: Fen,
    /// Whether it is similar with the colours reversed.
    pub flipped: bool,
    /// Whether its board and side to move are those of the query, reversed if it is `flipped`.
    pub identical: bool,
    /// The number of games, within the filter, that have this board with this side to move; null with `distinct: "game"`,
    /// and where the best position that is no hit scores as much.
    pub games: Option<u64>,
    /// Where others of them have it first: up to four, by game number.
    #[schema(max_items = 4)]
    pub same_board: Vec<GamePosition>,
    /// The number of half-moves of the game before it.
    pub ply: u64,
    /// Game number, event, players, full move and the side that has just moved:
    /// `831 [6th EU-chT] Sutovsky, Emil-Carlsen, Magnus/23 W`.
    pub label: String,
    /// What was played next, null at the end of the game.
    pub played: Option<Move>,
    /// Its game.
    pub game: GameHeader,
    /// What the engine thinks of it, null if not requested or not finished in time.
    pub analysis: Option<Analysis>,
    /// What it has in common with the query, and what differs, in one sentence of chess words without a full stop; null
    /// with `explain: false`, or if explanations are missing.
    pub summary: Option<String>,
    /// Where its score comes from, null if not requested or missing.
    pub explanation: Option<Explanation>,
}
