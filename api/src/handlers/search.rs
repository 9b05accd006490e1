//! What the routes do that find positions, games and players.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cluster::View;

use crate::analysts::Until;
use crate::batch::Batch;
use crate::explorer::{ExplorerRequest, ExplorerResponse, Source};
use crate::extract::{JsonBody, QueryString};
use crate::import::NDJSON;
use crate::openapi::{BadBody, BadQuery, Unserved};
use crate::players::{PlayersRequest, PlayersResponse};
use crate::positions::{PositionsRequest, PositionsResponse};
use crate::problem::Problem;
use crate::server::{Answer, Ending, Server};
use crate::similar::{SimilarRequest, SimilarResponse};
use crate::similar_query::SimilarQuery;

/// Find similar positions
///
/// The positions most like one, each of a different game, with reasons.
#[utoipa::path(
    get, path = "/api/similar", operation_id = "similarTo", tag = "search",
    params(SimilarQuery),
    responses(
        (status = 200, description = "Positions of different games, the best first.", body = SimilarResponse, links(
            ("game" = (operation_id = "game", parameters(("id" = "$response.body#/hits/0/game/id")))),
            ("removal" = (operation_id = "removeGame", parameters(("id" = "$response.body#/hits/0/game/id")))),
        )),
        BadQuery, Unserved,
    ),
)]
pub(crate) async fn get_similar(
    State(server): State<Arc<Server>>,
    QueryString(query): QueryString<SimilarQuery>,
) -> Answer<Batch<SimilarResponse>> {
    similar(&server, query.into()).await
}

/// Find similar positions to one or several
///
/// The positions most like `fen`, or each of `fens`, each of a different game, with reasons; and what the
/// engine thinks of them.
#[utoipa::path(
    post, path = "/api/similar", operation_id = "similar", tag = "search",
    request_body = SimilarRequest,
    responses((status = 200, description = "Positions of different games, the best first; for `fens` a list of such answers.", body = Batch<SimilarResponse>), BadBody, Unserved),
)]
pub(crate) async fn post_similar(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<SimilarRequest>,
) -> Answer<Batch<SimilarResponse>> {
    similar(&server, request).await
}

/// Searches, with the engines if they are asked for.
async fn similar(server: &Server, request: SimilarRequest) -> Answer<Batch<SimilarResponse>> {
    let index = server.index()?;
    let answer = if request.analyse.is_some() {
        server
            .analysing(move |analysts, until| {
                crate::similar(&index.snapshot()?, &request, analysts, until)
            })
            .await
    } else {
        let analysts = Arc::clone(&server.analysts);
        let until = Arc::new(Until::default());
        // Dropped with the request when its client goes away.
        let _ending = Ending(Arc::clone(&until));
        server
            .on_snapshot(move |snapshot| crate::similar(snapshot, &request, &analysts, &until))
            .await
    };
    answer.map(Json)
}

/// Find games by exact position or fragment
///
/// With `fen` the games that reached exactly this position, openings included, and what was played in it; with
/// `pattern` the indexed positions that look like it.
#[utoipa::path(
    post, path = "/api/positions", operation_id = "positions", tag = "search",
    request_body = PositionsRequest,
    responses((status = 200, description = "The games.", body = PositionsResponse), BadBody, Unserved),
)]
pub(crate) async fn positions(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<PositionsRequest>,
) -> Answer<PositionsResponse> {
    let look = move |snapshot: &View| crate::positions(snapshot, &request);
    server.on_snapshot(look).await.map(Json)
}

/// Complete the name of a player
///
/// Players whose names have words that begin with those typed, most games first.
#[utoipa::path(
    get, path = "/api/players", operation_id = "players", tag = "games",
    params(PlayersRequest),
    responses((status = 200, description = "The players.", body = PlayersResponse), BadQuery, Unserved),
)]
pub(crate) async fn players(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<PlayersRequest>,
) -> Answer<PlayersResponse> {
    let look = move |snapshot: &View| crate::players(snapshot, &request);
    server.on_snapshot(look).await.map(Json)
}

/// Explore all games
///
/// lichess's `/masters` over the games of the index: what was played in a position, openings included, and the top
/// games.
#[utoipa::path(
    get, path = "/masters", operation_id = "masters", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played.", body = ExplorerResponse), BadQuery, Unserved),
)]
pub(crate) async fn masters(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Answer<ExplorerResponse> {
    explore(&server, Source::Masters, request).await.map(Json)
}

/// Explore games by rating
///
/// lichess's `/lichess` over the games of the index: as `/masters`, with groups of ratings and recent games.
#[utoipa::path(
    get, path = "/lichess", operation_id = "lichess", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played.", body = ExplorerResponse), BadQuery, Unserved),
)]
pub(crate) async fn lichess(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Answer<ExplorerResponse> {
    explore(&server, Source::Lichess, request).await.map(Json)
}

/// Explore a player's games
///
/// lichess's `/player` over the games of the index: those of one `player` with one `color`, which must both be there.
#[utoipa::path(
    get, path = "/player", operation_id = "player", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played, in one line: lichess's clients read lines until the last.", body = ExplorerResponse, content_type = "application/x-ndjson"), BadQuery, Unserved),
)]
pub(crate) async fn player(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Result<Response, Problem> {
    let explored = explore(&server, Source::Player, request).await?;
    let line = serde_json::to_string(&explored).map_err(Problem::internal)?;
    let lines = (header::CONTENT_TYPE, NDJSON);
    Ok(([lines], line + "\n").into_response())
}

async fn explore(
    server: &Server,
    source: Source,
    request: ExplorerRequest,
) -> Result<ExplorerResponse, Problem> {
    let look = move |snapshot: &View| crate::explore(snapshot, source, &request);
    server.on_snapshot(look).await
}
