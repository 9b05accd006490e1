//! Trains the network that evaluates positions, `engine/data/network.bin`.

mod games;
mod judge;
mod judged;
mod model;
mod positions;
mod samples;
mod train;

use std::path::{Path, PathBuf};

/// What may go wrong, in words; it may come from another thread.
type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["judge", folder, nodes, parts, threads, collections @ ..] => {
            let collections: Vec<PathBuf> = collections.iter().map(PathBuf::from).collect();
            judge::judge(
                folder.as_ref(),
                nodes.parse()?,
                parts.parse()?,
                threads.parse()?,
                &collections,
            )
        }
        ["train", state, network, epochs, threads, judged] => train::train(
            Path::new(judged),
            Path::new(state),
            Path::new(network),
            epochs.parse()?,
            threads.parse()?,
        ),
        _ => Err(
            "usage: train_network judge FOLDER NODES PARTS THREADS GAMES.pgn.zst..\n       \
             train_network train STATE NETWORK.bin EPOCHS THREADS JUDGED.zst"
                .into(),
        ),
    }
}
