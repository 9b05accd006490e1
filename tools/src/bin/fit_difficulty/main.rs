//! Fits the difficulty of positions to Lichess's puzzles, and says how well it does on puzzles that it
//! was not fitted to:
//!
//! ```text
//! cargo run --release -p tools --bin fit_difficulty
//! ```
//!
//! It writes `coach/data/with_solution.tsv` and `without_solution.tsv`, the same every time. For the second one it
//! searches 200,000 nodes of each of 7,000 puzzles. With `--only N` it takes the first N puzzles and writes nothing.

mod measures;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use coach::{Estimator, Sought};
use engine::{Engine, Game, Limits, NoMemory};
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};
use trees::{Forest, Interval, Settings, fit};

use crate::measures::{mean_error, quantile, spearman};

/// How many parts the puzzles are divided into, each predicted by a model of the others.
const FOLDS: usize = 10;

/// How long the analysis is whose best move stands for an unknown solution. Guessed: a fifth of the default of `analyse`,
/// as all puzzles take half an hour then.
const NODES: u64 = 200_000;

/// Its hash table, in mebibytes. Guessed: as much as a million nodes fill.
const HASH: usize = 16;

/// Measured, with the solution: Spearman .817 and a mean error of 247; with 300 trees and a rate of .06 .814 and 250, with
/// 1,000 and .04 .820 and 246 in twice as many bytes.
const SETTINGS: Settings = Settings {
    trees: 500,
    rate: 0.04,
    rows: 0.7,
    features: 40,
    least: 25.0,
    shrink: 5.0,
    unit: 10.0,
};

/// How many intervals there are, each for as many predictions.
const INTERVALS: usize = 5;

/// A puzzle as its solver sees it.
struct Puzzle {
    position: Chess,
    solution: Vec<Move>,
    rating: f64,
}

/// The features of a puzzle and its rating.
type Row = (Vec<f64>, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let puzzles = fs::File::open(root.join("data/puzzles/lichess.csv.zst"))?;
    let table = zstd::decode_all(puzzles)?;
    let table = String::from_utf8(table)?;
    let puzzles: Result<Vec<Puzzle>, Box<dyn Error>> = table.lines().skip(1).map(read).collect();
    let mut puzzles = puzzles?;
    let only: Option<usize> = std::env::args().nth(2).and_then(|n| n.parse().ok());
    puzzles.truncate(only.unwrap_or(usize::MAX));

    let mean = puzzles.iter().map(|puzzle| puzzle.rating).sum::<f64>() / puzzles.len() as f64;
    let ratings: Vec<f64> = puzzles.iter().map(|puzzle| puzzle.rating).collect();
    let always = vec![mean; ratings.len()];
    println!(
        "always the mean: error {:.0}",
        mean_error(&always, &ratings)
    );
    for (name, with_solution) in [("with_solution", true), ("without_solution", false)] {
        let (names, rows) = extract(&puzzles, with_solution)?;
        let (forest, report) = cross_validated(&names, &rows);
        println!("{name}: {report}");
        if only.is_none() {
            fs::write(root.join(format!("coach/data/{name}.tsv")), forest.write())?;
        }
    }
    Ok(())
}

/// Reads a row: the FEN before the opponent's move, moves in UCI, rating.
fn read(row: &str) -> Result<Puzzle, Box<dyn Error>> {
    let fields: Vec<&str> = row.split(',').collect();
    let [fen, moves, rating] = fields[..] else {
        return Err(format!("a row has three columns: {row}").into());
    };
    let mut before: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let mut line = Vec::new();
    let mut position = None;
    for uci in moves.split(' ') {
        let m = uci.parse::<UciMove>()?.to_move(&before)?;
        before.play_unchecked(m);
        match position {
            None => position = Some(before.clone()),
            Some(_) => line.push(m),
        }
    }
    Ok(Puzzle {
        position: position.ok_or("a puzzle without moves")?,
        solution: line,
        rating: rating.parse()?,
    })
}

/// The features of all puzzles, and their names.
fn extract(
    puzzles: &[Puzzle],
    with_solution: bool,
) -> Result<(Vec<String>, Vec<Row>), Box<dyn Error>> {
    let rows: Result<Vec<Vec<_>>, NoMemory> = puzzles
        .par_chunks(20)
        .map(|puzzles| {
            let (mut estimator, mut engine) = (Estimator::new()?, Engine::new(HASH)?);
            let mut numbers = |puzzle: &Puzzle| {
                let position = &puzzle.position;
                if with_solution {
                    return estimator.features(position, Sought::Solution(&puzzle.solution));
                }
                let best = best_line(&mut engine, position);
                estimator.features(position, Sought::Best(&best))
            };
            Ok(puzzles.iter().map(&mut numbers).collect())
        })
        .collect();
    let rows: Vec<_> = rows?.into_iter().flatten().collect();
    let names = rows
        .first()
        .map_or_else(Vec::new, |row: &Vec<(String, f64)>| {
            row.iter().map(|(name, _)| name.clone()).collect()
        });
    let rows = rows.into_iter().zip(puzzles);
    let rows = rows.map(|(row, puzzle)| {
        let numbers = row.into_iter().map(|(_, number)| number).collect();
        (numbers, puzzle.rating)
    });
    Ok((names, rows.collect()))
}

/// The best line of an analysis, as long as the usual one of the program.
fn best_line(engine: &mut Engine, position: &Chess) -> Vec<Move> {
    engine.forget();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let game = Game::new(position.clone());
    let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
    let best = found.lines.into_iter().next();
    best.map_or_else(Vec::new, |line| line.moves)
}

fn fit_rows(names: &[String], rows: &[&Row]) -> Forest {
    let numbers: Vec<&[f64]> = rows.iter().map(|row| &*row.0).collect();
    let ratings: Vec<f64> = rows.iter().map(|row| row.1).collect();
    fit(names, &numbers, &ratings, &SETTINGS)
}

/// The model of all rows, with intervals from predictions by models that had not seen the row.
fn cross_validated(names: &[String], rows: &[Row]) -> (Forest, String) {
    let folds: Vec<usize> = (0..FOLDS).collect();
    let predicted: Vec<(usize, f64)> = folds
        .par_iter()
        .flat_map_iter(|fold| {
            let (test, train): (Vec<_>, Vec<_>) =
                (0..rows.len()).partition(|place| place % FOLDS == *fold);
            let train: Vec<&Row> = train.into_iter().map(|place| &rows[place]).collect();
            let forest = fit_rows(names, &train);
            test.into_iter().map(move |place| {
                let rating = forest.predict(&forest.places(&rows[place].0));
                (place, f64::from(rating) / 10.0)
            })
        })
        .collect();
    let mut predictions = vec![0.0; rows.len()];
    for (place, rating) in predicted {
        predictions[place] = rating;
    }
    let ratings: Vec<f64> = rows.iter().map(|(_, rating)| *rating).collect();
    // Each fold by the intervals of the others.
    let pairs: Vec<(f64, f64)> = predictions
        .iter()
        .copied()
        .zip(ratings.iter().copied())
        .collect();
    let (mut within, mut width) = (0, 0.0);
    for fold in 0..FOLDS {
        let others = pairs
            .iter()
            .enumerate()
            .filter(|(place, _)| place % FOLDS != fold);
        let forest = Forest {
            intervals: intervals(others.map(|(_, pair)| *pair).collect()),
            ..Forest::default()
        };
        for (prediction, rating) in pairs.iter().skip(fold).step_by(FOLDS) {
            let prediction = (prediction * 10.0) as i32;
            if let Some(interval) = forest.interval(prediction) {
                let [low, high] = interval.around.map(|around| prediction + around);
                within += usize::from((low..=high).contains(&((rating * 10.0) as i32)));
                width += f64::from(high - low) / 10.0;
            }
        }
    }
    let report = format!(
        "Spearman {:.3}, mean error {:.0}; {:.1} % within the interval, which is {:.0} wide",
        spearman(&predictions, &ratings),
        mean_error(&predictions, &ratings),
        100.0 * within as f64 / rows.len() as f64,
        width / rows.len() as f64,
    );
    let all: Vec<&Row> = rows.iter().collect();
    let mut forest = fit_rows(names, &all);
    forest.intervals = intervals(pairs);
    (forest, report)
}

/// The tenth and the ninetieth percentile of what was missing, by prediction.
fn intervals(mut pairs: Vec<(f64, f64)>) -> Vec<Interval> {
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let size = pairs.len().div_ceil(INTERVALS).max(1);
    let groups = pairs.chunks(size).filter(|group| !group.is_empty());
    groups
        .map(|group| {
            let mut missing: Vec<f64> = group.iter().map(|(said, is)| is - said).collect();
            missing.sort_by(f64::total_cmp);
            let tenths = |share: f64| (10.0 * quantile(&missing, share)) as i32;
            Interval {
                up_to: (10.0 * group[group.len() - 1].0) as i32,
                around: [tenths(0.1).min(0), tenths(0.9).max(0)],
            }
        })
        .collect()
}
