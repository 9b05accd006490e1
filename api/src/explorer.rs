//! `/masters`, `/lichess`, `/player`: lichess's opening explorer over your own games.
//!
//! Parameters and answers are those of lichess, so that its clients only need another host. So are the paths that it
//! keeps for old clients: `/master`, `/personal`, `/lichess/history`. As there, parameters that are not known are not
//! looked at.
//!
//! Source: <https://lichess.org/api#tag/Opening-Explorer>,
//! <https://github.com/lichess-org/lila-openingexplorer>.

use std::ops::RangeInclusive;
use std::sync::Arc;

use app::{
    Bounded, ColorName, Error, ExplorerAnswer, ExplorerVariant, Name, Opening, Source, VariantName,
    View, parse_collections, quoted, schemas,
};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use pgn::{Date, Variant, parse_fen};
use serde::Deserialize;
use shakmaty::Chess;
use similarity::{Condition, GameFilter, NumberColumn, ParseSpeedError, Speed};
use utoipa::IntoParams;

use crate::collections::split;
use crate::extract::QueryString;
use crate::media::NDJSON;
use crate::problem::Problem;
use crate::responses::{BadQuery, Unserved};
use crate::server::{Answer, Server};

/// A number of moves or games; more than there may be of them mean as many as there may be.
type Count = Bounded<0, 1_000_000>;

/// The parameters of lichess, and `collection`. Those about what PGN does not have (`modes`, `source`) are read, and change
/// nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct ExplorerRequest {
    /// Variant of the games, by their Variant tags: `standard` or `chess` (the default; also games without the tag),
    /// `chess960` or `fromPosition`. Games of other variants are not stored.
    #[param(inline)]
    variant: Option<VariantName>,
    /// FEN or EPD; the usual start by default.
    #[param(value_type = Option<schemas::ExplorerFen>, inline)]
    fen: Option<String>,
    /// Moves from there, in UCI or SAN, e.g. `e2e4,e7e5`.
    play: Option<String>,
    /// The number of moves; 12 by default, of `/player` all.
    #[param(inline)]
    moves: Option<Count>,
    /// The number of top games, at most 15 (of `/lichess` 4).
    #[param(inline)]
    top_games: Option<Count>,
    /// The number of recent games, at most 8; of `/lichess` top and recent games together.
    #[param(inline)]
    recent_games: Option<Count>,
    /// Played on this day or later: a year, a month or a day.
    since: Option<String>,
    /// Played on this day or earlier.
    until: Option<String>,
    /// Of `/lichess`: groups of mean ratings, e.g. `2200,2500`: each from 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or
    /// 2500 up to the next. Another number means the group that it is in.
    ratings: Option<String>,
    /// The player of the games; `/player` needs it.
    player: Option<String>,
    /// That player's side, `white` or `black`; `/player` needs it.
    #[param(inline)]
    color: Option<ColorName>,
    /// Of `/lichess` and `/player`: how fast the games were, with commas between: any of `ultraBullet`, `bullet`, `blitz`,
    /// `rapid`, `classical`, `correspondence`. Games of unknown speed pass.
    speeds: Option<String>,
    /// Changes nothing.
    #[expect(dead_code, reason = "it changes nothing")]
    modes: Option<String>,
    /// Changes nothing.
    #[expect(dead_code, reason = "it changes nothing")]
    source: Option<String>,
    /// Of `/lichess`: whether games are also counted by month, `true` or `false`.
    #[param(value_type = Option<bool>)]
    history: Option<History>,
    /// The names of collections, with commas between them: games that are in any of them. Not a parameter of lichess.
    collection: Option<String>,
}

/// Whether games are counted by month, in the words of lichess.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum History {
    #[serde(alias = "false", alias = "False", alias = "off", alias = "0")]
    No,
    #[serde(alias = "true", alias = "True", alias = "on", alias = "1")]
    Yes,
}

/// The groups of ratings. Source: lichess's.
const RATING_GROUPS: [u64; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// Explore all games
///
/// lichess's `/masters` over the games of the index: what was played in a position, openings included, and the top
/// games.
#[utoipa::path(
    get, path = "/masters", operation_id = "masters", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played.", body = ExplorerAnswer), BadQuery, Unserved),
)]
pub(crate) async fn masters(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Answer<ExplorerAnswer> {
    explore(&server, Source::Masters, request).await.map(Json)
}

/// Explore games by rating
///
/// lichess's `/lichess` over the games of the index: as `/masters`, with groups of ratings and recent games.
#[utoipa::path(
    get, path = "/lichess", operation_id = "lichess", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played.", body = ExplorerAnswer), BadQuery, Unserved),
)]
pub(crate) async fn lichess(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Answer<ExplorerAnswer> {
    explore(&server, Source::Lichess, request).await.map(Json)
}

/// Explore a player's games
///
/// lichess's `/player` over the games of the index: those of one `player` with one `color`, which must both be there.
#[utoipa::path(
    get, path = "/player", operation_id = "player", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played, in one line: lichess's clients read lines until the last.", body = ExplorerAnswer, content_type = "application/x-ndjson"), BadQuery, Unserved),
)]
pub(crate) async fn player(
    State(server): State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Result<Response, Problem> {
    let explored = explore(&server, Source::Player, request).await?;
    let line = serde_json::to_string(&explored).map_err(Problem::internal)?;
    let lines = (header::CONTENT_TYPE, NDJSON);
    Ok(([lines], line + "\n").into_response())
}

/// Explore all games, as old clients ask
///
/// Deprecated: use `/masters`.
#[utoipa::path(
    get, path = "/master", operation_id = "master", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played.", body = ExplorerAnswer), BadQuery, Unserved),
)]
#[deprecated]
pub(crate) async fn master(
    server: State<Arc<Server>>,
    request: QueryString<ExplorerRequest>,
) -> Answer<ExplorerAnswer> {
    masters(server, request).await
}

/// Explore a player's games, as old clients ask
///
/// Deprecated: use `/player`.
#[utoipa::path(
    get, path = "/personal", operation_id = "personal", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "What was played, in one line.", body = ExplorerAnswer, content_type = "application/x-ndjson"), BadQuery, Unserved),
)]
#[deprecated]
pub(crate) async fn personal(
    server: State<Arc<Server>>,
    request: QueryString<ExplorerRequest>,
) -> Result<Response, Problem> {
    player(server, request).await
}

/// Count games by month, as old clients ask
///
/// Deprecated: use `/lichess` with `history=true`. `moves` and both lists of games are empty.
#[utoipa::path(
    get, path = "/lichess/history", operation_id = "lichessHistory", tag = "search",
    params(ExplorerRequest),
    responses((status = 200, description = "How the games of each month ended.", body = ExplorerAnswer), BadQuery, Unserved),
)]
#[deprecated]
pub(crate) async fn lichess_history(
    server: State<Arc<Server>>,
    QueryString(request): QueryString<ExplorerRequest>,
) -> Answer<ExplorerAnswer> {
    let none = Count::new(0);
    let request = ExplorerRequest {
        history: Some(History::Yes),
        moves: none,
        top_games: none,
        recent_games: none,
        ..request
    };
    lichess(server, QueryString(request)).await
}

/// The names in a parameter.
fn names(parameter: Option<&str>) -> Vec<String> {
    parameter.map(split).unwrap_or_default()
}

async fn explore(
    server: &Server,
    source: Source,
    request: ExplorerRequest,
) -> Result<ExplorerAnswer, Problem> {
    let request = request.parse(source)?;
    let explore = move |view: &View| app::explore(view, source, &request);
    Ok(server.doors.on_snapshot(explore).await?)
}

impl ExplorerRequest {
    fn parse(&self, source: Source) -> Result<app::ExplorerRequest, Problem> {
        let number = |number: Option<Count>| number.map(|number| number.get() as usize);
        let (position, opening) = self.position()?;
        Ok(app::ExplorerRequest {
            position,
            opening,
            filter: self.filter(source)?,
            moves: number(self.moves),
            top_games: number(self.top_games),
            recent_games: number(self.recent_games),
            history: source == Source::Lichess && self.history == Some(History::Yes),
        })
    }

    /// The position, and the last name on the way to it.
    fn position(&self) -> Result<(Chess, Option<Opening>), Problem> {
        let position = match self.fen.as_deref().filter(|fen| !fen.is_empty()) {
            None => Chess::default(),
            Some(fen) => parse_fen(fen)?,
        };
        let moves = self.play.as_deref().unwrap_or_default();
        Ok(app::play(position, moves)?)
    }

    fn filter(&self, source: Source) -> Result<GameFilter, Problem> {
        let date = |name: &str, text: &Option<String>| match text
            .as_deref()
            .filter(|text| !text.is_empty())
        {
            // What lichess has by default.
            None | Some("0000-01" | "3000-12") => Ok(None),
            Some(text) => text
                .parse::<Date>()
                .map(Some)
                .map_err(|error| Error::impossible(name, error)),
        };
        let color = self.color.map(|Name(color)| color);
        if source == Source::Player {
            for (name, missing) in [
                ("player", self.player.is_none()),
                ("color", color.is_none()),
            ] {
                if missing {
                    return Err(Error::impossible(name, "required by /player").into());
                }
            }
        }
        let groups = match source {
            Source::Lichess => self.rating_groups()?,
            Source::Masters | Source::Player => Vec::new(),
        };
        let speeds = match source {
            Source::Masters => Vec::new(),
            Source::Lichess | Source::Player => self.speeds()?,
        };
        let groups = groups.into_iter();
        let groups = groups.map(|group| Condition::Within(NumberColumn::Rating, group));
        let groups: Vec<Condition> = groups.collect();
        let variant = match self.variant {
            None | Some(Name(ExplorerVariant::Standard | ExplorerVariant::Chess)) => {
                Variant::Standard
            }
            Some(Name(ExplorerVariant::Chess960)) => Variant::Chess960,
            Some(Name(ExplorerVariant::FromPosition)) => Variant::FromPosition,
        };
        let also = [
            Some(Condition::Variant(variant)),
            (!groups.is_empty()).then_some(Condition::Any(groups)),
            (!speeds.is_empty()).then_some(Condition::Speeds(speeds)),
        ];
        Ok(GameFilter {
            player: self.player.clone().filter(|_| source == Source::Player),
            color: color.filter(|_| source == Source::Player),
            since: date("since", &self.since)?,
            until: date("until", &self.until)?,
            collections: parse_collections(&names(self.collection.as_deref()))?,
            also: also.into_iter().flatten().collect(),
            ..GameFilter::default()
        })
    }

    /// The speeds, if any are asked for, and unknown: clients of lichess always name some, and would have no games of
    /// collections without time controls.
    fn speeds(&self) -> Result<Vec<Option<Speed>>, Problem> {
        let speeds = names(self.speeds.as_deref()).into_iter();
        let speeds: Vec<Speed> = speeds
            .map(|name| name.parse())
            .collect::<Result<_, _>>()
            .map_err(|error: ParseSpeedError| Error::impossible("speeds", error))?;
        let unknown = (!speeds.is_empty()).then_some(None);
        Ok(speeds.into_iter().map(Some).chain(unknown).collect())
    }

    fn rating_groups(&self) -> Result<Vec<RangeInclusive<u64>>, Problem> {
        let ratings = self.ratings.as_deref().unwrap_or_default();
        let groups = ratings
            .split(',')
            .map(str::trim)
            .filter(|group| !group.is_empty());
        let group = |text: &str| {
            let rating: u64 = text.parse().map_err(|_| {
                let why = format!("{} is not a rating, like 2200", quoted(text));
                Error::impossible("ratings", why)
            })?;
            let place = RATING_GROUPS.partition_point(|least| *least <= rating) - 1;
            let next = RATING_GROUPS.get(place + 1);
            Ok(RATING_GROUPS[place]..=next.map_or(u64::MAX, |next| next - 1))
        };
        groups.map(group).collect()
    }
}
