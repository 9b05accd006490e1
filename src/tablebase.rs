//! Endgame tablebases from folders.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use engine::{NoTables, Tablebase};

/// The files that are open besides tables, each of which stays open once it was needed. Guessed: an index of many
/// segments.
const OTHER_FILES: u64 = 512;

/// The folders of a list like that of `PATH`.
pub(crate) fn folders(list: impl AsRef<OsStr>) -> Vec<PathBuf> {
    let folders = std::env::split_paths(&list);
    folders
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect()
}

/// The tables in these folders; none without a folder. `complain` gets a sentence for each table that cannot be read, once.
pub(crate) fn open(
    folders: &[PathBuf],
    complain: impl Fn(&str) + Send + Sync + 'static,
) -> Result<Option<Arc<Tablebase>>, NoTables> {
    if folders.is_empty() {
        return Ok(None);
    }
    let tablebase = Tablebase::open(folders, complain)?;
    // Where it cannot be raised, the tables that cannot be opened are named.
    let _ = rlimit::increase_nofile_limit(tablebase.files() as u64 + OTHER_FILES);
    Ok(Some(Arc::new(tablebase)))
}
