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
//! {"done":true,"error":null,"games":20480,"positions":1361920,"stored":[{"first":1,"last":20480}],"duplicates":0,..,"positionsPerSecond":231004}
//! ```
//!
//! With `Accept: application/json` the answer is the last line alone, sent when the import has ended. Its status says
//! whether the import ended early, and why.
//!
//! Where an import ends before its body does, the last line has `"done":false` and an `error`.
//! Whatever ended it, e.g. a client that went away, the whole games read by then are in, and the
//! line counts them. (Of the last one it may be unknown whether it is whole: a game's end shows
//! when the next one begins.)

use std::sync::Arc;

use app::schemas::PgnFile;
use app::{
    ContainedName, DEFAULT_FROM_MOVE, Error, FromMove, Name, RejectedGame, parse_new_collection,
};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::QueryString;
use crate::guard::proxied;
use crate::importing::lines::{ImportLines, KEEP_ALIVE, answer, games_or_time, media_type};
use crate::importing::{Ended, Importing, Words};
use crate::linger::linger;
use crate::problem::Problem;
use crate::responses::{BadImport, NoRoom, NotNow, Unserved};
use crate::server::Server;
use crate::upload::{self, CUT_OFF, Upload};

/// How games are imported.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportRequest {
    /// Positions after this move of White's and after later ones are indexed; 13 by default.
    #[param(inline, default = 13)]
    from_move: Option<FromMove>,
    /// The collection that the games are added to, those that are stored already, too; it is made if it is missing.
    #[param(min_length = 1, max_length = 64)]
    collection: Option<String>,
    /// Whether positions of variations are indexed, too: each variation becomes a game of its own, without a result, that
    /// filters by player, rating or speed do not find.
    #[param(inline, default = false)]
    variations: Option<bool>,
    /// Whether the moves of a game before its first illegal one are kept; such games are rejected otherwise.
    #[param(inline, default = false)]
    keep_legal: Option<bool>,
    /// The choice for a game that is part of a longer one, of the same players, date and round: `keep` stores both,
    /// `skip` leaves out the shorter one if the longer one is stored, `replace` also removes the shorter one when the longer
    /// one comes.
    #[param(inline, default = "keep")]
    contained: Option<ContainedName>,
}

/// Import games
///
/// Games that are stored already are skipped; games with an illegal move are reported and rejected. If the client goes
/// away, the games received by then are stored. The answer is text with `Accept: text/plain`.
///
/// With `Accept: application/json` the answer is one document, the last line, sent when the import has ended. If the
/// import ends early after its first game, the document is a problem with the status of the reason, and also has the
/// members of an `IngestAnswer`.
#[utoipa::path(
    post, path = "/api/games", operation_id = "importGames", tag = "games",
    params(ImportRequest), security(("token" = [])),
    request_body(content((PgnFile = "application/octet-stream"), (PgnFile = "application/x-chess-pgn")), description = "Any number of games, plain or compressed with gzip, zstd or bzip2, with or without `Content-Encoding`; any content type is accepted, except that of a form."),
    responses(
        (status = 200, description = "A line of JSON every half second, and a last one.", content((ImportLines = "application/x-ndjson"), (String = "text/plain"))),
        BadImport, NotNow, NoRoom, Unserved,
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
    let (writing, index) = (&server.writing, server.doors.index()?);
    let stop = server.doors.stop().clone();
    let proxied = proxied(&request).is_some();
    let media_type = media_type(request.headers());
    let upload = Upload::new(request, stop.clone());
    let (begun, ended) = (upload.begun(), upload.ended());
    let from_move = options.from_move.unwrap_or(DEFAULT_FROM_MOVE);
    let collection = options.collection.as_deref();
    let collection = collection.map(|name| parse_new_collection("collection", name));
    let collection = collection.transpose()?;
    let contained = options.contained.map(|Name(contained)| contained);
    let contained = contained.unwrap_or_default();
    let turn = writing.turn("an import")?;
    let (mut importing, seen) = Importing::new(server, index, from_move, collection, stop);
    if options.variations.unwrap_or(false) {
        importing.index_variations();
    }
    if options.keep_legal.unwrap_or(false) {
        importing.keep_legal();
    }
    importing.set_contained(contained);
    turn.watch(seen.clone());
    let import = writing.spawn(turn, move || run(&importing, upload));
    let games = seen.clone();
    let may_begin = async {
        if proxied {
            ended.notified().await;
        }
        // If the body comes slowly, proxies between here and the client must not take the silence for a failure.
        let slowly = async {
            begun.notified().await;
            tokio::time::sleep(KEEP_ALIVE).await;
        };
        games_or_time(games, slowly).await;
    };
    // It goes on without its client, to the end of what was received of the body.
    answer(import, seen, may_begin, media_type, ()).await
}

/// The name of a body in error messages.
const NAME: &str = "body";

/// The import itself.
///
/// # Errors
///
/// As [`Begun::finish`](crate::importing::Begun::finish).
fn run(importing: &Importing, upload: Upload) -> Result<Ended, Problem> {
    let (mut import, mut begun) = importing.begin()?;
    let cut_short = upload.cut_short();
    let read = import.read(NAME, pgn::decompressed(upload), |sum, remarks| {
        let remarks = remarks.into_iter();
        begun.watch(
            sum,
            remarks.map(|remark| (remark.kind, RejectedGame::new(None, remark.game))),
        )
    });
    let unread = |error: Error| {
        let status = cut_short.get().copied().unwrap_or(StatusCode::BAD_REQUEST);
        Problem::new(status, error.to_string())
    };
    let words = Words {
        what: "import",
        stopped: format!("{NAME}: {CUT_OFF}"),
        empty: Some(format!("{NAME}: it is empty; send games as PGN")),
    };
    begun.finish(import, read, unread, words)
}
