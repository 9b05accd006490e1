//! `tabiya analyse`: what the engine thinks of positions.

use std::io::Write;

use app::{Analysis, Begin, Pace, Pv, Rating, analyse};
use clap::Args;

use crate::args::effort::{EffortArgs, EngineArgs};
use crate::args::fens::{self, FensArgs};
use crate::args::ranged;

/// Show what the engine thinks of positions: scores from White's side, and best lines.
///
/// With `--json`, one position gives one document, and several give a list in `results`.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    positions: FensArgs,

    #[command(flatten)]
    effort: EffortArgs,

    #[arg(long, value_name = "RATING", help = ranged("Play as a player of this rating would", &Rating::range()))]
    elo: Option<Rating>,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &AnalyseArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let engines = args.engine.start()?;
    let effort = args.effort.effort();
    let ask = |positions: &_| {
        analyse(
            &engines,
            Begin::Anew,
            positions,
            &effort,
            args.elo,
            &Pace::default(),
        )
    };
    fens::answer(&args.positions, json, out, ask, print_analysis)
}

fn print_analysis<W: Write>(out: &mut W, analysis: &Analysis) -> anyhow::Result<()> {
    writeln!(out, "{}", analysis.fen)?;
    print_lines(out, analysis)
}

/// The search, and its lines.
pub(crate) fn print_lines(out: &mut impl Write, analysis: &Analysis) -> anyhow::Result<()> {
    let Analysis {
        engine,
        depth,
        nodes,
        time_ms,
        ..
    } = analysis;
    writeln!(out, "{engine}, depth {depth}, {nodes} nodes, {time_ms} ms")?;
    for pv in &analysis.pvs {
        writeln!(out, "{:>7}  {}", score(pv), pv.san)?;
    }
    Ok(())
}

/// A score for people, from White's side: `+0.31`, `#-2`.
pub(crate) fn score(pv: &Pv) -> String {
    match (pv.cp, pv.mate) {
        (_, Some(moves)) => format!("#{moves}"),
        (Some(cp), None) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, None) => "?".to_owned(),
    }
}
