//! Snapshots on disk: a copy of the newest commit of an index in another folder, and the way back.
//!
//! The files of segments are written once and never changed, so a snapshot has the same files as its index where the
//! file system can link them, and takes no room until they are merged away. What an index writes later is in new files.
//! Restoring copies, so that an index and its snapshot never share more than that.
//!
//! What makes files an index is `meta.json`. It comes last, so what is cut short never looks whole: the folder has
//! a mark in it, by which the same command goes on.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use similarity::Statistics;
use tantivy::Directory;

use crate::error::Error;
use crate::index::Index;
use crate::snapshot::Committed;
use crate::storage::checked::CheckedFile;
use crate::storage::directory::{IndexDirectory, is_half_written, is_of_segment};
use crate::storage::folder::{
    CREATION_LOCK, Commit, Opened, UNFINISHED, is_empty, is_unfinished, lock_creation, lock_writer,
    open_newest, open_tantivy, reader,
};
use crate::storage::meta::{LIST, META, write_list, write_meta};
use crate::storage::replace::replace;

/// How much there is of an index.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of segments.
    pub segments: usize,
    /// The size of the files of its newest commit.
    pub bytes: u64,
}

impl Summary {
    pub(crate) fn of(
        path: &Path,
        commit: &Commit,
        statistics: &Statistics,
        segments: usize,
    ) -> Summary {
        // Files of a commit that is not the newest one any more may be gone.
        let sizes = commit.files.iter().map(|name| path.join(name).metadata());
        let bytes: u64 = sizes.flatten().map(|metadata| metadata.len()).sum();
        Summary {
            games: statistics.games,
            positions: statistics.positions,
            segments,
            bytes: bytes + commit.meta.len() as u64,
        }
    }
}

impl Index {
    /// How much there is in the newest commit of the index in a folder. Reads little.
    ///
    /// # Errors
    ///
    /// As [`Index::open`].
    pub fn summary(path: &Path) -> Result<Summary, Error> {
        let Opened {
            tantivy, fields, ..
        } = open_tantivy(path)?;
        let searcher = reader(path, &tantivy)?.searcher();
        let Committed { statistics, .. } = Committed::read(path, &searcher, fields)?;
        let commit = Commit::newest(path)?;
        let segments = searcher.segment_readers().len();
        Ok(Summary::of(path, &commit, &statistics, segments))
    }

    /// Makes a snapshot of the index in a folder: its newest commit, in a folder of its own, which is made if it is
    /// missing. Every byte is checked. Searches, imports and removals go on meanwhile, in this process and in others.
    ///
    /// `watch` is called from several threads, now and then, with how many of all bytes have been checked.
    ///
    /// # Errors
    ///
    /// As [`Index::open`]; [`Error::NotEmpty`] if there is anything in the folder of the snapshot, [`Error::Damaged`]
    /// if the index is damaged: then there is no snapshot.
    pub fn save_snapshot(
        path: &Path,
        snapshot: &Path,
        watch: impl Fn(u64, u64) + Sync,
    ) -> Result<Summary, Error> {
        let (commit, files) = open_files(path)?;
        let filled = Filling::begin(snapshot)?;
        for file in &files {
            let (name, _) = file;
            if fs::hard_link(path.join(name), snapshot.join(name)).is_err() {
                copy(file, snapshot)?;
            }
        }
        check(path, &files, watch)?;
        let listed = write_list(snapshot, &commit.meta);
        listed.map_err(|error| Error::from_io(snapshot, &error))?;
        filled.end(&commit.meta)?;
        Index::summary(snapshot)
    }

    /// Makes a snapshot an index again, in a folder that is made if it is missing. Every byte of the snapshot is
    /// checked first. The folder may have an index without games, which a server may have open: it finds the games in a
    /// second.
    ///
    /// `watch` is called from several threads, now and then, with how many bytes are done, and how many there are; each
    /// counts twice, for it is checked and then copied.
    ///
    /// # Errors
    ///
    /// [`Error::NoSnapshot`] and [`Error::DamagedSnapshot`] for a snapshot that cannot be used; [`Error::HasGames`],
    /// [`Error::NotEmpty`] or [`Error::Busy`] for a folder; all of them leave that as it was.
    pub fn restore(
        snapshot: &Path,
        path: &Path,
        watch: impl Fn(u64, u64) + Sync,
    ) -> Result<Summary, Error> {
        let of_snapshot = |error| match error {
            Error::Missing(path) | Error::Foreign(path) | Error::Unfinished(path) => {
                Error::NoSnapshot(path)
            }
            Error::Damaged { path, what } => Error::DamagedSnapshot { path, what },
            other => other,
        };
        let (commit, files) = open_files(snapshot).map_err(of_snapshot)?;
        let checked = check(snapshot, &files, |done, all| watch(done, 2 * all));
        checked.map_err(of_snapshot)?;
        // Nothing is copied that cannot be opened.
        Index::summary(snapshot).map_err(of_snapshot)?;
        let all: u64 = files.iter().map(size).sum();
        let copy_all = || {
            let mut done = all;
            files.iter().try_for_each(|file| {
                copy(file, path)?;
                done += size(file);
                watch(done, 2 * all);
                Ok(())
            })
        };
        if path.join(META).is_file() {
            let _lock = lock_writer(path)?;
            let games = Index::summary(path)?.games;
            if games > 0 {
                let path = path.to_owned();
                return Err(Error::HasGames { path, games });
            }
            copy_all()?;
            commit_copied(path, |path| write_meta(path, &commit.meta))?;
        } else {
            let filled = Filling::begin(path)?;
            let _lock = lock_writer(path)?;
            copy_all()?;
            filled.end(&commit.meta)?;
        }
        Index::summary(path)
    }
}

impl Index {
    /// Removes a folder in which a snapshot was begun and not ended, unless somebody is at it. Returns whether it did.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be removed.
    pub fn remove_unfinished(path: &Path) -> Result<bool, Error> {
        if !is_unfinished(path) {
            return Ok(false);
        }
        let io = |error: io::Error| Error::from_io(path, &error);
        let lock = File::create(path.join(CREATION_LOCK)).map_err(io)?;
        // It may have ended meanwhile.
        if lock.try_lock().is_err() || !is_unfinished(path) {
            return Ok(false);
        }
        fs::remove_dir_all(path).map_err(io)?;
        Ok(true)
    }
}

/// A file of a segment, by its name.
type Named = (String, Arc<CheckedFile>);

fn size((_, file): &Named) -> u64 {
    file.bytes().len() as u64
}

/// Opens all files of the newest commit of an index. They can be read, whatever is merged away meanwhile.
fn open_files(path: &Path) -> Result<(Commit, Vec<Named>), Error> {
    let (opened, commit, _lock) = open_newest(path)?;
    let open = |name: &String| {
        let file = opened.directory.file(Path::new(name));
        let file = file.map_err(|error| Error::from_tantivy(path, error.into()))?;
        Ok((name.clone(), file))
    };
    let files = commit.files.iter().map(open).collect::<Result<_, _>>()?;
    Ok((commit, files))
}

/// A folder that files are put into, and that nobody else may make an index in. Dropped before its end, it is emptied.
struct Filling {
    path: PathBuf,
    is_whole: bool,
    _lock: File,
}

impl Filling {
    /// Begins with a folder that is missing or empty, or that was begun and not ended.
    fn begin(path: &Path) -> Result<Filling, Error> {
        let lock = lock_creation(path)?;
        let io = |error: io::Error| Error::from_io(path, &error);
        if is_unfinished(path) {
            remove_files(path).map_err(io)?;
        }
        if !is_empty(path)? {
            return Err(Error::NotEmpty(path.to_owned()));
        }
        File::create(path.join(UNFINISHED))
            .and_then(|mark| mark.sync_all())
            .map_err(io)?;
        Ok(Filling {
            path: path.to_owned(),
            is_whole: false,
            _lock: lock,
        })
    }

    /// Makes the files an index.
    fn end(mut self, meta: &[u8]) -> Result<(), Error> {
        // Not by `write_meta`: a snapshot keeps its list.
        commit_copied(&self.path, |path| {
            replace(path, META, |file| file.write_all(meta))
        })?;
        self.is_whole = true;
        // Beside `meta.json` it means nothing.
        let _ = fs::remove_file(self.path.join(UNFINISHED));
        Ok(())
    }
}

impl Drop for Filling {
    fn drop(&mut self) {
        if !self.is_whole {
            let _ = fs::remove_file(self.path.join(META));
            // If that fails, the mark stays, and whoever begins again does it.
            if !self.path.join(META).exists() && remove_files(&self.path).is_ok() {
                let _ = fs::remove_file(self.path.join(UNFINISHED));
            }
        }
    }
}

/// Removes the files of segments, the list of a snapshot, and half-written files.
fn remove_files(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = |name: &str| name == LIST || is_of_segment(name) || is_half_written(name);
        if name.to_str().is_some_and(ours) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Checks every byte of some files of an index.
fn check(path: &Path, files: &[Named], watch: impl Fn(u64, u64) + Sync) -> Result<(), Error> {
    let (done, all) = (AtomicU64::new(0), files.iter().map(size).sum());
    files.par_iter().try_for_each(|named| {
        let checked = named.1.check_all();
        checked.map_err(|error| Error::from_io(path, &error))?;
        watch(done.fetch_add(size(named), Relaxed) + size(named), all);
        Ok(())
    })
}

/// Copies a file into a folder.
fn copy((name, file): &Named, to: &Path) -> Result<(), Error> {
    replace(to, name, |new| new.write_all(file.bytes())).map_err(|error| Error::from_io(to, &error))
}

/// Makes the files of a folder an index, by writing their `meta.json` after them.
fn commit_copied(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Error> {
    let write = || {
        let directory = IndexDirectory::open(path).map_err(io::Error::other)?;
        directory.sync_directory()?;
        write(path)?;
        directory.sync_directory()
    };
    write().map_err(|error| Error::from_io(path, &error))
}
