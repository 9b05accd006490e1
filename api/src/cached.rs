//! `ETag` and `Cache-Control` of answers.
//!
//! Almost all answers change only when the index is written to or the program is replaced. A tag is computed from both
//! and from the request, so it is known before the answer: `If-None-Match` costs neither a search nor a report.

use std::env;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::page::has;
use crate::server::Server;

/// `Cache-Control` of one game. A game never changes, so a browser may show its copy without asking the server.
///
/// Guessed: five minutes. After them a browser notices that the game was removed, or that a new index has another game
/// with this id.
const OF_GAME: &str = "max-age=300, immutable";

/// `Cache-Control` of other answers: before it shows its copy, a browser asks the server whether the copy is current.
const OF_OTHERS: &str = "no-cache";

/// `Cache-Control` of answers from the index of a private server: like [`OF_OTHERS`], but only for the client's own
/// cache.
const OF_PRIVATE: &str = "private, no-cache";

/// Routes whose answers change even if the index does not.
const CHANGING: [&str; 2] = ["/api/status", "/metrics"];

/// Routes that answer with one game.
const GAMES: [&str; 3] = ["/api/games/{id}", "/masters/pgn/{id}", "/master/pgn/{id}"];

/// Hash of the program's version and of the time of its file: builds during development share a version.
static PROGRAM: LazyLock<u64> = LazyLock::new(|| {
    let modified = env::current_exe().and_then(|path| path.metadata()?.modified());
    let mut hasher = Xxh3::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    modified.unwrap_or(SystemTime::UNIX_EPOCH).hash(&mut hasher);
    hasher.finish()
});

/// Adds `ETag` and `Cache-Control` to answers to GET; answers 304 to clients that have the current answer.
pub(crate) async fn cached(
    State((server, is_private)): State<(Arc<Server>, bool)>,
    request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("", MatchedPath::as_str);
    if ![Method::GET, Method::HEAD].contains(request.method()) || CHANGING.contains(&route) {
        return next.run(request).await;
    }
    let how = match (GAMES.contains(&route), is_private) {
        (true, false) => OF_GAME,
        (false, false) => OF_OTHERS,
        // Otherwise a browser would show games from its cache without a key.
        (_, true) => OF_PRIVATE,
    };
    let Some(source) = source(&server).await else {
        return next.run(request).await;
    };
    tagged(source, how, request, next).await
}

/// Adds `ETag` and `Cache-Control` to an answer that depends on the program alone.
pub(crate) async fn fixed(request: Request, next: Next) -> Response {
    tagged(*PROGRAM, OF_OTHERS, request, next).await
}

/// Tags the answer to a request with the hash of its source, or answers 304 to a client that has it.
async fn tagged(source: u64, how: &'static str, request: Request, next: Next) -> Response {
    let tag = tag_of(source, &request);
    let mut response = if is_known(&request, &tag) {
        let vary = [(header::VARY, "accept, accept-encoding")];
        (vary, StatusCode::NOT_MODIFIED).into_response()
    } else {
        next.run(request).await
    };
    // A streamed answer may span several commits.
    let is_whole = response.body().size_hint().exact().is_some();
    if is_whole && [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status()) {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(how));
        headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    }
    response
}

/// Hash of the index and the program. `None` if the index cannot be read, or is in a cluster, which does not report
/// whether it has changed.
async fn source(server: &Server) -> Option<u64> {
    let index = server.doors.index().ok()?;
    // This may read files.
    let identity = tokio::task::spawn_blocking(move || index.identity());
    Some(identity.await.ok()?.ok()?? ^ *PROGRAM)
}

/// Whether the client already has the answer with this tag. Source: RFC 9110, section 13.1.2: `W/` is ignored.
fn is_known(request: &Request, tag: &str) -> bool {
    let strong = tag.strip_prefix("W/").unwrap_or(tag);
    let has = |tag| has(request.headers(), &header::IF_NONE_MATCH, tag);
    has(tag) || has(strong)
}

/// Returns a weak tag: answers that differ only in compression and in the time that a search took share it.
fn tag_of(source: u64, request: &Request) -> String {
    let asked = request.uri().path_and_query();
    let asked = asked.map_or("", |asked| asked.as_str());
    let accept = request.headers().get(header::ACCEPT);
    let accept = accept.map_or(&[][..], HeaderValue::as_bytes);
    let asked = xxh3_64(&[asked.as_bytes(), b" ", accept].concat());
    format!("W/\"{source:016x}{asked:016x}\"")
}
