//! `tabiya motifs`: what a player sees in positions.

use std::io::Write;

use app::{MotifsResponse, Structure, motifs};
use shakmaty::Chess;

use crate::args::fens::{self, FensArgs};

pub(crate) fn run(args: &FensArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let ask = |positions: &[Chess]| Ok(positions.iter().map(|one| Ok(motifs(one))).collect());
    fens::answer(args, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &MotifsResponse) -> anyhow::Result<()> {
    writeln!(out, "{}", response.fen)?;
    if let Some(opening) = &response.opening {
        writeln!(out, "{} {}", opening.eco, opening.name)?;
    }
    for structure in &response.structures {
        print_structure(out, structure)?;
    }
    writeln!(out)?;
    for motif in &response.motifs {
        writeln!(out, "{:<16}  {}", motif.kind, motif.text)?;
    }
    Ok(())
}

fn print_structure(out: &mut impl Write, structure: &Structure) -> anyhow::Result<()> {
    let whose = structure.color.map_or("both sides", |color| color);
    let grade = 100.0 * structure.grade;
    writeln!(out, "\n{} ({whose}, {grade:.0}%)", structure.name)?;
    writeln!(out, "  {}", structure.about)?;
    writeln!(out, "  White: {}", structure.plans.white)?;
    Ok(writeln!(out, "  Black: {}", structure.plans.black)?)
}
