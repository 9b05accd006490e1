//! File names of answers, under which browsers and `curl -OJ` save them.

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::media::{CSV, PGN, TSV};

/// Names the file of an answer in PGN, CSV or TSV: `game-831.pgn`, `exercises.csv`. An answer as `text/plain` has no
/// name: browsers show it and do not save it.
pub(crate) async fn named(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("", MatchedPath::as_str).to_owned();
    let uri = request.uri().clone();
    let mut response = next.run(request).await;
    let media = response.headers().get(header::CONTENT_TYPE);
    let media = media.and_then(|media| media.to_str().ok()?.split(';').next());
    let extension = match media {
        Some(PGN) => "pgn",
        Some(CSV) => "csv",
        // Anki offers only files with this extension for import.
        Some(TSV) => "txt",
        _ => return response,
    };
    if response.status() == StatusCode::OK {
        let file = format!(
            "attachment; filename=\"{}.{extension}\"",
            name(&route, &uri)
        );
        let value = HeaderValue::from_str(&file);
        let headers = response.headers_mut();
        headers.extend(value.map(|value| (header::CONTENT_DISPOSITION, value)));
    }
    response
}

fn name(route: &str, uri: &Uri) -> String {
    let last = uri.path().rsplit('/').next().unwrap_or_default();
    match route {
        "/api/training" => "exercises".to_owned(),
        "/api/annotate" => "annotated".to_owned(),
        // The id may be percent-encoded, e.g. `%31`.
        _ if route.ends_with("/{id}") => match last.parse::<u64>() {
            Ok(id) => format!("game-{id}"),
            Err(_) => "game".to_owned(),
        },
        _ => "games".to_owned(),
    }
}
