//! The PGN file that a command reads.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use anyhow::anyhow;

/// Opens a PGN file, plain or compressed, or `-` for standard input; returns its name for messages, too.
pub(crate) fn open(path: &Path) -> anyhow::Result<(String, Box<dyn Read>)> {
    if path == Path::new("-") {
        let stream = index::decompressed(io::stdin());
        return Ok(("standard input".to_owned(), Box::new(stream)));
    }
    let name = path.display().to_string();
    // Named before anything is written.
    match File::open(path) {
        Ok(_) => Ok((name, Box::new(index::open_pgn(path, |_| ())))),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(anyhow!("{name}: there is no such file"))
        }
        Err(error) => Err(anyhow!("{name}: {error}")),
    }
}
