//! The route table, and what all routes have in common.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use index::Index;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::trace::TraceLayer;

use crate::analysts::Analysts;
use crate::guard::{Token, guard};
use crate::handlers::{
    analyse, game, get_similar, healthz, import_games, motifs, post_similar, readyz, remove_game,
    status, terms,
};
use crate::import::NDJSON;
use crate::problem::Problem;
use crate::server::Server;
use crate::writing::Writing;

/// The largest JSON body in bytes. Guessed: a FEN has less than a hundred.
const LARGEST_BODY: usize = 64 << 10;

/// How long a request may take, its body included. Guessed: a thousand times a usual one.
const LONGEST: Duration = Duration::from_secs(10);

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
    let server = Arc::new(Server::new(index, analysts, writing));
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
