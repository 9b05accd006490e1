//! `tabiya motifs`: what a player sees in positions.

use std::io::Write;

use app::{MotifNodes, MotifsAnswer, Name, Named, Pace, Structure, motifs};
use clap::Args;

use crate::args::effort::EngineArgs;
use crate::args::fens::{self, FensArgs};
use crate::args::ranged;

/// Show what a player sees in positions: motifs, named structures with their plans, openings.
///
/// With `--json`, one position gives one document, and several give a list in `results`.
#[derive(Debug, Args)]
pub(crate) struct MotifsArgs {
    #[command(flatten)]
    positions: FensArgs,

    #[arg(long, value_name = "N", help = ranged("Leave out chances that lose, by searches of this number of nodes; 60,000 by default, 0: name all", &MotifNodes::range()))]
    nodes: Option<MotifNodes>,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &MotifsArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let engines = args.engine.start()?;
    let ask = |positions: &_| motifs(&engines, positions, args.nodes, &Pace::default());
    fens::answer(&args.positions, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &MotifsAnswer) -> anyhow::Result<()> {
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
    let whose = structure
        .color
        .map_or("both sides", |Name(color)| color.name());
    let grade = 100.0 * structure.grade;
    writeln!(out, "\n{} ({whose}, {grade:.0}%)", structure.name)?;
    writeln!(out, "  {}", structure.about)?;
    writeln!(out, "  White: {}", structure.plans.white)?;
    Ok(writeln!(out, "  Black: {}", structure.plans.black)?)
}
