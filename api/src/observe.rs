//! What is known of each request: an id, a line of the log, its part of the metrics.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, info_span};

use crate::server::Server;

/// The header that a request's id comes and goes in.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken from a client. Guessed: a UUID has 36 characters.
const LONGEST_ID: usize = 64;

/// Gives each request an id, unless it has one, that its answer and the log have too; logs and measures it.
pub(crate) async fn observe(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let client = server.limit.client(&request);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let id_text = id.to_str().unwrap_or_default();
    // The guard adds the name of the key that allows it.
    let span = info_span!("request", id = id_text, key = tracing::field::Empty);
    let mut response = next.run(request).instrument(span.clone()).await;

    let (status, took) = (response.status(), started.elapsed());
    server.metrics.request(&method, &route, status, took);
    let entered = span.enter();
    let (status, ms) = (status.as_u16(), took.as_micros() as f64 / 1000.0);
    let client = client.map(tracing::field::display);
    // Health checks every few seconds are not worth a line, nor are the preflights of browsers.
    let is_small = matches!(route.as_str(), "/healthz" | "/readyz" | "/metrics");
    if is_small || method == Method::OPTIONS {
        tracing::debug!(%method, path, status, ms, client, "answered");
    } else {
        tracing::info!(%method, path, status, ms, client, "answered");
    }
    drop(entered);
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The client's id for a request if it has one that can go into a log, or one of ours: 16 hexadecimal digits.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let fits = |id: &&HeaderValue| {
        let id = id.as_bytes();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
        (1..=LONGEST_ID).contains(&id.len()) && id.iter().all(plain)
    };
    let own = || HeaderValue::try_from(format!("{:016x}", fastrand::u64(..)));
    let sent = headers.get(REQUEST_ID).filter(fits).cloned();
    // Hexadecimal digits are always a value.
    sent.or_else(|| own().ok())
        .unwrap_or(HeaderValue::from_static("0"))
}
