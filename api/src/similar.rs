//! `/api/similar`: positions similar to one or several.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::doors::in_time;
use app::json::{list, object};
use app::schemas::{self, Fen};
use app::{
    Analyse, DistinctName, Effort, Engines, Error, FilterRequest, Limit, Name, Offset, Pace,
    ScoringName, SimilarAnswer, TurnName, View, parse_filter, with_weights,
};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::{IntoParams, ToSchema};

use crate::batch::{self, Batch};
use crate::collections::split;
use crate::extract::{FilterQuery, JsonBody};
use crate::fields::Fields;
use crate::problem::Problem;
use crate::responses::{BadBody, BadQuery, Unserved};
use crate::server::{Answer, Server};

/// The search for one position or several.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SimilarRequest {
    /// FEN or EPD.
    fen: Option<Fen>,
    /// Several of them instead, up to 64; each that is not a FEN is answered with a problem.
    #[schema(min_items = 1, max_items = 64)]
    fens: Option<Vec<String>>,
    /// The number of hits; 10 by default.
    #[schema(inline)]
    limit: Option<Limit>,
    /// The number of best hits to skip, to continue after an earlier answer; `offset` plus `limit` is at most 1000.
    #[schema(inline)]
    offset: Option<Offset>,
    /// The members that hits keep; by default all. Not in the OpenAPI document: see [`Fields`].
    #[serde(default, deserialize_with = "list")]
    #[schema(ignore)]
    fields: Option<Vec<String>>,
    /// The name of a scoring profile; `tabiya` by default.
    #[schema(inline)]
    scoring: Option<ScoringName>,
    /// Weights in place of the profile's (`thesis` has none), by the name of the feature, e.g. `pawnSkeleton`; from 0
    /// to 100.
    #[serde(default, deserialize_with = "object")]
    #[schema(value_type = Option<schemas::Weights>, inline)]
    weights: Option<BTreeMap<String, f64>>,
    /// The side to move in a hit: `any` (the default), `same` as in the query, `white` or `black`.
    #[schema(inline)]
    turn: Option<TurnName>,
    /// Whether positions that are similar with the colours reversed are hits, too; by default they are not.
    flip: Option<bool>,
    /// What two hits may not have in common: `board`, so that each has another board and another game, or `game` alone;
    /// by default `board`, but `game` for `thesis`.
    #[schema(inline)]
    distinct: Option<DistinctName>,
    /// What games and positions must be like to be hits. What the board alone scores stays the same; what the games of
    /// other hits add does not.
    filter: Option<FilterRequest>,
    /// Whether to count what was played next in the games of the best 100 positions; by default not.
    plans: Option<bool>,
    /// Whether hits are explained; by default they are.
    explain: Option<bool>,
    /// Whether what the engine would play for either side counts, too; by default it does.
    idea: Option<bool>,
    /// How far the engine searches the position and the hits; by default it does not.
    #[serde(default, deserialize_with = "object")]
    analyse: Option<Effort>,
    /// Whether the hits are analysed, too; by default they are.
    #[serde(rename = "analyseHits")]
    analyse_hits: Option<bool>,
}

/// The search for one position; the fields of the filter come beside these.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct SimilarQuery {
    /// FEN or EPD.
    #[param(required)]
    fen: Option<Fen>,
    /// The number of hits; 10 by default.
    #[param(inline, default = 10)]
    limit: Option<Limit>,
    /// The number of best hits to skip, to continue after an earlier answer; `offset` plus `limit` is at most 1000.
    #[param(inline, default = 0)]
    offset: Option<Offset>,
    /// The members that hits keep, separated by commas; by default all. Not in the OpenAPI document: see [`Fields`].
    #[param(ignore)]
    fields: Option<String>,
    /// The name of a scoring profile; `tabiya` by default.
    #[param(inline)]
    scoring: Option<ScoringName>,
    /// The side to move in a hit: `any` (the default), `same` as in the query, `white` or `black`.
    #[param(inline)]
    turn: Option<TurnName>,
    /// Whether positions that are similar with the colours reversed are hits, too; by default they are not.
    #[param(default = false)]
    flip: Option<bool>,
    /// What two hits may not have in common: `board`, so that each has another board and another game, or `game` alone;
    /// by default `board`, but `game` for `thesis`.
    #[param(inline)]
    distinct: Option<DistinctName>,
    /// Whether hits are explained; by default they are.
    #[param(default = true)]
    explain: Option<bool>,
    /// Whether what the engine would play for either side counts, too; by default it does.
    #[param(default = true)]
    idea: Option<bool>,
    /// Whether to count what was played next in the games of the best 100 positions; by default not.
    #[param(default = false)]
    plans: Option<bool>,
}

impl From<FilterQuery<SimilarQuery>> for SimilarRequest {
    fn from(FilterQuery(query, filter): FilterQuery<SimilarQuery>) -> SimilarRequest {
        SimilarRequest {
            fen: query.fen,
            limit: query.limit,
            offset: query.offset,
            fields: query.fields.map(|names| split(&names)),
            scoring: query.scoring,
            turn: query.turn,
            flip: query.flip,
            distinct: query.distinct,
            explain: query.explain,
            idea: query.idea,
            plans: query.plans,
            filter: (!filter.is_empty()).then_some(filter),
            ..SimilarRequest::default()
        }
    }
}

/// Find similar positions
///
/// The positions most similar to one, each of another board and another game, with reasons.
///
/// The server also reads `fields`: `fields=fen,score,game.id` returns hits with only these members. `fields` is not a
/// parameter in this document, because generated clients expect hits with all members.
#[utoipa::path(
    get, path = "/api/similar", operation_id = "similarTo", tag = "search",
    params(SimilarQuery, FilterRequest),
    responses(
        (status = 200, description = "Positions of different games, the best first.", body = SimilarAnswer, links(
            ("game" = (operation_id = "game", parameters(("id" = "$response.body#/hits/0/game/id")))),
            ("removal" = (operation_id = "removeGame", parameters(("id" = "$response.body#/hits/0/game/id")))),
        )),
        BadQuery, Unserved,
    ),
)]
pub(crate) async fn get_similar(
    State(server): State<Arc<Server>>,
    query: FilterQuery<SimilarQuery>,
) -> Answer<Batch<Written>> {
    similar(&server, query.into(), "").await
}

/// The answer as the document has it: of a type with a name, without parameters.
type Answers = Batch<SimilarAnswer>;

/// Find similar positions to one or several
///
/// The positions most similar to `fen`, or to each of `fens`, each of another board and another game, with reasons; and what the
/// engine thinks of them.
#[utoipa::path(
    post, path = "/api/similar", operation_id = "similar", tag = "search",
    request_body = SimilarRequest,
    responses((status = 200, description = "Positions of different games, the best first; for `fens` a list of such answers.", body = Answers), BadBody, Unserved),
)]
pub(crate) async fn post_similar(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<SimilarRequest>,
) -> Answer<Batch<Written>> {
    similar(&server, request, "filter.").await
}

/// Searches, as an analysis if engines are requested. In errors, fields of the filter have the prefix `of_filter`.
async fn similar(
    server: &Server,
    request: SimilarRequest,
    of_filter: &'static str,
) -> Answer<Batch<Written>> {
    let index = server.doors.index()?;
    let fields = request.fields.as_deref();
    let fields = fields.filter(|names| !names.is_empty());
    let fields = fields.map(Fields::new).transpose()?;
    let mut how = request.parse()?;
    how.explain &= fields.as_ref().is_none_or(Fields::explain);
    let cost = how.first_slice();
    let answer = if request.analyse.is_some() {
        let search = move |engines: &Engines, pace: &Pace| {
            request.answer(
                &how,
                fields.as_ref(),
                of_filter,
                &index.snapshot()?,
                engines,
                pace,
            )
        };
        server.doors.analysing(search).await
    } else {
        let engines = Arc::clone(server.doors.engines());
        let search = move |pace: &Pace| {
            request.answer(
                &how,
                fields.as_ref(),
                of_filter,
                &index.snapshot()?,
                &engines,
                pace,
            )
        };
        server
            .doors
            .searches()
            .blocking(cost, in_time(), search)
            .await
    };
    answer.map(Json)
}

/// An answer as JSON: written in its own slice of work, since it has megabytes.
type Written = Box<RawValue>;

impl SimilarRequest {
    fn answer(
        &self,
        how: &app::SimilarRequest,
        fields: Option<&Fields>,
        of_filter: &str,
        view: &View,
        engines: &Engines,
        pace: &Pace,
    ) -> Result<Batch<Written>, Problem> {
        let analyse = self.analyse.map(|effort| Analyse {
            engines,
            effort,
            hits: self.analyse_hits.unwrap_or(true),
        });
        batch::answer(self.fen.as_deref(), self.fens.as_deref(), |positions| {
            let answers = app::similar(view, positions, how, analyse, pace);
            let answers = answers.map_err(|error| error.within(of_filter))?;
            let write = |answer: Result<SimilarAnswer, Error>| match fields {
                Some(fields) => to_raw_value(&fields.of_hits(&answer?)?).map_err(Problem::internal),
                None => to_raw_value(&answer?).map_err(Problem::internal),
            };
            Ok(answers.map(write).collect())
        })
    }

    fn parse(&self) -> Result<app::SimilarRequest, Problem> {
        let usual = app::SimilarRequest::default();
        let profile = self.scoring.map_or(usual.scoring, |Name(scoring)| scoring);
        let scoring = match &self.weights {
            None => profile,
            Some(weights) => {
                with_weights(profile, weights.iter().map(|(name, one)| (&**name, *one)))?
            }
        };
        let how = app::SimilarRequest {
            limit: self.limit.unwrap_or(usual.limit),
            offset: self.offset.unwrap_or(usual.offset),
            scoring,
            turn: self.turn.map_or(usual.turn, |Name(turn)| turn),
            flip: self.flip.unwrap_or(usual.flip),
            filter: parse_filter(self.filter.as_ref())?,
            plans: self.plans.unwrap_or(usual.plans),
            explain: self.explain.unwrap_or(usual.explain),
            idea: self.idea.unwrap_or(usual.idea),
            distinct: self.distinct.map(|Name(distinct)| distinct),
        };
        how.check_offset()?;
        Ok(how)
    }
}
