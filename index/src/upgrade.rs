//! Taking an index of an older format to the present one, in place and from what it stores.
//!
//! From format 7: each file of a segment is copied with the checksums of its blocks, once its bytes are those that tantivy
//! wrote, and replaces the old one. Then, from all formats, the columns of each segment are written anew
//! (`upgrade/columns.rs`); passages of eight positions stay as they are. Then everything is checked, as [`Index::verify`] does:
//! before format 13 no file said to which segment it belongs. The list of segments says the new format at last, and the
//! fields that there are now. So a file is the old one or the new one whenever the process ends, and the next
//! upgrade goes on.

mod columns;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde_json::Value;
use tantivy::Directory;
use tantivy::directory::footer::Footer;
use tantivy::directory::{FileSlice, MmapDirectory};
use tantivy::fastfield::AliveBitSet;
use tantivy::index::SegmentComponent;
use tantivy::schema::Schema;

use crate::error::Error;
use crate::index::Index;
use crate::storage::checked::{SealingWriter, is_sealed};
use crate::storage::directory::{IndexDirectory, is_of_segment};
use crate::storage::folder::{Commit, Opened, damaged, format, lock_writer};
use crate::storage::format::{FORMAT_VERSION, OLDEST};
use crate::storage::guard::{files_of, guarded};
use crate::storage::meta::{META, Meta, write_meta};
use crate::storage::replace::replace;
use crate::storage::schema::schema;
use crate::verify::verify_snapshot;

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
    /// [`Error::Damaged`] for a file whose bytes are not those that were written, or a passage that is not a line of chess;
    /// then the index keeps its format.
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
        let mut files = files(path, &commit)?;
        // By their names, with the sizes that they have before.
        let columns = files.iter().filter(|(name, _)| is_columns(name));
        let columns: HashMap<String, u64> = columns.cloned().collect();
        if from > SEALED_AFTER {
            files.clear();
        }
        // From format 7 the columns are written twice.
        let sizes = columns.values().chain(files.iter().map(|(_, bytes)| bytes));
        let written: u64 = sizes.sum();
        // To check all games takes longer than that.
        let all = written * (1 + CHECKED);
        let done = AtomicU64::new(0);
        let advance = |size| watch(done.fetch_add(size, Relaxed) + size, all);
        let renewed = Mutex::new(HashMap::new());
        let count = |name: String, new: Option<u64>| {
            let mut renewed = renewed.lock().unwrap_or_else(PoisonError::into_inner);
            renewed.extend(new.map(|size| (name, size)));
        };
        files.par_iter().try_for_each(|(name, size)| {
            count(name.clone(), add_checksums(path, &directory, name)?);
            advance(*size);
            Ok(())
        })?;
        directory.sync_directory().map_err(io)?;
        // Each opened anew, as files have changed.
        let new = IndexDirectory::open(path).map_err(failed)?;
        let index = tantivy::Index::open(new.clone()).map_err(failed)?;
        let (schema, fields) = schema();
        let segments = index.searchable_segments().map_err(failed)?;
        segments
            .par_iter()
            .with_max_len(1)
            .try_for_each(|segment| {
                let name = segment.meta().relative_path(SegmentComponent::FastFields);
                let name = name.to_string_lossy().into_owned();
                let size = columns.get(&name).copied().unwrap_or_default();
                let files = files_of(segment.id());
                let renewed = guarded(path, &files, || {
                    check_removals(path, segment)?;
                    columns::renew(path, &index, fields, segment)
                });
                count(name, renewed?);
                advance(size);
                Ok(())
            })?;
        new.sync_directory().map_err(io)?;
        let old = Meta::read(&commit.meta).ok_or_else(|| damaged(path, META))?;
        let json = with_schema(old.json, &schema).map_err(io)?;
        // Opened anew again, as columns have changed.
        let new = IndexDirectory::open(path).map_err(failed)?;
        let meta = new.sealed(&json).map_err(io)?;
        check_whole(path, meta.clone(), |documents, of| {
            watch(
                written + all.saturating_sub(written) * documents / of.max(1),
                all,
            );
        })?;
        write_meta(path, &meta).map_err(io)?;
        new.sync_directory().map_err(io)?;
        let renewed = renewed.into_inner().unwrap_or_else(PoisonError::into_inner);
        upgraded.files = renewed.len() as u64;
        upgraded.bytes = renewed.into_values().sum();
        Ok(upgraded)
    }
}

/// Checks that an index is whole with a new `meta.json`: before format 13 nothing says which files belong together.
fn check_whole(path: &Path, meta: Vec<u8>, watch: impl Fn(u64, u64) + Sync) -> Result<(), Error> {
    let verify = || {
        let directory = IndexDirectory::open_with(path, meta);
        let directory = directory.map_err(|error| Error::from_tantivy(path, error))?;
        let index = Index::new(path, Opened::new(path, directory)?)?;
        let snapshot = index.snapshot()?;
        verify_snapshot(&snapshot, watch)
    };
    let what = match verify() {
        Ok(verified) => {
            let others = verified.problems.len().saturating_sub(1);
            match verified.problems.into_iter().next() {
                None => return Ok(()),
                Some(first) if others == 0 => first,
                Some(first) => format!("{first}, and {others} more"),
            }
        }
        Err(Error::Damaged { what, .. }) => what,
        Err(other) => return Err(other),
    };
    let what = if is_of_segment(&what) {
        what
    } else {
        format!("its files: they do not belong together ({what})")
    };
    Err(Error::Damaged {
        path: path.to_owned(),
        what,
    })
}

/// Checks that the list of the documents removed from a segment is its own.
fn check_removals(path: &Path, segment: &tantivy::Segment) -> Result<(), Error> {
    let meta = segment.meta();
    if !meta.has_deletes() {
        return Ok(());
    }
    let name = meta.relative_path(SegmentComponent::Delete);
    let read = || {
        let file = segment.open_read(SegmentComponent::Delete)?;
        file.read_bytes().map_err(tantivy::TantivyError::from)
    };
    let bytes = read().map_err(|error| Error::from_tantivy(path, error))?;
    let documents = bytes
        .get(..4)
        .and_then(|documents| documents.try_into().ok());
    let documents = documents.map(u32::from_le_bytes);
    if documents != Some(meta.max_doc())
        || AliveBitSet::open(bytes).num_alive_docs() != meta.num_docs() as usize
    {
        return Err(Error::Damaged {
            path: path.to_owned(),
            what: format!("{}: it is not the one of its segment", name.display()),
        });
    }
    Ok(())
}

/// How many times as long as writing columns anew it takes to check all games. Guessed; only progress depends on it.
const CHECKED: u64 = 10;

/// The last format whose files have no checksums.
const SEALED_AFTER: u32 = 7;

/// Whether a file has the columns of a segment.
fn is_columns(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending == "fast")
}

/// The list of segments with the fields that there are now; segments that were written before have the first of them.
fn with_schema(json: &[u8], schema: &Schema) -> io::Result<Vec<u8>> {
    let mut meta: Value = serde_json::from_slice(json)?;
    meta["schema"] = serde_json::to_value(schema)?;
    Ok(serde_json::to_vec(&meta)?)
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
    if is_sealed(&bytes) {
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
        let mut sealing = SealingWriter::new(file, drop);
        sealing.write_all(&bytes)?;
        size = sealing.seal()?.metadata()?.len();
        Ok(())
    });
    replaced.map_err(io)?;
    Ok(Some(size))
}
