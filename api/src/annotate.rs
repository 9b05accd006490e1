//! `/api/annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::sync::Arc;

use app::schemas::{Pgn, PgnFile};
use app::{Depth, Effort, Engines, Error, Milliseconds, Nodes, Pace};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::{LARGEST_PGN, QueryString, Whole};
use crate::media::{PGN, text_type};
use crate::problem::Problem;
use crate::responses::{BadPgn, Unserved};
use crate::server::Server;

/// Parameters of an annotation: whether the engine scores moves, and the fields of [`Effort`].
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AnnotateRequest {
    /// Whether the engine scores every move and marks bad ones; by default it does not.
    // `eval` is the old name. TypeScript forbids it as the name of an argument, which generators make of it.
    #[serde(default, alias = "eval")]
    evals: bool,
    /// See [`Effort`].
    #[param(inline)]
    depth: Option<Depth>,
    /// See [`Effort`].
    #[param(inline)]
    nodes: Option<Nodes>,
    /// See [`Effort`].
    #[param(inline)]
    movetime_ms: Option<Milliseconds>,
}

/// Annotate games
///
/// Returns the PGN with comments added. With `evals` it also has scores and marks, if eight seconds are enough for all
/// games. With `Accept: text/plain` the answer is text.
#[utoipa::path(
    post, path = "/api/annotate", operation_id = "annotate", tag = "games",
    params(AnnotateRequest),
    request_body(content((PgnFile = "application/octet-stream"), (PgnFile = "application/x-chess-pgn")), description = "Any number of games; any content type is accepted."),
    responses((status = 200, description = "The games, in the order of the request.", content((PgnFile = "application/x-chess-pgn"), (Pgn = "text/plain"))), BadPgn, Unserved),
)]
pub(crate) async fn annotate(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<AnnotateRequest>,
    headers: HeaderMap,
    body: Result<Whole, Problem>,
) -> Result<Response, Problem> {
    let Whole(pgn) = body.map_err(|problem| match problem.status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let most = LARGEST_PGN >> 20;
            let detail = format!("the PGN is larger than {most} MiB: send it in parts");
            Problem::new(problem.status, detail)
        }
        _ => problem,
    })?;
    if pgn.trim_ascii().is_empty() {
        return Err(Problem::unreadable("there is no PGN in the body"));
    }
    let effort = Effort {
        depth: request.depth,
        nodes: request.nodes,
        movetime_ms: request.movetime_ms,
        multi_pv: None,
    };
    let work = move |engines: &Engines, pace: &Pace| {
        let mut written = Vec::new();
        let engines = request.evals.then_some((engines, &effort));
        app::annotate(&pgn[..], &mut written, engines, pace, |_, _| ())?;
        Ok::<_, Error>(written)
    };
    let written = server.doors.analysing(work).await?;
    let about = [
        (header::CONTENT_TYPE, text_type(&headers, PGN)),
        (header::VARY, "accept"),
    ];
    Ok((about, written).into_response())
}
