//! `tabiya analyse`: what the engine thinks of positions.

use std::io::Write;

use api::{AnalyseRequest, Analysis, Analysts, Effort, Pv, Until};

use crate::cli::{AnalyseArgs, EffortArgs};
use crate::fens;

pub(crate) fn run(args: &AnalyseArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let analysts = Analysts::new(args.engine.engine.as_deref())?;
    let effort = effort(&args.effort);
    let ask = |fen, fens| {
        let request = AnalyseRequest {
            fen,
            fens,
            depth: effort.depth,
            nodes: effort.nodes,
            movetime_ms: effort.movetime_ms,
            multi_pv: effort.multi_pv,
            elo: args.elo.map(f64::from),
        };
        api::analyse(&analysts, &request, &Until::default())
    };
    fens::answer(&args.positions, json, out, ask, print_analysis)
}

pub(crate) fn effort(args: &EffortArgs) -> Effort {
    Effort {
        depth: args.depth.map(f64::from),
        nodes: args.nodes.map(|nodes| nodes as f64),
        movetime_ms: args.movetime.map(f64::from),
        multi_pv: args.multipv.map(f64::from),
    }
}

fn print_analysis<W: Write>(out: &mut W, analysis: &Analysis) -> anyhow::Result<()> {
    writeln!(out, "{}", analysis.fen)?;
    print_lines(out, analysis)
}

/// How it was searched, and what was found.
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
