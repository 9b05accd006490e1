//! The route table, and what each route does.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use index::{Index, Snapshot};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::trace::TraceLayer;

use crate::analyse::{AnalyseRequest, Analysis};
use crate::analysts::{Analysts, Until};
use crate::batch::Batch;
use crate::blocking::Door;
use crate::extract::{GameId, JsonBody, QueryString};
use crate::game::GameResponse;
use crate::guard::{Token, guard};
use crate::import::{self, ImportRequest, NDJSON};
use crate::linger::linger;
use crate::motifs::MotifsResponse;
use crate::problem::Problem;
use crate::similar::{SimilarRequest, SimilarResponse};
use crate::status::StatusResponse;
use crate::terms::{FenRequest, TermsResponse};
use crate::upload;
use crate::writing::Writing;

/// The largest JSON body in bytes. Guessed: a FEN has less than a hundred.
const LARGEST_BODY: usize = 64 << 10;

/// How long a request may take, its body included. Guessed: a thousand times a usual one.
const LONGEST: Duration = Duration::from_secs(10);

/// How long analyses of one request may take. Guessed: most of [`LONGEST`].
const LONGEST_ANALYSIS: Duration = Duration::from_secs(8);

/// How many searches may wait for each that runs. Guessed: at 5 ms each, the last one in the line
/// waits a third of a second.
const WAITING_SEARCHES: usize = 64;

/// How many analyses may wait for each that runs. Guessed: at half a second each, the last one is
/// begun in time.
const WAITING_ANALYSES: usize = 8;

/// The media type of PGN, as lichess has it.
const PGN: &str = "application/x-chess-pgn";

/// The whole service over an index, with engines to analyse. Pages from anywhere may ask it from a browser; who may write
/// is told by the token: with one whoever sends it, without one programs on this machine, if the
/// service is made with `into_make_service_with_connect_info`.
pub fn router(index: Arc<Index>, analysts: Analysts, token: Option<Token>) -> Router {
    routes(index, analysts, token, Writing::default())
}

pub(crate) fn routes(
    index: Arc<Index>,
    analysts: Analysts,
    token: Option<Token>,
    writing: Writing,
) -> Router {
    let server = Arc::new(Server {
        index,
        analysts: Arc::new(analysts),
        searches: Door::new(WAITING_SEARCHES),
        analyses: Door::new(WAITING_ANALYSES),
        writing,
        started: Instant::now(),
    });
    let reading = Router::new()
        .route("/api/similar", get(get_similar).post(post_similar))
        .route("/api/terms", post(terms))
        .route("/api/motifs", post(motifs))
        .route("/api/analyse", post(analyse))
        .route("/api/games/{id}", get(game))
        .route("/api/status", get(status))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(in_time));
    // Of any size, for as long as it takes.
    let writing = Router::new()
        .route("/api/games", post(import_games))
        .route("/api/games/{id}", delete(remove_game))
        .route_layer(middleware::from_fn_with_state(token, guard));
    // A page from elsewhere may write if it has the token; without one the guard sees its Origin.
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_ENCODING,
            header::CONTENT_TYPE,
        ]);
    // Lines are to arrive one by one.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new(NDJSON));
    reading
        .merge(writing)
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(cors)
        .layer(TraceLayer::new_for_http())
        .with_state(server)
}

/// What all requests share.
struct Server {
    index: Arc<Index>,
    analysts: Arc<Analysts>,
    searches: Door,
    analyses: Door,
    writing: Writing,
    started: Instant,
}

type Answer<T> = Result<Json<T>, Problem>;

impl Server {
    /// Runs `work` on the newest snapshot, behind the door.
    async fn on_snapshot<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Snapshot) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let index = Arc::clone(&self.index);
        let work = move || work(&*index.snapshot()?);
        self.searches.blocking(work).await
    }

    /// Runs `work` with the engines, which end when the client goes away, the server stops, or it has
    /// taken too long.
    async fn analysing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Analysts, &Until) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Arc::new(Until {
            deadline: Some(Instant::now() + LONGEST_ANALYSIS),
            ..Until::default()
        });
        let ending = Ending(Arc::clone(&until));
        let analysts = Arc::clone(&self.analysts);
        let work = self.analyses.blocking(move || work(&analysts, &until));
        tokio::pin!(work);
        tokio::select! {
            done = &mut work => done,
            () = self.writing.stop().cancelled() => {
                drop(ending);
                work.await
            }
        }
    }

    /// Searches, with the engines if they are asked for.
    async fn similar(&self, request: SimilarRequest) -> Answer<Batch<SimilarResponse>> {
        let index = Arc::clone(&self.index);
        let answer = if request.analyse.is_some() {
            self.analysing(move |analysts, until| {
                crate::similar(&*index.snapshot()?, &request, analysts, until)
            })
            .await
        } else {
            let analysts = Arc::clone(&self.analysts);
            self.on_snapshot(move |snapshot| {
                crate::similar(snapshot, &request, &analysts, &Until::default())
            })
            .await
        };
        answer.map(Json)
    }
}

/// Ends analyses when it is dropped.
struct Ending(Arc<Until>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

async fn get_similar(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<SimilarRequest>,
) -> Answer<Batch<SimilarResponse>> {
    server.similar(request).await
}

async fn post_similar(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<SimilarRequest>,
) -> Answer<Batch<SimilarResponse>> {
    server.similar(request).await
}

async fn terms(JsonBody(request): JsonBody<FenRequest>) -> Answer<TermsResponse> {
    crate::terms(&request).map(Json)
}

/// Behind the door: a mate in two takes milliseconds to find.
async fn motifs(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<FenRequest>,
) -> Answer<MotifsResponse> {
    let see = move || crate::motifs(&request);
    server.searches.blocking(see).await.map(Json)
}

async fn analyse(
    State(server): State<Arc<Server>>,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Answer<Batch<Analysis>> {
    let work = move |analysts: &Analysts, until: &Until| crate::analyse(analysts, &request, until);
    server.analysing(work).await.map(Json)
}

/// JSON, or PGN to those who prefer it.
async fn game(
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

async fn import_games(
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

async fn remove_game(
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

async fn status(State(server): State<Arc<Server>>) -> Answer<StatusResponse> {
    let (index, uptime) = (Arc::clone(&server.index), server.started.elapsed());
    let status = move || crate::status(&index, uptime);
    server.searches.blocking(status).await.map(Json)
}

/// Alive: the process answers.
async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready: the index can be read.
async fn readyz(State(server): State<Arc<Server>>) -> Result<&'static str, Problem> {
    match server.on_snapshot(|_| Ok(())).await {
        Ok(()) => Ok("ready\n"),
        Err(problem) => Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            problem.detail,
        )),
    }
}

/// Gives up on a request that takes too long, e.g. because its body never comes.
async fn in_time(request: Request, next: Next) -> Response {
    let answer = tokio::time::timeout(LONGEST, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let detail = format!("the request took more than {} seconds", LONGEST.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail).into_response()
    })
}

async fn no_route(uri: Uri) -> Problem {
    Problem::missing(format!(
        "there is nothing at {}; try /api/similar?fen=..., /api/games/1 or /api/status",
        uri.path()
    ))
}

async fn no_method(method: Method, uri: Uri) -> Problem {
    let detail = format!(
        "{} does not take {method}; the header Allow says what it takes",
        uri.path()
    );
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
