//! `/api/bughouse`: the move of a bughouse player, and its messages to the partner.

use std::sync::Arc;
use std::time::Duration;

use app::Error;
use app::json::object;
use app::schemas::BughouseFen;
use app::{
    BoardName, BughouseAnswer, BughouseName, BughouseRules, Depth, Engines, Milliseconds, Name,
    Nodes, Number, Pace, parse_bughouse,
};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use variants::bughouse::{Clocks, Rules};

use crate::extract::JsonBody;
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// What a clock shows, in milliseconds: at most a day.
type ClockMs = Number<0, 86_400_000>;

/// Both boards, and the player whose turn it is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct BughouseRequest {
    /// Boards A and B: FENs with the pieces in hand in brackets, and `~` behind promoted pieces, e.g.
    /// `r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9`.
    #[schema(value_type = Vec<BughouseFen>, min_items = 2, max_items = 2)]
    boards: Vec<String>,
    /// The board on which to choose a move, `a` or `b`.
    #[schema(inline)]
    board: BoardName,
    /// What the four clocks show. Without them all players have the same time.
    #[serde(default, deserialize_with = "object")]
    clocks_ms: Option<BughouseClocks>,
    /// `usual` (the default), as servers play it; or `thesis`: no clocks, no draw by repetition, and a dropped rook may
    /// castle.
    #[schema(inline)]
    rules: Option<BughouseName>,
    /// The depth of the search, in plies.
    #[schema(inline)]
    depth: Option<Depth>,
    /// The number of moves in the search. Without `depth`, `nodes` and `movetimeMs` it depends on the clock, or is
    /// 50,000.
    #[schema(inline)]
    nodes: Option<Nodes>,
    /// The time of the search, in milliseconds.
    #[schema(inline)]
    movetime_ms: Option<Milliseconds>,
}

/// What the four clocks show.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BughouseClocks {
    /// Of board A.
    #[serde(default, deserialize_with = "object")]
    #[schema(value_type = BoardClocks, required = true)]
    a: Option<BoardClocks>,
    /// Of board B.
    #[serde(default, deserialize_with = "object")]
    #[schema(value_type = BoardClocks, required = true)]
    b: Option<BoardClocks>,
}

/// What the clocks of a board show, in milliseconds.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardClocks {
    /// White's.
    #[schema(inline, value_type = ClockMs)]
    white: Option<ClockMs>,
    /// Black's.
    #[schema(inline, value_type = ClockMs)]
    black: Option<ClockMs>,
}

/// Play bughouse
///
/// What the side to move does on one of two boards, with its partner and all four clocks in mind: a move, or none if it
/// waits; and its messages to the partner. It searches for at most eight seconds. Nothing is kept: each request has both
/// boards.
#[utoipa::path(
    post, path = "/api/bughouse", operation_id = "bughouse", tag = "variants",
    request_body = BughouseRequest,
    responses((status = 200, description = "A move and its score, and words for the partner.", body = BughouseAnswer), BadBody, Unserved),
)]
pub(crate) async fn bughouse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<BughouseRequest>,
) -> Answer<BughouseAnswer> {
    let work = move |_: &Engines, pace: &Pace| Ok(app::bughouse(&request.parse()?, pace)?);
    server.doors.analysing(work).await.map(Json)
}

impl BughouseRequest {
    fn parse(&self) -> Result<app::BughouseRequest, Problem> {
        let rules = match self.rules {
            None | Some(Name(BughouseRules::Usual)) => Rules::USUAL,
            Some(Name(BughouseRules::Thesis)) => Rules::THESIS,
        };
        let Name(board) = self.board;
        Ok(app::BughouseRequest {
            game: parse_bughouse(&self.boards, rules)?,
            board,
            clocks: self.clocks()?,
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
        })
    }

    fn clocks(&self) -> Result<Option<Clocks>, Problem> {
        let Some(clocks) = &self.clocks_ms else {
            return Ok(None);
        };
        let shown = |name: &str, clock: Option<ClockMs>| {
            let clock = clock.ok_or_else(|| Error::Missing(format!("clocksMs.{name}")))?;
            Ok::<_, Problem>(Duration::from_micros((clock.get() * 1e3) as u64))
        };
        let board = |name: &str, clocks: &Option<BoardClocks>| {
            let clocks = clocks.clone().unwrap_or_default();
            Ok::<_, Problem>([
                shown(&format!("{name}.white"), clocks.white)?,
                shown(&format!("{name}.black"), clocks.black)?,
            ])
        };
        let left = [board("a", &clocks.a)?, board("b", &clocks.b)?];
        Ok(Some(Clocks { left }))
    }
}
