//! Prints a line for each game of a PGN file: its players and its number of moves, or why it is
//! rejected.
//!
//! ```text
//! $ cargo run -p tabiya-pgn --example games -- data/carlsen.pgn
//! 1: Edvardsen,R - Carlsen,Magnus, 23 moves
//! 2: Carlsen,Magnus - Brameld,A, 35 moves
//! ```
//!
//! The file may be compressed with zstd, gzip or bzip2; without one, games are read from standard
//! input.

use std::env;
use std::io::{self, Read, Write};
use std::path::Path;

fn main() -> io::Result<()> {
    // 1. A stream of bytes, decompressed by what it begins with.
    let stream: Box<dyn Read> = match env::args_os().nth(1) {
        Some(file) => Box::new(pgn::open_pgn(Path::new(&file), |_| ())),
        None => Box::new(pgn::decompressed(io::stdin())),
    };
    let mut out = io::stdout().lock();
    // 2. Its games, one at a time: a file of any size needs little memory.
    for game in pgn::pgn_games(stream) {
        // 3. Each is played through, or rejected with a reason.
        match game? {
            Ok(game) => {
                let player = |color| game.tags.get(color).unwrap_or("?");
                let (white, black) = (player("White"), player("Black"));
                let moves = game.plies().div_ceil(2);
                writeln!(out, "{}: {white} - {black}, {moves} moves", game.id)?;
            }
            Err(rejected) => writeln!(
                out,
                "{}: rejected, line {}: {}",
                rejected.game, rejected.line, rejected.reason
            )?,
        }
    }
    Ok(())
}
