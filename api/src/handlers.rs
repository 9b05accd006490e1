//! What each route does.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use index::Snapshot;

use crate::analyse::{AnalyseRequest, Analysis};
use crate::analysts::{Analysts, Until};
use crate::annotate::AnnotateRequest;
use crate::batch::Batch;
use crate::difficulty::{DifficultyRequest, DifficultyResponse};
use crate::docs;
use crate::explorer::{ExplorerRequest, ExplorerResponse, Source};
use crate::extract::{GameId, JsonBody, QueryString};
use crate::game::GameResponse;
use crate::import::{self, ImportLine, ImportRequest};
use crate::linger::linger;
use crate::metrics::{IndexNumbers, OPENMETRICS};
use crate::motifs::MotifsResponse;
use crate::openapi::{BadBody, BadId, BadImport, BadPgn, BadQuery, NotWriting, Unserved, openapi};
use crate::players::{PlayersRequest, PlayersResponse};
use crate::positions::{PositionsRequest, PositionsResponse};
use crate::problem::Problem;
use crate::progressive::{ProgressiveRequest, ProgressiveResponse, PuzzleRequest, PuzzleResponse};
use crate::routes::LARGEST_PGN;
use crate::schemas::Pgn;
use crate::server::{Answer, Ending, Server};
use crate::similar::{SimilarRequest, SimilarResponse};
use crate::similar_query::SimilarQuery;
use crate::status::StatusResponse;
use crate::terms::{FenRequest, TermsResponse};
use crate::training::{TrainingRequest, TrainingResponse};
use crate::upload::{self, STOPPING};

/// The media type of PGN, as lichess has it.
const PGN: &str = "application/x-chess-pgn";

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
                crate::similar(&*index.snapshot()?, &request, analysts, until)
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
    let look = move |snapshot: &Snapshot| crate::positions(snapshot, &request);
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
    let look = move |snapshot: &Snapshot| crate::players(snapshot, &request);
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
    let lines = (header::CONTENT_TYPE, import::NDJSON);
    Ok(([lines], line + "\n").into_response())
}

async fn explore(
    server: &Server,
    source: Source,
    request: ExplorerRequest,
) -> Result<ExplorerResponse, Problem> {
    let look = move |snapshot: &Snapshot| crate::explore(snapshot, source, &request);
    server.on_snapshot(look).await
}

/// Get a game that was explored
#[utoipa::path(
    get, path = "/masters/pgn/{id}", operation_id = "mastersPgn", tag = "games",
    params(GameId),
    responses((status = 200, description = "The game.", body = Pgn, content_type = "application/x-chess-pgn"), BadId, Unserved),
)]
pub(crate) async fn masters_pgn(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
) -> Result<Response, Problem> {
    let game = server.on_snapshot(move |snapshot| crate::game(snapshot, id));
    Ok(([(header::CONTENT_TYPE, PGN)], game.await?.pgn()).into_response())
}

/// Show the terms of a position by family
///
/// What positions are compared by.
#[utoipa::path(
    post, path = "/api/terms", operation_id = "terms", tag = "positions",
    request_body = FenRequest,
    responses((status = 200, description = "The terms.", body = TermsResponse), BadBody, Unserved),
)]
pub(crate) async fn terms(JsonBody(request): JsonBody<FenRequest>) -> Answer<TermsResponse> {
    crate::terms(&request).map(Json)
}

/// Show what a player sees in a position
///
/// Motifs in words, named pawn structures with both sides' plans, the opening.
#[utoipa::path(
    post, path = "/api/motifs", operation_id = "motifs", tag = "positions",
    request_body = FenRequest,
    responses((status = 200, description = "The motifs.", body = MotifsResponse), BadBody, Unserved),
)]
pub(crate) async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<FenRequest>,
) -> Answer<MotifsResponse> {
    // Behind the door: a mate in two takes milliseconds to find.
    let see = move || crate::motifs(&request);
    server.searches.blocking(see).await.map(Json)
}

/// Analyse positions
///
/// The engine's score and best lines of `fen`, or of each of `fens`. It searches eight seconds at most, and
/// says how deep it came.
#[utoipa::path(
    post, path = "/api/analyse", operation_id = "analyse", tag = "positions",
    request_body = AnalyseRequest,
    responses((status = 200, description = "Scores from White's side, and lines; for `fens` a list of such answers.", body = Batch<Analysis>), BadBody, Unserved),
)]
pub(crate) async fn analyse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Answer<Batch<Analysis>> {
    let work = move |analysts: &Analysts, until: &Until| crate::analyse(analysts, &request, until);
    server.analysing(work).await.map(Json)
}

/// Find mates of progressive chess
///
/// Series of exactly so many moves by the side to move of which only the last gives check, and mates; or that
/// there is none. It searches eight seconds at most.
#[utoipa::path(
    post, path = "/api/progressive", operation_id = "progressive", tag = "variants",
    request_body = ProgressiveRequest,
    responses((status = 200, description = "Mates, or that there is none.", body = ProgressiveResponse), BadBody, Unserved),
)]
pub(crate) async fn progressive(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<ProgressiveRequest>,
) -> Answer<ProgressiveResponse> {
    let work = move |_: &Analysts, until: &Until| crate::progressive(&request, until);
    server.analysing(work).await.map(Json)
}

/// Make up a position with a mate of progressive chess
///
/// The same request makes up the same position. It is of a game of random moves, and graded.
#[utoipa::path(
    post, path = "/api/progressive/puzzle", operation_id = "puzzle", tag = "variants",
    request_body = PuzzleRequest,
    responses((status = 200, description = "A position, and one of its mates.", body = PuzzleResponse), BadBody, Unserved),
)]
pub(crate) async fn puzzle(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<PuzzleRequest>,
) -> Answer<PuzzleResponse> {
    let work = move |_: &Analysts, until: &Until| crate::puzzle(&request, until);
    server.analysing(work).await.map(Json)
}

/// Estimate how hard positions are
///
/// The rating of players who solve `fen`, or each of `fens`, half of the time, and what made it hard.
#[utoipa::path(
    post, path = "/api/difficulty", operation_id = "difficulty", tag = "positions",
    request_body = DifficultyRequest,
    responses((status = 200, description = "Ratings; for `fens` a list of such answers.", body = Batch<DifficultyResponse>), BadBody, Unserved),
)]
pub(crate) async fn difficulty(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<DifficultyRequest>,
) -> Answer<Batch<DifficultyResponse>> {
    let work = move |_: &Analysts, until: &Until| crate::difficulty(&request, until);
    server.analysing(work).await.map(Json)
}

/// Make exercises of games
///
/// Positions with one good move, from games of the index; or the plan of a position. It takes eight
/// seconds at most, and answers what it has by then.
#[utoipa::path(
    post, path = "/api/training", operation_id = "training", tag = "positions",
    request_body = TrainingRequest,
    responses((status = 200, description = "Exercises, the easiest first, or a plan.", body = TrainingResponse), BadBody, Unserved),
)]
pub(crate) async fn training(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<TrainingRequest>,
) -> Answer<TrainingResponse> {
    let index = server.index()?;
    let work = move |_: &Analysts, until: &Until| {
        crate::training(&*index.snapshot()?, &request, until, |_| ())
    };
    server.analysing(work).await.map(Json)
}

/// Annotate games
///
/// PGN in, the same PGN out, with comments; with `eval` also scores and marks, as far as eight seconds go.
#[utoipa::path(
    post, path = "/api/annotate", operation_id = "annotate", tag = "games",
    params(AnnotateRequest),
    request_body(content = Pgn, content_type = "application/x-chess-pgn"),
    responses((status = 200, description = "The games, in their order.", content((Pgn = "application/x-chess-pgn"))), BadPgn, Unserved),
)]
pub(crate) async fn annotate(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<AnnotateRequest>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let pgn = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let most = LARGEST_PGN >> 20;
            let detail = format!("the PGN is larger than {most} MiB: send it in parts");
            Problem::new(error.status(), detail)
        }
        status => Problem::new(status, error.body_text()),
    })?;
    if pgn.trim_ascii().is_empty() {
        return Err(Problem::unreadable("there is no PGN in the body"));
    }
    let work = move |analysts: &Analysts, until: &Until| {
        let mut written = Vec::new();
        let see = |_, _| ();
        crate::annotate(&request, &pgn[..], &mut written, analysts, until, see)?;
        Ok(written)
    };
    let written = server.analysing(work).await?;
    Ok(([(header::CONTENT_TYPE, PGN)], written).into_response())
}

/// Get a game
///
/// JSON, or PGN with `Accept: application/x-chess-pgn`.
#[utoipa::path(
    get, path = "/api/games/{id}", operation_id = "game", tag = "games",
    params(GameId),
    responses(
        (status = 200, description = "The game, as PGN to those who prefer it.", content((GameResponse = "application/json"), (Pgn = "application/x-chess-pgn"))),
        BadId, Unserved,
    ),
)]
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

/// Import games
///
/// Games that are stored already are left out; games that cannot be played through are told and left out. If the
/// client goes away, what has come by then is in.
#[utoipa::path(
    post, path = "/api/games", operation_id = "importGames", tag = "games",
    params(ImportRequest), security(("token" = [])),
    request_body(content = Pgn, content_type = "application/x-chess-pgn", description = "Games of any number, plain or compressed with gzip, zstd or bzip2, with `Content-Encoding` or as they are; the type is not looked at, unless it is a form's."),
    responses(
        (status = 200, description = "A line of JSON every half second, and a last one.", body = ImportLine, content_type = "application/x-ndjson"),
        BadImport, NotWriting, Unserved,
    ),
)]
pub(crate) async fn import_games(
    State(server): State<Arc<Server>>,
    QueryString(options): QueryString<ImportRequest>,
    request: Request,
) -> Result<Response, Problem> {
    if let Some(refusal) = upload::unsupported(request.headers()) {
        linger(request);
        return Ok(refusal);
    }
    import::import(&server, &options, request).await
}

/// Remove a game
#[utoipa::path(
    delete, path = "/api/games/{id}", operation_id = "removeGame", tag = "games",
    params(GameId), security(("token" = [])),
    responses((status = 204, description = "It is gone, and its positions with it."), BadId, NotWriting, Unserved),
)]
pub(crate) async fn remove_game(
    State(server): State<Arc<Server>>,
    GameId(id): GameId,
) -> Result<StatusCode, Problem> {
    let index = server.index()?;
    let turn = server.writing.turn("a removal")?;
    let removal = server
        .writing
        .spawn(turn, move || crate::game::remove(&index, id));
    removal.await.map_err(Problem::internal)??;
    Ok(StatusCode::NO_CONTENT)
}

/// Show what is served
#[utoipa::path(
    get, path = "/api/status", operation_id = "status", tag = "operations",
    responses((status = 200, description = "Version, sizes, seconds up.", body = StatusResponse), Unserved),
)]
pub(crate) async fn status(State(server): State<Arc<Server>>) -> Answer<StatusResponse> {
    let (index, uptime) = (server.index()?, server.started.elapsed());
    let status = move || crate::status(&index, uptime);
    server.searches.blocking(status).await.map(Json)
}

/// Alive: the process answers
#[utoipa::path(
    get, path = "/healthz", operation_id = "alive", tag = "operations",
    responses((status = 200, description = "`ok`", body = String), Unserved),
)]
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready: the index can be read
///
/// Not while it is being opened, nor when the server is stopping.
#[utoipa::path(
    get, path = "/readyz", operation_id = "ready", tag = "operations",
    responses((status = 200, description = "`ready`", body = String), Unserved),
)]
pub(crate) async fn readyz(State(server): State<Arc<Server>>) -> Result<&'static str, Problem> {
    let unready = |detail| Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail);
    if server.is_stopping() {
        return Err(unready(STOPPING.to_owned()));
    }
    let index = server.index()?;
    // Not behind the door: it is ready, too, when it is busy.
    let look = tokio::task::spawn_blocking(move || index.snapshot().map(drop));
    match look.await.map_err(Problem::internal)? {
        Ok(()) => Ok("ready\n"),
        Err(error) => Err(unready(Problem::internal(error).told().detail)),
    }
}

/// Measure
///
/// For Prometheus: requests by route, status and time, lines, connections, sizes, imports.
#[utoipa::path(
    get, path = "/metrics", operation_id = "metrics", tag = "operations",
    responses((status = 200, description = "OpenMetrics 1.0.", body = String, content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8"), Unserved),
)]
pub(crate) async fn metrics(State(server): State<Arc<Server>>) -> Result<Response, Problem> {
    let measure = move || {
        let index = server.index().ok().map(|index| {
            let snapshot = index.snapshot()?;
            Ok::<_, Problem>(IndexNumbers {
                games: snapshot.statistics().games,
                positions: snapshot.statistics().positions,
                bytes: index.bytes()?,
                segments: snapshot.segment_count(),
            })
        });
        let uptime = server.started.elapsed();
        server.metrics.text(index.transpose()?, uptime)
    };
    let text = tokio::task::spawn_blocking(measure).await;
    let text = text.map_err(Problem::internal)??;
    Ok(([(header::CONTENT_TYPE, OPENMETRICS)], text).into_response())
}

/// Describe the API
///
/// This document.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi", tag = "operations",
    responses((status = 200, description = "OpenAPI 3.1.", body = serde_json::Value), Unserved),
)]
pub(crate) async fn openapi_json() -> impl IntoResponse {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], openapi())
}

/// Show the API
///
/// This document for people.
#[utoipa::path(
    get, path = "/docs", operation_id = "docs", tag = "operations",
    responses((status = 200, description = "A page that needs nothing else.", body = String, content_type = "text/html; charset=utf-8"), Unserved),
)]
pub(crate) async fn docs() -> impl IntoResponse {
    (docs::SECURITY, Html(docs::PAGE))
}
