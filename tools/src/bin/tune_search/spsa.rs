//! The numbers as they are being tuned, and what moves them.

use std::error::Error;
use std::path::Path;

use engine::{Parameters, TUNABLES, Tunable};
use rayon::prelude::*;

use crate::games::Match;

/// Pairs of games that are played with the same numbers, before these move.
const AT_ONCE: usize = 16;
/// A number is changed by its range divided by this in the last games. Guessed.
const STEPS: f64 = 12.0;
/// By what share of a change a number moves for a game won, in the last games. Guessed: three times that of `OpenBench`,
/// which plays many more games.
const GAIN: f64 = 0.006;
/// How fast gains and changes shrink, and the share of all pairs before gains do. Read: Spall 1998.
const SHRINK_GAIN: f64 = 0.602;
const SHRINK_CHANGE: f64 = 0.101;
const SLOW: f64 = 0.1;

/// The numbers as they are, and after how many pairs.
struct State {
    pairs: usize,
    numbers: Vec<f64>,
}

/// Plays up to as many pairs of games to tune the numbers of these names, or all; `state` keeps what is needed to go on,
/// and where it exists, tuning goes on from there.
///
/// # Errors
///
/// There is no number of such a name, or the state cannot be read or written.
pub(crate) fn tune(
    path: &Path,
    games: &Match,
    pairs: usize,
    names: &[&str],
) -> Result<(), Box<dyn Error>> {
    let is_number = |name: &str| TUNABLES.iter().any(|tunable| tunable.name == name);
    if let Some(name) = names.iter().find(|name| !is_number(name)) {
        return Err(format!("{name}: no number of engine/src/parameters.rs").into());
    }
    let is_tuned = |tunable: &Tunable| names.is_empty() || names.contains(&tunable.name);
    let mut state = if path.exists() {
        read(path)?
    } else {
        State::new()
    };
    while state.pairs < pairs {
        let done = state.pairs as f64 + 1.0;
        let (all, slow) = (pairs as f64, pairs as f64 * SLOW);
        let change = (all / done).powf(SHRINK_CHANGE);
        let gain = GAIN * ((all + slow) / (done + slow)).powf(SHRINK_GAIN) / change;
        let played: Result<Vec<_>, String> = (0..AT_ONCE)
            .into_par_iter()
            .map(|number| {
                let seed = (state.pairs + number) as u64;
                let mut random = fastrand::Rng::with_seed(seed);
                let signs: Vec<f64> = TUNABLES
                    .iter()
                    .map(|tunable| match (is_tuned(tunable), random.bool()) {
                        (false, _) => 0.0,
                        (true, true) => 1.0,
                        (true, false) => -1.0,
                    })
                    .collect();
                let [up, down] = [1.0, -1.0].map(|way| state.changed(&signs, way * change));
                Ok((signs, games.pair([&up, &down], &mut random)?))
            })
            .collect();
        for (signs, wins) in played? {
            for ((number, sign), tunable) in state.numbers.iter_mut().zip(signs).zip(TUNABLES) {
                let (low, high) = bounds(tunable);
                let moved = gain * change * sign * f64::from(wins) * step(tunable);
                *number = (*number + moved).clamp(low, high);
            }
        }
        state.pairs += AT_ONCE;
        write(path, &state)?;
    }
    println!("{}", text(&state));
    Ok(())
}

/// Plays pairs of games of the tuned numbers against those that are built in, and prints how they ended.
pub(crate) fn compare(path: &Path, games: &Match, pairs: usize) -> Result<(), Box<dyn Error>> {
    let (tuned, built_in) = (read(path)?.parameters(), Parameters::default());
    let wins: Result<Vec<i32>, String> = (0..pairs)
        .into_par_iter()
        .map(|number| {
            // Other openings than those of the tuner.
            let mut random = fastrand::Rng::with_seed(u64::MAX - number as u64);
            games.pair([&tuned, &built_in], &mut random)
        })
        .collect();
    let points: Vec<f64> = wins?
        .iter()
        .map(|wins| 0.5 + f64::from(*wins) / 4.0)
        .collect();
    let count = points.len() as f64;
    let mean = points.iter().sum::<f64>() / count;
    let spread = points
        .iter()
        .map(|points| (points - mean).powi(2))
        .sum::<f64>();
    let margin = 1.96 * spread.sqrt() / count;
    let elo = |points: f64| -400.0 * (1.0 / points.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{pairs} pairs: {:.1} % of the points, Elo {:+.0} [{:+.0}, {:+.0}]",
        100.0 * mean,
        elo(mean),
        elo(mean - margin),
        elo(mean + margin)
    );
    Ok(())
}

impl State {
    /// The numbers that are built in.
    fn new() -> State {
        let mut parameters = Parameters::default();
        let numbers = TUNABLES
            .iter()
            .map(|tunable| f64::from(*(tunable.of)(&mut parameters)));
        State {
            pairs: 0,
            numbers: numbers.collect(),
        }
    }

    fn parameters(&self) -> Parameters {
        self.changed(&vec![0.0; TUNABLES.len()], 0.0)
    }

    /// Parameters that differ from the numbers by a multiple of their steps, each up or down by its sign.
    fn changed(&self, signs: &[f64], steps: f64) -> Parameters {
        let mut parameters = Parameters::default();
        for ((tunable, number), sign) in TUNABLES.iter().zip(&self.numbers).zip(signs) {
            let (low, high) = bounds(tunable);
            let number = number + sign * steps * step(tunable);
            *(tunable.of)(&mut parameters) = number.clamp(low, high).round() as i32;
        }
        parameters
    }
}

/// Between what a number stays.
fn bounds(tunable: &Tunable) -> (f64, f64) {
    (
        f64::from(*tunable.range.start()),
        f64::from(*tunable.range.end()),
    )
}

/// By how much a number is changed in the last games.
fn step(tunable: &Tunable) -> f64 {
    let (low, high) = bounds(tunable);
    (high - low) / STEPS
}

/// A state as it is kept: the number of pairs, and a line for each number.
fn text(state: &State) -> String {
    let lines = TUNABLES.iter().zip(&state.numbers);
    let lines = lines.map(|(tunable, number)| format!("{} {number}\n", tunable.name));
    format!("pairs {}\n{}", state.pairs, lines.collect::<String>())
}

fn write(path: &Path, state: &State) -> std::io::Result<()> {
    let unfinished = path.with_extension("part");
    std::fs::write(&unfinished, text(state))?;
    std::fs::rename(unfinished, path)
}

fn read(path: &Path) -> Result<State, Box<dyn Error>> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let number = |name: &str| -> Result<f64, Box<dyn Error>> {
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        let (_, number) = lines
            .find(|(other, _)| *other == name)
            .ok_or_else(|| format!("{}: no line `{name}`", path.display()))?;
        number
            .parse()
            .map_err(|_| format!("{}: {name}: `{number}` is no number", path.display()).into())
    };
    let numbers = TUNABLES.iter().map(|tunable| number(tunable.name));
    Ok(State {
        pairs: number("pairs")? as usize,
        numbers: numbers.collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::{Parameters, TUNABLES};

    use super::{AT_ONCE, State, bounds, read, text, tune};
    use crate::games::Match;

    #[test]
    fn numbers_begin_as_they_are_built_in_and_within_their_ranges() {
        let state = State::new();
        assert_eq!(state.parameters(), Parameters::default());
        for (tunable, number) in TUNABLES.iter().zip(&state.numbers) {
            let (low, high) = bounds(tunable);
            assert!((low..=high).contains(number), "{}", tunable.name);
        }
    }

    #[test]
    fn tuning_goes_on_from_what_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/openings.epd");
        let games = Match::new(&openings, "tapered", 200).expect("openings");
        tune(&path, &games, AT_ONCE, &[]).expect("games");
        let state = read(&path).expect("a state");
        assert_eq!(state.pairs, AT_ONCE);
        assert_ne!(state.numbers, State::new().numbers);
        for (tunable, number) in TUNABLES.iter().zip(&state.numbers) {
            let (low, high) = bounds(tunable);
            assert!((low..=high).contains(number), "{}", tunable.name);
        }
        // As many pairs as were asked for are played already.
        tune(&path, &games, AT_ONCE, &[]).expect("no games");
        assert_eq!(text(&read(&path).expect("a state")), text(&state));
    }

    #[test]
    fn only_the_named_numbers_are_tuned() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/openings.epd");
        let games = Match::new(&openings, "tapered", 200).expect("openings");
        tune(&path, &games, AT_ONCE, &["delta_margin"]).expect("games");
        let tuned = read(&path).expect("a state").numbers;
        for ((tunable, number), before) in TUNABLES.iter().zip(tuned).zip(State::new().numbers) {
            let is_other = (number - before).abs() > 0.0;
            assert_eq!(is_other, tunable.name == "delta_margin", "{}", tunable.name);
        }
        let error = tune(&path, &games, 2 * AT_ONCE, &["alpha"]).expect_err("no such number");
        assert!(error.to_string().starts_with("alpha: "), "{error}");
    }

    #[test]
    fn a_damaged_state_is_refused_by_the_name_of_the_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let whole = text(&State::new());
        let [pairs, first] = [0, 1].map(|line| whole.lines().nth(line).expect("a line"));
        let (name, _) = first.split_once(' ').expect("a name and a number");
        for (state, named) in [
            (whole.replace(&format!("{first}\n"), ""), name),
            (whole.replace(first, &format!("{name} x")), name),
            (whole.replace(&format!("{pairs}\n"), ""), "pairs"),
        ] {
            std::fs::write(&path, state).expect("a file");
            let error = read(&path).err().expect("a number is missing").to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
