//! `tabiya annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use api::{Analysts, AnnotateRequest, Until};

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
    if args
        .output
        .as_ref()
        .is_some_and(|path| is_same(path, &args.file))
    {
        bail!("{name}: it is read while it is written; write to another file");
    }
    let bar = progress::counted("games");
    let say = |sentence: &str| bar.suspend(|| crate::complain(sentence));
    let see = |games: u64, left: Vec<api::Unannotated>| {
        bar.set_position(games);
        for game in left {
            say(&format!(
                "{name}: game {}, line {}: {}; left as it is",
                game.game, game.line, game.reason
            ));
        }
    };
    let until = Until::default();
    let mut written: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(File::create(path).with_context(|| path.display().to_string())?),
        None => Box::new(out),
    };
    let mut written = BufWriter::new(&mut written);
    api::annotate(&request, stream, &mut written, &analysts, &until, see).context(name.clone())?;
    written.flush()?;
    drop(written);
    bar.finish_and_clear();
    Ok(())
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize()
        .is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}
