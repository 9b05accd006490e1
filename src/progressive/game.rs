//! `tabiya progressive --game` and `--play`: whole games of progressive chess, by default Scottish.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::anyhow;
use serde::Serialize;
use shakmaty::{Color, Position};
use variants::progressive::{Game, Replay, Rules, Task, choose};

use crate::args::fens::read_text;

/// The time to think by default. Guessed: a person hardly waits.
const TIME: Duration = Duration::from_secs(2);

/// What `--json` prints of a game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    series: Vec<Series>,
    fen: String,
    /// The number of moves of the series that is being played, and how many are made.
    moves: u64,
    made: u64,
    /// How it ended, if it has.
    outcome: Option<String>,
}

#[derive(Serialize)]
struct Series {
    number: u64,
    san: String,
    uci: String,
}

/// Plays through the game in a file, and prints its series and where it ends.
pub(crate) fn replay(
    file: &Path,
    rules: Rules,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (name, text) = read_text(file)?;
    let replay = Replay::new(&text, rules).map_err(|error| anyhow!("{name}: {error}"))?;
    if json {
        let series = replay.series.iter().map(|series| Series {
            number: series.number,
            san: series.san.join(" "),
            uci: series.uci.join(" "),
        });
        let response = Response {
            series: series.collect(),
            fen: pgn::fen(replay.game.position()),
            moves: replay.game.series(),
            made: replay.game.made(),
            outcome: replay.game.outcome().map(|outcome| outcome.to_string()),
        };
        return crate::print::json(out, &response);
    }
    for series in &replay.series {
        writeln!(out, "{}. {}", series.number, series.san.join(" "))?;
    }
    print_state(out, &replay.game)
}

/// Whose turn it is, or how it ended.
fn print_state(out: &mut impl Write, game: &Game) -> anyhow::Result<()> {
    let state = match game.outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!(
            "{} to move, {} of {} moves left",
            game.position().turn().fold_wb("White", "Black"),
            game.series() - game.made(),
            game.series()
        ),
    };
    Ok(writeln!(out, "{}\n{state}", pgn::fen(game.position()))?)
}

/// Plays against a `person` on standard input, from the usual start if `parts` is empty, else from that position.
pub(crate) fn play(
    person: Color,
    parts: &[String],
    rules: Rules,
    time: Option<Duration>,
    seed: u64,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let game = if parts.is_empty() {
        Game::new(rules)
    } else {
        Game::from_task(&parts.join(" ").parse::<Task>()?, rules)
    };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut replay = Replay::start(game);
    let mut lines = io::stdin().lock().lines();
    loop {
        if replay.game.made() == 0
            && replay.game.outcome().is_none()
            && replay.game.position().turn() != person
        {
            for m in choose(&replay.game, rules, &mut rng, time.unwrap_or(TIME)) {
                replay.push(m)?;
            }
            if let Some(series) = replay.series.last() {
                writeln!(out, "{}. {}", series.number, series.san.join(" "))?;
            }
            if replay.game.position().turn() != person && replay.game.outcome().is_none() {
                continue;
            }
        }
        print_state(out, &replay.game)?;
        out.flush()?;
        if replay.game.outcome().is_some() {
            return Ok(());
        }
        let Some(line) = lines.next().transpose()? else {
            return Ok(());
        };
        if matches!(line.trim(), "quit" | "exit") {
            return Ok(());
        }
        for word in line
            .split([' ', ',', ';', '\t'])
            .filter(|word| !word.is_empty())
        {
            // A number of the series in front does no harm.
            if word.ends_with('.') {
                continue;
            }
            if let Err(error) = replay.play(word) {
                writeln!(out, "{error}")?;
                break;
            }
            if replay.game.position().turn() != person || replay.game.outcome().is_some() {
                break;
            }
        }
    }
}
