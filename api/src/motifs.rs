//! `/api/motifs`: what a player sees in positions.

use std::sync::Arc;

use app::schemas::Fen;
use app::{MotifsResponse, Until};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::batch::{self, Batch};
use crate::extract::JsonBody;
use crate::fair::Slice;
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, PLAIN, Server, in_time};

/// The positions to look at: `fen` or `fens`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotifsRequest {
    /// FEN or EPD.
    #[schema(value_type = Option<Fen>)]
    fen: Option<String>,
    /// Several of them, up to 64; each that is not a FEN is answered with a problem.
    #[schema(min_items = 1, max_items = 64)]
    fens: Option<Vec<String>>,
}

/// The answer as the document has it: of a type with a name, without parameters.
type Answers = Batch<MotifsResponse>;

/// Show what a player sees in positions
///
/// Motifs of `fen`, or of each of `fens`, in words, named pawn structures with both sides' plans, the opening.
#[utoipa::path(
    post, path = "/api/motifs", operation_id = "motifs", tag = "positions",
    request_body = MotifsRequest,
    responses((status = 200, description = "The motifs; for `fens` a list of such answers.", body = Answers), BadBody, Unserved),
)]
pub(crate) async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<MotifsRequest>,
) -> Answer<Batch<MotifsResponse>> {
    let work = move |_: &mut Slice, _: &Until| {
        let MotifsRequest { fen, fens } = &request;
        batch::answer(fen.as_deref(), fens.as_deref(), |positions| {
            Ok(positions
                .iter()
                .map(|position| Ok::<_, Problem>(app::motifs(position)))
                .collect())
        })
    };
    // Behind the door: a mate in two takes milliseconds to find.
    server
        .searches
        .blocking(PLAIN, in_time(), work)
        .await
        .map(Json)
}
