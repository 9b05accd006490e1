//! Tunes numbers of the search by games against itself: `engine/src/parameters.rs`.
//!
//! SPSA: all numbers are changed a little at once, each up or down by chance; the engine with these plays the engine with
//! the opposite changes, and the numbers move towards the winner. Sources: Spall 1998,
//! <https://www.chessprogramming.org/SPSA>; gains and steps shrink as in `OpenBench`.

mod games;
mod spsa;

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tune", state, openings, evaluation, nodes, pairs] => spsa::tune(
            Path::new(state),
            Path::new(openings),
            games::evaluation(evaluation)?,
            nodes.parse()?,
            pairs.parse()?,
        ),
        ["match", state, openings, evaluation, nodes, pairs] => spsa::compare(
            Path::new(state),
            Path::new(openings),
            games::evaluation(evaluation)?,
            nodes.parse()?,
            pairs.parse()?,
        ),
        _ => Err(
            "usage: tune_search tune STATE OPENINGS.epd EVALUATION NODES PAIRS\n       \
                  tune_search match STATE OPENINGS.epd EVALUATION NODES PAIRS"
                .into(),
        ),
    }
}
