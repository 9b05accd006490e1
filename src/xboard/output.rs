//! What `tabiya xboard` writes to the interface.

use std::io::{self, Write};

/// Writes a line; errors of a closed output are ignored.
pub(crate) fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
