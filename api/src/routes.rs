//! The route table, and what all routes have in common.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::doors::CLIENT;
use app::json::LARGEST_JSON;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use utoipa::IntoResponses;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::cached::{cached, fixed};
use crate::extract::LARGEST_PGN;
use crate::files::named;
use crate::guard::{Access, may_read, may_write};
use crate::linger::linger;
use crate::media::{HTML, JSON, NDJSON, preferred};
use crate::observe::{REQUEST_ID, observe};
use crate::operations::Document;
use crate::page::{missing, page};
use crate::problem::Problem;
use crate::responses::{NotReading, NotWriting};
use crate::server::Server;
use crate::upload::STOPPING;
use crate::{
    analyse, annotate, bughouse, collections, difficulty, explorer, export, fetch, games, import,
    mcp, motifs, operations, players, positions, progressive, report, similar, snapshots, terms,
    training,
};

/// The routes for those who may read: all clients, unless the server is private.
#[expect(deprecated, reason = "lichess's old paths are routes, too")]
fn reads() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::new()
        .routes(routes!(similar::get_similar, similar::post_similar))
        .routes(routes!(positions::positions))
        .routes(routes!(collections::collections))
        .routes(routes!(players::players))
        .routes(routes!(players::player_record))
        .routes(routes!(explorer::masters))
        .routes(routes!(games::masters_pgn))
        .routes(routes!(explorer::lichess))
        .routes(routes!(explorer::player))
        .routes(routes!(explorer::master))
        .routes(routes!(games::master_pgn))
        .routes(routes!(explorer::lichess_history))
        .routes(routes!(explorer::personal))
        .routes(routes!(terms::terms))
        .routes(routes!(motifs::motifs))
        .routes(routes!(analyse::analyse))
        .routes(routes!(difficulty::difficulty))
        .routes(routes!(annotate::annotate).layer(DefaultBodyLimit::max(LARGEST_PGN)))
        .routes(routes!(training::training).layer(DefaultBodyLimit::max(LARGEST_PGN)))
        .routes(routes!(progressive::progressive))
        .routes(routes!(progressive::puzzle))
        .routes(routes!(bughouse::bughouse))
        .routes(routes!(export::export_games))
        .routes(routes!(games::game))
        .routes(routes!(report::report))
        .routes(routes!(operations::status))
        .routes(routes!(operations::metrics))
        // Not in the document: MCP describes itself.
        .route("/mcp", post(mcp::mcp))
}

/// The routes for all clients, also of a private server: nothing of the games can be seen there.
fn open() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::new()
        .routes(routes!(operations::healthz))
        .routes(routes!(operations::readyz))
        .routes(routes!(operations::openapi_json).layer(middleware::from_fn(fixed)))
        .routes(routes!(operations::docs).layer(middleware::from_fn(fixed)))
}

/// The routes for those who may write.
fn writes() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::new()
        .routes(routes!(import::import_games))
        .routes(routes!(fetch::fetch_games))
        .routes(routes!(games::remove_game))
        .routes(routes!(
            collections::rename_collection,
            collections::drop_collection
        ))
        .routes(routes!(snapshots::snapshots, snapshots::create_snapshot))
}

/// The descriptions of all routes.
pub(crate) fn described() -> OpenApi {
    let mut document = guarded::<NotReading>(reads().into_openapi());
    let mut open = open().into_openapi();
    for item in open.paths.paths.values_mut() {
        item.get
            .iter_mut()
            .for_each(|operation| operation.security = Some(Vec::new()));
    }
    document.merge(open);
    document.merge(guarded::<NotWriting>(writes().into_openapi()));
    document
}

/// Descriptions with the answers to those who may not.
fn guarded<Refusals: IntoResponses>(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            responses.extend(Refusals::responses());
        }
    }
    document
}

/// How long browsers may cache the answer to a preflight. Read: Chromium caches it for two hours at most, Firefox for a
/// day.
const PREFLIGHT: Duration = Duration::from_hours(24);

/// Headers of pages that trace their requests. Source: W3C, *Trace Context*.
const TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACE_STATE: HeaderName = HeaderName::from_static("tracestate");

/// The whole service, which says of itself what is in `document`.
pub(crate) fn routes(server: Arc<Server>, access: Access, document: Document) -> Router {
    let (reading, _) = reads().split_for_parts();
    let (writing, _) = writes().split_for_parts();
    let (open, _) = open().split_for_parts();
    let open = open.layer(Extension(document));
    let reading = reading
        .layer(DefaultBodyLimit::max(LARGEST_JSON))
        .route_layer(middleware::from_fn(named))
        .route_layer(middleware::from_fn_with_state(
            (Arc::clone(&server), access.is_private),
            cached,
        ))
        .route_layer(middleware::from_fn_with_state(access.clone(), may_read));
    let spared = spared(access.is_private);
    // Of any size, for as long as it takes.
    let writing = writing.route_layer(middleware::from_fn_with_state(access, may_write));
    // A page of another origin may write if it has the token; without one the guard sees its Origin.
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_ENCODING,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            TRACE_PARENT,
            TRACE_STATE,
            REQUEST_ID,
            mcp::VERSION,
            mcp::METHOD,
            mcp::NAME,
        ])
        .expose_headers([
            header::CONTENT_DISPOSITION,
            header::ETAG,
            header::RETRY_AFTER,
            REQUEST_ID,
            training::SHORTFALL,
            training::REJECTED,
        ])
        .max_age(PREFLIGHT);
    // Lines are to arrive one by one.
    let compressed = DefaultPredicate::new().and(NotForContentType::const_new(NDJSON));
    reading
        .merge(writing)
        .merge(open)
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(middleware::from_fn_with_state(
            (Arc::clone(&server), spared),
            admit,
        ))
        .layer(cors)
        // Compressed already, and of no use to others.
        .merge(page().method_not_allowed_fallback(no_method))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), observe))
        .with_state(server)
}

/// The paths that are always answered. Not what a private server guards: keys could be guessed there without limit.
fn spared(is_private: bool) -> &'static [&'static str] {
    if is_private {
        &["/healthz", "/readyz"]
    } else {
        &["/healthz", "/readyz", "/metrics"]
    }
}

/// Rejects clients that send too many requests, and all clients when the server stops; but never at paths that are
/// `spared`.
async fn admit(
    State((server, spared)): State<(Arc<Server>, &'static [&'static str])>,
    request: Request,
    next: Next,
) -> Response {
    if spared.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let refusal = if server.doors.stop().is_cancelled() {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, STOPPING).into_response()
    } else {
        match server.limit.check(&request, Instant::now()) {
            Ok(client) => return CLIENT.scope(client, next.run(request)).await,
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

/// A page for browsers, which ask for HTML first, and a problem for programs.
async fn no_route(uri: Uri, headers: HeaderMap) -> Response {
    let mut response = if preferred(&headers, JSON, &[HTML]) == HTML {
        missing(&headers)
    } else {
        Problem::missing(format!(
            "there is nothing at {}; try /api/similar?fen=..., /api/games/1 or /api/status",
            uri.path()
        ))
        .into_response()
    };
    let accept = HeaderValue::from_static("accept");
    response.headers_mut().append(header::VARY, accept);
    response
}

async fn no_method(method: Method, uri: Uri) -> Problem {
    let detail = format!(
        "{} does not accept {method}; the header Allow lists what it accepts",
        uri.path()
    );
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
