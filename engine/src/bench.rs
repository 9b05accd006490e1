//! The engine's fingerprint: how many moves it makes on fixed positions to a fixed depth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::engine::Engine;
use crate::game::Game;
use crate::limits::Limits;

/// The positions: the start, and Bratko's and Kopec's 24.
const POSITIONS: &str = include_str!("../data/bk.epd");

/// The number of moves made when fixed positions are searched to a depth, in plies, with empty
/// tables. It changes whenever search or evaluation do, and only then. Returned with the time that
/// the searches took.
pub fn bench(engine: &mut Engine, depth: u32) -> (u64, Duration) {
    let fens = POSITIONS.lines().filter_map(|line| {
        // What follows the four fields of the position is what to find in it.
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        let fen: Fen = fields.join(" ").parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok()
    });
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut search = |position: Chess| {
        engine.forget();
        let game = Game::new(position);
        let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
        (found.nodes, found.time)
    };
    let start = search(Chess::default());
    fens.map(&mut search)
        .fold(start, |sum, next| (sum.0 + next.0, sum.1 + next.1))
}
