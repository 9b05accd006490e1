//! Analyses a position for a second and prints what the engine thinks of it, one iteration a line.
//!
//! ```text
//! cargo run --release -p tabiya-engine --example analyse -- "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Engine, Game, Limits, Line};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).ok_or("usage: analyse FEN")?;
    let fen: Fen = fen.parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;

    // An engine keeps its hash table and what it has learnt from search to search.
    let mut engine = Engine::new(16)?;
    // A search ends at the first limit it reaches; another thread may end it sooner by the flag.
    let limits = Limits {
        time: Some(Duration::from_secs(1)),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    // A game of more than one position also holds the moves that led here, for draws by repetition.
    let game = Game::new(position.clone());

    let analysis = engine.search(&game, &limits, &stop, |analysis| {
        println!(
            "depth {:>2}: {}",
            analysis.depth,
            text(&position, &analysis.lines[0])
        );
    });
    println!("{} nodes in {:?}", analysis.nodes, analysis.time);
    Ok(())
}

/// The score of a line and its moves in SAN, e.g. `mate 1 Re8#`.
fn text(position: &Chess, line: &Line) -> String {
    let mut position = position.clone();
    let moves = line.moves.iter().map(|m| {
        // Also plays the move.
        SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string()
    });
    let moves: Vec<String> = moves.collect();
    format!("{} {}", line.score, moves.join(" "))
}
