//! `tabiya annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::fs::{File, metadata};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use api::{Analysts, AnnotateRequest, Until};
use tempfile::Builder;

use crate::cli::AnnotateArgs;
use crate::{pgn, progress};

pub(crate) fn run(args: &AnnotateArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let eval = args.eval || args.effort.is_given();
    let program = args.engine.engine.as_deref().filter(|_| eval);
    let analysts = Analysts::new(program)?;
    let request = AnnotateRequest {
        eval,
        depth: args.effort.depth.map(f64::from),
        nodes: args.effort.nodes.map(|nodes| nodes as f64),
        movetime_ms: args.effort.movetime.map(f64::from),
    };
    let (name, stream) = pgn::open(&args.file)?;
    let bar = progress::counted("games");
    let say = |sentence: &str| bar.suspend(|| crate::complain(sentence));
    let see = |games: u64, left: Vec<api::Unannotated>| {
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
        api::annotate(&request, stream, &mut written, &analysts, &until, see)
            .context(name.clone())?;
        Ok(written.flush()?)
    };
    match &args.output {
        Some(path) => replace(path, annotate)?,
        None => annotate(out)?,
    }
    bar.finish_and_clear();
    Ok(())
}

/// Writes a file anew. What was there stays until all is written: it may be what is read meanwhile, and
/// nothing is lost if it comes to no end.
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
