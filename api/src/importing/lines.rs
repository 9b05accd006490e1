//! The answer to an import: a line of JSON every half second, and a last one; or the last one alone, as one document.

use std::future::Future;
use std::time::Duration;

use app::{IngestAnswer, IngestProgress, Remarks};
use axum::Json;
use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::{Value, json};
use similarity::Ingested;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{MissedTickBehavior, interval};
use utoipa::ToSchema;

use super::{Ended, failed};
use crate::media::{JSON, NDJSON, PLAIN_TEXT, TEXT, preferred};
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

/// Returns the media type of the answer to an import: lines, lines as text, or one document.
pub(crate) fn media_type(headers: &HeaderMap) -> &'static str {
    match preferred(headers, NDJSON, &[JSON, PLAIN_TEXT]) {
        PLAIN_TEXT => TEXT,
        other => other,
    }
}

/// Answers an import. JSON is one document, sent when the import has ended. Otherwise the answer is the last line alone
/// if the import ends before `may_begin` does, and lines from then on if not. `kept` is dropped with the answer.
///
/// # Errors
///
/// What kept all games out of an import that ended by then.
pub(crate) async fn answer(
    mut import: JoinHandle<Result<Ended, Problem>>,
    seen: watch::Receiver<Ingested>,
    may_begin: impl Future<Output = ()>,
    media_type: &'static str,
    kept: impl Send + 'static,
) -> Result<Response, Problem> {
    if media_type == JSON {
        return document(ended(import.await, &seen)?);
    }
    let body = tokio::select! {
        biased;
        ended = &mut import => {
            let Ended { answer, .. } = ended.map_err(Problem::internal)??;
            Body::from(line(&ImportLine::Last(answer)).map_err(Problem::internal)?)
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

/// Returns the outcome of an import that has ended. A panic after the first game counts as an early end.
fn ended(
    import: Result<Result<Ended, Problem>, JoinError>,
    seen: &watch::Receiver<Ingested>,
) -> Result<Ended, Problem> {
    let sum = *seen.borrow();
    import.unwrap_or_else(|panic| {
        let problem = Problem::internal(panic);
        if sum == Ingested::default() {
            return Err(problem);
        }
        Ok(failed(sum, Remarks::default(), 0.0, problem))
    })
}

/// Makes the answer in one document. If the import ended early, it is the problem with the members of the answer added.
fn document(ended: Ended) -> Result<Response, Problem> {
    let vary = (header::VARY, "accept");
    let Some(problem) = ended.problem else {
        return Ok(([vary], Json(ended.answer)).into_response());
    };
    let problem = problem.redacted();
    let mut document = serde_json::to_value(&problem).map_err(Problem::internal)?;
    let answer = serde_json::to_value(&ended.answer).map_err(Problem::internal)?;
    if let (Value::Object(document), Value::Object(answer)) = (&mut document, answer) {
        document.extend(answer);
    }
    // Status and headers are those of a plain problem.
    let (parts, _) = ([vary], problem).into_response().into_parts();
    Ok(Response::from_parts(
        parts,
        Body::from(document.to_string()),
    ))
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
    import: JoinHandle<Result<Ended, Problem>>,
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
                Some((line(&ImportLine::Last(response.answer)), None))
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
