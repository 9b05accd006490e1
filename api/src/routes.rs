//! The route table, and what all routes have in common.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use cluster::Database;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::analysts::Analysts;
use crate::extract::LARGEST_BODY;
use crate::guard::{Token, guard};
use crate::handlers::{self, operations, search};
use crate::import::NDJSON;
use crate::limit::RateLimit;
use crate::linger::linger;
use crate::observe::{REQUEST_ID, observe};
use crate::page::page;
use crate::problem::Problem;
use crate::server::Server;
use crate::upload::STOPPING;

/// The largest PGN to annotate or to make exercises of, in bytes. Guessed: a thousand games.
pub(crate) const LARGEST_PGN: usize = 1 << 20;

/// How long a request may take, its body included. Guessed: a thousand times a usual one.
const LONGEST: Duration = Duration::from_secs(10);

/// What is answered to everybody.
fn reads() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::new()
        .routes(routes!(search::get_similar, search::post_similar))
        .routes(routes!(search::positions))
        .routes(routes!(search::players))
        .routes(routes!(search::masters))
        .routes(routes!(handlers::masters_pgn))
        .routes(routes!(search::lichess))
        .routes(routes!(search::player))
        .routes(routes!(handlers::terms))
        .routes(routes!(handlers::motifs))
        .routes(routes!(handlers::analyse))
        .routes(routes!(handlers::difficulty))
        .routes(routes!(handlers::annotate).layer(DefaultBodyLimit::max(LARGEST_PGN)))
        .routes(routes!(handlers::training).layer(DefaultBodyLimit::max(LARGEST_PGN)))
        .routes(routes!(handlers::progressive))
        .routes(routes!(handlers::puzzle))
        .routes(routes!(handlers::bughouse))
        .routes(routes!(handlers::game))
        .routes(routes!(operations::status))
        .routes(routes!(operations::healthz))
        .routes(routes!(operations::readyz))
        .routes(routes!(operations::metrics))
        .routes(routes!(operations::openapi_json))
        .routes(routes!(operations::docs))
}

/// What is done for those who may write.
fn writes() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::new()
        .routes(routes!(handlers::import_games))
        .routes(routes!(handlers::remove_game))
}

/// What the routes say of themselves.
pub(crate) fn described() -> OpenApi {
    let mut document = reads().into_openapi();
    document.merge(writes().into_openapi());
    document
}

/// The whole service over an index, with engines to analyse. Pages from anywhere may ask it from a browser; who may write
/// is told by the token: with one whoever sends it, without one programs on this machine, if the
/// service is made with `into_make_service_with_connect_info`.
pub fn router(index: impl Into<Database>, analysts: Analysts, token: Option<Token>) -> Router {
    let server = Server::new(analysts, RateLimit::new(None, false));
    server.open(index.into());
    routes(Arc::new(server), token)
}

/// The whole service.
pub(crate) fn routes(server: Arc<Server>, token: Option<Token>) -> Router {
    let (reading, _) = reads().split_for_parts();
    let (writing, _) = writes().split_for_parts();
    let reading = reading
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(in_time));
    // Of any size, for as long as it takes.
    let writing = writing.route_layer(middleware::from_fn_with_state(token, guard));
    // A page from elsewhere may write if it has the token; without one the guard sees its Origin.
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_ENCODING,
            header::CONTENT_TYPE,
            REQUEST_ID,
        ])
        .expose_headers([
            header::RETRY_AFTER,
            REQUEST_ID,
            handlers::SHORTFALL,
            handlers::REJECTED,
        ]);
    // Lines are to arrive one by one.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new(NDJSON));
    reading
        .merge(writing)
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), admit))
        .layer(cors)
        // Compressed already, and of no use elsewhere.
        .merge(page().method_not_allowed_fallback(no_method))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), observe))
        .with_state(server)
}

/// Gives up on a request that takes too long, e.g. because its body never comes.
async fn in_time(request: Request, next: Next) -> Response {
    let answer = tokio::time::timeout(LONGEST, next.run(request)).await;
    answer.unwrap_or_else(|_| {
        let detail = format!("the request took more than {} seconds", LONGEST.as_secs());
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail).into_response()
    })
}

/// Turns away whom the server has no time for: clients that ask too often, and all when it stops. Those who
/// look whether it is well are always told.
async fn admit(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    if matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics") {
        return next.run(request).await;
    }
    let refusal = if server.is_stopping() {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, STOPPING).into_response()
    } else {
        let client = server.limit.client(&request);
        match server.limit.check(client, Instant::now()) {
            Ok(()) => return next.run(request).await,
            Err(wait) => {
                server.metrics.rate_limited.inc();
                let seconds = wait.as_secs_f64().ceil() as u64;
                let detail = format!("too many requests: try again in {seconds} s");
                let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, detail);
                ([(header::RETRY_AFTER, seconds)], problem).into_response()
            }
        }
    };
    linger(request);
    refusal
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
