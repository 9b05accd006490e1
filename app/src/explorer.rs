//! Lichess's opening explorer over your own games: what was played in a position, and by whom.
//!
//! Answers are those of lichess, so that its clients only need another host. Its three databases differ in what
//! they filter by and in what they add; here the games are the same.
//!
//! Source: <https://lichess.org/api#tag/Opening-Explorer>,
//! <https://github.com/lichess-org/lila-openingexplorer>.

use motifs::opening;
use pgn::{Date, Played};
use serde::Serialize;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};
use similarity::{Explored, ExploredGame, ExploredMove, Filter, Outcomes};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::{Error, quoted};
use crate::games::{self, GameHeader, Player};
use crate::motifs::Opening;

/// The number of moves by default, as in lichess.
const DEFAULT_MOVES: usize = 12;
/// The most moves: no position has more.
const MOST_MOVES: usize = 218;
/// The most games of either list, as `/masters` has it.
pub(crate) const MOST_GAMES: usize = 15;

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
    pub filter: Filter,
    /// The number of moves, 12 by default.
    pub moves: Option<usize>,
    /// The number of top games, at most 15 (of `/lichess` 4), which is the default.
    pub top_games: Option<usize>,
    /// The number of recent games, at most 4 (of `/player` 8), which is the default.
    pub recent_games: Option<usize>,
}

/// What was played in a position, and by whom. As in lichess, fields without a value are absent, except `opening`,
/// `game`, `winner` and `month`, which are null.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerResponse {
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// What was played, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// The games with the highest mean rating; not of `/player`.
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
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerMove {
    /// `e2e4`; castling as king takes rook, as in lichess.
    pub uci: String,
    /// `e4`.
    pub san: String,
    /// The mean rating of the players who played it; absent if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_rating: Option<u64>,
    /// Of `/player`: the mean rating of the opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub average_opponent_rating: Option<u64>,
    /// Of `/player`: the rating of the player's results: the opponents' mean rating, plus 400 if all games were won,
    /// minus 400 if all were lost.
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
    /// What was played in it; absent at its end, and for the only game of a move.
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

/// What was played in a position, and by whom, as lichess answers it.
///
/// # Errors
///
/// What the index reports.
pub fn explore(
    view: &View,
    source: Source,
    request: &ExplorerRequest,
) -> Result<ExplorerResponse, Error> {
    let position = &request.position;
    // The most, which is also the default, as in lichess.
    let (top, recent) = match source {
        Source::Masters => (Some(MOST_GAMES), None),
        Source::Lichess => (Some(4), Some(4)),
        Source::Player => (None, Some(8)),
    };
    let number = |most: Option<usize>, number: Option<usize>| {
        most.map_or(0, |most| number.map_or(most, |number| number.min(most)))
    };
    let top_games = number(top, request.top_games);
    let recent_games = number(recent, request.recent_games);
    let most = request.moves.unwrap_or(DEFAULT_MOVES).min(MOST_MOVES);
    let explored = view.explore(position, &request.filter, top_games, recent_games)?;
    let of_player = (source == Source::Player).then(|| position.turn());
    let list = |games: &[ExploredGame]| self::games(view, position, games);
    Ok(ExplorerResponse {
        white: explored.outcomes.white,
        draws: explored.outcomes.draws,
        black: explored.outcomes.black,
        moves: self::moves(view, position, &explored, most, of_player)?,
        top_games: top.map(|_| list(&explored.top)).transpose()?,
        recent_games: recent.map(|_| list(&explored.recent)).transpose()?,
        opening: request.opening,
        queue_position: (source == Source::Player).then_some(0),
    })
}

/// The position after moves in UCI with commas between them, e.g. `e2e4,e7e5`, and the last name on the way to it.
///
/// # Errors
///
/// [`Error::Impossible`] for a word that is not a move, or an illegal move.
pub fn play(mut position: Chess, moves: &str) -> Result<(Chess, Option<Opening>), Error> {
    let mut named = opening(&position);
    let moves = moves.split(',').map(str::trim);
    for text in moves.filter(|text| !text.is_empty()) {
        let uci: UciMove = text.parse().map_err(|_| {
            let why = format!("{} is not a move in UCI, like e2e4", quoted(text));
            Error::impossible("play", why)
        })?;
        let m = uci.to_move(&position).map_err(|_| {
            let why = format!("{text} is not legal in {}", pgn::fen(&position));
            Error::impossible("play", why)
        })?;
        position.play_unchecked(m);
        named = opening(&position).or(named);
    }
    Ok((position, named.map(Opening::from)))
}

/// What was played, at most this number of moves.
pub(crate) fn moves(
    view: &View,
    position: &Chess,
    explored: &Explored,
    most: usize,
    of_player: Option<Color>,
) -> Result<Vec<ExplorerMove>, Error> {
    let moves = explored.moves.iter().take(most);
    moves
        .map(|played| ExplorerMove::new(view, position, played, of_player))
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
        of_player: Option<Color>,
    ) -> Result<ExplorerMove, Error> {
        let ExploredMove {
            played, outcomes, ..
        } = *explored;
        let after = played.after(position.clone());
        let only = (outcomes.games() == 1).then(|| ExplorerGame::new(view, explored.game, None));
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

/// The linear rating performance of the side that moved: the opponents' mean rating and 400 × (won - lost) / games.
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
        })
    }
}
