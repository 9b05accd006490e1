//! `/api/positions`: games that reached exactly a position, or positions that match a pattern.

use std::sync::Arc;

use app::schemas::Fen;
use app::{
    Error, ExactAnswer, FilterRequest, Limit, PatternAnswer, View, parse_filter, parse_pattern,
};
use axum::Json;
use axum::extract::State;
use pgn::parse_fen;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::batch::way;
use crate::extract::JsonBody;
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// A position or a pattern: `fen` or `pattern`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionsRequest {
    /// FEN or EPD: games that reached exactly this position, by whatever moves.
    fen: Option<Fen>,
    /// A board as in a FEN, with `?` for any square and `-` (or a number) for empty ones; `w` or `b` may
    /// follow.
    pattern: Option<String>,
    /// With `pattern`: the pieces on the board, e.g. `KRPPkrpp`.
    material: Option<String>,
    /// With `pattern`: terms that the position must have, e.g. `Id4` or `'Fc5`.
    terms: Option<Vec<String>>,
    /// What games (and with `pattern` positions) must be like.
    filter: Option<FilterRequest>,
    /// The number of games with a pattern, or of top and recent games with a position (at most 15); 10 by default.
    #[schema(inline)]
    limit: Option<Limit>,
}

/// The games.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum PositionsAnswer {
    /// Of a position.
    Exact(ExactAnswer),
    /// Of a pattern.
    Pattern(PatternAnswer),
}

/// Find games by exact position or pattern
///
/// With `fen` the games that reached exactly this position, openings included, and what was played in it; with
/// `pattern` the indexed positions that match it.
#[utoipa::path(
    post, path = "/api/positions", operation_id = "positions", tag = "search",
    request_body = PositionsRequest,
    responses((status = 200, description = "The games.", body = PositionsAnswer), BadBody, Unserved),
)]
pub(crate) async fn positions(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<PositionsRequest>,
) -> Answer<PositionsAnswer> {
    let find = move |view: &View| request.answer(view);
    server.doors.on_snapshot(find).await.map(Json)
}

impl PositionsRequest {
    fn answer(&self, view: &View) -> Result<PositionsAnswer, Problem> {
        let limit = self.limit.unwrap_or(Limit::of::<10>());
        let filter = parse_filter(self.filter.as_ref())?.unwrap_or_default();
        match (&self.fen, &self.pattern) {
            (Some(fen), None) => {
                let of_pattern = [
                    ("material", self.material.is_some()),
                    ("terms", self.terms.is_some()),
                ];
                if let Some((name, _)) = of_pattern.into_iter().find(|(_, given)| *given) {
                    let why = "it can only be used with pattern";
                    return Err(Error::impossible(name, why).into());
                }
                let exact = app::exact(view, &parse_fen(fen)?, &filter, limit);
                let exact = exact.map_err(|error| error.within("filter."))?;
                Ok(PositionsAnswer::Exact(exact))
            }
            (None, Some(text)) => {
                let terms = self.terms.as_deref().unwrap_or_default();
                let pattern = parse_pattern(text, self.material.as_deref(), terms)?;
                let matching = app::matching(view, text, &pattern, &filter, limit);
                let matching = matching.map_err(|error| error.within("filter."))?;
                Ok(PositionsAnswer::Pattern(matching))
            }
            (None, None) => Err(Problem::unreadable("missing field `fen` or `pattern`")),
            (Some(_), Some(_)) => {
                let why = "the request also has fen; send only one of them";
                Err(Error::unreadable("pattern", why).into())
            }
        }
    }
}

/// Which fields of the request may come together, as keywords of its schema.
pub(crate) fn ways_to_ask() -> Value {
    json!({
        "if": way(&["pattern"], &[]),
        "then": way(&[], &["fen"]),
        "else": way(&["fen"], &["material", "terms"]),
    })
}
