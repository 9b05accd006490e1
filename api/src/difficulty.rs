//! `/api/difficulty`: how hard positions are.

use std::sync::Arc;

use app::schemas::{self, Fen};
use app::{DifficultyAnswer, Engines, Error, Known, Pace, parse_line};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::batch::{self, Batch, way};
use crate::extract::JsonBody;
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::{Answer, Server};

/// The positions to estimate: `fen` or `fens`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct DifficultyRequest {
    /// FEN or EPD.
    fen: Option<Fen>,
    /// Several of them, up to 64; each that is not a FEN is answered with a problem.
    #[schema(min_items = 1, max_items = 64)]
    fens: Option<Vec<String>>,
    /// The solution of `fen`, if it is known: moves in UCI or SAN, the solver's first, in one text or one by one.
    #[schema(value_type = Option<schemas::Moves>, inline)]
    solution: Option<Solution>,
    /// The best line of `fen` that an analysis has found, or its first move, as `solution` is written: the estimate is
    /// about that move. Without it the engine looks for it, as far as `/api/analyse` does by default.
    #[schema(value_type = Option<schemas::Moves>, inline)]
    best: Option<Solution>,
}

/// Moves in UCI or SAN.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "moves in UCI or SAN, as one text or as a list")]
enum Solution {
    /// With spaces between them, e.g. `h5h7 g8h7 e2h5`.
    Line(String),
    /// One by one.
    Moves(Vec<String>),
}

/// The answer as the document has it: of a type with a name, without parameters.
type Answers = Batch<DifficultyAnswer>;

/// Estimate how hard positions are
///
/// The rating of players who solve `fen`, or each of `fens`, half of the time, and what makes it hard.
#[utoipa::path(
    post, path = "/api/difficulty", operation_id = "difficulty", tag = "positions",
    request_body = DifficultyRequest,
    responses((status = 200, description = "Ratings; for `fens` a list of such answers.", body = Answers), BadBody, Unserved),
)]
pub(crate) async fn difficulty(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<DifficultyRequest>,
) -> Answer<Batch<DifficultyAnswer>> {
    let work = move |engines: &Engines, pace: &Pace| request.answer(engines, pace);
    server.doors.analysing(work).await.map(Json)
}

impl Solution {
    fn line(&self) -> String {
        match self {
            Solution::Line(line) => line.clone(),
            Solution::Moves(moves) => moves.join(" "),
        }
    }
}

impl DifficultyRequest {
    fn answer(&self, engines: &Engines, pace: &Pace) -> Result<Batch<DifficultyAnswer>, Problem> {
        let (solution, best) = (self.solution.as_ref(), self.best.as_ref());
        for (name, line) in [("solution", solution), ("best", best)] {
            if self.fens.is_some() && line.is_some() {
                let why = "it can only be used with fen, not with fens";
                return Err(Error::impossible(name, why).into());
            }
        }
        if solution.is_some() && best.is_some() {
            let why = "the request also has solution; send only one of them";
            return Err(Error::impossible("best", why).into());
        }
        batch::answer(self.fen.as_deref(), self.fens.as_deref(), |positions| {
            let known = match (solution, best, positions) {
                (Some(line), _, [position]) => {
                    let line = parse_line("solution", position, &line.line())?;
                    Some(Known::Solution(line))
                }
                (_, Some(line), [position]) => {
                    Some(Known::Best(parse_line("best", position, &line.line())?))
                }
                _ => None,
            };
            app::difficulty(engines, positions, known.as_ref(), pace)
        })
    }
}

/// Which fields of the request may come together, as keywords of its schema.
pub(crate) fn ways_to_ask() -> Value {
    let mut ways = batch::ways_to_ask();
    ways["then"] = way(&[], &["fen", "solution", "best"]);
    let solution =
        json!({ "solution": { "type": ["string", "array"], "items": { "type": "string" } } });
    ways["else"]["if"] = json!({ "required": ["solution"], "properties": solution });
    ways["else"]["then"] = way(&[], &["best"]);
    ways
}
