//! `ETag` and `Cache-Control` of answers.
//!
//! What is read of an index changes when something is written to it, or when another program answers. So the tag of an
//! answer is known before it is made, and `If-None-Match` costs neither a search nor a report.

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

/// How a game may be kept, and shown without a question: no game changes. Five minutes are guessed: after them it is seen
/// that a game was removed, or that an index was made anew and has another game of that number.
const OF_GAME: &str = "max-age=300, immutable";

/// How another answer may be kept: it is shown if the server says that it still holds.
const OF_OTHERS: &str = "no-cache";

/// The same of a private server: nobody but the client itself may keep it.
const OF_PRIVATE: &str = "private, no-cache";

/// Routes whose answers change without a write.
const CHANGING: [&str; 2] = ["/api/status", "/metrics"];

/// The routes of one game.
const GAMES: [&str; 3] = ["/api/games/{id}", "/masters/pgn/{id}", "/master/pgn/{id}"];

/// The program, of which two of one version may differ while it is developed.
static PROGRAM: LazyLock<u64> = LazyLock::new(|| {
    let modified = env::current_exe().and_then(|path| path.metadata()?.modified());
    let mut hasher = Xxh3::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    modified.unwrap_or(SystemTime::UNIX_EPOCH).hash(&mut hasher);
    hasher.finish()
});

/// Gives the answers to GET a tag and says how they may be kept; answers 304 to those who have them.
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
        // A browser would show games without a key, too.
        (_, true) => OF_PRIVATE,
    };
    let Some(source) = source(&server).await else {
        return next.run(request).await;
    };
    tagged(source, how, request, next).await
}

/// Tags an answer that only another program gives otherwise.
pub(crate) async fn fixed(request: Request, next: Next) -> Response {
    tagged(*PROGRAM, OF_OTHERS, request, next).await
}

/// Tags the answer to a request, by what it is made of, or answers 304 to a client that has it.
async fn tagged(source: u64, how: &'static str, request: Request, next: Next) -> Response {
    let tag = tag_of(source, &request);
    let mut response = if is_known(&request, &tag) {
        ([(header::VARY, "accept")], StatusCode::NOT_MODIFIED).into_response()
    } else {
        next.run(request).await
    };
    // A stream may be read from several commits.
    let is_whole = response.body().size_hint().exact().is_some();
    if is_whole && [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status()) {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(how));
        headers.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
    }
    response
}

/// The index and the program in a number. None for an index that cannot be read, and for one in a cluster, which does not
/// tell whether it has changed.
async fn source(server: &Server) -> Option<u64> {
    let index = server.doors.index().ok()?;
    // It may look at files.
    let identity = tokio::task::spawn_blocking(move || index.identity());
    Some(identity.await.ok()?.ok()?? ^ *PROGRAM)
}

/// Whether a client has the answer of a tag already. Source: RFC 9110, section 13.1.2, whose comparison ignores `W/`.
fn is_known(request: &Request, tag: &str) -> bool {
    let strong = tag.strip_prefix("W/").unwrap_or(tag);
    let has = |tag| has(request.headers(), &header::IF_NONE_MATCH, tag);
    has(tag) || has(strong)
}

/// Returns a weak tag: the answer is the same compressed or not, whatever time the search took.
fn tag_of(source: u64, request: &Request) -> String {
    let asked = request.uri().path_and_query();
    let asked = asked.map_or("", |asked| asked.as_str());
    let accept = request.headers().get(header::ACCEPT);
    let accept = accept.map_or(&[][..], HeaderValue::as_bytes);
    let asked = xxh3_64(&[asked.as_bytes(), b" ", accept].concat());
    format!("W/\"{source:016x}{asked:016x}\"")
}
