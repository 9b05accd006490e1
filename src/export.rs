//! `tabiya export`: the games of an index as PGN.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use app::Export;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use pgn::Part;
use serde_json::json;

use crate::args::filter::FilterArgs;
use crate::args::index::IndexArgs;
use crate::output::replace;
use crate::print::WrongUsage;
use crate::progress;

/// Write the games of an index as PGN: all of them, or those that pass a filter.
///
/// They come in the order of their numbers, with all tags, moves, comments, marks and variations; `--without` leaves some of
/// that out. `tabiya ingest` makes an equal index of them. Filters of positions (`--turn`, `--min-ply`, `--max-ply`,
/// `--material`, `--played`) want an indexed position that passes.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// Write to this file instead of standard output, compressed if it ends in `.zst`, `.gz` or `.bz2`.
    ///
    /// What was in it stays until all is written.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Leave this out: comments (with marks), clocks, evals or variations. Several may be given, with commas between them.
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    without: Vec<PartArg>,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    index: IndexArgs,
}

/// A part of the annotations of games.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum PartArg {
    Comments,
    Clocks,
    Evals,
    Variations,
}

impl From<PartArg> for Part {
    fn from(part: PartArg) -> Part {
        match part {
            PartArg::Comments => Part::Comments,
            PartArg::Clocks => Part::Clocks,
            PartArg::Evals => Part::Evals,
            PartArg::Variations => Part::Variations,
        }
    }
}

pub(crate) fn run(args: &ExportArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json && args.output.is_none() {
        let no_json = "export writes PGN, not JSON: omit --json, or add --output FILE for a report of what was written";
        return Err(WrongUsage(ErrorKind::ArgumentConflict, no_json.to_owned()).into());
    }
    let filter = args.filter.filter()?.unwrap_or_default();
    let without: Vec<Part> = args.without.iter().copied().map(Part::from).collect();
    let view = args.index.open()?.snapshot()?;
    let bar = progress::counted("games");
    let write = |written: &mut dyn Write| -> anyhow::Result<u64> {
        let mut written = BufWriter::new(written);
        let mut export = Export::new(&view, filter)?.without(without);
        let (mut games, mut pgn) = (0, String::new());
        loop {
            pgn.clear();
            let next = export.next(&view, &mut pgn)?;
            if next == 0 {
                break;
            }
            written.write_all(pgn.as_bytes())?;
            games += next as u64;
            bar.set_position(games);
        }
        written.flush()?;
        Ok(games)
    };
    let Some(path) = &args.output else {
        write(out)?;
        bar.finish_and_clear();
        return Ok(());
    };
    let games = replace(path, |file| {
        let written = pgn::compressed(path, file, write);
        written.with_context(|| path.display().to_string())
    })?;
    bar.finish_and_clear();
    if json {
        return crate::print::json(out, &json!({"games": games}));
    }
    Ok(writeln!(out, "games {games}")?)
}
