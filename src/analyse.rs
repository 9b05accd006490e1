//! `tabiya analyse`: what the engine thinks of positions.

use std::io::Write;

use api::{AnalyseRequest, AnalyseResponse, AnalyseResult, Analysis, Analysts, Effort, Pv, Until};

use crate::cli::{AnalyseArgs, EffortArgs};
use crate::fens;

/// How many positions are asked for together. Read: the most of a request.
const TOGETHER: usize = 64;

pub(crate) fn run(args: &AnalyseArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let positions = fens::asked(&args.positions)?;
    let fens: Vec<String> = positions.iter().map(index::fen).collect();
    let analysts = Analysts::new(args.engine.engine.as_deref())?;
    let effort = effort(&args.effort);
    let request = AnalyseRequest {
        depth: effort.depth,
        nodes: effort.nodes,
        movetime_ms: effort.movetime_ms,
        multi_pv: effort.multi_pv,
        ..AnalyseRequest::default()
    };
    let ask = |request: &AnalyseRequest| api::analyse(&analysts, request, &Until::default());
    if let ([fen], None) = (&*fens, &args.positions.file) {
        let response = ask(&AnalyseRequest {
            fen: Some(fen.clone()),
            ..request
        })?;
        if json {
            return crate::print_json(out, &response);
        }
        return print(out, &response);
    }
    let mut all = Vec::new();
    for fens in fens.chunks(TOGETHER) {
        let response = ask(&AnalyseRequest {
            fens: Some(fens.to_vec()),
            ..request.clone()
        })?;
        match response {
            AnalyseResponse::Several { results } if json => all.extend(results),
            response => print(out, &response)?,
        }
    }
    if json {
        crate::print_json(out, &AnalyseResponse::Several { results: all })?;
    }
    Ok(())
}

pub(crate) fn effort(args: &EffortArgs) -> Effort {
    Effort {
        depth: args.depth.map(f64::from),
        nodes: args.nodes.map(|nodes| nodes as f64),
        movetime_ms: args.movetime.map(f64::from),
        multi_pv: args.multipv.map(f64::from),
    }
}

fn print(out: &mut impl Write, response: &AnalyseResponse) -> anyhow::Result<()> {
    match response {
        AnalyseResponse::One(analysis) => print_analysis(out, analysis)?,
        AnalyseResponse::Several { results } => {
            for result in results {
                match result {
                    AnalyseResult::Done(analysis) => print_analysis(out, analysis)?,
                    AnalyseResult::Refused { problem, .. } => return Err(problem.clone().into()),
                }
            }
        }
    }
    Ok(())
}

fn print_analysis(out: &mut impl Write, analysis: &Analysis) -> anyhow::Result<()> {
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
