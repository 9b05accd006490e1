//! Estimates how hard a position is to solve, and says why.
//!
//! ```text
//! cargo run --release -p tabiya-coach --example difficulty -- "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17"
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;

use coach::{Estimator, Sought};
use engine::{Engine, Game, Limits};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).ok_or("usage: difficulty FEN")?;
    let fen: Fen = fen.parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;

    if position.legal_moves().is_empty() {
        return Err("there is no legal move".into());
    }

    // The solution is not known: the best line of an analysis stands for it.
    let limits = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let found = Engine::new(16)?.search(&Game::new(position.clone()), &limits, &stop, |_| ());
    let best = found.lines.into_iter().next().ok_or("no line")?.moves;

    let difficulty = Estimator::new()?.estimate(&position, Sought::Best(&best));
    let difficulty = difficulty.ok_or("no move to find")?;
    let [low, high] = difficulty.interval;
    println!("rating {}, {low} to {high}", difficulty.rating);
    for reason in difficulty.why {
        println!("  {reason}");
    }
    Ok(())
}
