//! An index on disk: created, opened, read through snapshots, written by one writer at a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::{IndexReader, IndexSettings};

use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::storage::directory::IndexDirectory;
use crate::storage::folder::{Opened, is_empty, lock_creation, open_tantivy, reader};
use crate::storage::guard::guarded;
use crate::storage::meta::read_seal;
use crate::storage::schema::schema;
use crate::write::writer::Writer;

/// An index of games and their positions in a folder.
///
/// Cheap to read from many threads.
pub struct Index {
    path: PathBuf,
    opened: Opened,
    reader: IndexReader,
    newest: Mutex<Newest>,
}

/// The newest known commit.
struct Newest {
    /// What [`read_seal`] reads of it.
    seal: Vec<u8>,
    /// Made when it is first needed.
    snapshot: Option<Arc<Snapshot>>,
}

impl Index {
    /// Opens the index in a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] without a folder or an index in it, [`Error::Foreign`] if it is another
    /// program's, [`Error::Outdated`] if [`Index::upgrade`] must be called first, [`Error::Format`] if it is of another
    /// version.
    pub fn open(path: &Path) -> Result<Index, Error> {
        Index::new(path, open_tantivy(path)?)
    }

    /// Creates an empty index in a folder, which is made if it is missing.
    ///
    /// # Errors
    ///
    /// [`Error::Foreign`] if the folder holds anything, an index too.
    pub fn create(path: &Path) -> Result<Index, Error> {
        let _lock = lock_creation(path)?;
        Index::create_locked(path)
    }

    fn create_locked(path: &Path) -> Result<Index, Error> {
        if !is_empty(path)? {
            return Err(Error::Foreign(path.to_owned()));
        }
        let failed = |error| Error::from_tantivy(path, error);
        let (schema, fields) = schema();
        let settings = IndexSettings {
            docstore_compression: Compressor::Zstd(ZstdCompressor::default()),
            ..IndexSettings::default()
        };
        let directory = IndexDirectory::open(path).map_err(failed)?;
        let tantivy =
            tantivy::Index::create(directory.clone(), schema, settings).map_err(failed)?;
        let opened = Opened {
            directory,
            tantivy,
            fields,
        };
        Index::new(path, opened)
    }

    /// Opens the index in a folder, or creates one where there is no folder or nothing in it.
    ///
    /// # Errors
    ///
    /// As [`Index::open`] and [`Index::create`].
    pub fn open_or_create(path: &Path) -> Result<Index, Error> {
        match Index::open(path) {
            Err(Error::Missing(_)) => {}
            opened => return opened,
        }
        let _lock = lock_creation(path)?;
        // Another process may have been quicker.
        match Index::open(path) {
            Err(Error::Missing(_)) => Index::create_locked(path),
            opened => opened,
        }
    }

    pub(crate) fn new(path: &Path, opened: Opened) -> Result<Index, Error> {
        // Read first: a commit in between is loaded twice, and not missed.
        let seal = read_seal(path).map_err(|error| Error::from_io(path, &error))?;
        let reader = reader(path, &opened.tantivy)?;
        Ok(Index {
            path: path.to_owned(),
            opened,
            reader,
            newest: Mutex::new(Newest {
                seal,
                snapshot: None,
            }),
        })
    }

    /// The index as of the newest commit, of whatever process. It stays as it is, whatever is written meanwhile.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if what was committed cannot be read, if another program has changed it, or
    /// if damage was found since it was opened.
    pub fn snapshot(&self) -> Result<Arc<Snapshot>, Error> {
        let changes = self.opened.directory.check_changes();
        changes.map_err(|error| Error::from_io(&self.path, &error))?;
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        // An index that was deleted, or cannot be read just now, is still there for those that have it open.
        let newer = read_seal(&self.path).ok();
        let newer = newer.filter(|seal| *seal != newest.seal);
        let former = newest.snapshot.as_ref();
        if let Some(snapshot) = former.filter(|_| newer.is_none()) {
            return Ok(Arc::clone(snapshot));
        }
        let snapshot = guarded(&self.path, "its files", || {
            if newer.is_some() {
                let reloaded = self.reader.reload();
                reloaded.map_err(|error| Error::from_tantivy(&self.path, error))?;
            }
            let (searcher, former) = (self.reader.searcher(), former.map(Arc::as_ref));
            Snapshot::new(&self.path, searcher, self.opened.fields, former)
        });
        let snapshot = Arc::new(snapshot?);
        newest.snapshot = Some(Arc::clone(&snapshot));
        if let Some(seal) = newer {
            newest.seal = seal;
        }
        Ok(snapshot)
    }

    /// Checks all that was not read yet of the files that are open. A server does so in the background, so that damage is
    /// known before somebody asks for what is damaged.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] names the first file whose bytes are not those that were written.
    pub fn check_files(&self) -> Result<(), Error> {
        let checked = self.opened.directory.check_all();
        checked.map_err(|error| Error::from_io(&self.path, &error))
    }

    /// Takes the one writer of the index; it is given back when dropped.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] while another writer has it.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::new(&self.path)
    }

    /// The size of its files in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the folder cannot be read.
    pub fn bytes(&self) -> Result<u64, Error> {
        let io = |error| Error::from_io(&self.path, &error);
        let mut bytes = 0;
        for entry in fs::read_dir(&self.path).map_err(io)? {
            // A file may vanish while we look: segments are merged.
            bytes += entry
                .map_err(io)?
                .metadata()
                .map_or(0, |metadata| metadata.len());
        }
        Ok(bytes)
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
