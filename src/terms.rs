//! `tabiya terms`: the terms of a position by family.

use std::io::Write;

use crate::args::fens::FenArgs;

pub(crate) fn run(args: &FenArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let response = app::terms(&args.position()?);
    if json {
        return crate::print::json(out, &response);
    }
    let reachability: Vec<String> = response
        .reachability
        .iter()
        .map(|term| format!("{}|{:.2}", term.term, term.weight))
        .collect();
    let families = [
        ("naive", &response.naive),
        ("reachability", &reachability),
        ("connectivity", &response.connectivity),
        ("pawns", &response.pawns),
        ("others", &response.others),
    ];
    writeln!(out, "{}", response.fen)?;
    for (name, terms) in families {
        writeln!(out, "\n{name} ({})", terms.len())?;
        for line in lines(terms) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// Words in lines of at most 78 characters.
fn lines(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= 78 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}
