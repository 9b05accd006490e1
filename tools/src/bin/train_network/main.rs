//! Trains the network that evaluates positions, `engine/data/network.bin.zst`.

mod archive;
mod games;
mod layers;
mod model;
mod parameters;
mod positions;
mod samples;
mod teacher;
mod train;

use std::path::Path;

use rayon::ThreadPoolBuilder;
use teacher::{Error, Teacher};

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["collect", games, count, collections @ ..] => {
            collect(Path::new(games), count.parse()?, collections)
        }
        ["train", state, network, threads, stockfish, games] => {
            ThreadPoolBuilder::new()
                .num_threads(threads.parse()?)
                .build_global()?;
            let teacher = Teacher::read(Path::new(stockfish))?;
            let games =
                archive::read(Path::new(games)).map_err(|error| format!("{games}: {error}"))?;
            train::train(&games, &teacher, Path::new(state), Path::new(network))
        }
        _ => Err(
            "usage: train_network collect GAMES.zst COUNT COLLECTION.pgn.zst..\n       \
             train_network train STATE NETWORK.bin.zst THREADS STOCKFISH GAMES.zst"
                .into(),
        ),
    }
}

/// Writes as many games of collections, in a random order that is the same each time.
fn collect(path: &Path, count: usize, collections: &[&str]) -> Result<(), Error> {
    let mut games = Vec::new();
    for path in collections {
        let read = games::read_games(path.as_ref()).map_err(|error| format!("{path}: {error}"))?;
        eprintln!("{path}: {} games", read.len());
        games.extend(read);
    }
    fastrand::Rng::with_seed(1).shuffle(&mut games);
    games.truncate(count);
    archive::write(&games, &mut std::fs::File::create(path)?)?;
    Ok(())
}
