//! `tabiya difficulty`: how hard positions are.

use std::io::Write;

use anyhow::bail;
use api::{DifficultyRequest, DifficultyResponse, Solution, Until};

use crate::cli::DifficultyArgs;
use crate::fens;

pub(crate) fn run(args: &DifficultyArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let solution = args.solution.as_ref();
    if solution.is_some() && fens::asked(&args.positions)?.len() > 1 {
        bail!("--solution goes with one position, and there are more");
    }
    let ask = |fen: Option<String>, fens: Option<Vec<String>>| {
        let request = DifficultyRequest {
            fen,
            fens,
            solution: solution.map(|line| Solution::Line(line.clone())),
        };
        api::difficulty(&request, &Until::default())
    };
    fens::answer(&args.positions, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &DifficultyResponse) -> anyhow::Result<()> {
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
