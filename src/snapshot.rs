//! `tabiya snapshot` and `tabiya restore`: a copy of an index, and the way back.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use index::{Error, Index, Summary};
use serde_json::json;

use crate::args::index::IndexArgs;
use crate::progress;

/// Make a snapshot of an index: what its newest commit has, in a folder of its own.
///
/// Searches, imports and removals may go on meanwhile. Every byte is checked. The files are those of the index itself
/// where the file system can link them, so a snapshot is made at once and takes no room until the index changes; on
/// another file system they are copied.
#[derive(Debug, Args)]
pub(crate) struct SnapshotArgs {
    /// The folder of the snapshot, which must be missing or empty.
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    index: IndexArgs,
}

/// Restore an index from a snapshot.
///
/// Every byte of the snapshot is checked first. The folder of the index must be missing or empty, or have an index
/// without games; a running server over that finds the games at once.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The folder of the snapshot.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn save(args: &SnapshotArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let place = args.index.place()?;
    let from = place.folder()?;
    let saved = with_bar(|watch| Index::save_snapshot(from, &args.output, watch))?;
    report(saved, "snapshot", json, out)
}

pub(crate) fn restore(args: &RestoreArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let place = args.index.place()?;
    let to = place.folder()?;
    let restored = with_bar(|watch| Index::restore(&args.from, to, watch))?;
    report(restored, "restored", json, out)
}

/// Does something with a bar that shows how many bytes are done.
fn with_bar(
    work: impl FnOnce(&(dyn Fn(u64, u64) + Sync)) -> Result<Summary, Error>,
) -> Result<Summary, app::Error> {
    let bar = progress::bar(0, "bytes");
    let done = work(&|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(done?)
}

fn report(summary: Summary, what: &str, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let Summary {
        games,
        positions,
        segments,
        bytes,
    } = summary;
    if json {
        let report =
            json!({"games": games, "positions": positions, "segments": segments, "bytes": bytes});
        return crate::print::json(out, &report);
    }
    Ok(writeln!(
        out,
        "{what}: games {games}, positions {positions}, bytes {bytes}"
    )?)
}
