//! Fits the model that reranks hits to how the games of hits went on, compared with those of 1,500 queries:
//!
//! ```text
//! cargo run --release -p tools --bin fit_ranking
//! ```
//!
//! It reads `data/quality/queries_train.tsv` and `index_small.pgn.zst`, whose games have no player of any query, and
//! writes `similarity/data/ranking.tsv`. Some minutes on two cores; the same every time. `--dump FILE` writes the
//! numbers that it fits, too, for experiments.

mod pairs;

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use app::ingest;
use index::{Index, Snapshot};
use similarity::Ingested;
use similarity::learned::names;
use similarity::quality::parse;
use tempfile::TempDir;
use trees::{Settings, fit};

use pairs::{AnyError, Pair, pairs};

/// One in this many queries is without ideas, so that the model also knows what to do then. Guessed.
const WITHOUT_IDEAS: usize = 5;

/// Guessed: usual values for some 100,000 pairs. With twice the trees a prototype of the model was no better.
const SETTINGS: Settings = Settings {
    trees: 300,
    rate: 0.05,
    rows: 0.7,
    features: 64,
    least: 400.0,
    shrink: 10.0,
    unit: 10_000.0,
};

fn main() -> Result<(), AnyError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let data = root.join("data/quality");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = args.iter().position(|arg| arg == name);
        place
            .and_then(|place| args.get(place + 1))
            .map(PathBuf::from)
    };
    let table = value("--queries").unwrap_or_else(|| data.join("queries_train.tsv"));
    let queries = parse(&table.display().to_string(), &fs::read_to_string(&table)?)?;
    let folder = TempDir::new()?;
    let snapshot = index(folder.path(), &data.join("index_small.pgn.zst"))?;
    let pairs = pairs(&snapshot, &queries, WITHOUT_IDEAS)?;
    if let Some(path) = value("--dump") {
        return Ok(pairs::dump(&path, &names(), &pairs)?);
    }
    let rows: Vec<&[f64]> = pairs.iter().flat_map(Pair::rows).collect();
    let targets: Vec<f64> = pairs.iter().flat_map(Pair::targets).collect();
    let forest = fit(&names(), &rows, &targets, &SETTINGS);
    let text = forest.write();
    fs::write(root.join("similarity/data/ranking.tsv"), &text)?;
    let mut predicted: Vec<i32> = rows
        .chunks(2)
        .map(|views| {
            let predict = |view: &&[f64]| forest.predict(&forest.places(view));
            views.iter().map(predict).sum::<i32>() / 2
        })
        .collect();
    predicted.sort_unstable();
    println!(
        "{} pairs, {} bytes; predictions: one of 1,000 below {}, median {}",
        pairs.len(),
        text.len(),
        predicted[predicted.len() / 1000],
        predicted[predicted.len() / 2],
    );
    Ok(())
}

/// The index of the games of a compressed file.
fn index(folder: &Path, games: &Path) -> Result<std::sync::Arc<Snapshot>, AnyError> {
    let index = Index::create(folder)?;
    let mut writer = index.writer()?;
    let games = BufReader::new(zstd::Decoder::new(File::open(games)?)?);
    let mut sum = Ingested::default();
    ingest(
        &mut writer,
        "index_small.pgn.zst",
        games,
        13,
        &mut sum,
        |_, _| ControlFlow::Continue(()),
    )?;
    writer.commit()?;
    Ok(index.snapshot()?)
}
