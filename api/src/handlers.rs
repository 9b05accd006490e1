//! What each route does: here those about one position and about games.

pub(crate) mod operations;
pub(crate) mod search;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::analyse::{AnalyseRequest, Analysis};
use crate::analysts::{Analysts, Until};
use crate::annotate::AnnotateRequest;
use crate::batch::Batch;
use crate::bughouse::{BughouseRequest, BughouseResponse};
use crate::difficulty::{DifficultyRequest, DifficultyResponse};
use crate::extract::{GameId, JsonBody, QueryString};
use crate::game::GameResponse;
use crate::import::{self, ImportLine, ImportRequest};
use crate::linger::linger;
use crate::motifs::{MotifsRequest, MotifsResponse};
use crate::openapi::{BadBody, BadId, BadImport, BadPgn, NotWriting, Unserved};
use crate::problem::Problem;
use crate::progressive::{ProgressiveRequest, ProgressiveResponse, PuzzleRequest, PuzzleResponse};
use crate::routes::LARGEST_PGN;
use crate::schemas::{Csv, Pgn};
use crate::server::{Answer, Server};
use crate::terms::{FenRequest, TermsResponse};
use crate::training::{TrainingRequest, TrainingResponse};
use crate::upload;

/// The media types of JSON, of PGN, as lichess has it, and of CSV.
const JSON: &str = "application/json";
const PGN: &str = "application/x-chess-pgn";
const CSV: &str = "text/csv";

/// What exercises as PGN and CSV have no place for: why there are not as many as were asked for, and which games were left
/// out.
pub(crate) const SHORTFALL: HeaderName = HeaderName::from_static("training-shortfall");
pub(crate) const REJECTED: HeaderName = HeaderName::from_static("training-rejected");

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

/// Show what a player sees in positions
///
/// Motifs of `fen`, or of each of `fens`, in words, named pawn structures with both sides' plans, the opening.
#[utoipa::path(
    post, path = "/api/motifs", operation_id = "motifs", tag = "positions",
    request_body = MotifsRequest,
    responses((status = 200, description = "The motifs; for `fens` a list of such answers.", body = Batch<MotifsResponse>), BadBody, Unserved),
)]
pub(crate) async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<MotifsRequest>,
) -> Answer<Batch<MotifsResponse>> {
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

/// Play bughouse
///
/// What the side to move does on one of two boards, its partner and all four clocks in mind: a move, or none if it
/// waits; and what it tells its partner. It searches eight seconds at most. Nothing is kept: each request has both
/// boards.
#[utoipa::path(
    post, path = "/api/bughouse", operation_id = "bughouse", tag = "variants",
    request_body = BughouseRequest,
    responses((status = 200, description = "A move and its score, and words for the partner.", body = BughouseResponse), BadBody, Unserved),
)]
pub(crate) async fn bughouse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<BughouseRequest>,
) -> Answer<BughouseResponse> {
    let work = move |_: &Analysts, until: &Until| crate::bughouse(&request, until);
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
/// Positions with one good move, from games of the index or of `pgn`; or the plan of a position. It takes eight
/// seconds at most, and answers what it has by then: JSON, PGN with `Accept: application/x-chess-pgn`, or lichess's puzzle
/// CSV with `Accept: text/csv`. What JSON tells as `ended` and `rejected` these tell in headers.
#[utoipa::path(
    post, path = "/api/training", operation_id = "training", tag = "positions",
    request_body = TrainingRequest,
    responses(
        (status = 200, description = "Exercises, the easiest first, or a plan.", headers(
            ("Training-Shortfall" = Option<String>, description = "Why there are fewer exercises than were asked for, in one sentence; it is there if there are."),
            ("Training-Rejected" = Option<String>, description = "The games of `pgn` that could not be played through and were left out: how many, and the first ten with the reason; it is there if there are any."),
        ), content((TrainingResponse = "application/json"), (Pgn = "application/x-chess-pgn"), (Csv = "text/csv"))),
        BadBody, Unserved,
    ),
)]
pub(crate) async fn training(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<TrainingRequest, LARGEST_PGN>,
) -> Result<Response, Problem> {
    let index = server.index()?;
    let media_type = preferred(&headers, &[PGN, CSV]);
    if request.plan && media_type == CSV {
        let detail = "plan: it is no list of puzzles, as CSV is; accept JSON or PGN";
        return Err(Problem::impossible(detail));
    }
    let work = move |_: &Analysts, until: &Until| {
        crate::training(&index.snapshot()?, &request, until, |_| ())
    };
    let made = server.analysing(work).await?;
    let mut told = HeaderMap::new();
    told.insert(header::VARY, HeaderValue::from_static("accept"));
    for (name, sentence) in [(SHORTFALL, made.shortfall()), (REJECTED, made.left_out())] {
        let value = sentence.map(HeaderValue::try_from).transpose();
        if let Some(value) = value.map_err(Problem::internal)? {
            told.insert(name, value);
        }
    }
    let answer = match media_type {
        PGN => ([(header::CONTENT_TYPE, PGN)], made.pgn()).into_response(),
        CSV => ([(header::CONTENT_TYPE, CSV)], made.csv()).into_response(),
        _ => Json(made).into_response(),
    };
    Ok((told, answer).into_response())
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
    let pgn = preferred(&headers, &[PGN]) == PGN;
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

/// What the Accept header puts before JSON, of some other media types, or else JSON: by weight, and of equal ones the
/// first. Only who names the others means them.
///
/// Source: RFC 9110, section 12.5.1.
fn preferred(headers: &HeaderMap, others: &[&'static str]) -> &'static str {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default();
    let weight_of = |names: &[&str]| -> Option<(f32, usize)> {
        accept.split(',').enumerate().find_map(|(place, range)| {
            let mut parts = range.split(';').map(str::trim);
            names.contains(&parts.next()?).then(|| {
                let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
                (weight.unwrap_or(1.0), place)
            })
        })
    };
    let mut best = (JSON, weight_of(&[JSON, "application/*", "*/*"]));
    for name in others {
        let found = weight_of(&[name]).filter(|(weight, _)| *weight > 0.0);
        let is_better = |(weight, place): (f32, usize)| {
            let (_, best) = best;
            best.is_none_or(|(other, at)| weight > other || weight >= other && place < at)
        };
        if found.is_some_and(is_better) {
            best = (name, found);
        }
    }
    best.0
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
