//! `tabiya man`: manual pages, made of what `--help` says.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;
use time::OffsetDateTime;

/// Write the manual pages, one a command, into a folder.
///
/// To read them: `tabiya man pages && man pages/tabiya.1`
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder, which is made if it is missing.
    folder: PathBuf,
}

pub(crate) fn run(args: &ManArgs, cli: Command) -> anyhow::Result<()> {
    let mut cli = cli.disable_help_subcommand(true);
    cli.build();
    // Packaging the same sources again gives the same pages.
    let epoch = env::var("SOURCE_DATE_EPOCH").ok();
    let epoch =
        epoch.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds.parse().ok()?).ok());
    let date = epoch
        .unwrap_or_else(OffsetDateTime::now_utc)
        .date()
        .to_string();
    let write = || {
        fs::create_dir_all(&args.folder)?;
        pages(cli, &date, &args.folder)
    };
    write().with_context(|| format!("{}: the pages cannot be written", args.folder.display()))
}

/// Writes the page of a command, and the pages of its subcommands.
fn pages(mut command: Command, date: &str, folder: &Path) -> io::Result<()> {
    for command in command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        pages(command.clone(), date, folder)?;
    }
    // The default synopsis names every option but none of their values.
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    Man::new(command.override_usage(usage))
        .date(date)
        .source(concat!("Tabiya ", env!("CARGO_PKG_VERSION")))
        .manual("Tabiya")
        .generate_to(folder)
        .map(drop)
}
