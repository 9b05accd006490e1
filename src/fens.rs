//! Positions as they were asked for: typed, or in files.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use api::{Batch, MOST_FENS, Outcome, Problem};
use index::parse_fen;
use serde::Serialize;
use shakmaty::Chess;

use crate::cli::FensArgs;

/// The positions asked for, those of the file last.
pub(crate) fn asked(args: &FensArgs) -> anyhow::Result<Vec<Chess>> {
    let typed = args.typed();
    let mut positions = typed
        .iter()
        .map(|fen| Ok(parse_fen(fen)?))
        .collect::<anyhow::Result<Vec<Chess>>>()?;
    if let Some(file) = &args.file {
        positions.extend(read(file)?);
    }
    Ok(positions)
}

/// Answers them in their order, some at a time: to people as they come, as JSON in one document, which
/// for one position alone is its answer.
pub(crate) fn answer<T: Serialize, W: Write>(
    args: &FensArgs,
    json: bool,
    out: &mut W,
    ask: impl Fn(Option<String>, Option<Vec<String>>) -> Result<Batch<T>, Problem>,
    print: impl Fn(&mut W, &T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let fens: Vec<String> = asked(args)?.iter().map(index::fen).collect();
    let (mut all, mut printed) = (Vec::new(), 0);
    for (nth, fens) in fens.chunks(MOST_FENS).enumerate() {
        let batch = match fens {
            [fen] if nth == 0 && args.file.is_none() => ask(Some(fen.clone()), None),
            fens => ask(None, Some(fens.to_vec())),
        };
        let outcomes = match batch? {
            Batch::One(one) if json => return crate::print_json(out, &one),
            Batch::One(one) => vec![Outcome::Done(one)],
            Batch::Several { results } => results,
        };
        for outcome in outcomes {
            match outcome {
                Outcome::Refused { problem, .. } => return Err(problem.into()),
                outcome if json => all.push(outcome),
                Outcome::Done(one) => {
                    if printed > 0 {
                        writeln!(out)?;
                    }
                    printed += 1;
                    print(out, &one)?;
                }
            }
        }
    }
    if json {
        crate::print_json(out, &Batch::Several { results: all })?;
    }
    Ok(())
}

/// The positions of a file, a FEN or EPD a line, blank ones left out; `-` is standard input.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<Chess>> {
    let (name, text) = if file == Path::new("-") {
        ("standard input".to_owned(), io::read_to_string(io::stdin()))
    } else {
        (file.display().to_string(), fs::read_to_string(file))
    };
    let text = text.map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::InvalidData => "it is no text".to_owned(),
            _ => error.to_string(),
        };
        anyhow!("{name}: {why}")
    })?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let positions = lines
        .map(|(number, line)| match parse_fen(line) {
            Ok(position) => Ok(position),
            Err(error) => bail!("{name}, line {number}: {error}"),
        })
        .collect::<anyhow::Result<Vec<Chess>>>()?;
    ensure!(!positions.is_empty(), "{name}: there is no FEN in it");
    Ok(positions)
}
