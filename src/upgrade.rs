//! `tabiya upgrade`: takes an index of an older format to the present one.

use std::io::Write;
use std::path::Path;

use clap::Args;
use index::{Index, Upgraded};
use serde_json::json;

use crate::args::index::FolderArgs;
use crate::progress;

/// Upgrade an index that an older Tabiya has written, in place and without its PGN.
///
/// Nothing is lost if it is interrupted: call it again, and it goes on.
#[derive(Debug, Args)]
pub(crate) struct UpgradeArgs {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &UpgradeArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let Upgraded {
        from,
        to,
        files,
        bytes,
    } = upgrade(&args.folder.index)?;
    if json {
        let report = json!({"from": from, "to": to, "files": files, "bytes": bytes});
        return crate::print::json(out, &report);
    }
    if from == to {
        writeln!(out, "the index has format {to} already")?;
    } else {
        writeln!(
            out,
            "upgraded from format {from} to {to}: files {files}, bytes {bytes}"
        )?;
    }
    Ok(())
}

/// Upgrades the index in a folder, with a progress bar on a terminal.
pub(crate) fn upgrade(path: &Path) -> Result<Upgraded, app::Error> {
    let bar = progress::bar(0, "bytes");
    let upgraded = Index::upgrade(path, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(upgraded?)
}
