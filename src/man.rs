//! `tabiya man`: manual pages, made of what `--help` says.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};

/// Write the manual pages, one a command, into a folder.
///
/// To read them: `tabiya man pages && man pages/tabiya.1`
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder, which is made if it is missing.
    folder: PathBuf,
}

pub(crate) fn run(args: &ManArgs, cli: Command) -> anyhow::Result<()> {
    let write = || {
        fs::create_dir_all(&args.folder)?;
        clap_mangen::generate_to(cli, &args.folder)
    };
    write().with_context(|| format!("{}: the pages cannot be written", args.folder.display()))
}
