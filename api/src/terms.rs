//! `/api/terms`: the terms of a position by family.

use app::TermsAnswer;
use app::schemas::Fen;
use axum::Json;
use pgn::parse_fen;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::JsonBody;
use crate::responses::{BadBody, Unserved};
use crate::server::Answer;

/// A position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FenRequest {
    /// FEN or EPD.
    fen: Fen,
}

/// Show the terms of a position by family
///
/// What positions are compared by.
#[utoipa::path(
    post, path = "/api/terms", operation_id = "terms", tag = "positions",
    request_body = FenRequest,
    responses((status = 200, description = "The terms.", body = TermsAnswer), BadBody, Unserved),
)]
pub(crate) async fn terms(JsonBody(request): JsonBody<FenRequest>) -> Answer<TermsAnswer> {
    Ok(Json(app::terms(&parse_fen(&request.fen)?)))
}
