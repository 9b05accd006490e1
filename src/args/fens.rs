//! Positions, typed or in files, and their answers in the same order.

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use app::Error;
use clap::Args;
use pgn::{FenError, ReadError, parse_fen};
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
    /// Returns the positions as typed. A part with the slashes of a board, or `startpos`, begins a new position.
    fn typed(&self) -> Vec<String> {
        let mut fens: Vec<String> = Vec::new();
        for part in &self.parts {
            let begins = part.contains('/') || part.eq_ignore_ascii_case("startpos");
            match fens.last_mut() {
                Some(fen) if !begins => {
                    fen.push(' ');
                    fen.push_str(part);
                }
                _ => fens.push(part.clone()),
            }
        }
        fens
    }

    /// Parses the typed positions.
    fn typed_positions(&self) -> Result<Vec<Chess>, FenError> {
        self.typed().iter().map(|fen| parse_fen(fen)).collect()
    }

    /// Returns all positions, those of the file last. A line that is not a FEN is an error.
    pub(crate) fn positions(&self) -> anyhow::Result<Vec<Chess>> {
        let mut positions = self.typed_positions()?;
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

/// Answers positions in their order, some at a time. Text is printed as it comes. JSON is one document, which for a
/// single typed position is its answer. If a line of a file is not a FEN, or a position has no answer, the reason is
/// printed on standard error and the other positions are answered.
///
/// # Errors
///
/// The last of these reasons, after all answers.
pub(crate) fn answer<T: Serialize, W: Write>(
    args: &FensArgs,
    json: bool,
    out: &mut W,
    ask: impl Fn(&[Chess]) -> Result<Vec<Result<T, Error>>, Error>,
    print: impl Fn(&mut W, &T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut places = args.typed();
    let mut positions = args.typed_positions()?;
    let mut last_failure = None;
    let mut fail = |place: &str, error: &dyn Display| {
        if let Some(earlier) = last_failure.replace(format!("{place}: {error}")) {
            crate::print::complain(&earlier);
        }
    };
    if let Some(file) = &args.file {
        for (place, position) in read_lines(file)? {
            match position {
                Ok(position) => {
                    places.push(place);
                    positions.push(position);
                }
                Err(error) => fail(&place, &error),
            }
        }
    }
    let is_single = positions.len() == 1 && args.file.is_none();
    let (mut results, mut printed) = (Vec::new(), 0);
    for (positions, places) in positions.chunks(BATCH).zip(places.chunks(BATCH)) {
        for (answer, place) in ask(positions)?.into_iter().zip(places) {
            let answer = match answer {
                Err(error) if !is_single => {
                    fail(place, &error);
                    continue;
                }
                answer => answer?,
            };
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
    last_failure.map_or(Ok(()), |sentence| Err(anyhow!(sentence)))
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

/// Reads the lines of a file that are not blank, each with its place, e.g. `list.epd, line 3`, and its position; `-` is
/// standard input.
fn read_lines(file: &Path) -> anyhow::Result<Vec<(String, Result<Chess, FenError>)>> {
    let (name, text) = read_text(file)?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let lines = lines.map(|(number, line)| (format!("{name}, line {number}"), parse_fen(line)));
    let lines: Vec<_> = lines.collect();
    ensure!(!lines.is_empty(), "{name}: no FENs found");
    Ok(lines)
}

/// Reads the positions of a file, one FEN or EPD per line. Any other line is an error.
pub(crate) fn read_positions(file: &Path) -> anyhow::Result<Vec<Chess>> {
    let lines = read_lines(file)?.into_iter();
    let positions = lines.map(|(place, position)| position.context(place));
    positions.collect()
}
