//! `tabiya annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use app::Pace;
use clap::Args;
use clap::error::ErrorKind;
use pgn::Rejected;

use crate::args::effort::{EffortArgs, EngineArgs};
use crate::output::replace;
use crate::print::WrongUsage;
use crate::progress;

/// Print the games of a PGN file with comments: motifs and structures that appear or disappear, openings.
///
/// Nothing in the file is lost. A game with an illegal move is reported on standard error, and its only comment says
/// so. The output is PGN; `--json` is an error.
#[derive(Debug, Args)]
pub(crate) struct AnnotateArgs {
    /// A PGN file, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), a Scid database (`.si5`, `.si4`;
    /// without games that are marked as deleted), or `-` for PGN from standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Score every move with the engine, mark bad moves, and show the better line; `--depth`, `--nodes`, `--movetime` and
    /// `--multipv` imply it.
    #[arg(long)]
    eval: bool,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &AnnotateArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        let no_json = "annotate writes PGN, not JSON: omit --json";
        return Err(WrongUsage(ErrorKind::ArgumentConflict, no_json.to_owned()).into());
    }
    let eval = args.eval || args.effort.is_given();
    let engines = eval.then(|| args.engine.start()).transpose()?;
    let effort = args.effort.effort();
    let engines = engines.as_ref().map(|engines| (engines, &effort));
    let (name, stream) = pgn::open_input(&args.file)?;
    let bar = progress::counted("games");
    let say = |sentence: &str| bar.suspend(|| crate::print::complain(sentence));
    let see = |games: u64, left: Vec<Rejected>| {
        bar.set_position(games);
        for game in left {
            let place = pgn::place(game.game, game.line);
            say(&format!("{name}: {place}: {}; not annotated", game.reason));
        }
    };
    let annotate = |written: &mut dyn Write| -> anyhow::Result<()> {
        let (mut written, pace) = (BufWriter::new(written), Pace::default());
        app::annotate(stream, &mut written, engines, &pace, see).context(name.clone())?;
        Ok(written.flush()?)
    };
    match &args.output {
        Some(path) => replace(path, annotate)?,
        None => annotate(out)?,
    }
    bar.finish_and_clear();
    Ok(())
}
