//! The answer of an import: a line of JSON every half second, and a last one.

use std::future::Future;
use std::time::Duration;

use app::{IngestAnswer, IngestProgress, Remarks};
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::{Value, json};
use similarity::Ingested;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use utoipa::ToSchema;

use super::failed;
use crate::problem::Problem;

/// How often the progress of an import is sent. Guessed: often enough for a bar to move.
const EVERY: Duration = Duration::from_millis(500);

/// After how long an answer begins at the latest, once there is something to answer. Read: lichess sends an empty line
/// every eight seconds; proxies give up after a minute.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(8);

/// A line of the answer.
// The last line first: readers that take the first alternative that fits find all of it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ImportLine {
    /// The last line.
    Last(IngestAnswer),
    /// While games come.
    Progress(IngestProgress),
}

/// Lines of JSON: of progress, and a last one.
#[derive(ToSchema)]
#[schema(format = "binary", content_media_type = "application/x-ndjson")]
#[expect(dead_code, reason = "it describes a body")]
pub(crate) struct ImportLines(String);

/// What each of the lines is, as a keyword of their schema.
pub(crate) fn lines_schema() -> Value {
    json!({"contentSchema": {"$ref": "#/components/schemas/ImportLine"}})
}

/// What makes a line of progress another than the last one, which has all of its fields and more.
pub(crate) fn progress_schema() -> Value {
    json!({"not": {"required": ["error"]}})
}

/// Answers an import: with its result if it ends before `may_begin` does, else with lines from then on. `kept` is dropped
/// with the answer.
///
/// # Errors
///
/// What kept all games out of an import that ended by then.
pub(crate) async fn answer(
    mut import: JoinHandle<Result<IngestAnswer, Problem>>,
    seen: watch::Receiver<Ingested>,
    may_begin: impl Future<Output = ()>,
    media_type: &'static str,
    kept: impl Send + 'static,
) -> Result<Response, Problem> {
    let body = tokio::select! {
        biased;
        ended = &mut import => {
            let response = ended.map_err(Problem::internal)??;
            Body::from(line(&ImportLine::Last(response)).map_err(Problem::internal)?)
        }
        () = may_begin => {
            let lines = lines(import, seen);
            Body::from_stream(lines.map(move |line| {
                let _ = &kept;
                line
            }))
        }
    };
    let headers = [
        (header::CONTENT_TYPE.as_str(), media_type),
        (header::VARY.as_str(), "accept"),
        // Else nginx keeps the lines until it has a buffer full of them.
        ("x-accel-buffering", "no"),
    ];
    Ok((headers, body).into_response())
}

/// Waits for the first games, or for the time to begin without.
pub(crate) async fn games_or_time(
    mut seen: watch::Receiver<Ingested>,
    time: impl Future<Output = ()>,
) {
    tokio::select! {
        Ok(()) = seen.changed() => {}
        () = time => {}
    }
}

/// A line every half second, and one when the import has ended.
fn lines(
    import: JoinHandle<Result<IngestAnswer, Problem>>,
    seen: watch::Receiver<Ingested>,
) -> impl Stream<Item = serde_json::Result<String>> {
    let mut ticks = interval(EVERY);
    // To a client that did not read for a minute one line says as much as a hundred.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    stream::unfold(Some((import, seen, ticks)), |state| async {
        let (mut import, seen, mut ticks) = state?;
        tokio::select! {
            biased;
            ended = &mut import => {
                let response = ended
                    .unwrap_or_else(|panic| Err(Problem::internal(panic)))
                    .unwrap_or_else(|problem| failed(*seen.borrow(), Remarks::default(), 0.0, problem));
                Some((line(&ImportLine::Last(response)), None))
            }
            _ = ticks.tick() => {
                let progress = ImportLine::Progress(IngestProgress::new(*seen.borrow()));
                Some((line(&progress), Some((import, seen, ticks))))
            }
        }
    })
}

fn line(line: &ImportLine) -> serde_json::Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}
