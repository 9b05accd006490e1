//! Output of commands: JSON documents, sentences to standard error, and wrong usage.

use std::fmt;
use std::io::{self, Write};

use clap::error::ErrorKind;
use serde::Serialize;

use crate::terminal::shown;

/// Prints one JSON document.
pub(crate) fn json(out: &mut impl Write, document: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    Ok(writeln!(out)?)
}

/// Prints a sentence to standard error; a closed one does not matter. Sentences may quote files.
pub(crate) fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "tabiya: {}", shown(sentence));
}

/// Wrong usage that clap cannot see; `main` reports it as clap reports its own.
#[derive(Debug)]
pub(crate) struct WrongUsage(pub(crate) ErrorKind, pub(crate) String);

impl fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1)
    }
}

impl std::error::Error for WrongUsage {}
