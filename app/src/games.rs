//! One game, the header of a game wherever it is named, and the removal of games.

use std::collections::{BTreeMap, BTreeSet};

use motifs::opening_of_game;
use pgn::Game;
use serde::Serialize;
use shakmaty::Chess;
use utoipa::ToSchema;

use crate::annotations::{MoveAnnotations, annotations};
use crate::database::{Database, View};
use crate::error::Error;
use crate::motifs::Opening;
use crate::names::{ColorName, Name};
use crate::schemas::Fen;

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
    #[schema(inline)]
    pub winner: Option<ColorName>,
    /// The Result tag, e.g. `1/2-1/2`, which distinguishes a draw from an unknown result.
    pub result: Option<String>,
    /// The ECO tag, e.g. `D12`.
    pub eco: Option<String>,
    /// How many half-moves it shares with the game that it is a variation of: nobody played the others. Null of any game
    /// that was played.
    #[serde(rename = "variationPly")]
    pub variation_ply: Option<usize>,
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
pub struct GameAnswer {
    /// Players, place, date, result.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The first position, null for the usual start.
    pub initial_fen: Option<Fen>,
    /// The opening: the name of the last position of the game that has one; null if none has.
    pub opening: Option<GameOpening>,
    /// The number of its half-moves.
    pub plies: usize,
    /// Its moves in standard algebraic notation, separated by spaces: `d4 Nf6 Nf3`.
    pub moves: String,
    /// Its annotations: comments, marks, variations, clocks and evaluations, of the moves that have any.
    pub annotations: Vec<MoveAnnotations>,
    /// All tags as in the file; of a repeated tag the first.
    pub tags: BTreeMap<String, String>,
}

/// The opening of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameOpening {
    /// Code and name.
    #[serde(flatten)]
    pub opening: Opening,
    /// The ply of the position with that name: the number of half-moves before it.
    pub ply: usize,
}

impl GameHeader {
    /// The header of a game, from its tags.
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
            winner: game.winner().map(Name),
            result: tag("Result"),
            eco: tag("ECO"),
            variation_ply: game.tags.variation_ply(),
        }
    }
}

impl From<&Game> for GameAnswer {
    fn from(game: &Game) -> GameAnswer {
        GameAnswer {
            header: GameHeader::new(game),
            initial_fen: game
                .tags
                .get("FEN")
                .and_then(|_| game.positions().next())
                .map(|(position, _)| Fen::from(&position)),
            opening: opening_of_game(game.positions().map(|(position, _)| position)).map(
                |(ply, opening)| GameOpening {
                    opening: opening.into(),
                    ply,
                },
            ),
            plies: game.plies(),
            moves: game.sans().join(" "),
            annotations: annotations(game),
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
/// [`Error::NoGame`] if there is none.
pub fn game(view: &View, id: u64) -> Result<Game, Error> {
    view.game(id)?.ok_or(Error::NoGame(id))
}

/// The result of a removal.
#[derive(Clone, Debug, Serialize)]
pub struct Removed {
    /// The headers of the removed games.
    pub games: Vec<GameHeader>,
    /// The ids for which there was no game.
    pub missing: Vec<u64>,
    /// The ids of the removed games.
    pub removed: BTreeSet<u64>,
}

/// Removes games and their positions.
///
/// # Errors
///
/// [`Error::AnotherWriter`] while another writer is at work, or what the index reports.
pub fn remove(database: &Database, ids: &BTreeSet<u64>) -> Result<Removed, Error> {
    let mut writer = database.writer()?;
    // Read while no other writer can remove them.
    database.reload();
    let view = database.snapshot()?;
    let games = ids.iter().filter_map(|id| view.game(*id).transpose());
    let games = games.map(|game| Ok(GameHeader::new(&game?)));
    let games = games.collect::<Result<_, Error>>()?;
    let removed = writer.remove(ids);
    // In a cluster they may be gone where it ends with an error.
    database.reload();
    let removed = removed?;
    writer.close()?;
    Ok(Removed {
        games,
        missing: ids.difference(&removed).copied().collect(),
        removed,
    })
}

/// `831 [6th EU-chT] Sutovsky, Emil-Carlsen, Magnus/23 W`, as the thesis names positions; of a variation with a word for
/// that.
pub(crate) fn label(game: &Game, position: &Chess) -> String {
    let tag = |name| game.tags.get(name).unwrap_or("?");
    let (number, mover) = Game::moved(position);
    format!(
        "{} [{}] {}-{}/{number} {}{}",
        game.id,
        tag("Event"),
        tag("White"),
        tag("Black"),
        mover.fold_wb('W', 'B'),
        game.tags.variation_ply().map_or("", |_| " (variation)"),
    )
}
