//! `tabiya motifs`: what a player sees in positions.

use std::io::Write;

use api::{FenRequest, MotifsResponse, Structure};

use crate::cli::FensArgs;
use crate::fens;

pub(crate) fn run(args: &FensArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let mut responses = Vec::new();
    for position in fens::asked(args)? {
        let fen = index::fen(&position);
        responses.push(api::motifs(&FenRequest { fen })?);
    }
    if json {
        // One position alone is what the HTTP API answers; a file is a list however short.
        return match &responses[..] {
            [response] if args.file.is_none() => crate::print_json(out, response),
            _ => crate::print_json(out, &responses),
        };
    }
    for (nth, response) in responses.iter().enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        print(out, response)?;
    }
    Ok(())
}

fn print(out: &mut impl Write, response: &MotifsResponse) -> anyhow::Result<()> {
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
