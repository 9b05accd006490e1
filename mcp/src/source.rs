//! The game that a fact comes from, so that it can be cited and looked up.

use app::{GameHeader, Player};
use pgn::{Date, shortened};
use serde::Serialize;

/// A game of the index: who played whom, where, when, and how it ended. Null where the file does not say.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    /// Its number in the index, as the tool `game` takes it.
    id: u64,
    /// The path of its page on a server of this index; with `/api` before it, of its JSON.
    path: String,
    /// The player of the white pieces.
    white: Option<String>,
    /// White's rating.
    white_rating: Option<u32>,
    /// The player of the black pieces.
    black: Option<String>,
    /// Black's rating.
    black_rating: Option<u32>,
    /// The Event tag.
    event: Option<String>,
    /// The year of the Date tag.
    year: Option<u16>,
    /// The Result tag, e.g. `1-0`.
    result: Option<String>,
    /// Of a variation, which nobody played, how many of its half-moves are those of the game.
    variation_ply: Option<usize>,
}

impl From<&GameHeader> for Source {
    fn from(game: &GameHeader) -> Source {
        let name = |player: &Player| player.name.as_deref().map(shortened);
        Source {
            id: game.id,
            path: format!("/games/{}", game.id),
            white: name(&game.white),
            white_rating: game.white.rating,
            black: name(&game.black),
            black_rating: game.black.rating,
            event: game.event.as_deref().map(shortened),
            year: game
                .date
                .as_deref()
                .and_then(Date::from_tag)
                .map(Date::year),
            result: game.result.as_deref().map(shortened),
            variation_ply: game.variation_ply,
        }
    }
}
