//! `/api/games/{id}`: one game, and what is told of a game wherever it is named.

use std::collections::{BTreeMap, BTreeSet};

use cluster::{Database, View};
use index::Game;
use motifs::opening_of_game;
use serde::Serialize;
use utoipa::ToSchema;

use crate::motifs::Opening;
use crate::problem::Problem;
use crate::schemas::{self, Fen};

/// Who played whom, where, when, and how it ended. Tags as in the file, null where there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameHeader {
    /// The game's number in the index.
    pub id: u64,
    /// The Event tag.
    pub event: Option<String>,
    /// The Site tag.
    pub site: Option<String>,
    /// The Date tag, e.g. `2005.06.18`, with `??` for what is unknown.
    pub date: Option<String>,
    /// The Round tag.
    pub round: Option<String>,
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
    /// `white`, `black`, or null for a draw or an unknown result.
    #[schema(schema_with = schemas::side)]
    pub winner: Option<&'static str>,
    /// The Result tag, e.g. `1/2-1/2`, which tells a draw from an unknown result.
    pub result: Option<String>,
    /// The ECO tag, e.g. `D12`.
    pub eco: Option<String>,
}

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Player {
    /// The name as in the file.
    pub name: Option<String>,
    /// The Elo tag, if it is a number.
    pub rating: Option<u32>,
}

/// A whole game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameResponse {
    /// Players, place, date, result.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The first position, null for the usual one.
    #[schema(value_type = Option<Fen>)]
    pub initial_fen: Option<String>,
    /// The opening, by the last position of the game that has a name; null if none has.
    pub opening: Option<GameOpening>,
    /// How many half-moves it has.
    pub plies: usize,
    /// Its moves in standard algebraic notation, separated by spaces: `d4 Nf6 Nf3`.
    pub moves: String,
    /// All tags as in the file; of a repeated one the first.
    pub tags: BTreeMap<String, String>,
}

/// The opening of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameOpening {
    /// Code and name.
    #[serde(flatten)]
    pub opening: Opening,
    /// The ply of the position that has the name: half-moves before it.
    pub ply: usize,
}

impl GameHeader {
    /// What the tags of a game say.
    pub fn new(game: &Game) -> GameHeader {
        let tag = |name: &str| game.tags.get(name).map(str::to_owned);
        let player = |name: &str, elo: &str| Player {
            name: tag(name),
            rating: game.tags.get(elo).and_then(|elo| elo.trim().parse().ok()),
        };
        GameHeader {
            id: game.id,
            event: tag("Event"),
            site: tag("Site"),
            date: tag("Date"),
            round: tag("Round"),
            white: player("White", "WhiteElo"),
            black: player("Black", "BlackElo"),
            winner: game.winner().map(|color| color.fold_wb("white", "black")),
            result: tag("Result"),
            eco: tag("ECO"),
        }
    }
}

impl From<&Game> for GameResponse {
    fn from(game: &Game) -> GameResponse {
        GameResponse {
            header: GameHeader::new(game),
            initial_fen: game
                .tags
                .get("FEN")
                .and_then(|_| game.positions().next())
                .map(|(position, _)| index::fen(&position)),
            opening: opening_of_game(game.positions().map(|(position, _)| position)).map(
                |(ply, opening)| GameOpening {
                    opening: opening.into(),
                    ply,
                },
            ),
            plies: game.plies(),
            moves: game.sans().join(" "),
            tags: game
                .tags
                .iter()
                .filter_map(|(name, _)| Some((name.to_owned(), game.tags.get(name)?.to_owned())))
                .collect(),
        }
    }
}

/// The game of an id.
///
/// # Errors
///
/// 404 if there is none.
pub fn game(snapshot: &View, id: u64) -> Result<Game, Problem> {
    snapshot.game(id)?.ok_or_else(|| missing(id))
}

/// Removes a game and its positions.
///
/// # Errors
///
/// 404 if there is none, 409 while somebody else writes.
pub(crate) fn remove(database: &Database, id: u64) -> Result<(), Problem> {
    let mut writer = database.writer()?;
    let removed = writer.remove(&BTreeSet::from([id]))?;
    writer.close()?;
    database.reload()?;
    if removed.is_empty() {
        return Err(missing(id));
    }
    tracing::info!("removed game {id}");
    Ok(())
}

fn missing(id: u64) -> Problem {
    Problem::missing(format!("there is no game {id}"))
}
