//! `tabiya verify`: checks all of an index.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use index::Index;
use serde_json::json;

use crate::args::index::FolderArgs;
use crate::progress;

/// Check a whole index: checksums, games, positions, statistics.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &VerifyArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let bar = progress::bar(0, "documents");
    let found = Index::verify(&args.folder.index, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    for problem in &found.problems {
        crate::print::complain(problem);
    }
    let sound = found.problems.is_empty();
    if json {
        let (games, positions, problems) = (found.games, found.positions, found.problems);
        let report = json!({"games": games, "positions": positions, "problems": problems});
        crate::print::json(out, &report)?;
    } else if sound {
        writeln!(
            out,
            "games {}, positions {}, all sound",
            found.games, found.positions
        )?;
    }
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
