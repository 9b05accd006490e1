//! `/api/analyse`: what the engine thinks of positions.

use std::sync::Arc;

use app::schemas::Fen;
use app::{Analysis, Begin, Depth, Effort, Engines, Lines, Milliseconds, Nodes, Pace, Rating};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::batch::{self, Batch};
use crate::extract::JsonBody;
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// The positions to analyse, `fen` or `fens`, with the fields of [`Effort`].
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AnalyseRequest {
    /// FEN or EPD.
    fen: Option<Fen>,
    /// Several of them, up to 64; each that is not a FEN is answered with a problem.
    #[schema(min_items = 1, max_items = 64)]
    fens: Option<Vec<String>>,
    // Not flattened: serde would no longer report the field that an error is about.
    /// See [`Effort`].
    #[schema(inline)]
    depth: Option<Depth>,
    /// See [`Effort`].
    #[schema(inline)]
    nodes: Option<Nodes>,
    /// See [`Effort`].
    #[schema(inline)]
    movetime_ms: Option<Milliseconds>,
    /// See [`Effort`].
    #[schema(inline)]
    multi_pv: Option<Lines>,
    /// Whether to go on where an earlier analysis of the same position ended, if the engine still has it in memory: the
    /// answer comes from deeper, and depends on more than the request. Other engines always begin anew.
    resume: Option<bool>,
    /// Play as a player of this rating would; by default as well as the engine can. (Another engine does so if it has
    /// the option `UCI_Elo`.)
    #[schema(inline)]
    elo: Option<Rating>,
}

/// The answer as the document has it: of a type with a name, without parameters.
type Answers = Batch<Analysis>;

/// Analyse positions
///
/// The engine's score and best lines of `fen`, or of each of `fens`. It searches for at most eight seconds, and reports
/// the depth that it completed.
#[utoipa::path(
    post, path = "/api/analyse", operation_id = "analyse", tag = "positions",
    request_body = AnalyseRequest,
    responses((status = 200, description = "Scores from White's side, and lines; for `fens` a list of such answers.", body = Answers), BadBody, Unserved),
)]
pub(crate) async fn analyse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Answer<Batch<Analysis>> {
    let work = move |engines: &Engines, pace: &Pace| request.answer(engines, pace);
    server.doors.analysing(work).await.map(Json)
}

impl AnalyseRequest {
    fn answer(&self, engines: &Engines, pace: &Pace) -> Result<Batch<Analysis>, Problem> {
        let effort = Effort {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            multi_pv: self.multi_pv,
        };
        let begin = match self.resume {
            Some(true) => Begin::Resume,
            _ => Begin::Anew,
        };
        batch::answer(self.fen.as_deref(), self.fens.as_deref(), |positions| {
            app::analyse(engines, begin, positions, &effort, self.elo, pace)
        })
    }
}
