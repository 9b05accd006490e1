//! `tabiya collections`: the collections of an index, listed, renamed or dropped.

use std::io::Write;

use app::{collections, drop_collection, rename_collection};
use clap::Args;

use crate::args::index::IndexArgs;

/// List the collections of an index, rename one, or drop one.
///
/// `ingest --collection` and `fetch --collection` add games to a collection, and filters take its name.
#[derive(Debug, Args)]
pub(crate) struct CollectionsArgs {
    /// Give a collection another name.
    #[arg(long, value_names = ["OLD", "NEW"], num_args = 2)]
    rename: Option<Vec<String>>,

    /// Drop a collection. Its games stay.
    #[arg(long, value_name = "NAME", conflicts_with = "rename")]
    drop: Option<String>,

    /// With `--drop`: also remove its games that are in no other collection.
    #[arg(long, requires = "drop")]
    games: bool,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &CollectionsArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = args.index.open()?;
    if let Some([old, new]) = args.rename.as_deref() {
        let renamed = rename_collection(&index, old, new)?;
        if json {
            return crate::print::json(out, &renamed);
        }
        writeln!(out, "renamed to {}: games {}", renamed.name, renamed.games)?;
        return Ok(());
    }
    if let Some(name) = &args.drop {
        let dropped = drop_collection(&index, name, args.games)?;
        if json {
            return crate::print::json(out, &dropped);
        }
        let (name, games, removed) = (dropped.name, dropped.games, dropped.removed);
        writeln!(out, "dropped {name}: games {games}, removed {removed}")?;
        return Ok(());
    }
    let found = collections(&index.snapshot()?);
    if json {
        return crate::print::json(out, &found);
    }
    for collection in found.collections {
        writeln!(out, "{:>8}  {}", collection.games, collection.name)?;
    }
    Ok(())
}
