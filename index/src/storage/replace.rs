//! Files that are written in one step.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Writes a file of a folder, which replaces another one of its name, if there is one, in one step.
pub(crate) fn replace(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    // Hidden, so that it does not count as a file of an index where a crash leaves it behind.
    let new = folder.join(format!(".{name}.new"));
    let mut file = File::create(&new)?;
    write(&mut file)?;
    file.sync_all()?;
    fs::rename(new, folder.join(name))
}
