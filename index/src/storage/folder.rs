//! The folder of an index: whether it is one of ours, of this format, and who may create it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tantivy::directory::{
    Directory, DirectoryLock, INDEX_WRITER_LOCK, Lock, META_LOCK, MmapDirectory,
};
use tantivy::{IndexReader, ReloadPolicy, TantivyError};

use crate::error::{Error, Fault};
use crate::storage::checked::OVERWRITTEN;
use crate::storage::directory::IndexDirectory;
use crate::storage::format::{FORMAT_VERSION, OLDEST};
use crate::storage::guard::guarded;
use crate::storage::meta::{META, Meta, SEAL, fault_of_snapshot};
use crate::storage::schema::{Fields, schema};

/// An index that is open, and nothing of its segments.
pub(crate) struct Opened {
    pub(crate) directory: IndexDirectory,
    pub(crate) tantivy: tantivy::Index,
    pub(crate) fields: Fields,
}

/// Opens the index in a folder if it is one of this format, and nothing of its segments.
///
/// # Errors
///
/// As [`crate::Index::open`].
pub(crate) fn open_tantivy(path: &Path) -> Result<Opened, Error> {
    let found = format(path)?;
    if found != FORMAT_VERSION {
        return Err(if (OLDEST..FORMAT_VERSION).contains(&found) {
            Error::Outdated {
                path: path.to_owned(),
                found,
            }
        } else {
            Error::Format {
                path: path.to_owned(),
                found: found.to_string(),
            }
        });
    }
    let directory = IndexDirectory::open(path);
    Opened::new(
        path,
        directory.map_err(|error| Error::from_tantivy(path, error))?,
    )
}

impl Opened {
    /// Opens an index in a folder that is one of this format.
    pub(crate) fn new(path: &Path, directory: IndexDirectory) -> Result<Opened, Error> {
        let tantivy = tantivy::Index::open(directory.clone());
        Ok(Opened {
            directory,
            tantivy: tantivy.map_err(|error| Error::from_tantivy(path, error))?,
            fields: schema().1,
        })
    }
}

/// A reader of the newest commit, which does not follow later ones.
pub(crate) fn reader(path: &Path, tantivy: &tantivy::Index) -> Result<IndexReader, Error> {
    let reader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual);
    guarded(path, "its files", || {
        let reader = reader.try_into();
        reader.map_err(|error| Error::from_tantivy(path, error))
    })
}

/// What the newest commit of an index is made of.
pub(crate) struct Commit {
    /// `meta.json`, sealed.
    pub(crate) meta: Vec<u8>,
    /// The names of the files of its segments, e.g. `3f2a..e1.idx`. Others may lie beside them, half-written by a
    /// process that was killed; the next writer deletes them.
    pub(crate) files: Vec<String>,
}

impl Commit {
    /// Reads which files the newest commit of an index is made of.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if that cannot be read.
    pub(crate) fn newest(path: &Path) -> Result<Commit, Error> {
        let meta = fs::read(path.join(META)).map_err(|error| Error::from_io(path, &error))?;
        let files = Meta::read(&meta).and_then(|meta| meta.names());
        let files = files.ok_or_else(|| damaged(path, META))?;
        Ok(Commit { meta, files })
    }
}

/// Opens the index in a folder, and reads what its newest commit is made of. As long as the lock is held, a writer
/// deletes no file that it has no more use for.
///
/// # Errors
///
/// As [`crate::Index::open`].
pub(crate) fn open_newest(path: &Path) -> Result<(Opened, Commit, DirectoryLock), Error> {
    let opened = open_tantivy(path)?;
    let lock = lock(path, &opened.directory, &META_LOCK)?;
    Ok((opened, Commit::newest(path)?, lock))
}

/// Keeps others from writing to the index in a folder as long as the lock is held.
///
/// # Errors
///
/// [`Error::Busy`] while somebody writes to it.
pub(crate) fn lock_writer(path: &Path) -> Result<DirectoryLock, Error> {
    let directory = MmapDirectory::open(path);
    let directory = directory.map_err(|error| Error::from_tantivy(path, error.into()))?;
    lock(path, &directory, &INDEX_WRITER_LOCK)
}

fn lock(path: &Path, directory: &impl Directory, lock: &Lock) -> Result<DirectoryLock, Error> {
    let acquired = directory.acquire_lock(lock);
    acquired.map_err(|error| Error::from_tantivy(path, TantivyError::LockFailure(error, None)))
}

/// Whether somebody writes to the index in a folder. The only way to ask is to take the lock for a moment, so a writer
/// that begins at that moment is refused.
///
/// # Errors
///
/// [`Error::Storage`] if the lock cannot be read.
pub(crate) fn is_being_written(path: &Path) -> Result<bool, Error> {
    let io = |error: io::Error| Error::from_io(path, &error);
    match File::open(path.join(&INDEX_WRITER_LOCK.filepath)) {
        Ok(file) => match file.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(io(error)),
        },
        // Nobody ever wrote to it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io(error)),
    }
}

/// The error that the bytes of a file are not those that were written.
pub(crate) fn damaged(path: &Path, name: &str) -> Error {
    Error::Damaged {
        path: path.to_owned(),
        what: format!("{name}: {OVERWRITTEN}"),
    }
}

/// The format of the index in a folder.
///
/// # Errors
///
/// [`Error::Missing`] without an index, [`Error::Unfinished`] if there is a part of one, [`Error::Foreign`] if it is
/// another program's, [`Error::Damaged`] if its list of segments cannot be read.
pub(crate) fn format(path: &Path) -> Result<u32, Error> {
    not_a_file(path)?;
    // Looked at first: another process may create an index meanwhile, whose first file is `meta.json`, or end a restored
    // one, whose last file is that.
    let is_used = path.is_dir() && !is_empty(path)?;
    let is_unfinished = is_unfinished(path);
    if !path.join(META).is_file() {
        return Err(if is_unfinished {
            Error::Unfinished(path.to_owned())
        } else if is_used {
            Error::Foreign(path.to_owned())
        } else {
            Error::Missing(path.to_owned())
        });
    }
    let meta = fs::read(path.join(META)).map_err(|error| Error::from_io(path, &error))?;
    let fault = fault_of_snapshot(path, &meta).map_err(|error| Error::from_io(path, &error))?;
    if let Some(what) = fault {
        let path = path.to_owned();
        return Err(Error::Damaged { path, what });
    }
    if let Some(meta) = Meta::read(&meta) {
        return Ok(meta.version);
    }
    if !meta.starts_with(b"{") {
        return Err(Error::Damaged {
            path: path.to_owned(),
            what: format!("{META} is cut short or overwritten"),
        });
    }
    // Not sealed: of the first two formats, or another program's.
    let meta = String::from_utf8_lossy(&meta);
    match meta.split_once(SEAL).map(|(_, rest)| rest.get(..1)) {
        Some(Some("1")) => Ok(1),
        Some(Some("2")) => Ok(2),
        _ => Err(Error::Foreign(path.to_owned())),
    }
}

/// What a folder has in it until a snapshot or a restored index in it is whole.
pub(crate) const UNFINISHED: &str = ".tabiya-unfinished";

/// Whether a snapshot or a restored index was begun in a folder, and not ended.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.join(UNFINISHED).exists() && !path.join(META).exists()
}

/// An index is a folder.
fn not_a_file(path: &Path) -> Result<(), Error> {
    if path.is_file() {
        return Err(Error::Storage {
            path: path.to_owned(),
            fault: Fault::Other,
            error: "it is a file, not a folder".to_owned(),
        });
    }
    Ok(())
}

/// What is locked while an index is created in a folder.
pub(crate) const CREATION_LOCK: &str = ".tabiya-create.lock";

/// Makes the folder if it is missing, and keeps others from creating an index in it as long as the
/// file lives.
pub(crate) fn lock_creation(path: &Path) -> Result<File, Error> {
    not_a_file(path)?;
    let io = |error| Error::from_io(path, &error);
    fs::create_dir_all(path).map_err(io)?;
    let lock = File::create(path.join(CREATION_LOCK)).map_err(io)?;
    lock.lock().map_err(io)?;
    Ok(lock)
}

/// Whether a folder has nothing but hidden files, such as tantivy's locks, or what is left of an
/// index whose creation was cut short.
pub(crate) fn is_empty(path: &Path) -> Result<bool, Error> {
    let io = |error| Error::from_io(path, &error);
    for entry in fs::read_dir(path).map_err(io)? {
        if !entry
            .map_err(io)?
            .file_name()
            .as_encoded_bytes()
            .starts_with(b".")
        {
            return Ok(false);
        }
    }
    Ok(true)
}
