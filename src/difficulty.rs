//! `tabiya difficulty`: how hard positions are.

use std::io::Write;

use anyhow::bail;
use app::{DifficultyAnswer, Known, Pace, difficulty, parse_line};
use clap::Args;

use crate::args::effort::EngineArgs;
use crate::args::fens::{self, FensArgs};
use crate::args::of_option;

/// Estimate how hard positions are: the rating of players who solve them half of the time.
///
/// With `--json`, one position gives one document, and several give a list in `results`.
#[derive(Debug, Args)]
pub(crate) struct DifficultyArgs {
    #[command(flatten)]
    positions: FensArgs,

    /// The solution of the position, if it is known: moves in UCI or SAN, the solver's first, e.g.
    /// "h5h7 g8h7 e2h5". The estimate is better with it.
    #[arg(long, value_name = "MOVES")]
    solution: Option<String>,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &DifficultyArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let engines = args.engine.start()?;
    let known = match &args.solution {
        None => None,
        Some(solution) => {
            let positions = args.positions.positions()?;
            let [position] = &positions[..] else {
                bail!("--solution can only be used with one position");
            };
            let line = parse_line("solution", position, solution).map_err(of_option)?;
            Some(Known::Solution(line))
        }
    };
    let ask = |positions: &_| difficulty(&engines, positions, known.as_ref(), &Pace::default());
    fens::answer(&args.positions, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &DifficultyAnswer) -> anyhow::Result<()> {
    let [low, high] = response.interval;
    writeln!(out, "{}", response.fen)?;
    writeln!(
        out,
        "rating {}, {low} to {high}; Larin {}",
        response.rating, response.larin
    )?;
    for why in &response.why {
        writeln!(out, "  {why}")?;
    }
    Ok(())
}
