//! What pieces are worth in crazyhouse, on the board and in hand, found by games that the searcher plays against itself:
//! `cargo run --release -p tools --bin tune_pieces -- 250 800`: 250 steps, 800 moves made in each search. A step is 16 games.
//!
//! All ten values are changed at once, up or down at random; two games message which of both sets plays better, and all
//! values go a little that way. It begins with those of the thesis; at the end 1,000 games measure the
//! result. With no steps they are about [`PieceValues::TUNED`].
//!
//! Source: Spall, *Implementation of the simultaneous perturbation algorithm for stochastic optimization*, IEEE
//! Transactions on Aerospace and Electronic Systems 34(3), 1998; <https://www.chessprogramming.org/SPSA>.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use engine::Limits;
use rayon::prelude::*;
use shakmaty::{Color, Position};
use variants::bughouse::{Kind, PieceValues, PocketBoard, Searcher, Wishes};

/// Random half-moves a game begins with, so that hardly two are the same. Guessed.
const RANDOM: usize = 6;
/// A game of more half-moves is a draw. Guessed.
const LONGEST: usize = 300;
/// Pairs of games a step. Guessed: a few for each processor.
const PAIRS: u64 = 8;
/// By what share values are changed in the first games, and how that declines. The exponent is Spall's.
const CHANGE: (f64, f64) = (0.12, 0.101);
/// By what share they go on after a game won in the first step, and how that declines. The exponent is Spall's.
const GAIN: (f64, f64) = (0.006, 0.602);
/// Games at the end.
const JUDGES: u64 = 1000;

/// On the board, then in hand, pawn to queen.
type Values = [f64; 10];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |what: &str| -> Result<u64, Box<dyn Error>> {
        Ok(args.next().ok_or(format!("how many {what}?"))?.parse()?)
    };
    let (steps, nodes) = (number("steps")?, number("moves made a search")?);
    let PieceValues { board, hand } = if steps == 0 {
        PieceValues::TUNED
    } else {
        PieceValues::THESIS
    };
    let mut values: Values = std::array::from_fn(|i| f64::from([board, hand].as_flattened()[i]));
    for step in 0..steps {
        // Spall's stability constants: a tenth of the steps, and here three tenths.
        let (passed, all) = (step as f64, steps as f64);
        let change = CHANGE.0 / (1.0 + passed / (0.1 * all)).powf(CHANGE.1);
        let gain = GAIN.0 / (1.0 + passed / (0.3 * all)).powf(GAIN.1);
        let votes = (0..PAIRS).into_par_iter().map(|pair| {
            let seed = step * PAIRS + pair;
            let mut random = fastrand::Rng::with_seed(seed);
            let signs: Values = std::array::from_fn(|_| if random.bool() { 1.0 } else { -1.0 });
            let changed = |sign: f64| {
                pieces(std::array::from_fn(|i| {
                    values[i] * (1.0 + sign * change * signs[i])
                }))
            };
            let won = pair_of_games(seed, changed(1.0), changed(-1.0), nodes) - 1.0;
            signs.map(|sign| sign * won)
        });
        let votes: Vec<Values> = votes.collect();
        for (index, value) in values.iter_mut().enumerate() {
            *value *= 1.0 + gain * votes.iter().map(|vote| vote[index]).sum::<f64>();
        }
        if (step + 1).is_multiple_of(50) {
            println!("{:>5} {:?}", step + 1, pieces(values));
        }
    }
    let judges = (0..JUDGES / 2).into_par_iter();
    // Openings that were not played before.
    let points = judges
        .map(|pair| pair_of_games(u64::MAX - pair, pieces(values), PieceValues::THESIS, nodes));
    let points: Vec<f64> = points.collect();
    let mean = points.iter().sum::<f64>() / JUDGES as f64;
    let spread: f64 = points
        .iter()
        .map(|points| (points / 2.0 - mean).powi(2))
        .sum();
    let error = 1.96 * spread.sqrt() / points.len() as f64;
    println!(
        "{:.1} % ± {:.1} of {JUDGES} games against the thesis's",
        100.0 * mean,
        100.0 * error
    );
    Ok(())
}

fn pieces(values: Values) -> PieceValues {
    let of = |place: usize| std::array::from_fn(|i| values[5 * place + i].round() as i32);
    PieceValues {
        board: of(0),
        hand: of(1),
    }
}

/// The points of the first in two games from one opening, with colours changed.
fn pair_of_games(seed: u64, first: PieceValues, second: PieceValues, nodes: u64) -> f64 {
    let white = game(seed, [second, first], nodes);
    white + 1.0 - game(seed, [first, second], nodes)
}

/// White's points; Black's pieces come first.
fn game(seed: u64, pieces: [PieceValues; 2], nodes: u64) -> f64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut players = pieces.map(|pieces| {
        let mut searcher = Searcher::new(1).expect("a mebibyte");
        searcher.set_piece_values(pieces);
        searcher
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (wishes, stop) = (Wishes::default(), AtomicBool::new(false));
    let mut position = PocketBoard::new(Kind::Crazyhouse);
    let mut earlier = Vec::new();
    for ply in 0..LONGEST {
        let moves = position.legal_moves();
        if moves.is_empty() && position.chess().is_check() {
            return position.turn().fold_wb(0.0, 1.0);
        }
        let repeated = earlier.iter().filter(|key| **key == position.key()).count() > 1;
        if moves.is_empty() || repeated {
            break;
        }
        let m = if ply < RANDOM {
            moves[random.usize(..moves.len())]
        } else {
            let player = &mut players[usize::from(position.turn() == Color::White)];
            let found = player.search(&position, &earlier, &limits, &wishes, &stop, |_| ());
            found.best_move().expect("there are moves")
        };
        earlier.push(position.key());
        position.play(m);
    }
    0.5
}
