//! The folder of an index, as tantivy sees it.
//!
//! It is tantivy's own, except for four things:
//!
//! * The list of its files is what lies in the folder, e.g. `3f2a..e1.idx`, not what a file of
//!   tantivy's says: two processes that write in turn each have a list in memory, and know nothing
//!   of the files of the other one.
//! * An index in a read-only folder can be read.
//! * The files of segments have checksums, and what is read of them is checked before it counts
//!   ([`checked`](super::checked)).
//! * `meta.json`, which says of which segments the index is made, is sealed, and lists the files ([`meta`](super::meta)),
//!   so that a file of another segment or index is told from the one that was committed. And its permissions are those of
//!   the other files.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback,
    WatchHandle, WritePtr,
};

use crate::storage::checked::{CheckedFile, Identity, SealingWriter};
use crate::storage::meta::{
    Files, LIST as LIST_OF_SNAPSHOT, META, Meta, names, sealed, write_meta,
};
use crate::storage::replace::replace;

/// What tantivy takes its list of files from.
const LIST: &str = ".managed.json";

/// The folder of an index.
#[derive(Clone, Debug)]
pub(crate) struct IndexDirectory {
    path: PathBuf,
    files: MmapDirectory,
    /// The files that are open. Kept, as what was read of one may be in use when its handle is not.
    open: Arc<Mutex<Open>>,
    /// Identities of the files that the newest commit lists, and of those that were written since.
    known: Arc<Mutex<HashMap<PathBuf, Identity>>>,
    /// The `meta.json` to read in place of the one in the folder.
    instead: Option<Arc<[u8]>>,
}

/// Files by their name.
type Open = HashMap<PathBuf, Arc<CheckedFile>>;

impl IndexDirectory {
    pub(crate) fn open(path: &Path) -> tantivy::Result<IndexDirectory> {
        Ok(IndexDirectory {
            path: path.to_owned(),
            files: MmapDirectory::open(path)?,
            open: Arc::default(),
            known: Arc::default(),
            instead: None,
        })
    }

    /// Opens the folder as it will be once it has this `meta.json`.
    pub(crate) fn open_with(path: &Path, meta: Vec<u8>) -> tantivy::Result<IndexDirectory> {
        let mut directory = IndexDirectory::open(path)?;
        directory.instead = Some(meta.into());
        Ok(directory)
    }

    /// Returns the sealed `meta.json` for JSON of tantivy's, with the identities of the files that it lists.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if a file is damaged.
    pub(crate) fn sealed(&self, json: &[u8]) -> io::Result<Vec<u8>> {
        let names = names(json).ok_or(io::ErrorKind::InvalidData)?;
        let mut files = Files::new();
        for name in names {
            let path = Path::new(&name);
            let known = lock(&self.known).get(path).copied();
            let identity = match known {
                Some(identity) => identity,
                // A file of a format before 13.
                None => self.file(path).map_err(io::Error::other)?.identity(),
            };
            files.insert(name, identity);
        }
        Ok(sealed(&files, json))
    }

    /// Checks all bytes of the files that are open.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if one is damaged.
    pub(crate) fn check_all(&self) -> io::Result<()> {
        self.open_files()
            .iter()
            .try_for_each(|file| file.check_all())
    }

    /// Checks again the files that somebody has written to since they were opened.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if one is damaged, or was found to be.
    pub(crate) fn check_changes(&self) -> io::Result<()> {
        self.open_files()
            .iter()
            .try_for_each(|file| file.check_change())
    }

    /// A file of a segment; one that is open is checked again if it has changed.
    ///
    /// # Errors
    ///
    /// [`OpenReadError`] names a file that is missing or damaged.
    pub(crate) fn file(&self, path: &Path) -> Result<Arc<CheckedFile>, OpenReadError> {
        let mut open = lock(&self.open);
        let failed = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        if let Some(file) = open.get(path) {
            // Memory behind the end of a file that was cut cannot be read.
            file.check_change().map_err(failed)?;
            return Ok(Arc::clone(file));
        }
        // Those that are gone from the folder, and that nobody reads any more.
        open.retain(|name, file| Arc::strong_count(file) > 1 || self.path.join(name).exists());
        let mapped = self.files.get_file_handle(path)?;
        let known = lock(&self.known).get(path).copied();
        let file = mapped
            .read_bytes(0..mapped.len())
            .and_then(|mapped| CheckedFile::new(self.path.join(path), mapped, known))
            .map_err(failed)?;
        let file = Arc::new(file);
        open.insert(path.to_owned(), Arc::clone(&file));
        Ok(file)
    }

    fn open_files(&self) -> Vec<Arc<CheckedFile>> {
        lock(&self.open).values().cloned().collect()
    }

    /// The names of its files, e.g. `["meta.json", "3f2a..e1.idx"]`; only of those that an index
    /// is made of, as tantivy deletes what is of no use any more.
    fn list(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            names.extend(entry?.file_name().into_string().ok());
        }
        names.retain(|name| name == META || is_of_segment(name));
        Ok(names)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a name is that of a file of an index that [`replace`] has not finished.
pub(crate) fn is_half_written(name: &str) -> bool {
    name.strip_prefix('.')
        .and_then(|name| name.strip_suffix(".new"))
        .is_some_and(|name| [META, LIST_OF_SNAPSHOT].contains(&name) || is_of_segment(name))
}

/// Whether a name is that of a file of a segment: 32 hexadecimal digits, a dot, the rest.
pub(crate) fn is_of_segment(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(id, _)| id.len() == 32 && id.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

impl Directory for IndexDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(self.file(path)?)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let (known, name) = (Arc::clone(&self.known), path.to_owned());
        let ended = move |identity| {
            lock(&known).insert(name, identity);
        };
        let file = SealingWriter::new(self.files.open_write(path)?, ended);
        Ok(WritePtr::new(Box::new(file)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if path == Path::new(LIST) {
            return self
                .list()
                .and_then(|names| Ok(serde_json::to_vec(&names)?))
                .map_err(|error| OpenReadError::wrap_io_error(error, path.to_owned()));
        }
        if path != Path::new(META) {
            return self.files.atomic_read(path);
        }
        let data = match &self.instead {
            Some(meta) => meta.to_vec(),
            None => self.files.atomic_read(path)?,
        };
        let meta = Meta::read(&data).ok_or_else(|| {
            let error = io::Error::from(io::ErrorKind::InvalidData);
            OpenReadError::wrap_io_error(error, path.to_owned())
        })?;
        let mut known = lock(&self.known);
        // Files that were merged away, or that a commit has replaced.
        known.retain(|name, _| self.path.join(name).exists());
        known.extend(
            meta.files
                .into_iter()
                .map(|(name, file)| (name.into(), file)),
        );
        Ok(meta.json.to_vec())
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if path == Path::new(LIST) {
            return Ok(());
        }
        if path == Path::new(META) {
            return write_meta(&self.path, &self.sealed(data)?);
        }
        // tantivy would make it readable by its owner only.
        replace(&self.path, &path.to_string_lossy(), |file| {
            file.write_all(data)
        })
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.files.acquire_lock(lock) {
            // A reader keeps files from being deleted before it has opened them. From a folder
            // that cannot be written to none is deleted.
            Err(LockError::IoError(error))
                if lock.filepath == META_LOCK.filepath && is_read_only(&error) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            acquired => acquired,
        }
    }

    fn watch(&self, watch_callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(watch_callback)
    }
}

fn is_read_only(error: &io::Error) -> bool {
    let kind = error.kind();
    kind == io::ErrorKind::PermissionDenied || kind == io::ErrorKind::ReadOnlyFilesystem
}
