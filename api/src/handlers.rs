//! What each route does.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::analyse::{AnalyseRequest, Analysis};
use crate::analysts::{Analysts, Until};
use crate::batch::Batch;
use crate::extract::{GameId, JsonBody, QueryString};
use crate::game::GameResponse;
use crate::import::{self, ImportRequest};
use crate::linger::linger;
use crate::motifs::MotifsResponse;
use crate::problem::Problem;
use crate::server::{Answer, Server};
use crate::similar::{SimilarRequest, SimilarResponse};
use crate::status::StatusResponse;
use crate::terms::{FenRequest, TermsResponse};
use crate::upload;

/// The media type of PGN, as lichess has it.
const PGN: &str = "application/x-chess-pgn";

pub(crate) async fn get_similar(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<SimilarRequest>,
) -> Answer<Batch<SimilarResponse>> {
    similar(&server, request).await
}

pub(crate) async fn post_similar(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<SimilarRequest>,
) -> Answer<Batch<SimilarResponse>> {
    similar(&server, request).await
}

/// Searches, with the engines if they are asked for.
async fn similar(server: &Server, request: SimilarRequest) -> Answer<Batch<SimilarResponse>> {
    let index = Arc::clone(&server.index);
    let answer = if request.analyse.is_some() {
        server
            .analysing(move |analysts, until| {
                crate::similar(&*index.snapshot()?, &request, analysts, until)
            })
            .await
    } else {
        let analysts = Arc::clone(&server.analysts);
        server
            .on_snapshot(move |snapshot| {
                crate::similar(snapshot, &request, &analysts, &Until::default())
            })
            .await
    };
    answer.map(Json)
}

pub(crate) async fn terms(JsonBody(request): JsonBody<FenRequest>) -> Answer<TermsResponse> {
    crate::terms(&request).map(Json)
}

/// Behind the door: a mate in two takes milliseconds to find.
pub(crate) async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<FenRequest>,
) -> Answer<MotifsResponse> {
    let see = move || crate::motifs(&request);
    server.searches.blocking(see).await.map(Json)
}

pub(crate) async fn analyse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Answer<Batch<Analysis>> {
    let work = move |analysts: &Analysts, until: &Until| crate::analyse(analysts, &request, until);
    server.analysing(work).await.map(Json)
}

/// JSON, or PGN to those who prefer it.
pub(crate) async fn game(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    let pgn = accept.is_some_and(prefers_pgn);
    let answer = server.on_snapshot(move |snapshot| {
        let game = crate::game(snapshot, id)?;
        Ok(if pgn {
            ([(header::CONTENT_TYPE, PGN)], game.pgn()).into_response()
        } else {
            Json(GameResponse::from(&game)).into_response()
        })
    });
    Ok(([(header::VARY, "accept")], answer.await?).into_response())
}

/// Whether an Accept header puts PGN before JSON: by weight, and of equal ones the first.
///
/// Source: RFC 9110, section 12.5.1.
fn prefers_pgn(accept: &str) -> bool {
    let weight_of = |names: &[&str]| -> Option<(f32, usize)> {
        accept.split(',').enumerate().find_map(|(place, range)| {
            let mut parts = range.split(';').map(str::trim);
            names.contains(&parts.next()?).then(|| {
                let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
                (weight.unwrap_or(1.0), place)
            })
        })
    };
    let Some((pgn, pgn_place)) = weight_of(&[PGN]).filter(|(weight, _)| *weight > 0.0) else {
        return false;
    };
    weight_of(&["application/json", "application/*", "*/*"])
        .is_none_or(|(json, place)| pgn > json || pgn >= json && pgn_place < place)
}

pub(crate) async fn import_games(
    State(server): State<Arc<Server>>,
    QueryString(options): QueryString<ImportRequest>,
    request: Request,
) -> Result<Response, Problem> {
    if let Some(refusal) = upload::unsupported(request.headers()) {
        linger(request);
        return Ok(refusal);
    }
    let index = Arc::clone(&server.index);
    import::import(index, &server.writing, &options, request).await
}

pub(crate) async fn remove_game(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
) -> Result<StatusCode, Problem> {
    let index = Arc::clone(&server.index);
    let turn = server.writing.turn("a removal")?;
    let removal = server
        .writing
        .spawn(turn, move || crate::game::remove(&index, id));
    removal.await.map_err(Problem::internal)??;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn status(State(server): State<Arc<Server>>) -> Answer<StatusResponse> {
    let (index, uptime) = (Arc::clone(&server.index), server.started.elapsed());
    let status = move || crate::status(&index, uptime);
    server.searches.blocking(status).await.map(Json)
}

/// Alive: the process answers.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready: the index can be read.
pub(crate) async fn readyz(State(server): State<Arc<Server>>) -> Result<&'static str, Problem> {
    match server.on_snapshot(|_| Ok(())).await {
        Ok(()) => Ok("ready\n"),
        Err(problem) => Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            problem.detail,
        )),
    }
}
