//! Positions, typed or in files, and their answers in the same order.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use app::Error;
use clap::Args;
use pgn::{ReadError, parse_fen};
use serde::Serialize;
use shakmaty::Chess;

/// The number of positions that are answered at a time. Guessed: a search each takes a second in all.
const BATCH: usize = 64;

#[derive(Debug, Args)]
pub(crate) struct FenArgs {
    /// The position: FEN or EPD, best in quotes; without quotes its parts are joined.
    #[arg(required = true, value_name = "FEN")]
    parts: Vec<String>,
}

impl FenArgs {
    /// The position.
    pub(crate) fn position(&self) -> anyhow::Result<Chess> {
        Ok(parse_fen(&self.parts.join(" "))?)
    }
}

#[derive(Debug, Args)]
pub(crate) struct FensArgs {
    /// The positions: FEN or EPD, best in quotes; without quotes their parts are joined.
    #[arg(required_unless_present = "file", value_name = "FEN")]
    parts: Vec<String>,

    /// A file of further positions, one FEN or EPD per line; `-` for standard input.
    #[arg(long = "fens", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FensArgs {
    /// The positions as typed: where a part has the slashes of a board, the next one begins.
    fn typed(&self) -> Vec<String> {
        let mut fens: Vec<String> = Vec::new();
        for part in &self.parts {
            match fens.last_mut() {
                Some(fen) if !part.contains('/') => {
                    fen.push(' ');
                    fen.push_str(part);
                }
                _ => fens.push(part.clone()),
            }
        }
        fens
    }

    /// All positions, those of the file last.
    pub(crate) fn positions(&self) -> anyhow::Result<Vec<Chess>> {
        let mut positions = self
            .typed()
            .iter()
            .map(|fen| parse_fen(fen))
            .collect::<Result<Vec<Chess>, _>>()?;
        if let Some(file) = &self.file {
            positions.extend(read_positions(file)?);
        }
        Ok(positions)
    }
}

/// What `--json` prints of several positions.
#[derive(Serialize)]
pub(crate) struct Several<T> {
    pub(crate) results: Vec<T>,
}

/// Answers positions in their order, some at a time: as text as they come; as JSON in one document, which for a single
/// typed position is its answer.
pub(crate) fn answer<T: Serialize, W: Write>(
    args: &FensArgs,
    json: bool,
    out: &mut W,
    ask: impl Fn(&[Chess]) -> Result<Vec<Result<T, Error>>, Error>,
    print: impl Fn(&mut W, &T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let positions = args.positions()?;
    let is_single = positions.len() == 1 && args.file.is_none();
    let (mut results, mut printed) = (Vec::new(), 0);
    for positions in positions.chunks(BATCH) {
        for answer in ask(positions)? {
            let answer = answer?;
            if json && is_single {
                return crate::print::json(out, &answer);
            }
            if json {
                results.push(answer);
                continue;
            }
            if printed > 0 {
                writeln!(out)?;
            }
            printed += 1;
            print(out, &answer)?;
        }
    }
    if json {
        crate::print::json(out, &Several { results })?;
    }
    Ok(())
}

/// A file's name for people, and its text; `-` is standard input.
pub(crate) fn read_text(file: &Path) -> anyhow::Result<(String, String)> {
    let (name, text) = if file == Path::new("-") {
        ("standard input".to_owned(), io::read_to_string(io::stdin()))
    } else {
        (file.display().to_string(), fs::read_to_string(file))
    };
    match text {
        Ok(text) => Ok((name, text)),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            Err(anyhow!("{name}: it is not text"))
        }
        Err(error) => Err(ReadError::new(name, &error).into()),
    }
}

/// The positions of a file, one FEN or EPD per line, blank lines skipped; `-` is standard input.
pub(crate) fn read_positions(file: &Path) -> anyhow::Result<Vec<Chess>> {
    let (name, text) = read_text(file)?;
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
