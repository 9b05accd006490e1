//! Tunes numbers of the search by games against itself: `engine/src/parameters.rs`.
//!
//! SPSA: all numbers are changed a little at once, each up or down by chance; the engine with these plays the engine with
//! the opposite changes, and the numbers move towards the winner. Sources: Spall 1998,
//! <https://www.chessprogramming.org/SPSA>; gains and steps shrink as in `OpenBench`.

mod games;
mod spsa;

use std::path::Path;

use games::Match;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [
        what @ ("tune" | "match"),
        state,
        openings,
        evaluation,
        nodes,
        pairs,
        ref names @ ..,
    ] = arguments[..]
    else {
        return Err(
            "usage: tune_search tune|match STATE OPENINGS.epd EVALUATION NODES PAIRS [NUMBER..]"
                .into(),
        );
    };
    let games = Match::new(Path::new(openings), evaluation, nodes.parse()?)?;
    let (state, pairs) = (Path::new(state), pairs.parse()?);
    match (what, names) {
        ("tune", names) => spsa::tune(state, &games, pairs, names),
        (_, []) => spsa::compare(state, &games, pairs),
        _ => Err("tune_search match: compares all numbers; name none".into()),
    }
}
