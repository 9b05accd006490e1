//! Positions of games, as hits name them.

use pgn::{Game, Played};
use serde::Serialize;
use shakmaty::Chess;
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

/// A position of a hit with its game, as far as these say.
pub(super) struct Found {
    pub(super) game: Game,
    pub(super) position: Chess,
    pub(super) played: Option<Played>,
}

impl Found {
    pub(super) fn new(view: &View, hit: &similarity::Hit) -> Result<Found, Error> {
        let damaged = || Error::internal(format!("game {} has no ply {}", hit.game, hit.ply));
        let game = view.game(hit.game)?.ok_or_else(damaged)?;
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
    pub(super) fn new(view: &View, hit: &similarity::Hit) -> Result<GamePosition, Error> {
        let found = Found::new(view, hit)?;
        Ok(GamePosition {
            ply: hit.ply,
            label: label(&found.game, &found.position),
            game: GameHeader::new(&found.game),
        })
    }
}
