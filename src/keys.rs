//! `tabiya keys`: makes, lists and revokes the keys of a server.

use std::collections::BTreeSet;
use std::io::{Write, stderr};
use std::path::PathBuf;

use api::keys::{Key, Right};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

/// Make, list and revoke keys for a server, `tabiya serve --keys FILE`.
///
/// A running server accepts a new key from its next request on, and a revoked one no longer.
#[derive(Debug, Args)]
pub(crate) struct KeysArgs {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Make a key and print it: the only time that it is shown, for the file has only its hash.
    Add {
        /// What the key is called in the log and in the list, e.g. the program that will use it.
        name: String,

        /// What it allows: `read` to search, analyse and read games, `write` to import and remove them, and to
        /// make and list snapshots.
        #[arg(
            long,
            value_name = "RIGHT",
            value_delimiter = ',',
            default_value = "read"
        )]
        rights: Vec<RightArg>,

        #[command(flatten)]
        file: FileArgs,
    },
    /// List the keys: their names, rights, and the day each was made.
    List {
        #[command(flatten)]
        file: FileArgs,
    },
    /// Revoke a key.
    Revoke {
        /// What it is called.
        name: String,

        #[command(flatten)]
        file: FileArgs,
    },
}

#[derive(Debug, Args)]
struct FileArgs {
    /// The file of the keys; `add` makes it.
    #[arg(long, env = "TABIYA_KEYS", value_name = "FILE")]
    keys: PathBuf,
}

/// [`Right`], as an argument.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum RightArg {
    /// Search, analyse, read games.
    Read,
    /// Import and remove games, make and list snapshots.
    Write,
}

impl From<RightArg> for Right {
    fn from(right: RightArg) -> Right {
        match right {
            RightArg::Read => Right::Read,
            RightArg::Write => Right::Write,
        }
    }
}

pub(crate) fn run(args: &KeysArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.command {
        KeysCommand::Add { name, rights, file } => {
            let rights: BTreeSet<Right> = rights.iter().copied().map(Right::from).collect();
            let secret = Key::add(&file.keys, name, &rights)?;
            if json {
                crate::print::json(out, &json!({"key": secret, "name": name, "rights": rights}))?;
            } else {
                // The key goes to standard output alone, so that a script can take it.
                let _ = writeln!(
                    stderr(),
                    "{name:?} may {}; its key, which is shown only now:",
                    words(&rights)
                );
                writeln!(out, "{secret}")?;
            }
        }
        KeysCommand::List { file } => {
            let keys = Key::read(&file.keys)?;
            if json {
                let key =
                    |key: &Key| json!({"made": key.made, "name": key.name, "rights": key.rights});
                let keys: Vec<_> = keys.iter().map(key).collect();
                crate::print::json(out, &json!({"keys": keys}))?;
            } else {
                for key in &keys {
                    writeln!(
                        out,
                        "{}  {}  made {}",
                        key.name,
                        words(&key.rights),
                        key.made
                    )?;
                }
            }
        }
        KeysCommand::Revoke { name, file } => {
            Key::revoke(&file.keys, name)?;
            if json {
                crate::print::json(out, &json!({"revoked": name}))?;
            } else {
                writeln!(out, "revoked {name}")?;
            }
        }
    }
    Ok(())
}

/// `read, write`
fn words(rights: &BTreeSet<Right>) -> String {
    let words: Vec<String> = rights.iter().map(Right::to_string).collect();
    words.join(", ")
}
