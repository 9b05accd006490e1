//! `POST /api/games`: an import, with its progress in the answer.
//!
//! The answer begins when the first games are in, so that whatever keeps all of them out has a
//! status of its own: 409 while another writer is at work, 400 for a body without a game; or eight seconds after the
//! body has begun. Through a proxy it does not begin before the body has ended: nginx sends no more of a body
//! when it has the head of the answer (`preserve_output` in its `ngx_http_upstream.c`). From then on
//! it is a line of JSON every half second, and a last one:
//!
//! ```json
//! {"done":false,"games":14016,"positions":930211,"duplicates":0,"rejectedCount":3}
//! {"done":true,"error":null,"games":20480,"positions":1361920,"duplicates":0,"rejectedCount":4,"rejected":[..],"positionsPerSecond":231004}
//! ```
//!
//! Where an import ends before its body does, the last line has `"done":false` and an `error`.
//! Whatever ended it, e.g. a client that went away, the whole games read by then are in, and the
//! line counts them. (Of the last one it may be unknown whether it is whole: a game's end shows
//! when the next one begins.)

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::schemas::PgnFile;
use app::{
    DEFAULT_FROM_MOVE, Database, Error, FromMove, Import, IngestProgress, IngestResponse,
    RejectedGame,
};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use pgn::Rejected;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use similarity::Ingested;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use utoipa::{IntoParams, ToSchema};

use crate::extract::QueryString;
use crate::guard::proxied;
use crate::linger::linger;
use crate::media::{NDJSON, text_type};
use crate::metrics::Imported;
use crate::problem::Problem;
use crate::responses::{BadImport, NotWriting, Unserved};
use crate::server::Server;
use crate::upload::{self, CUT_OFF, Upload};

/// How often the progress of an import is sent. Guessed: often enough for a bar to move.
const EVERY: Duration = Duration::from_millis(500);

/// After how long an answer begins at the latest, once the body has. Read: lichess sends an empty line every
/// eight seconds; proxies give up after a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(8);

/// The number of rejected games that the answer names; all are counted. Guessed: more than a person reads, and with
/// less than a hundred bytes each no burden.
const MOST_REJECTED: usize = 1000;

/// How games are imported.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportRequest {
    /// Positions after this move of White's and after later ones are indexed; 13 by default.
    #[param(inline, default = 13)]
    from_move: Option<FromMove>,
}

/// Import games
///
/// Games that are stored already are skipped; games with an illegal move are reported and rejected. If the client goes
/// away, the games received by then are stored. The answer is text with `Accept: text/plain`.
#[utoipa::path(
    post, path = "/api/games", operation_id = "importGames", tag = "games",
    params(ImportRequest), security(("token" = [])),
    request_body(content((PgnFile = "application/octet-stream"), (PgnFile = "application/x-chess-pgn")), description = "Any number of games, plain or compressed with gzip, zstd or bzip2, with or without `Content-Encoding`; any content type is accepted, except that of a form."),
    responses(
        (status = 200, description = "A line of JSON every half second, and a last one.", content((ImportLines = "application/x-ndjson"), (String = "text/plain"))),
        BadImport, NotWriting, Unserved,
    ),
)]
pub(crate) async fn import_games(
    State(server): State<Arc<Server>>,
    QueryString(options): QueryString<ImportRequest>,
    request: Request,
) -> Result<Response, Problem> {
    if let Some(refusal) = upload::unsupported(request.headers()) {
        linger(request);
        return Ok(refusal);
    }
    import(&server, &options, request).await
}

/// Imports the games of a body.
///
/// # Errors
///
/// Where no game was read: 400 for a body without one, 408 for one that does not come, 409 while
/// another writer is at work, 422 for a move out of range, 503 while the server stops.
async fn import(
    server: &Server,
    options: &ImportRequest,
    request: Request,
) -> Result<Response, Problem> {
    let (writing, index) = (&server.writing, server.index()?);
    let stop = writing.stop().clone();
    let proxied = proxied(&request).is_some();
    let media_type = text_type(request.headers(), NDJSON);
    let upload = Upload::new(request, stop.clone());
    let (begun, ended) = (upload.begun(), upload.ended());
    let from_move = options.from_move.unwrap_or(DEFAULT_FROM_MOVE);
    let turn = writing.turn("an import")?;
    let (progress, mut seen) = watch::channel(Ingested::default());
    let imported = server.metrics.imported.clone();
    let mut import = writing.spawn(turn, move || {
        run(&index, upload, from_move, &progress, &imported, &stop)
    });
    let may_begin = async {
        if proxied {
            ended.notified().await;
        }
        // If the body comes slowly, proxies between here and the client must not take the silence for a failure.
        let slowly = async {
            begun.notified().await;
            tokio::time::sleep(KEEP_ALIVE).await;
        };
        tokio::select! {
            Ok(()) = seen.changed() => {}
            () = slowly => {}
        }
    };
    let lines = tokio::select! {
        biased;
        ended = &mut import => {
            let response = ended.map_err(Problem::internal)??;
            Body::from(line(&ImportLine::Last(response)).map_err(Problem::internal)?)
        }
        () = may_begin => Body::from_stream(lines(import, seen)),
    };
    let headers = [
        (header::CONTENT_TYPE.as_str(), media_type),
        (header::VARY.as_str(), "accept"),
        // Else nginx keeps the lines until it has a buffer full of them.
        ("x-accel-buffering", "no"),
    ];
    Ok((headers, lines).into_response())
}

/// A line every half second, and one when the import has ended. It goes on without its client, to the end of what was
/// received of the body.
fn lines(
    import: JoinHandle<Result<IngestResponse, Problem>>,
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
                    .unwrap_or_else(|problem| failed(*seen.borrow(), Vec::new(), 0.0, problem));
                Some((line(&ImportLine::Last(response)), None))
            }
            _ = ticks.tick() => {
                let progress = ImportLine::Progress(IngestProgress::new(*seen.borrow()));
                Some((line(&progress), Some((import, seen, ticks))))
            }
        }
    })
}

/// A line of the answer.
// The last line first: readers that take the first alternative that fits find all of it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ImportLine {
    /// The last line.
    Last(IngestResponse),
    /// While games come.
    Progress(IngestProgress),
}

/// Lines of JSON: of progress, and a last one.
#[derive(ToSchema)]
#[schema(format = "binary", content_media_type = "application/x-ndjson")]
#[expect(dead_code, reason = "it describes a body")]
struct ImportLines(String);

/// What each of the lines is, as a keyword of their schema.
pub(crate) fn lines_schema() -> Value {
    json!({"contentSchema": {"$ref": "#/components/schemas/ImportLine"}})
}

fn line(line: &ImportLine) -> serde_json::Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}

/// What an import answers that ended before its body did.
fn failed(
    sum: Ingested,
    rejected: Vec<RejectedGame>,
    seconds: f64,
    problem: Problem,
) -> IngestResponse {
    IngestResponse {
        done: false,
        error: Some(problem.redacted().detail),
        ..IngestResponse::new(sum, rejected, seconds)
    }
}

/// The name of a body in error messages.
const NAME: &str = "body";

/// The import itself, and a line of the log about it.
///
/// # Errors
///
/// What kept all games out; later failures are in the response, with what is stored.
fn run(
    index: &Database,
    upload: Upload,
    from_move: FromMove,
    progress: &watch::Sender<Ingested>,
    imported: &Imported,
    stop: &CancellationToken,
) -> Result<IngestResponse, Problem> {
    let mut import = Import::new(index, from_move)?;
    let started = Instant::now();
    let before = stored(index)?;
    let cut_short = upload.cut_short();
    let mut rejected = Vec::new();
    let watch = |sum: &Ingested, games: Vec<Rejected>| {
        let room = MOST_REJECTED - rejected.len();
        let games = games.into_iter().take(room);
        rejected.extend(games.map(|game| RejectedGame::new(None, game)));
        progress.send_if_modified(|seen| {
            imported.games.inc_by(sum.games - seen.games);
            imported.positions.inc_by(sum.positions - seen.positions);
            std::mem::replace(seen, *sum) != *sum
        });
        if stop.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let read = import.read(NAME, pgn::decompressed(upload), watch);
    // Merging segments can wait, a server that stops cannot.
    let (mut sum, finished) = import.finish(|| stop.is_cancelled());

    let counted = sum != Ingested::default();
    let seconds = started.elapsed().as_secs_f64();
    let problem = match finished.and(read) {
        Err(Error::Pgn(why)) => {
            let status = cut_short.get().copied().unwrap_or(StatusCode::BAD_REQUEST);
            Problem::new(status, why)
        }
        Err(error) => {
            if let Ok((games, positions)) = stored(index) {
                sum.games = games.saturating_sub(before.0);
                sum.positions = positions.saturating_sub(before.1);
            }
            Problem::from(error)
        }
        Ok(()) if stop.is_cancelled() => Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("{NAME}: {CUT_OFF}"),
        ),
        Ok(()) if !counted => {
            Problem::unreadable(format!("{NAME}: it is empty; send games as PGN"))
        }
        Ok(()) => {
            tracing::info!("import: {}", summary(&sum, seconds));
            return Ok(IngestResponse::new(sum, rejected, seconds));
        }
    };
    tracing::info!(
        "import: {}; it ended early: {problem}",
        summary(&sum, seconds)
    );
    if counted {
        Ok(failed(sum, rejected, seconds, problem))
    } else {
        Err(problem)
    }
}

/// The result of an import, for the log.
fn summary(sum: &Ingested, seconds: f64) -> String {
    let Ingested {
        games,
        positions,
        duplicates,
        rejected,
    } = sum;
    format!(
        "{games} games, {positions} positions, {duplicates} duplicates, {rejected} rejected, \
         {seconds:.1} seconds"
    )
}

/// Games and positions as of the newest commit.
fn stored(index: &Database) -> Result<(u64, u64), Error> {
    index.reload()?;
    let snapshot = index.snapshot()?;
    let statistics = snapshot.statistics();
    Ok((statistics.games, statistics.positions))
}
