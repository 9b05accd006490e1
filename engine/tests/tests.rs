//! Rules, laws and limits that the engine must agree with.

mod limits;
mod mates;
mod mirror;
mod perft;
mod tablebase;

use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Game, Limits};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};

/// The position of a FEN or EPD, in Chess960 where it is one.
fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mode = CastlingMode::detect(fen.as_setup());
    let position = fen.clone().into_position(mode);
    // Some of the tables' positions have checks and pieces that no game can lead to.
    let position = position
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    position.unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// A search by a new engine with a small hash table.
fn search(game: &Game, limits: &Limits) -> Analysis {
    let mut engine = Engine::new(1).expect("a mebibyte");
    engine.search(game, limits, &AtomicBool::new(false), |_| ())
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}
