//! `tabiya progressive`: mates of progressive chess.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail, ensure};
use api::{ProgressiveResponse, PuzzleResponse, Until, Verdict};
use serde::Serialize;
use variants::progressive::{EnPassant, Rules, Task};

use crate::cli::ProgressiveArgs;
use crate::progressive_game;

/// How many positions a search may keep. Guessed: a gigabyte.
const MOST_POSITIONS: usize = 8_000_000;

/// What `--json` prints of several positions.
#[derive(Serialize)]
struct Several<T> {
    results: Vec<T>,
}

pub(crate) fn run(args: &ProgressiveArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(file) = &args.game {
        return progressive_game::replay(file, args, json, out);
    }
    if let Some(colour) = &args.play {
        return progressive_game::play(colour, args, out);
    }
    if let Some(count) = args.generate {
        return generate(count, args, json, out);
    }
    match args.parts.as_slice() {
        [] => bail!("say a position and a number of moves, or a file of them"),
        [file] if is_file(file) => {
            let tasks = read_tasks(Path::new(file))?;
            let mut results = Vec::new();
            for task in tasks {
                let response = solve(&task, args);
                if json {
                    results.push(response);
                    continue;
                }
                if args.all {
                    writeln!(out, "{task}")?;
                }
                print(out, &response)?;
            }
            if json {
                crate::print_json(out, &Several { results })?;
            }
            Ok(())
        }
        parts => {
            let response = solve(&parts.join(" ").parse()?, args);
            if json {
                return crate::print_json(out, &response);
            }
            print(out, &response)
        }
    }
}

/// A position has several fields.
fn is_file(text: &str) -> bool {
    text == "-" || Path::new(text).exists() || !text.contains([' ', '_', '\t'])
}

fn solve(task: &Task, args: &ProgressiveArgs) -> ProgressiveResponse {
    let rules = rules(args, Rules::default());
    api::find_mates(task, rules, args.all, MOST_POSITIONS, &until(args))
}

/// The rules asked for, or the `usual` ones.
pub(crate) fn rules(args: &ProgressiveArgs, usual: Rules) -> Rules {
    let mut rules = match (args.italian, args.scottish) {
        (true, _) => Rules::ITALIAN,
        (_, true) => Rules::SCOTTISH,
        _ => usual,
    };
    match args.en_passant.as_deref() {
        Some("last") => rules.en_passant = EnPassant::Last,
        Some("series") => rules.en_passant = EnPassant::Series,
        _ => {}
    }
    rules
}

fn until(args: &ProgressiveArgs) -> Until {
    let time = args.movetime.map(|ms| Duration::from_millis(ms.into()));
    Until {
        deadline: time.map(|time| Instant::now() + time),
        ..Until::default()
    }
}

fn print(out: &mut impl Write, response: &ProgressiveResponse) -> anyhow::Result<()> {
    for mate in &response.mates {
        writeln!(out, "{}", mate.squares)?;
    }
    match (response.verdict, response.complete) {
        (Verdict::Mate, true) => {}
        (Verdict::NoMate, _) => writeln!(out, "no mate")?,
        (Verdict::Mate, false) => writeln!(out, "and perhaps more: the search was ended")?,
        (Verdict::Unknown, _) => writeln!(
            out,
            "unknown: the search was ended after {} positions",
            response.states
        )?,
    }
    Ok(())
}

/// The positions of a file.
fn read_tasks(file: &Path) -> anyhow::Result<Vec<Task>> {
    let (name, text) = read(file)?;
    let mut tasks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // The names of columns.
        if line.is_empty() || number == 1 && !line.contains('/') {
            continue;
        }
        // A number or name of the position.
        let task = if first.contains('/') { line } else { rest };
        match task.parse::<Task>() {
            Ok(task) => tasks.push(task),
            Err(error) => bail!("{name}, line {number}: {error}"),
        }
    }
    ensure!(!tasks.is_empty(), "{name}: there is no position in it");
    Ok(tasks)
}

/// A file's name for people, and its text; `-` is standard input.
pub(crate) fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let (name, text) = if file == Path::new("-") {
        ("standard input".to_owned(), io::read_to_string(io::stdin()))
    } else {
        (file.display().to_string(), fs::read_to_string(file))
    };
    match text {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(match error.kind() {
            ErrorKind::NotFound => anyhow!("{name}: there is no such file"),
            ErrorKind::InvalidData => anyhow!("{name}: it is no text"),
            _ => anyhow!("{name}: {error}"),
        }),
    }
}

/// Positions by grade, as lines that can be read again.
fn generate(
    count: usize,
    args: &ProgressiveArgs,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut results = Vec::new();
    for nth in 0..count as u64 {
        let rules = rules(args, Rules::default());
        let puzzle = api::make_up(args.moves, args.seed + nth, rules, &until(args));
        results.push(puzzle.context("there was no time: make --movetime longer")?);
    }
    results.sort_by_key(|puzzle| puzzle.grade);
    if json {
        return crate::print_json(out, &Several { results });
    }
    for puzzle in &results {
        let PuzzleResponse {
            fen,
            moves,
            grade,
            solutions,
            mate,
            ..
        } = puzzle;
        let mates = if *solutions == 1 { "mate" } else { "mates" };
        writeln!(
            out,
            "{fen} {moves} # grade {grade}, {solutions} {mates}, e.g. {}",
            mate.squares
        )?;
    }
    Ok(())
}
