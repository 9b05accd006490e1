//! `POST /api/fetch`: the games of a player of lichess or chess.com, with its progress in the answer.
//!
//! The answer is that of an import ([`crate::import`]): it begins when the first games are in, or after eight seconds.
//! Unlike an import, which has what its client sent, a fetch ends when its client goes away; and while it waits for the
//! site, others may write.
//!
//! A request names a player, never an address: which hosts are asked is up to the operator ([`crate::Rules`]).

use std::sync::Arc;
use std::time::Duration;

use app::{Account, DEFAULT_FROM_MOVE, Error, FromMove, Site, Sites, parse_new_collection};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::JsonBody;
use crate::importing::lines::{ImportLines, KEEP_ALIVE, answer, games_or_time, media_type};
use crate::importing::{Ended, Importing, Words};
use crate::problem::Problem;
use crate::responses::{BadBody, NoRoom, NotNow, Unfetched, Unserved};
use crate::server::Server;

/// The longest that a site may ask to wait. Guessed: twice what lichess asks, and somebody waits for the answer.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

/// Whose games are fetched.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FetchRequest {
    /// The site.
    #[schema(inline)]
    site: FetchSite,
    /// The name of the player there.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,40}$")]
    name: String,
    /// Positions after this move of White's and after later ones are indexed; 13 by default.
    #[schema(inline)]
    from_move: Option<FromMove>,
    /// The collection that the games are added to; it is made if it is missing.
    #[schema(min_length = 1, max_length = 64)]
    collection: Option<String>,
}

/// A site where chess is played.
#[derive(Copy, Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FetchSite {
    /// <https://lichess.org>
    Lichess,
    /// <https://www.chess.com>
    ChessCom,
}

/// Fetch games
///
/// The games of a player of lichess or chess.com, from the site itself; after the first time only those that are new. If
/// the client goes away, the fetch ends, and the games that had come are stored. The answer is text with
/// `Accept: text/plain`; with `Accept: application/json` it is one document, as for an import.
#[utoipa::path(
    post, path = "/api/fetch", operation_id = "fetchGames", tag = "games",
    security(("token" = [])),
    request_body = FetchRequest,
    responses(
        (status = 200, description = "A line of JSON every half second, and a last one.", content((ImportLines = "application/x-ndjson"), (String = "text/plain"))),
        BadBody, Unfetched, NotNow, NoRoom, Unserved,
    ),
)]
pub(crate) async fn fetch_games(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<FetchRequest>,
) -> Result<Response, Problem> {
    let site = match request.site {
        FetchSite::Lichess => Site::Lichess,
        FetchSite::ChessCom => Site::ChessCom,
    };
    let account = Account::new(site, &request.name);
    let account = account.map_err(|error| Error::unreadable("name", error))?;
    let collection = request.collection.as_deref();
    let collection = collection.map(|name| parse_new_collection("collection", name));
    let collection = collection.transpose()?;
    let (writing, index) = (&server.writing, server.doors.index()?);
    let stop = server.doors.stop().child_token();
    // Dropped with this future, or with the answer.
    let client = stop.clone().drop_guard();
    let turn = writing.turn("a fetch")?;
    let from_move = request.from_move.unwrap_or(DEFAULT_FROM_MOVE);
    let (importing, seen) = Importing::new(&server, index, from_move, collection, stop);
    turn.watch(seen.clone());
    let mut sites = server.sites.clone();
    sites.waits.longest = sites.waits.longest.min(LONGEST_WAIT);
    let progress = seen.clone();
    let fetch = writing.spawn_by_turns(turn, move |turn| {
        let take = |is_wanted: bool| {
            if !is_wanted {
                turn.release();
                return true;
            }
            let is_taken = turn.take().is_ok();
            if is_taken {
                turn.watch(progress.clone());
            }
            is_taken
        };
        run(&importing, &sites, &account, take)
    });
    let may_begin = games_or_time(seen.clone(), tokio::time::sleep(KEEP_ALIVE));
    answer(fetch, seen, may_begin, media_type(&headers), client).await
}

/// The fetch itself.
///
/// # Errors
///
/// As [`Begun::finish`](crate::importing::Begun::finish).
fn run(
    importing: &Importing,
    sites: &Sites,
    account: &Account,
    turn: impl FnMut(bool) -> bool,
) -> Result<Ended, Problem> {
    let (mut import, mut begun) = importing.begin()?;
    let fetched = import.fetch(sites, account, turn, |sum, news| {
        if let Some(sentence) = news.waits {
            tracing::info!("fetch of {account}: {sentence}");
        }
        begun.watch(sum, news.remarks)
    });
    let words = Words {
        what: &format!("fetch of {account}"),
        stopped: STOPPED.to_owned(),
        empty: None,
    };
    begun.finish(import, fetched, Problem::from, words)
}

/// Why a fetch ends when the server stops, or when its client, who does not see it, has gone.
const STOPPED: &str = "the fetch was stopped: ask again later, and only what is missing is fetched";
