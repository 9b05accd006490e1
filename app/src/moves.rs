//! A move as answers write it.

use index::Played;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};
use utoipa::ToSchema;

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    /// `f3e5`, `0000` for a null move.
    pub uci: String,
    /// `Ne5`, `--` for a null move.
    pub san: String,
}

impl Move {
    /// A legal move of a position.
    pub(crate) fn new(position: &Chess, m: shakmaty::Move) -> Move {
        Move {
            uci: m.to_uci(position.castles().mode()).to_string(),
            san: SanPlus::from_move(position.clone(), m).to_string(),
        }
    }

    /// What was played in a position of a game.
    pub(crate) fn played(position: &Chess, played: Played) -> Move {
        Move {
            uci: played.uci(position),
            san: played.san(position),
        }
    }
}
