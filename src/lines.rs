//! What an interface says to an engine, and the engine to it, line by line.

use std::io::{self, BufRead, ErrorKind, Write};

/// The lines of standard input. Bytes that are not UTF-8 are not a command, and are skipped; another error would come again
/// and again, so that it is to end the program.
pub(crate) fn lines() -> impl Iterator<Item = io::Result<String>> {
    let lines = io::stdin().lock().lines();
    lines.filter(|line| !matches!(line, Err(error) if error.kind() == ErrorKind::InvalidData))
}

/// Writes a line to standard output; errors of a closed output are ignored.
pub(crate) fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
