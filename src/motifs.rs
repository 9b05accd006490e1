//! `tabiya motifs`: what a player sees in a position.

use std::io::Write;

use api::FenRequest;

use crate::cli::FenArgs;

pub(crate) fn run(args: &FenArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let fen = args.fen();
    let response = api::motifs(&FenRequest { fen })?;
    if json {
        return crate::print_json(out, &response);
    }
    writeln!(out, "{}\n", response.fen)?;
    for motif in &response.motifs {
        writeln!(out, "{:<18} {}", motif.term, motif.text)?;
    }
    Ok(())
}
