//! `/api/status`, `/healthz`, `/readyz`, `/metrics`, `/openapi.json`, `/docs`: for operators.

use std::sync::Arc;

use app::doors::{PLAIN, in_time};
use app::{Database, Pace, StatusAnswer};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use utoipa::ToSchema;

use crate::docs;
use crate::media::{JSON, preferred};
use crate::metrics::{IndexNumbers, LoadNumbers, OPENMETRICS, OPENMETRICS_1, TEXT, older};
use crate::problem::Problem;
use crate::responses::Unserved;
use crate::server::{Answer, Server};
use crate::storage::Failure;
use crate::upload::STOPPING;

/// Show what is served
///
/// The version, how many games and positions there are, and how far an import is.
#[utoipa::path(
    get, path = "/api/status", operation_id = "status", tag = "operations",
    responses((status = 200, description = "Version, sizes, seconds up.", body = StatusAnswer), Unserved),
)]
pub(crate) async fn status(State(server): State<Arc<Server>>) -> Answer<StatusAnswer> {
    let (index, uptime) = (server.doors.index()?, server.started.elapsed());
    let import = server.writing.import();
    let status = move |_: &Pace| app::status(&index, uptime, import);
    let status = server.doors.searches().blocking(PLAIN, in_time(), status);
    Ok(Json(status.await?))
}

/// Alive: the process answers
///
/// For supervisors: it is alive, too, when the index cannot be read.
#[utoipa::path(
    get, path = "/healthz", operation_id = "alive", tag = "operations",
    responses((status = 200, description = "`ok`", body = String), Unserved),
)]
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready: the index can be read
///
/// The server is not ready while it opens the index, while the folder of the index is gone or does not answer within five
/// seconds, and while it stops. If the index can be read but not written, the server is ready, and the text says why
/// writing fails, e.g. `ready; writing fails: the index has no room left on its disk`. The server tries to write at most
/// once a second.
#[utoipa::path(
    get, path = "/readyz", operation_id = "ready", tag = "operations",
    responses((status = 200, description = "`ready`, or `ready; writing fails:` and the reason.", body = String), Unserved),
)]
pub(crate) async fn readyz(State(server): State<Arc<Server>>) -> Result<String, Problem> {
    let unready = |detail| Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail);
    if server.doors.stop().is_cancelled() {
        return Err(unready(STOPPING.to_owned()));
    }
    let index = server.doors.index()?;
    // Not behind the door: it is ready, too, when it is busy.
    match server.storage.check(index).await {
        Ok(()) => Ok("ready\n".to_owned()),
        Err(failure) if failure.is_readable => {
            Ok(format!("ready; writing fails: {}\n", failure.problem))
        }
        Err(Failure { problem, .. }) if problem.status == StatusCode::INTERNAL_SERVER_ERROR => {
            Err(unready(problem.detail))
        }
        Err(Failure { problem, .. }) => Err(problem),
    }
}

/// Metrics in the text format of `OpenMetrics`.
#[derive(ToSchema)]
#[schema(format = "binary")]
#[expect(dead_code, reason = "it describes a body")]
struct Metrics(String);

/// Show metrics
///
/// For Prometheus: requests by route, status and time, queues, connections, sizes, imports.
#[utoipa::path(
    get, path = "/metrics", operation_id = "metrics", tag = "operations",
    responses((status = 200, description = "OpenMetrics 1.0 to those who ask for it, else the text format 0.0.4.", content((Metrics = "application/openmetrics-text; version=1.0.0; charset=utf-8"), (Metrics = "text/plain; version=0.0.4; charset=utf-8"))), Unserved),
)]
pub(crate) async fn metrics(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    // Without the numbers of an index that cannot be read, the last ones stay: the other metrics are needed most when a
    // storage fails.
    let mut index = server.doors.index().ok();
    if let Some(open) = &index {
        let checked = server.storage.check(open.clone()).await;
        server.metrics.writable.set(checked.is_ok().into());
        if checked.is_err_and(|failure| !failure.is_readable) {
            index = None;
        }
    }
    let measure = move || {
        let numbers = |index: Database| {
            let snapshot = index.snapshot()?;
            Ok::<_, app::Error>(IndexNumbers {
                games: snapshot.statistics().games,
                positions: snapshot.statistics().positions,
                bytes: index.bytes()?,
                segments: snapshot.segment_count().unwrap_or_default(),
            })
        };
        let index = index.and_then(|index| numbers(index).ok());
        let uptime = server.started.elapsed();
        let load = LoadNumbers {
            searches: server.doors.searches().requests(),
            analyses: server.doors.analyses().requests(),
            engine_searches: server.doors.engines().searched(),
        };
        server.metrics.text(index, &load, uptime)
    };
    let text = tokio::task::spawn_blocking(measure).await;
    let text = text.map_err(Problem::internal)??;
    let (kind, text) = if preferred(&headers, JSON, &[OPENMETRICS]) == OPENMETRICS {
        (OPENMETRICS_1, text)
    } else {
        (TEXT, older(&text))
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::VARY, "accept")];
    Ok((headers, text).into_response())
}

/// The OpenAPI document. It is generated from the routes, so the route in this file gets it as an extension.
#[derive(Clone, Copy)]
pub(crate) struct Document(pub(crate) &'static str);

/// Describe the API
///
/// This document.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi", tag = "operations",
    responses((status = 200, description = "OpenAPI 3.1.", body = serde_json::Value), Unserved),
)]
pub(crate) async fn openapi_json(
    Extension(Document(document)): Extension<Document>,
) -> impl IntoResponse {
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], document)
}

/// Show the API
///
/// This document as a page.
#[utoipa::path(
    get, path = "/docs", operation_id = "docs", tag = "operations",
    responses((status = 200, description = "A page that needs nothing else.", body = String, content_type = "text/html; charset=utf-8"), Unserved),
)]
pub(crate) async fn docs() -> impl IntoResponse {
    (docs::SECURITY, Html(docs::PAGE))
}
