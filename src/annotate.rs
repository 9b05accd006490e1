//! `tabiya annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::fs::{File, metadata};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use app::Until;
use clap::Args;
use clap::error::ErrorKind;
use pgn::Rejected;
use tempfile::Builder;

use crate::args::effort::{EffortArgs, EngineArgs};
use crate::progress;

/// Print the games of a PGN file with comments: motifs and structures that appear or disappear, openings.
///
/// Nothing in the file is lost. A game with an illegal move is reported on standard error, and its only comment says
/// so. The output is PGN; `--json` is an error.
#[derive(Debug, Args)]
pub(crate) struct AnnotateArgs {
    /// A PGN file, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), or `-` for
    /// standard input.
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
        crate::wrong_usage(ErrorKind::ArgumentConflict, no_json);
    }
    let eval = args.eval || args.effort.is_given();
    let engines = eval.then(|| args.engine.start()).transpose()?;
    let effort = args.effort.effort();
    let engines = engines.as_ref().map(|engines| (engines, &effort));
    let (name, stream) = pgn::open_input(&args.file)?;
    let bar = progress::counted("games");
    let say = |sentence: &str| bar.suspend(|| crate::complain(sentence));
    let see = |games: u64, left: Vec<Rejected>| {
        bar.set_position(games);
        for game in left {
            say(&format!(
                "{name}: game {}, line {}: {}; not annotated",
                game.game, game.line, game.reason
            ));
        }
    };
    let annotate = |written: &mut dyn Write| -> anyhow::Result<()> {
        let (mut written, until) = (BufWriter::new(written), Until::default());
        app::annotate(stream, &mut written, engines, &until, see).context(name.clone())?;
        Ok(written.flush()?)
    };
    match &args.output {
        Some(path) => replace(path, annotate)?,
        None => annotate(out)?,
    }
    bar.finish_and_clear();
    Ok(())
}

/// Writes a file anew. The old content stays until all is written: it may be the input, and nothing is lost if writing
/// fails.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let named = || path.display().to_string();
    if metadata(path).is_ok_and(|there| !there.is_file()) {
        // A pipe or a device cannot be replaced.
        return write(&mut File::create(path).with_context(named)?);
    }
    // Of a link the file that it leads to.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    #[cfg(unix)]
    let builder = builder.permissions(match metadata(path) {
        Ok(there) => there.permissions(),
        Err(_) => std::os::unix::fs::PermissionsExt::from_mode(0o666),
    });
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    let mut file = file.with_context(named)?;
    write(&mut file)?;
    file.persist(path).with_context(named)?;
    Ok(())
}
