//! The tool `explorer`.

use app::doors::Doors;
use app::{
    Bounded, Error, ExplorerGame, ExplorerMove, ExplorerRequest, FilterRequest, GameFields,
    GameHeader, Opening, Source as Database, View, play,
};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::{join_moves, read};
use crate::source::Source;

/// The number of moves in an answer. Read: lichess's default.
type Moves = Bounded<1, 12>;
/// The number of games in an answer. Guessed.
type Games = Bounded<0, 8>;

/// What to look for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The position: FEN or EPD; the initial one by default.
    fen: Option<String>,
    /// Moves from there, in UCI or SAN, e.g. `e2e4,e7e5`.
    play: Option<String>,
    /// The number of moves; 8 by default.
    #[schema(inline)]
    moves: Option<Moves>,
    /// The number of games; 3 by default.
    #[schema(inline)]
    games: Option<Games>,
    /// Filter of games.
    #[schema(value_type = Option<GameFields>, inline)]
    filter: Option<FilterRequest>,
}

/// What was played in a position. Games without a result are not counted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explored {
    /// The position.
    fen: String,
    /// The name of the position, or of the last one on the way to it that has one.
    opening: Option<Opening>,
    /// The number of games that White won.
    white: u64,
    /// The number of drawn games.
    draws: u64,
    /// The number of games that Black won.
    black: u64,
    /// The most frequent first.
    moves: Vec<Move>,
    /// The games with the highest sum of ratings; for a player and a colour, the newest ones.
    games: Vec<Game>,
    /// How many moves and games were left out to keep the answer short.
    left_out: usize,
}

/// What was played.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Move {
    /// `e2e4`; castling as king takes rook.
    uci: String,
    /// `e4`.
    san: String,
    /// The number of games that White won.
    white: u64,
    /// The number of drawn games.
    draws: u64,
    /// The number of games that Black won.
    black: u64,
    /// The mean rating of the players who played it; null if none is known, and of a player.
    average_rating: Option<u64>,
    /// The number of a game with it, if that is the only one.
    game: Option<u64>,
}

/// A game, and what was played in it.
#[derive(Debug, Serialize)]
struct Game {
    /// The move.
    uci: Option<String>,
    /// The game.
    game: Source,
}

pub(crate) async fn call(
    doors: &Doors,
    mut arguments: JsonObject,
) -> Result<CallToolResult, Error> {
    join_moves(&mut arguments, "play");
    let arguments: Arguments = read(arguments)?;
    let moves = arguments.play.as_deref().unwrap_or_default();
    let fen = arguments.fen.as_deref();
    let position = fen.map(parse_fen).transpose()?.unwrap_or_default();
    let (position, opening) = play(position, moves)?;
    let filter = arguments.filter.as_ref().map(FilterRequest::games);
    let filter = filter
        .transpose()
        .map_err(|error| error.within("filter."))?;
    let filter = filter.unwrap_or_default();
    // As lichess has it: of a player, what that player did.
    let of_player = filter.player.is_some() && filter.color.is_some();
    let source = if of_player {
        Database::Player
    } else {
        Database::Masters
    };
    let games = arguments.games.map_or(3, Games::get) as usize;
    let request = ExplorerRequest {
        position,
        opening,
        filter,
        moves: Some(arguments.moves.map_or(8, Moves::get) as usize),
        top_games: Some(games),
        recent_games: Some(games),
        history: false,
    };
    let explore = move |view: &View| {
        let known = app::check_names(view, &request.filter);
        let explored = known.and_then(|()| app::explore(view, source, &request));
        let explored = explored.map_err(|error| error.within("filter."))?;
        let games = explored.top_games.or(explored.recent_games);
        let games = games.iter().flatten().map(|game| Game::new(view, game));
        Ok::<_, Error>(Explored {
            fen: pgn::fen(&request.position),
            opening: explored.opening,
            white: explored.white,
            draws: explored.draws,
            black: explored.black,
            moves: explored.moves.into_iter().map(Move::from).collect(),
            games: games.collect::<Result<_, _>>()?,
            left_out: 0,
        })
    };
    short(&doors.on_snapshot(explore).await?, &["games", "moves"])
}

impl From<ExplorerMove> for Move {
    fn from(played: ExplorerMove) -> Move {
        Move {
            uci: played.uci,
            san: played.san,
            white: played.white,
            draws: played.draws,
            black: played.black,
            average_rating: played.average_rating,
            game: played.game.and_then(|game| game.id.parse().ok()),
        }
    }
}

impl Game {
    fn new(view: &View, game: &ExplorerGame) -> Result<Game, Error> {
        let id = game.id.parse().map_err(Error::internal)?;
        let header = GameHeader::new(&app::game(view, id)?);
        Ok(Game {
            uci: game.uci.clone(),
            game: Source::from(&header),
        })
    }
}
