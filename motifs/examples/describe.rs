//! Describes what a player sees in a position: its opening, its pawn structure, its motifs.
//!
//! ```text
//! cargo run -p tabiya-motifs --example describe -- "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"
//! ```

use std::error::Error;

use motifs::{motifs, named_structures, opening};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).ok_or("usage: describe FEN")?;
    let fen: Fen = fen.parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;

    // Only positions that an opening is named for have one.
    if let Some(opening) = opening(&position) {
        println!("{} {}", opening.eco, opening.name);
    }
    for structure in named_structures(position.board()) {
        println!("{}: {}", structure.name, structure.about);
    }
    // What stands on the board comes first, then the chances of the side to move.
    for motif in motifs(&position) {
        println!("{:<16}  {}", motif.kind.name(), motif.sentence(&position));
    }
    Ok(())
}
