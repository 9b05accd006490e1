//! `/api/motifs`: what a player sees in positions.

use std::sync::Arc;

use app::schemas::Fen;
use app::{Engines, MotifNodes, MotifsAnswer, Pace};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::batch::{self, Batch};
use crate::extract::JsonBody;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// The positions to look at: `fen` or `fens`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotifsRequest {
    /// FEN or EPD.
    fen: Option<Fen>,
    /// Several of them, up to 64; each that is not a FEN is answered with a problem.
    #[schema(min_items = 1, max_items = 64)]
    fens: Option<Vec<String>>,
    /// Of the tactical chances those are left out whose move loses more than half a pawn, by searches that make this
    /// number of moves: 60,000 by default; 0: all are named, unconfirmed.
    #[schema(inline)]
    nodes: Option<MotifNodes>,
}

/// The answer as the document has it: of a type with a name, without parameters.
type Answers = Batch<MotifsAnswer>;

/// Show what a player sees in positions
///
/// Motifs of `fen`, or of each of `fens`, in words, named pawn structures with both sides' plans, the opening. The engine
/// confirms that tactical chances do not lose.
#[utoipa::path(
    post, path = "/api/motifs", operation_id = "motifs", tag = "positions",
    request_body = MotifsRequest,
    responses((status = 200, description = "The motifs; for `fens` a list of such answers.", body = Answers), BadBody, Unserved),
)]
pub(crate) async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<MotifsRequest>,
) -> Answer<Batch<MotifsAnswer>> {
    let work = move |engines: &Engines, pace: &Pace| {
        let MotifsRequest { fen, fens, nodes } = &request;
        batch::answer(fen.as_deref(), fens.as_deref(), |positions| {
            app::motifs(engines, positions, *nodes, pace)
        })
    };
    server.doors.analysing(work).await.map(Json)
}
