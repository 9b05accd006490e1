//! Taking an index of an older format to the present one, in place and from what it stores.
//!
//! From format 7: each file of a segment is copied with the checksums of its blocks, once its bytes are those that tantivy
//! wrote, and replaces the old one; the list of segments says the new format at last. So a file is the old one or the
//! new one whenever the process ends, and the next upgrade goes on.

use std::cmp::Reverse;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use serde_json::Value;
use tantivy::Directory;
use tantivy::directory::footer::Footer;
use tantivy::directory::{FileSlice, MmapDirectory};

use crate::error::Error;
use crate::index::Index;
use crate::storage::checked::{SealingWriter, body};
use crate::storage::directory::{IndexDirectory, META, replace, unsealed};
use crate::storage::folder::{Commit, damaged, format, lock_writer};
use crate::storage::format::{FORMAT_VERSION, OLDEST};
use crate::storage::schema::schema;

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
        let _lock = lock_writer(path)?;
        let io = |error: io::Error| Error::from_io(path, &error);
        let commit = Commit::newest(path)?;
        let files = files(path, &commit)?;
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
        let (_, json) = unsealed(&commit.meta).ok_or_else(|| damaged(path, META))?;
        let json = with_new_fields(json).ok_or_else(|| damaged(path, META))?;
        let new = IndexDirectory::open(path).map_err(failed)?;
        new.atomic_write(Path::new(META), &json).map_err(io)?;
        new.sync_directory().map_err(io)?;
        upgraded.files = written.into_inner();
        upgraded.bytes = bytes.into_inner();
        Ok(upgraded)
    }
}

/// `meta.json` with the present schema: that of an older format, with the fields that came since at its end.
fn with_new_fields(json: &[u8]) -> Option<Vec<u8>> {
    let mut meta: Value = serde_json::from_slice(json).ok()?;
    meta["schema"] = serde_json::to_value(schema().0).ok()?;
    serde_json::to_vec(&meta).ok()
}

/// The files that the index is made of and their sizes, the largest first.
fn files(path: &Path, commit: &Commit) -> Result<Vec<(String, u64)>, Error> {
    let io = |error: io::Error| Error::from_io(path, &error);
    let sized = |name: &String| {
        let metadata = fs::metadata(path.join(name)).map_err(io)?;
        Ok((name.clone(), metadata.len()))
    };
    let files = commit.files.iter().map(sized);
    let mut files = files.collect::<Result<Vec<(String, u64)>, Error>>()?;
    files.sort_by_key(|(_, size)| Reverse(*size));
    Ok(files)
}

/// Adds checksums to a file that has none; returns its new size if it had none.
fn add_checksums(path: &Path, directory: &MmapDirectory, name: &str) -> Result<Option<u64>, Error> {
    let handle = directory.get_file_handle(Path::new(name));
    let handle = handle.map_err(|error| Error::from_tantivy(path, error.into()))?;
    let io = |error: io::Error| Error::from_io(path, &error);
    let file = FileSlice::new(handle);
    let bytes = file.read_bytes().map_err(io)?;
    if body(&bytes).is_some() {
        return Ok(None);
    }
    let cut = |_| damaged(path, name);
    let (footer, written) = Footer::extract_footer(file).map_err(cut)?;
    let written = written.read_bytes().map_err(io)?;
    if crc32fast::hash(&written) != footer.crc {
        return Err(damaged(path, name));
    }
    let mut size = 0;
    let replaced = replace(path, name, |file| {
        let mut sealing = SealingWriter::new(file);
        sealing.write_all(&bytes)?;
        size = sealing.seal()?.metadata()?.len();
        Ok(())
    });
    replaced.map_err(io)?;
    Ok(Some(size))
}
