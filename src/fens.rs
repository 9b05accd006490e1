//! Positions as they were asked for: typed, or in files.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use index::parse_fen;
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
