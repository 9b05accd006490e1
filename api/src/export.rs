//! `GET /api/games`: all games, or those that pass a filter, as one PGN, or a page of them as JSON.
//!
//! PGN is written as the client reads it, some games at a time. Each part is a slice of work that takes its turn
//! among those of other clients, and between two parts nothing is held: neither a thread, nor a processor, nor a
//! snapshot of the index.

use std::sync::Arc;

use app::doors::{Client, PLAIN, client, in_time};
use app::schemas::{Pgn, PgnFile};
use app::{
    Bounded, DEFAULT_GAMES, Error, Export, FilterRequest, GamesAnswer, GamesLimit, Pace, View,
    game_list, left_out,
};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::{FilterQuery, MOST_ID};
use crate::media::{JSON, PGN, PLAIN_TEXT, TEXT, preferred};
use crate::problem::Problem;
use crate::responses::{BadQuery, Unserved};
use crate::server::Server;
use crate::upload::STOPPING;

/// Id of the game before the first one to return; 0 for the start.
type After = Bounded<0, MOST_ID>;

/// Parameters of an export or a list: the range of games, and the annotations to include.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// The maximum number of games. The default is 100 for JSON; PGN has no limit by default.
    #[param(inline)]
    limit: Option<GamesLimit>,
    /// The id of a game: only games with greater ids are returned.
    #[param(inline)]
    after: Option<After>,
    /// Whether marks and comments are given, with all commands in comments except clocks and evaluations. This and the
    /// other parameters for annotations apply to PGN only.
    #[param(default = true)]
    comments: Option<bool>,
    /// Whether clocks are given.
    #[param(default = true)]
    clocks: Option<bool>,
    /// Whether evaluations are given.
    #[param(default = true)]
    evals: Option<bool>,
    /// Whether variations are given.
    #[param(default = true)]
    variations: Option<bool>,
}

/// Export games
///
/// All games as one PGN, or those that pass a filter, in the order of their numbers; `POST` the answer elsewhere to
/// have the same index there. Where the filter asks of positions, an indexed position of the game must pass. It is sent as
/// it is read, however long it is. Text with `Accept: text/plain`.
///
/// Games that are removed before their turn are not in it, nor are games that are added after it has begun; the games of
/// a `collection` are those that it has at the beginning, even if it is renamed or dropped meanwhile.
///
/// With `Accept: application/json` the answer is a page of games without their moves. To get the next page, send the
/// `next` of this page as `after`. No game is on two pages, even if games are added or removed meanwhile.
#[utoipa::path(
    get, path = "/api/games", operation_id = "exportGames", tag = "games",
    params(FilterRequest, GamesQuery),
    responses((status = 200, description = "PGN: the games, an empty line after each. JSON: a page of games.", content((PgnFile = "application/x-chess-pgn"), (GamesAnswer = "application/json"), (Pgn = "text/plain"))), BadQuery, Unserved),
)]
pub(crate) async fn export_games(
    State(server): State<Arc<Server>>,
    FilterQuery(query, filter): FilterQuery<GamesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let filter = filter.filter()?;
    let after = query.after.map_or(0, Bounded::get);
    let vary = (header::VARY, "accept");
    let media_type = match preferred(&headers, PGN, &[JSON, PLAIN_TEXT]) {
        JSON => {
            let limit = query.limit.unwrap_or(DEFAULT_GAMES);
            let page = move |view: &View| game_list(view, &filter, after, limit);
            let page = server.doors.on_snapshot(page).await?;
            return Ok(([vary], Json(page)).into_response());
        }
        PLAIN_TEXT => TEXT,
        pgn => pgn,
    };
    let without = left_out(query.comments, query.clocks, query.evals, query.variations);
    let limit = query.limit.map_or(usize::MAX, |limit| limit.get() as usize);
    let index = server.doors.index()?;
    // Before the head of the answer, so that what is wrong has a status of its own.
    let first = move |_: &Pace| {
        let (view, mut pgn) = (index.snapshot()?, String::new());
        let export = Export::new(&view, filter)?.after(after).limit(limit);
        let mut export = export.without(without);
        let games = export.next(&view, &mut pgn)?;
        Ok::<_, Error>((pgn, (games > 0).then_some(export)))
    };
    let first = server.doors.searches().blocking(PLAIN, in_time(), first);
    let (first, export) = first.await?;
    let rest = parts(Arc::clone(&server), client(), export);
    // Whoever compresses it asks once more at its end.
    let games = stream::once(async { Ok(first) }).chain(rest).fuse();
    let about = [(header::CONTENT_TYPE, media_type), vary];
    Ok((about, Body::from_stream(games)).into_response())
}

/// The parts of an export, each made when it is asked for. Where one cannot be made the answer breaks off, so that
/// nobody takes it for whole.
fn parts(
    server: Arc<Server>,
    client: Client,
    export: Option<Export>,
) -> impl Stream<Item = Result<String, Problem>> {
    stream::unfold(export, move |export| {
        let server = Arc::clone(&server);
        async move {
            match part(&server, client, export?).await {
                Ok((pgn, export)) => export.map(|export| (Ok(pgn), Some(export))),
                Err(problem) => Some((Err(problem.broke_off("an export")), None)),
            }
        }
    })
}

async fn part(
    server: &Server,
    client: Client,
    mut export: Export,
) -> Result<(String, Option<Export>), Problem> {
    if server.doors.stop().is_cancelled() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, STOPPING));
    }
    let index = server.doors.index()?;
    let next = move || {
        let mut pgn = String::new();
        let games = export.next(&index.snapshot()?, &mut pgn)?;
        Ok((pgn, (games > 0).then_some(export)))
    };
    server.doors.searches().patient(client, PLAIN, next).await
}
