//! `tabiya progressive`: mates of progressive chess.

mod game;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use app::{
    Bounded, Milliseconds, Pace, ProgressiveAnswer, PuzzleAnswer, PuzzleMoves, Verdict, mates,
    puzzle,
};
use clap::Args;
use shakmaty::Color;
use variants::progressive::{EnPassant, Rules, Task};

use crate::args::fens::{Several, read_text};
use crate::args::ranged;

/// Find mates of progressive chess, where White makes one move, Black two, White three and so on.
///
/// Prints a series of exactly that many moves, of which only the last gives check, and mates, such as
/// `d4-d3;d3-c2;c2-b1Q;f8-b4` (castling is written as the king's move); or `no mate`, which is proven. From a full
/// FEN, the series may castle, and begin with a capture en passant.
#[derive(Debug, Args)]
pub(crate) struct ProgressiveArgs {
    /// A position: board, side to move and number of moves, or a FEN and the number. Or a file with
    /// one position per line, `-` for standard input; leading line numbers, empty lines and everything
    /// after `#` are skipped.
    #[arg(value_name = "FILE-or-POSITION")]
    parts: Vec<String>,

    /// Italian rules: a side that can answer a check only with checks is also mated.
    #[arg(long, conflicts_with = "scottish")]
    italian: bool,

    /// Scottish rules: a check ends the series, so fewer moves may also mate.
    #[arg(long)]
    scottish: bool,

    /// The pawns that may be taken en passant after a series: the pawn moved last, or all pawns whose last move in the
    /// series was a double step.
    ///
    /// By default `series` with `--italian`, `--scottish`, `--game` and `--play`, else `last`.
    #[arg(long, value_name = "PAWNS", value_parser = ["last", "series"])]
    en_passant: Option<String>,

    /// List every mating position, each with a series to it.
    #[arg(long)]
    all: bool,

    #[arg(long, value_name = "MS", help = ranged("Give up on a position after this number of milliseconds; with `--play`, the time to think, by default 2000", &Milliseconds::range()))]
    movetime: Option<Milliseconds>,

    /// Replay a game written like `1. e4 2. e5 d5 3. exd5 Qh5 Qxe5+`, by Scottish rules or `--italian`,
    /// and show where it ends; `-` for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["parts", "all", "movetime"])]
    game: Option<PathBuf>,

    /// Play as White or Black against the program, by Scottish rules or `--italian`, from the usual
    /// start or a position: type your series, e.g. `e5 d5`, with any number of moves per line.
    #[arg(long, value_name = "COLOUR", value_parser = ["white", "black"], conflicts_with_all = ["game", "all"])]
    play: Option<String>,

    #[arg(long, value_name = "N", conflicts_with_all = ["parts", "game", "play", "all"], help = ranged("Generate this number of positions that have a mate, easier ones first; the output can be used as FILE", &Generated::range()))]
    generate: Option<Generated>,

    #[arg(long, value_name = "N", requires = "generate", default_value_t = PuzzleMoves::of::<4>(), help = ranged("The number of moves in generated positions", &PuzzleMoves::range()))]
    moves: PuzzleMoves,

    /// The seed of the random numbers: the same seed gives the same positions and, with `--play`, the same moves.
    #[arg(long, value_name = "N", default_value_t = Seed::of::<1>())]
    seed: Seed,
}

/// A number of positions to generate.
type Generated = Bounded<1, 100_000>;
/// A seed, to which the number of a position can be added.
type Seed = Bounded<0, { 1 << 52 }>;

/// The number of positions that a search may keep. Guessed: a gigabyte.
const MOST_POSITIONS: usize = 8_000_000;

pub(crate) fn run(args: &ProgressiveArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(file) = &args.game {
        return game::replay(file, rules(args, Rules::SCOTTISH), json, out);
    }
    if let Some(colour) = &args.play {
        let person = Color::from_white(colour == "white");
        let rules = rules(args, Rules::SCOTTISH);
        let seed = args.seed.get();
        return game::play(person, &args.parts, rules, time(args), seed, out);
    }
    if let Some(count) = args.generate {
        return generate(count.get(), args, json, out);
    }
    match args.parts.as_slice() {
        [] => bail!("give a position and a number of moves, or a file of them"),
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
                crate::print::json(out, &Several { results })?;
            }
            Ok(())
        }
        parts => {
            let response = solve(&parts.join(" ").parse()?, args);
            if json {
                return crate::print::json(out, &response);
            }
            print(out, &response)
        }
    }
}

/// A position has several fields.
fn is_file(text: &str) -> bool {
    text == "-" || Path::new(text).exists() || !text.contains([' ', '_', '\t'])
}

fn solve(task: &Task, args: &ProgressiveArgs) -> ProgressiveAnswer {
    let rules = rules(args, Rules::default());
    mates(
        task,
        rules,
        if args.all { usize::MAX } else { 1 },
        MOST_POSITIONS,
        &pace(args),
    )
}

/// The given rules, or the `usual` ones.
fn rules(args: &ProgressiveArgs, usual: Rules) -> Rules {
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

/// The time to think, each time, if there is a limit.
fn time(args: &ProgressiveArgs) -> Option<Duration> {
    args.movetime.map(|ms| Duration::from_millis(ms.get()))
}

fn pace(args: &ProgressiveArgs) -> Pace {
    let mut pace = Pace::default();
    pace.deadline = time(args).map(|time| Instant::now() + time);
    pace
}

fn print(out: &mut impl Write, response: &ProgressiveAnswer) -> anyhow::Result<()> {
    for mate in &response.mates {
        writeln!(out, "{}", mate.squares)?;
    }
    match (response.verdict, response.complete) {
        (Verdict::Mate, true) => {}
        (Verdict::NoMate, _) => writeln!(out, "no mate")?,
        (Verdict::Mate, false) => writeln!(out, "and perhaps more: the search was stopped")?,
        (Verdict::Unknown, _) => writeln!(
            out,
            "unknown: the search was stopped after {} positions",
            response.states
        )?,
    }
    Ok(())
}

/// The positions of a file.
fn read_tasks(file: &Path) -> anyhow::Result<Vec<Task>> {
    let (name, text) = read_text(file)?;
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

/// Positions by grade, as lines that can be read again.
fn generate(
    count: u64,
    args: &ProgressiveArgs,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut results = Vec::new();
    for nth in 0..count {
        let rules = rules(args, Rules::default());
        let puzzle = self::puzzle(args.moves, args.seed.get() + nth, rules, &pace(args));
        results.push(puzzle.context("there was not enough time: raise --movetime")?);
    }
    results.sort_by_key(|puzzle| puzzle.grade);
    if json {
        return crate::print::json(out, &Several { results });
    }
    for puzzle in &results {
        let PuzzleAnswer {
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
