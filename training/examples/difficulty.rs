//! Estimates how hard a position is to solve, and says why.
//!
//! ```text
//! cargo run --release -p tabiya-training --example difficulty -- "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17"
//! ```

use std::error::Error;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use training::Estimator;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).ok_or("usage: difficulty FEN")?;
    let fen: Fen = fen.parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;

    let mut estimator = Estimator::new()?;
    // Without a known solution the engine looks for the line to be found.
    let difficulty = estimator.estimate(&position, None);
    let difficulty = difficulty.ok_or("there is no legal move")?;
    let [low, high] = difficulty.interval;
    println!("rating {}, {low} to {high}", difficulty.rating);
    for reason in difficulty.why {
        println!("  {reason}");
    }
    Ok(())
}
