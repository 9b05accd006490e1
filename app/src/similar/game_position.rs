//! Positions of games, as hits name them.

use std::collections::{BTreeSet, HashMap};

use pgn::{Game, Played};
use serde::Serialize;
use shakmaty::Chess;
use similarity::Similar;
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::games::{GameHeader, label};

/// A position of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GamePosition {
    /// The number of half-moves of the game before it.
    pub ply: u64,
    /// Game number, event, players, full move and the side that has just moved.
    pub label: String,
    /// Its game.
    pub game: GameHeader,
}

/// The games of some hits of searches, each given by its place, and those of the same boards; of a cluster in one request.
pub(super) fn games_of(
    view: &View,
    hits: &[(usize, &Similar)],
) -> Result<HashMap<u64, Game>, Error> {
    let ids = hits.iter().flat_map(|(place, of)| {
        let others = of.boards[*place].others.iter();
        others.chain([&of.hits[*place]]).map(|hit| hit.game)
    });
    let ids: BTreeSet<u64> = ids.collect();
    view.games_by_id(&ids.into_iter().collect::<Vec<_>>())
}

/// A position of a hit with its game, as far as these say.
pub(super) struct Found<'a> {
    pub(super) game: &'a Game,
    pub(super) position: Chess,
    pub(super) played: Option<Played>,
}

impl Found<'_> {
    pub(super) fn new<'a>(
        games: &'a HashMap<u64, Game>,
        hit: &similarity::Hit,
    ) -> Result<Found<'a>, Error> {
        let damaged = || Error::internal(format!("game {} has no ply {}", hit.game, hit.ply));
        let game = games.get(&hit.game).ok_or_else(damaged)?;
        let ply = usize::try_from(hit.ply).map_err(Error::internal)?;
        let (position, played) = game.positions().nth(ply).ok_or_else(damaged)?;
        Ok(Found {
            game,
            position,
            played,
        })
    }
}

impl GamePosition {
    pub(super) fn new(
        games: &HashMap<u64, Game>,
        hit: &similarity::Hit,
    ) -> Result<GamePosition, Error> {
        let found = Found::new(games, hit)?;
        Ok(GamePosition {
            ply: hit.ply,
            label: label(found.game, &found.position),
            game: GameHeader::new(found.game),
        })
    }
}
