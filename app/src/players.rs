//! The players of an index, to complete a name while it is typed.

use serde::Serialize;
use similarity::CollectionName;
use utoipa::ToSchema;

use crate::bounded::Bounded;
use crate::database::View;
use crate::error::Error;

/// The number of names in an answer.
pub type PlayersLimit = Bounded<1, 100>;

/// Players, those of most games first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersAnswer {
    /// Each name as in the files.
    pub players: Vec<PlayerGames>,
}

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGames {
    /// As in the files, e.g. `Carlsen,M`.
    pub name: String,
    /// The number of games that this name passes as a filter, those of other spellings included: `Carlsen,M` has those
    /// of `Carlsen,Magnus`, too.
    pub games: u64,
}

/// The players whose names have words that begin with those `typed`, e.g. `carls m`; of the games of some collections, if
/// any are named.
///
/// # Errors
///
/// What the index reports.
pub fn players(
    view: &View,
    typed: &str,
    limit: PlayersLimit,
    collections: &[CollectionName],
) -> Result<PlayersAnswer, Error> {
    let (names, _): (Vec<String>, Vec<u64>) = view
        .players(typed, limit.get() as usize, collections)?
        .into_iter()
        .unzip();
    let games = view.games_of_players(&names, collections)?;
    let players = names.into_iter().zip(games);
    let mut players: Vec<PlayerGames> = players
        .map(|(name, games)| PlayerGames { name, games })
        .collect();
    // Stable: of equally many games the spelling that more of them have.
    players.sort_by_key(|player| std::cmp::Reverse(player.games));
    Ok(PlayersAnswer { players })
}
