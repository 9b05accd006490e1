//! The page, as `npm run build` in `web/` has made it, out of the binary.
//!
//! Its views have addresses of their own (`/games/831?ply=45`), all of which answer `index.html`.
//! Browsers get it with status 404 for any other address, so that the page says in its own form that there is nothing.
//! Files in `assets/` have a hash in their names and never change; the others are revalidated
//! with their `ETag`. Where the page was not built, its views say how to get it.

use std::io::Read;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use xxhash_rust::xxh3::xxh3_64;

use crate::problem::Problem;

/// A file of the page.
struct File {
    /// `assets/index-Bq9vXyQz.js`
    path: &'static str,
    /// What it holds, packed by gzip where that is smaller.
    bytes: &'static [u8],
    is_packed: bool,
}

/// Sorted by path; empty where the page was not built.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is served for views where the page was not built.
static INSTEAD: File = File {
    path: "page.html",
    bytes: include_bytes!("page.html"),
    is_packed: false,
};

/// Answer to browsers for unknown addresses where the page was not built.
static MISSING: File = File {
    path: "missing.html",
    bytes: include_bytes!("missing.html"),
    is_packed: false,
};

/// The addresses of views.
const VIEWS: [&str; 13] = [
    "/",
    "/games/{id}",
    "/players/{name}",
    "/players/{name}/report",
    "/analysis",
    "/training",
    "/survey",
    "/play",
    "/progressive",
    "/bughouse",
    "/import",
    "/collections",
    "/print",
];

/// What the page may load: itself alone. Pieces are drawn from `data:` images in its style sheet.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The same of [`INSTEAD`] and [`MISSING`], which carry their own style.
const POLICY_INSTEAD: &str = "default-src 'none'; style-src data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The routes of the page.
pub(crate) fn page<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let views = VIEWS
        .into_iter()
        .fold(Router::new(), |router, path| router.route(path, get(view)));
    let single = FILES.iter().filter(|file| !file.path.contains('/'));
    single
        .filter(|file| file.path != "index.html")
        .fold(views, |router, file| {
            let answer = move |headers: HeaderMap| async move { serve_file(file, &headers) };
            router.route(&format!("/{}", file.path), get(answer))
        })
        .route("/assets/{file}", get(asset))
}

async fn view(headers: HeaderMap) -> Response {
    serve_file(find("index.html").unwrap_or(&INSTEAD), &headers)
}

async fn asset(
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = find(&format!("assets/{name}"));
    let file =
        file.ok_or_else(|| Problem::missing(format!("there is nothing at {}", uri.path())))?;
    Ok(serve_file(file, &headers))
}

/// Returns the page, which says that there is nothing at this address, with status 404.
pub(crate) fn missing(headers: &HeaderMap) -> Response {
    let mut headers = headers.clone();
    // No browser has an answer that is not there.
    headers.remove(header::IF_NONE_MATCH);
    let file = find("index.html").unwrap_or(&MISSING);
    let mut response = serve_file(file, &headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().remove(header::ETAG);
    response
}

fn find(path: &str) -> Option<&'static File> {
    let place = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    FILES.get(place)
}

/// Serves a file, packed for clients that accept it; only its headers to those that have it.
fn serve_file(file: &'static File, headers: &HeaderMap) -> Response {
    // Weak: compressed or not it is the same.
    let tag = format!("W/\"{:016x}\"", xxh3_64(file.bytes));
    let is_immutable = file.path.starts_with("assets/");
    let mut response = if has(headers, &header::IF_NONE_MATCH, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match (
            file.is_packed,
            has(headers, &header::ACCEPT_ENCODING, "gzip"),
        ) {
            (false, _) => file.bytes.into_response(),
            (true, true) => ([(header::CONTENT_ENCODING, "gzip")], file.bytes).into_response(),
            (true, false) => unpacked(file.bytes).into_response(),
        }
    };
    let headers = response.headers_mut();
    let mut set = |name, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, content_type(file.path));
    set(header::VARY, "accept-encoding");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(
        header::CACHE_CONTROL,
        if is_immutable {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        },
    );
    if content_type(file.path).starts_with("text/html") {
        let policy = if [INSTEAD.path, MISSING.path].contains(&file.path) {
            POLICY_INSTEAD
        } else {
            POLICY
        };
        set(header::CONTENT_SECURITY_POLICY, policy);
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// What a packed file holds.
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut bytes)
        .expect("build.rs has packed it");
    bytes
}

/// Whether a header that is a list has this element; one with a weight of zero it has not.
pub(crate) fn has(headers: &HeaderMap, name: &HeaderName, element: &str) -> bool {
    let values = headers.get_all(name).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|item| {
            let mut parts = item.split(';').map(str::trim);
            let is_it = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(element));
            is_it && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
}

/// The media type of a file, by its name.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "gz" => "application/gzip",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES, VIEWS, content_type, find};

    #[test]
    fn files_are_found() {
        for file in FILES {
            assert!(find(file.path).is_some(), "{}", file.path);
            assert_ne!(
                content_type(file.path),
                "application/octet-stream",
                "{}",
                file.path
            );
        }
        assert!(find("assets/none.js").is_none());
        assert!(VIEWS.iter().all(|path| !path.starts_with("/api")));
    }
}
