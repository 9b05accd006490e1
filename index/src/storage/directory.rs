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
//! * `meta.json`, which says of which segments the index is made, is sealed: before tantivy's JSON
//!   stands a line with the format and a checksum, e.g. `tabiya format 4 9f86d081884c7d65`. And
//!   its permissions are those of the other files.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback,
    WatchHandle, WritePtr,
};

use crate::storage::checked::{CheckedFile, SealingWriter};
use crate::storage::format::FORMAT_VERSION;

/// What tantivy takes its list of files from.
const LIST: &str = ".managed.json";

/// What says of which segments an index is made.
pub(crate) const META: &str = "meta.json";

/// What a sealed `meta.json` begins with.
pub(crate) const SEAL: &str = "tabiya format ";

/// The format and the JSON of a sealed `meta.json`; `None` if its bytes are not those that were
/// written.
pub(crate) fn unsealed(meta: &[u8]) -> Option<(u32, &[u8])> {
    let end = meta.iter().position(|byte| *byte == b'\n')?;
    let (line, json) = (str::from_utf8(&meta[..end]).ok()?, &meta[end + 1..]);
    let (version, _) = line.strip_prefix(SEAL)?.split_once(' ')?;
    let version = version.parse().ok()?;
    (line == seal(version, json)).then_some((version, json))
}

fn seal(version: u32, json: &[u8]) -> String {
    format!("{SEAL}{version} {:016x}", xxhash_rust::xxh3::xxh3_64(json))
}

/// The first bytes of the `meta.json` of an index, its seal among them: they are other ones after each commit.
///
/// # Errors
///
/// [`io::ErrorKind::NotFound`] if the index is gone.
pub(crate) fn read_seal(folder: &Path) -> io::Result<Vec<u8>> {
    let mut seal = Vec::new();
    // More than a seal has.
    let mut first = File::open(folder.join(META))?.take(64);
    first.read_to_end(&mut seal)?;
    Ok(seal)
}

/// The folder of an index.
#[derive(Clone, Debug)]
pub(crate) struct IndexDirectory {
    path: PathBuf,
    files: MmapDirectory,
    /// The files that are open. Kept, as what was read of one may be in use when its handle is not.
    open: Arc<Mutex<Open>>,
}

/// Files by their name.
type Open = HashMap<PathBuf, Arc<CheckedFile>>;

impl IndexDirectory {
    pub(crate) fn open(path: &Path) -> tantivy::Result<IndexDirectory> {
        Ok(IndexDirectory {
            path: path.to_owned(),
            files: MmapDirectory::open(path)?,
            open: Arc::default(),
        })
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
        let mut open = self.lock();
        let failed = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        if let Some(file) = open.get(path) {
            // Memory behind the end of a file that was cut cannot be read.
            file.check_change().map_err(failed)?;
            return Ok(Arc::clone(file));
        }
        // Those that are gone from the folder, and that nobody reads any more.
        open.retain(|name, file| Arc::strong_count(file) > 1 || self.path.join(name).exists());
        let mapped = self.files.get_file_handle(path)?;
        let file = mapped
            .read_bytes(0..mapped.len())
            .and_then(|mapped| CheckedFile::new(self.path.join(path), mapped))
            .map_err(failed)?;
        let file = Arc::new(file);
        open.insert(path.to_owned(), Arc::clone(&file));
        Ok(file)
    }

    fn open_files(&self) -> Vec<Arc<CheckedFile>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Whether a name is that of a file of an index that [`replace`] has not finished.
pub(crate) fn is_half_written(name: &str) -> bool {
    name.strip_prefix('.')
        .and_then(|name| name.strip_suffix(".new"))
        .is_some_and(|name| name == META || is_of_segment(name))
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
        let file = SealingWriter::new(self.files.open_write(path)?);
        Ok(WritePtr::new(Box::new(file)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if path == Path::new(LIST) {
            return self
                .list()
                .and_then(|names| Ok(serde_json::to_vec(&names)?))
                .map_err(|error| OpenReadError::wrap_io_error(error, path.to_owned()));
        }
        let data = self.files.atomic_read(path)?;
        if path == Path::new(META) {
            let (_, json) = unsealed(&data).ok_or_else(|| {
                let error = io::Error::from(io::ErrorKind::InvalidData);
                OpenReadError::wrap_io_error(error, path.to_owned())
            })?;
            return Ok(json.to_vec());
        }
        Ok(data)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if path == Path::new(LIST) {
            return Ok(());
        }
        // tantivy would make it readable by its owner only.
        replace(&self.path, &path.to_string_lossy(), |file| {
            if path == Path::new(META) {
                writeln!(file, "{}", seal(FORMAT_VERSION, data))?;
            }
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
