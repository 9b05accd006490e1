//! Searches a position of crazyhouse for a second and prints the best move. The pieces in hand stand in brackets.
//!
//! ```text
//! cargo run --release -p tabiya-variants --example crazyhouse_move -- "7k/5Qpp/8/8/8/8/8/4K3[N] w - - 0 1"
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Limits;
use variants::bughouse::{Kind, PocketBoard, Searcher, Wishes};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    // The two boards of bughouse are of the other kind: there a capture goes to the partner.
    let board = PocketBoard::from_fen(&fen.ok_or("usage: crazyhouse_move FEN")?, Kind::Crazyhouse)?;

    let mut searcher = Searcher::new(16)?;
    let limits = Limits {
        time: Some(Duration::from_secs(1)),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    // No position came before, and no partner wishes for anything.
    let analysis = searcher.search(&board, &[], &limits, &Wishes::default(), &stop, |_| ());
    let best = analysis.best_move().ok_or("there is no legal move")?;
    println!("{}, {}", board.san(best), analysis.lines[0].score);
    Ok(())
}
