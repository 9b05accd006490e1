//! Changing a file of keys: for one process at a time, and whole or not at all.

use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use serde::Serialize;

/// A file of keys that is to change, for one process at a time: its folder is locked until this goes.
pub(super) struct Place {
    /// The file itself, where the path leads to it by links.
    pub(super) file: PathBuf,
    folder: PathBuf,
    /// Elsewhere a folder cannot be opened.
    #[cfg(unix)]
    locked: File,
}

impl Place {
    /// Waits until nobody else changes a file in this folder.
    pub(super) fn lock(path: &Path) -> io::Result<Place> {
        let file = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        #[cfg(unix)]
        let locked = File::open(&folder).and_then(|opened| opened.lock().map(|()| opened));
        Ok(Place {
            #[cfg(unix)]
            locked: locked?,
            file,
            folder,
        })
    }

    /// Replaces the file by one with these keys, of the same owner and permissions; a new one is for its owner only.
    pub(super) fn write<T: Serialize>(&self, keys: &[T]) -> io::Result<()> {
        let mut new = NamedTempFile::new_in(&self.folder)?;
        for key in keys {
            writeln!(new, "{}", serde_json::to_string(key)?)?;
        }
        if let Ok(old) = fs::metadata(&self.file) {
            #[cfg(unix)]
            keep_owner(new.as_file(), &old)?;
            new.as_file().set_permissions(old.permissions())?;
        }
        new.as_file().sync_all()?;
        new.persist(&self.file)?;
        #[cfg(unix)]
        self.locked.sync_all()?;
        Ok(())
    }
}

/// Gives a new file to the owner and group of an old one.
#[cfg(unix)]
fn keep_owner(new: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let made = new.metadata()?;
    if (made.uid(), made.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(new, Some(old.uid()), Some(old.gid())).map_err(|error| {
        let why = format!(
            "it belongs to user {} and group {}, which only they or root can keep so ({error})",
            old.uid(),
            old.gid()
        );
        io::Error::new(error.kind(), why)
    })
}
