//! `/masters`, `/lichess`, `/player`: lichess's opening explorer over one's own games.
//!
//! Parameters and answers are those of lichess, so that its clients need only another host. The three
//! differ in what they ask for and in what they add; the games are the same.
//!
//! Source: <https://lichess.org/api#tag/Opening-Explorer>,
//! <https://github.com/lichess-org/lila-openingexplorer>.

use std::ops::Range;

use cluster::View;
use index::{Date, Explored, ExploredGame, ExploredMove, Filter, Outcomes, Played, parse_fen};
use motifs::opening;
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};
use utoipa::{IntoParams, ToSchema};

use crate::extract::number;
use crate::filter;
use crate::game::{GameHeader, Player};
use crate::motifs::Opening;
use crate::problem::{Problem, quoted};
use crate::schemas::{self, Fen};

/// How many moves are told unless asked otherwise, as lichess has it.
const USUAL_MOVES: f64 = 12.0;
/// The most moves: no position has more.
const MOST_MOVES: f64 = 218.0;
/// The most games of either list, as `/masters` has it.
pub(crate) const MOST_GAMES: f64 = 15.0;

/// Which of lichess's databases is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `/masters`: years, and the top games.
    Masters,
    /// `/lichess`: months, rating groups, top and recent games.
    Lichess,
    /// `/player`: a player's games of one colour, and recent ones.
    Player,
}

/// What is asked for, as lichess has it. What there is nothing of in PGN (`speeds`, `modes`, `source`,
/// `history`) is read, and changes nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ExplorerRequest {
    /// `standard`, `chess960` or `fromPosition`; other variants are not stored.
    #[param(schema_with = schemas::variant)]
    pub variant: Option<String>,
    /// FEN or EPD; the usual start unless said.
    #[param(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// Moves in UCI from there, e.g. `e2e4,e7e5`.
    pub play: Option<String>,
    /// How many moves are told, 12 unless said.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1_000_000)]
    pub moves: Option<f64>,
    /// How many top games, at most 15 (of `/lichess` 4).
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1_000_000)]
    pub top_games: Option<f64>,
    /// How many recent games, at most 15 (of `/lichess` 4, of `/player` 8).
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1_000_000)]
    pub recent_games: Option<f64>,
    /// Played then or later: a year, a month or a day.
    pub since: Option<String>,
    /// Played then or earlier.
    pub until: Option<String>,
    /// Of `/lichess`: groups of mean ratings, e.g. `2200,2500`: from 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 and 2500
    /// up to the next.
    pub ratings: Option<String>,
    /// Whose games; `/player` needs it.
    pub player: Option<String>,
    /// That player's side, `white` or `black`; `/player` needs it.
    #[param(schema_with = schemas::side)]
    pub color: Option<String>,
    /// Changes nothing.
    pub speeds: Option<String>,
    /// Changes nothing.
    pub modes: Option<String>,
    /// Changes nothing.
    pub source: Option<String>,
    /// Changes nothing.
    pub history: Option<String>,
}

/// The groups of ratings. Source: lichess's.
const RATING_GROUPS: [u64; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// What was played in a position, and by whom. As lichess does, it leaves out what there is nothing of, but for
/// `opening`, `game`, `winner` and `month`, which are null.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerResponse {
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// What was played, most often first.
    pub moves: Vec<ExplorerMove>,
    /// The games of the highest mean rating; not of `/player`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub top_games: Option<Vec<ExplorerGame>>,
    /// The newest games; not of `/masters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub recent_games: Option<Vec<ExplorerGame>>,
    /// The name of the position, or of the last one on the way to it that has a name.
    pub opening: Option<Opening>,
    /// Of `/player`: 0, there is no queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub queue_position: Option<u64>,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerMove {
    /// `e2e4`; castling as king takes rook, as lichess has it.
    pub uci: String,
    /// `e4`.
    pub san: String,
    /// The mean rating of who played it; left out if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_rating: Option<u64>,
    /// Of `/player`: that of the opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_opponent_rating: Option<u64>,
    /// Of `/player`: the opponents' mean rating, and 400 for all points won, less for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub performance: Option<i64>,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The game, if it is the only one.
    pub game: Option<ExplorerGame>,
    /// The name of the position after it.
    pub opening: Option<Opening>,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExplorerGame {
    /// What it played, left out at its end and of the only game of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub uci: Option<String>,
    /// Its number, as text.
    pub id: String,
    /// `white`, `black` or null.
    pub winner: Option<&'static str>,
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
    /// The year, 0 if it is unknown.
    pub year: u16,
    /// Year and month, e.g. `2014-06`, null if it is unknown.
    pub month: Option<String>,
}

/// What was played in a position, and by whom, in lichess's words.
///
/// # Errors
///
/// 400 or 422 for what cannot be, which names the parameter.
pub fn explore(
    snapshot: &View,
    source: Source,
    request: &ExplorerRequest,
) -> Result<ExplorerResponse, Problem> {
    let (position, named) = request.position()?;
    let filter = request.filter(source)?;
    let limit = |name: &str, number: Option<f64>, usual: f64, most: f64| {
        let number = number.unwrap_or(usual);
        if number.fract() != 0.0 || !(0.0..=1e6).contains(&number) {
            let detail =
                format!("{name}: {number} is out of range; it is a whole number from 0 to 1000000");
            return Err(Problem::impossible(detail));
        }
        Ok(number.min(most) as usize)
    };
    // The most, usual ones too, are those of lichess.
    let (top, recent) = match source {
        Source::Masters => (Some(MOST_GAMES), None),
        Source::Lichess => (Some(4.0), Some(4.0)),
        Source::Player => (None, Some(8.0)),
    };
    let moves = limit("moves", request.moves, USUAL_MOVES, MOST_MOVES)?;
    let games = |name, number, most: Option<f64>| {
        // What a source does not have is read, too, and told if it is nonsense.
        most.map_or_else(
            || limit(name, number, 0.0, 0.0),
            |most| limit(name, number, most, most),
        )
    };
    let top_games = games("topGames", request.top_games, top)?;
    let recent_games = games("recentGames", request.recent_games, recent)?;
    let explored = snapshot.explore(&position, &filter, top_games, recent_games)?;
    let of_player = (source == Source::Player).then(|| position.turn());
    let list = |wanted: Option<f64>, games: &[ExploredGame]| match wanted {
        None => Ok(None),
        Some(_) => self::games(snapshot, &position, games).map(Some),
    };
    Ok(ExplorerResponse {
        white: explored.outcomes.white,
        draws: explored.outcomes.draws,
        black: explored.outcomes.black,
        moves: self::moves(snapshot, &position, &explored, moves, of_player)?,
        top_games: list(top, &explored.top)?,
        recent_games: list(recent, &explored.recent)?,
        opening: named,
        queue_position: (source == Source::Player).then_some(0),
    })
}

/// What was played, so many moves.
pub(crate) fn moves(
    snapshot: &View,
    position: &Chess,
    explored: &Explored,
    most: usize,
    of_player: Option<Color>,
) -> Result<Vec<ExplorerMove>, Problem> {
    let moves = explored.moves.iter().take(most);
    moves
        .map(|played| ExplorerMove::new(snapshot, position, played, of_player))
        .collect()
}

/// What is told of games.
pub(crate) fn games(
    snapshot: &View,
    position: &Chess,
    games: &[ExploredGame],
) -> Result<Vec<ExplorerGame>, Problem> {
    let game = |game: &ExploredGame| {
        let uci = game.played.map(|played| uci(position, played));
        ExplorerGame::new(snapshot, game.id, uci)
    };
    games.iter().map(game).collect()
}

impl ExplorerRequest {
    /// The position, and the last name on the way to it.
    fn position(&self) -> Result<(Chess, Option<Opening>), Problem> {
        match self.variant.as_deref() {
            None | Some("standard" | "chess960" | "fromPosition") => {}
            Some(other) => {
                let detail = format!(
                    "variant: there are no games of {}; there is standard, chess960, fromPosition",
                    quoted(other)
                );
                return Err(Problem::impossible(detail));
            }
        }
        let mut position = match self.fen.as_deref().filter(|fen| !fen.is_empty()) {
            None => Chess::default(),
            Some(fen) => parse_fen(fen)?,
        };
        let mut named = opening(&position);
        let play = self.play.as_deref().unwrap_or_default();
        for text in play
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            let uci: UciMove = text.parse().map_err(|_| {
                Problem::impossible(format!(
                    "play: {} is no move in UCI, like e2e4",
                    quoted(text)
                ))
            })?;
            let m = uci.to_move(&position).map_err(|_| {
                Problem::impossible(format!(
                    "play: {text} is not legal in {}",
                    index::fen(&position)
                ))
            })?;
            position.play_unchecked(m);
            named = opening(&position).or(named);
        }
        Ok((position, named.map(Opening::from)))
    }

    fn filter(&self, source: Source) -> Result<Filter, Problem> {
        let date = |name: &str, text: &Option<String>| match text
            .as_deref()
            .filter(|text| !text.is_empty())
        {
            // What lichess has by default.
            None | Some("0000-01" | "3000-12") => Ok(None),
            Some(text) => text
                .parse::<Date>()
                .map(Some)
                .map_err(|error| Problem::impossible(format!("{name}: {error}"))),
        };
        let color = filter::color("color", self.color.as_deref())?;
        if source == Source::Player {
            for (name, missing) in [
                ("player", self.player.is_none()),
                ("color", color.is_none()),
            ] {
                if missing {
                    return Err(Problem::impossible(format!("missing field `{name}`")));
                }
            }
        }
        Ok(Filter {
            player: self.player.clone().filter(|_| source == Source::Player),
            color: color.filter(|_| source == Source::Player),
            since: date("since", &self.since)?,
            until: date("until", &self.until)?,
            ratings: if source == Source::Lichess {
                self.rating_groups()?
            } else {
                Vec::new()
            },
            ..Filter::default()
        })
    }

    fn rating_groups(&self) -> Result<Vec<Range<u64>>, Problem> {
        let ratings = self.ratings.as_deref().unwrap_or_default();
        let groups = ratings
            .split(',')
            .map(str::trim)
            .filter(|group| !group.is_empty());
        let group = |text: &str| {
            // Its lowest is 400, too.
            let least = text
                .parse()
                .ok()
                .map(|least| if least == 400 { 0 } else { least });
            let place = RATING_GROUPS.iter().position(|group| Some(*group) == least);
            let place = place.ok_or_else(|| {
                Problem::impossible(format!(
                    "ratings: there is no group {}; there is {RATING_GROUPS:?}",
                    quoted(text)
                ))
            })?;
            let end = RATING_GROUPS.get(place + 1).copied().unwrap_or(u64::MAX);
            Ok(RATING_GROUPS[place]..end)
        };
        groups.map(group).collect()
    }
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
        snapshot: &View,
        position: &Chess,
        explored: &ExploredMove,
        of_player: Option<Color>,
    ) -> Result<ExplorerMove, Problem> {
        let ExploredMove {
            played, outcomes, ..
        } = *explored;
        let after = played.after(position.clone());
        let only =
            (outcomes.games() == 1).then(|| ExplorerGame::new(snapshot, explored.game, None));
        Ok(ExplorerMove {
            uci: uci(position, played),
            san: played.san(position),
            average_rating: explored.average_rating,
            average_opponent_rating: of_player.and(explored.average_opponent_rating),
            performance: of_player.and_then(|turn| performance(turn, explored)),
            white: outcomes.white,
            draws: outcomes.draws,
            black: outcomes.black,
            game: only.transpose()?,
            opening: after.and_then(|after| opening(&after)).map(Opening::from),
        })
    }
}

/// The linear rating performance of who moved: the opponents' mean rating and 400 × (won - lost) / games.
///
/// Source: <https://en.wikipedia.org/wiki/Performance_rating_(chess)>, "linear performance rating".
fn performance(turn: Color, explored: &ExploredMove) -> Option<i64> {
    let Outcomes {
        white,
        draws,
        black,
        ..
    } = explored.outcomes;
    let (won, lost) = turn.fold_wb((white, black), (black, white));
    let opponents = explored.average_opponent_rating?.cast_signed();
    let difference = 400 * (won.cast_signed() - lost.cast_signed());
    Some(opponents + difference.checked_div((white + draws + black).cast_signed())?)
}

impl ExplorerGame {
    fn new(snapshot: &View, id: u64, uci: Option<String>) -> Result<ExplorerGame, Problem> {
        let game = crate::game(snapshot, id)?;
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
        })
    }
}
