//! Taking an index of an older format to the present one, in place and from what it stores.
//!
//! From format 7: each file of a segment is copied with the checksums of its blocks, once its bytes are those that tantivy
//! wrote, and replaces the old one; the list of segments says the new format at last. So a file is the old one or the
//! new one whenever the process ends, and the next upgrade goes on.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use serde_json::Value;
use tantivy::Directory;
use tantivy::directory::footer::Footer;
use tantivy::directory::{FileSlice, INDEX_WRITER_LOCK, MmapDirectory};

use crate::error::Error;
use crate::index::Index;
use crate::storage::checked::{OVERWRITTEN, SealingWriter, body};
use crate::storage::directory::{IndexDirectory, META, unsealed};
use crate::storage::folder::format;
use crate::storage::format::{FORMAT_VERSION, OLDEST};

/// What an upgrade did.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Upgraded {
    /// The format that the index had.
    pub from: u32,
    /// The format that it has.
    pub to: u32,
    /// How many files were written anew.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

impl Index {
    /// Upgrades the index in a folder to the present format; one that has it already stays as it is. After an interruption
    /// it goes on where it was.
    ///
    /// `watch` is called from several threads, now and then, with how many of all bytes have been looked at.
    ///
    /// # Errors
    ///
    /// As [`Index::open`], [`Error::Format`] for an index of a format before 7, [`Error::Busy`] while another process writes,
    /// [`Error::Damaged`] for a file whose bytes are not those that were written; then the index keeps its format.
    pub fn upgrade(path: &Path, watch: impl Fn(u64, u64) + Sync) -> Result<Upgraded, Error> {
        let from = format(path)?;
        let mut upgraded = Upgraded {
            from,
            to: FORMAT_VERSION,
            files: 0,
            bytes: 0,
        };
        if from == FORMAT_VERSION {
            return Ok(upgraded);
        }
        if !(OLDEST..FORMAT_VERSION).contains(&from) {
            return Err(Error::Format {
                path: path.to_owned(),
                found: from.to_string(),
            });
        }
        let failed = |error| Error::from_tantivy(path, error);
        let directory = MmapDirectory::open(path).map_err(|error| failed(error.into()))?;
        let _lock = directory
            .acquire_lock(&INDEX_WRITER_LOCK)
            .map_err(|error| failed(tantivy::TantivyError::LockFailure(error, None)))?;
        let io = |error: io::Error| Error::from_io(path, &error);
        let meta = fs::read(path.join(META)).map_err(io)?;
        let files = files(path, &meta)?;
        let all = files.iter().map(|(_, bytes)| bytes).sum();
        let (done, written, bytes) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        files.par_iter().try_for_each(|(name, size)| {
            let new = add_checksums(path, &directory, name)?;
            if let Some(new) = new {
                written.fetch_add(1, Relaxed);
                bytes.fetch_add(new, Relaxed);
            }
            watch(done.fetch_add(*size, Relaxed) + size, all);
            Ok(())
        })?;
        directory.sync_directory().map_err(io)?;
        let (_, json) = unsealed(&meta).ok_or_else(|| damaged(path, META))?;
        let new = IndexDirectory::open(path).map_err(failed)?;
        new.atomic_write(Path::new(META), json).map_err(io)?;
        new.sync_directory().map_err(io)?;
        upgraded.files = written.into_inner();
        upgraded.bytes = bytes.into_inner();
        Ok(upgraded)
    }
}

/// The files of the segments that the index is made of and their sizes, the largest first. Others may lie beside them,
/// half-written by a process that was killed; the next writer deletes them.
fn files(path: &Path, meta: &[u8]) -> Result<Vec<(PathBuf, u64)>, Error> {
    let io = |error: io::Error| Error::from_io(path, &error);
    let segments = segments(meta).ok_or_else(|| damaged(path, META))?;
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = entry.file_name();
        let parts = name.to_str().and_then(|name| name.split_once('.'));
        let is_used = parts.is_some_and(|(id, rest)| {
            let deletes = segments.get(id);
            deletes
                .is_some_and(|deletes| !rest.ends_with("del") || deletes.as_deref() == Some(rest))
        });
        if is_used {
            files.push((name.into(), entry.metadata().map_err(io)?.len()));
        }
    }
    files.sort_by_key(|(_, size)| Reverse(*size));
    Ok(files)
}

/// The segments that a list of them names, each with the ending of the file of what is deleted, e.g. `10.del`.
fn segments(meta: &[u8]) -> Option<HashMap<String, Option<String>>> {
    let (_, json) = unsealed(meta)?;
    let meta: Value = serde_json::from_slice(json).ok()?;
    let segment = |segment: &Value| {
        let id = segment["segment_id"].as_str()?.replace('-', "");
        let deletes = segment["deletes"]["opstamp"].as_u64();
        Some((id, deletes.map(|opstamp| format!("{opstamp}.del"))))
    };
    meta["segments"].as_array()?.iter().map(segment).collect()
}

/// Adds checksums to a file that has none; returns its new size if it had none.
fn add_checksums(
    path: &Path,
    directory: &MmapDirectory,
    name: &Path,
) -> Result<Option<u64>, Error> {
    let handle = directory.get_file_handle(name);
    let handle = handle.map_err(|error| Error::from_tantivy(path, error.into()))?;
    let io = |error: io::Error| Error::from_io(path, &error);
    let file = FileSlice::new(handle);
    let bytes = file.read_bytes().map_err(io)?;
    if body(&bytes).is_some() {
        return Ok(None);
    }
    let cut = |_| damaged(path, &name.display().to_string());
    let (footer, written) = Footer::extract_footer(file).map_err(cut)?;
    let written = written.read_bytes().map_err(io)?;
    if crc32fast::hash(&written) != footer.crc {
        return Err(damaged(path, &name.display().to_string()));
    }
    // Hidden, so that it does not count as a file of the index where a crash leaves it behind.
    let new = path.join(format!(".{}.new", name.display()));
    let size = copy_sealed(&bytes, &new).map_err(io)?;
    fs::rename(&new, path.join(name)).map_err(io)?;
    Ok(Some(size))
}

/// Writes bytes with their checksums to a new file; returns its size.
fn copy_sealed(bytes: &[u8], new: &Path) -> io::Result<u64> {
    let mut sealing = SealingWriter::new(File::create(new)?);
    sealing.write_all(bytes)?;
    let file = sealing.seal()?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

fn damaged(path: &Path, name: &str) -> Error {
    Error::Damaged {
        path: path.to_owned(),
        what: format!("{name}: {OVERWRITTEN}"),
    }
}
