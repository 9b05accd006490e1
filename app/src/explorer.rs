//! Lichess's opening explorer over your own games: what was played in a position, and by whom.
//!
//! Answers are those of lichess, so that its clients only need another host. Its three databases differ in what
//! they filter by and in what they add; here the games are the same. As in lichess, a game counts if it has a result and
//! went on from the position.
//!
//! Source: <https://lichess.org/api#tag/Opening-Explorer>,
//! <https://github.com/lichess-org/lila-openingexplorer>.

use motifs::opening;
use pgn::{Date, Played};
use serde::Serialize;
use shakmaty::{Chess, Color, Position};
use similarity::{
    ExploreOptions, Explored, ExploredGame, ExploredMove, GameFilter, Month, Outcomes,
};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::games::{self, GameHeader, Player};
use crate::motifs::Opening;
use crate::moves;
use crate::names::ColorName;

/// The number of moves by default, but for `/player`, which has them all, as in lichess.
const DEFAULT_MOVES: usize = 12;
/// The most games of either list, as `/masters` has it.
pub(crate) const MOST_GAMES: usize = 15;
/// The most top games of `/lichess`.
const MOST_TOP: usize = 4;
/// The most games of `/lichess` and `/player`: of `/lichess`, top and recent ones together.
const MOST_LISTED: usize = 8;
/// The first month of lichess's: no list of months begins before, unless a game does.
const FIRST_MONTH: Month = Month {
    year: 1952,
    month: 1,
};

/// One of lichess's databases.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `/masters`: years, and the top games.
    Masters,
    /// `/lichess`: months, rating groups, top and recent games.
    Lichess,
    /// `/player`: a player's games of one colour, and recent ones.
    Player,
}

/// What to explore.
#[derive(Clone, Debug, Default)]
pub struct ExplorerRequest {
    /// The position.
    pub position: Chess,
    /// The last name on the way to it.
    pub opening: Option<Opening>,
    /// Which games.
    pub filter: GameFilter,
    /// The number of moves, 12 by default; of `/player` all.
    pub moves: Option<usize>,
    /// The number of top games, at most 15 (of `/lichess` 4), which is the default.
    pub top_games: Option<usize>,
    /// The number of recent games, at most 8 (of `/lichess` those that are not its top games), which is the default.
    pub recent_games: Option<usize>,
    /// Whether games are also counted by month.
    pub history: bool,
}

/// What was played in a position, and by whom. As in lichess, fields without a value are absent, except `opening`,
/// `game`, `winner` and `month`, which are null.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerAnswer {
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// What was played, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// The games with the highest sum of both ratings; games with only one known rating or none come last. Absent in
    /// `/player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub top_games: Option<Vec<ExplorerGame>>,
    /// The newest games; not of `/masters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub recent_games: Option<Vec<ExplorerGame>>,
    /// The name of the position, or of the last one on the way to it that has one.
    pub opening: Option<Opening>,
    /// Of `/player`: always 0, as there is no queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub queue_position: Option<u64>,
    /// Of `/lichess` with `history`: how the games of each month ended, from `since` or the first month with a game to
    /// the last one. Games of which the month is unknown are in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub history: Option<Vec<ExplorerMonth>>,
}

/// How the games of a month ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExplorerMonth {
    /// Year and month, e.g. `2014-06`.
    pub month: String,
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerMove {
    /// `e2e4`; castling as king takes rook, as in lichess.
    pub uci: String,
    /// `e4`.
    pub san: String,
    /// The mean rating of the players who played it; absent if none is known, and of `/player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_rating: Option<u64>,
    /// Of `/player`: the mean rating of the opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_opponent_rating: Option<u64>,
    /// Of `/player`: the player's rating performance against opponents with a rating, by FIDE's table; absent if there
    /// is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub performance: Option<i64>,
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// The game, if it is the only one.
    pub game: Option<ExplorerGame>,
    /// The name of the position after it.
    pub opening: Option<Opening>,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExplorerGame {
    /// What was played in it; absent for the only game of a move. `/api/positions` also lists games that ended with the
    /// position, without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub uci: Option<String>,
    /// Its number, as text.
    pub id: String,
    /// `white`, `black` or null.
    #[schema(value_type = Option<String>)]
    pub winner: Option<ColorName>,
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
    /// The year, 0 if it is unknown.
    pub year: u16,
    /// Year and month, e.g. `2014-06`, null if it is unknown.
    pub month: Option<String>,
    /// Of a variation, which nobody played, how many of its half-moves are those of the game; absent otherwise.
    #[serde(rename = "variationPly", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variation_ply: Option<usize>,
}

/// What was played in a position, and by whom, as lichess answers it.
///
/// # Errors
///
/// What the index reports.
pub fn explore(
    view: &View,
    source: Source,
    request: &ExplorerRequest,
) -> Result<ExplorerAnswer, Error> {
    let position = &request.position;
    let at_most = |most: usize, number: Option<usize>| number.map_or(most, |n| n.min(most));
    let (top, recent, moves) = match source {
        Source::Masters => (at_most(MOST_GAMES, request.top_games), 0, DEFAULT_MOVES),
        // Whatever is asked for, top games are not recent ones.
        Source::Lichess => (MOST_TOP, MOST_LISTED, DEFAULT_MOVES),
        Source::Player => (0, at_most(MOST_LISTED, request.recent_games), usize::MAX),
    };
    let options = ExploreOptions {
        top,
        recent,
        months: request.history,
        finished: true,
        player: request.filter.color,
    };
    let mut explored = view.explore(position, &request.filter, options)?;
    if source == Source::Lichess {
        let (top, recent) = (&mut explored.top, &mut explored.recent);
        recent.retain(|game| !top.contains(game));
        recent.truncate(at_most(MOST_LISTED - top.len(), request.recent_games));
        top.truncate(at_most(MOST_TOP, request.top_games));
    }
    explored.moves.truncate(request.moves.unwrap_or(moves));
    let list = |games: &[ExploredGame], listed: bool| {
        listed
            .then(|| self::games(view, position, games))
            .transpose()
    };
    Ok(ExplorerAnswer {
        white: explored.outcomes.white,
        draws: explored.outcomes.draws,
        black: explored.outcomes.black,
        moves: self::moves(view, position, &explored, request.filter.color)?,
        top_games: list(&explored.top, source != Source::Player)?,
        recent_games: list(&explored.recent, source != Source::Masters)?,
        opening: request.opening,
        queue_position: (source == Source::Player).then_some(0),
        history: request
            .history
            .then(|| history(&explored, request.filter.since)),
    })
}

/// The months from the first one of either on, with those between that have no games, as in lichess.
fn history(explored: &Explored, since: Option<Date>) -> Vec<ExplorerMonth> {
    let months = &explored.months;
    let (Some((first, _)), Some((last, _))) = (months.first_key_value(), months.last_key_value())
    else {
        return Vec::new();
    };
    let since = since.and_then(|date| Month::of(date.earliest()));
    let begin = since.map_or(*first, |since| since.max(FIRST_MONTH).min(*first));
    let all = std::iter::successors(Some(begin), |month| Some(month.next()));
    all.take_while(|month| month <= last)
        .map(|month| {
            let outcomes = months.get(&month).copied().unwrap_or_default();
            ExplorerMonth {
                month: format!("{:04}-{:02}", month.year, month.month),
                white: outcomes.white,
                draws: outcomes.draws,
                black: outcomes.black,
            }
        })
        .collect()
}

/// Returns the position after moves in UCI or SAN, separated by commas or spaces, and the last name on the way to it.
///
/// # Errors
///
/// [`Error::Unreadable`] for a word that is not a move, [`Error::Impossible`] for an illegal move.
pub fn play(mut position: Chess, moves: &str) -> Result<(Chess, Option<Opening>), Error> {
    let mut named = opening(&position);
    for m in moves::parse("play", &position, moves)? {
        position.play_unchecked(m);
        named = opening(&position).or(named);
    }
    Ok((position, named.map(Opening::from)))
}

/// What was played; with the side of a player, seen from that side.
pub(crate) fn moves(
    view: &View,
    position: &Chess,
    explored: &Explored,
    player: Option<Color>,
) -> Result<Vec<ExplorerMove>, Error> {
    let moves = explored.moves.iter();
    moves
        .map(|played| ExplorerMove::new(view, position, played, player))
        .collect()
}

/// Games of a list.
pub(crate) fn games(
    view: &View,
    position: &Chess,
    games: &[ExploredGame],
) -> Result<Vec<ExplorerGame>, Error> {
    let game = |game: &ExploredGame| {
        let uci = game.played.map(|played| uci(position, played));
        ExplorerGame::new(view, game.id, uci)
    };
    games.iter().map(game).collect()
}

/// A move in UCI as the explorer writes it: castling as king takes rook.
fn uci(position: &Chess, played: Played) -> String {
    match played {
        Played::Move(m) => m.to_uci(shakmaty::CastlingMode::Chess960).to_string(),
        Played::Null => played.uci(position),
    }
}

impl ExplorerMove {
    fn new(
        view: &View,
        position: &Chess,
        explored: &ExploredMove,
        player: Option<Color>,
    ) -> Result<ExplorerMove, Error> {
        let ExploredMove {
            played, outcomes, ..
        } = *explored;
        let after = played.after(position.clone());
        let only = explored.game.map(|id| ExplorerGame::new(view, id, None));
        let rating = match player {
            None => explored.ratings.mean(),
            Some(_) => None,
        };
        Ok(ExplorerMove {
            uci: uci(position, played),
            san: played.san(position),
            average_rating: rating,
            average_opponent_rating: player.and(explored.opponents.mean()),
            performance: player.and_then(|color| performance(color, explored)),
            white: outcomes.white,
            draws: outcomes.draws,
            black: outcomes.black,
            game: only.transpose()?,
            opening: after.and_then(|after| opening(&after)).map(Opening::from),
        })
    }
}

/// How much better than its opponents a player is who scores 50, 51, ... 100 percent against them.
///
/// Source: FIDE Handbook B02, 8.1.1, <https://handbook.fide.com/chapter/B022017>.
const DIFFERENCES: [f64; 51] = [
    0.0, 7.0, 14.0, 21.0, 29.0, 36.0, 43.0, 50.0, 57.0, 65.0, 72.0, 80.0, 87.0, 95.0, 102.0, 110.0,
    117.0, 125.0, 133.0, 141.0, 149.0, 158.0, 166.0, 175.0, 184.0, 193.0, 202.0, 211.0, 220.0,
    230.0, 240.0, 251.0, 262.0, 273.0, 284.0, 296.0, 309.0, 322.0, 336.0, 351.0, 366.0, 383.0,
    401.0, 422.0, 444.0, 470.0, 501.0, 538.0, 589.0, 677.0, 800.0,
];

/// The rating performance of the player of a side: the opponents' mean rating and FIDE's difference for the score,
/// between two percentages in proportion, as lichess has it.
///
/// Source: <https://github.com/lichess-org/lila-openingexplorer>, `Stats::performance`.
fn performance(player: Color, explored: &ExploredMove) -> Option<i64> {
    let Outcomes {
        white,
        draws,
        black,
        ..
    } = explored.against_rated;
    let games = white + draws + black;
    if games == 0 {
        return None;
    }
    let opponents = explored.opponents.sum as f64 / explored.opponents.count as f64;
    let points = 2 * player.fold_wb(white, black) + draws;
    let percent = 50.0 * points as f64 / games as f64;
    // The table is symmetric.
    let above = (percent - 50.0).abs();
    let (low, share) = (above.trunc() as usize, above.fract());
    let high = (low + 1).min(DIFFERENCES.len() - 1);
    let difference = DIFFERENCES[low] * (1.0 - share) + DIFFERENCES[high] * share;
    Some((opponents + difference.copysign(percent - 50.0)).round() as i64)
}

impl ExplorerGame {
    fn new(view: &View, id: u64, uci: Option<String>) -> Result<ExplorerGame, Error> {
        let game = games::game(view, id)?;
        let header = GameHeader::new(&game);
        let date = ["Date", "UTCDate"]
            .into_iter()
            .find_map(|name| Date::from_tag(game.tags.get(name)?));
        Ok(ExplorerGame {
            uci,
            id: id.to_string(),
            winner: header.winner,
            white: header.white,
            black: header.black,
            year: date.map_or(0, Date::year),
            month: date.and_then(|date| Some(format!("{:04}-{:02}", date.year(), date.month()?))),
            variation_ply: header.variation_ply,
        })
    }
}
