//! Takes positions from Lichess's games with Stockfish's evaluations in their comments.

use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::Path;

use shakmaty::{Color, Position};

use crate::games::{line, read_games, sorted_moves};
use crate::judge::is_quiet;
use crate::judged::{Judged, write_game};

/// Writes the positions of these games that have an evaluation, are quiet, and in which no piece is taken next.
pub(crate) fn take_evals(games: &Path, judged: &Path) -> Result<(), Box<dyn Error>> {
    let file = BufWriter::new(std::fs::File::create(judged)?);
    let mut out = zstd::Encoder::new(file, 19)?;
    let mut count = 0;
    for game in read_games(games)? {
        let line = line(&game);
        let quiet = game.evals.iter().filter_map(|(ply, white)| {
            let position = line.get(usize::from(*ply))?;
            let next = usize::from(*game.moves.get(usize::from(*ply))?);
            let next = *sorted_moves(position).get(next)?;
            let takes = next.is_capture() || next.is_promotion();
            (is_quiet(position) && !takes).then_some(Judged {
                ply: *ply,
                moves: Vec::new(),
                score: if position.turn() == Color::White {
                    *white
                } else {
                    -*white
                },
            })
        });
        // What a game has more than a byte can count is left out.
        let quiet: Vec<Judged> = quiet.take(255).collect();
        count += quiet.len();
        write_game(&mut out, &game, &quiet)?;
    }
    out.finish()?.flush()?;
    eprintln!("{}: {count} positions", judged.display());
    Ok(())
}
