//! `/api/players`: the players of an index, to be completed while somebody types.

use cluster::View;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::extract::number;
use crate::problem::Problem;

/// The most names.
const MOST: f64 = 100.0;

/// What has been typed.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayersRequest {
    /// Beginnings of words of a name, e.g. `carls m`.
    pub q: String,
    /// How many names, a whole number from 1 to 100; 10 unless said.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 10)]
    pub limit: Option<f64>,
}

/// Players, those of most games first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersResponse {
    /// Each name as it is in files.
    pub players: Vec<PlayerGames>,
}

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerGames {
    /// As in the files, e.g. `Carlsen,M`.
    pub name: String,
    /// How many games there are of that name.
    pub games: u64,
}

/// The players whose names have words that begin with what was typed.
///
/// # Errors
///
/// 422 for a limit out of range.
pub fn players(snapshot: &View, request: &PlayersRequest) -> Result<PlayersResponse, Problem> {
    let limit = request.limit.unwrap_or(10.0);
    if limit.fract() != 0.0 || !(1.0..=MOST).contains(&limit) {
        return Err(Problem::impossible(format!(
            "limit: {limit} is out of range; it is a whole number from 1 to {MOST}"
        )));
    }
    let players = snapshot.players(&request.q, limit as usize)?.into_iter();
    Ok(PlayersResponse {
        players: players
            .map(|(name, games)| PlayerGames { name, games })
            .collect(),
    })
}
