//! `meta.json`, which lists the files of an index.
//!
//! ```text
//! tabiya format 13 9f86d081884c7d65               checksum of what follows
//! {"3f2a..e1.idx":[5678,"9f86d081884c7d65"],..}  size and checksum of each file, since format 13
//! {"segments": ..}                               tantivy's JSON
//! ```
//!
//! A snapshot on disk has a list of the same form beside it, of all its files and without JSON of tantivy's.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::storage::checked::Identity;
use crate::storage::format::FORMAT_VERSION;
use crate::storage::replace::replace;

/// The file that lists the segments of an index.
pub(crate) const META: &str = "meta.json";

/// The file that lists the files of a snapshot on disk.
pub(crate) const LIST: &str = "snapshot.json";

/// The first bytes of a sealed `meta.json`.
pub(crate) const SEAL: &str = "tabiya format ";

/// The first format that lists its files.
const LISTED_SINCE: u32 = 13;

/// The endings of the files that every segment has.
const ENDINGS: [&str; 6] = ["idx", "pos", "fast", "fieldnorm", "term", "store"];

/// Identities of files, by name.
pub(crate) type Files = BTreeMap<String, Identity>;

/// Content of a sealed file.
pub(crate) struct Meta<'a> {
    pub(crate) version: u32,
    /// Empty before format 13.
    pub(crate) files: Files,
    /// The JSON of tantivy's; empty in the list of a snapshot.
    pub(crate) json: &'a [u8],
}

impl Meta<'_> {
    /// Reads a sealed file; `None` if its bytes are not those that were written.
    pub(crate) fn read(bytes: &[u8]) -> Option<Meta<'_>> {
        let (line, rest) = split_line(bytes)?;
        let (version, _) = line.strip_prefix(SEAL)?.split_once(' ')?;
        let version = version.parse().ok()?;
        if line != seal(version, rest) {
            return None;
        }
        let (files, json) = if version < LISTED_SINCE {
            (Files::new(), rest)
        } else {
            let (files, json) = split_line(rest)?;
            let files: BTreeMap<String, (u64, String)> = serde_json::from_str(files).ok()?;
            let files = files.into_iter().map(|(name, (bytes, sum))| {
                let sum = u64::from_str_radix(&sum, 16).ok()?;
                Some((name, Identity { bytes, sum }))
            });
            (files.collect::<Option<Files>>()?, json)
        };
        Some(Meta {
            version,
            files,
            json,
        })
    }

    /// Returns the names of the files of its segments, e.g. `3f2a..e1.idx`.
    pub(crate) fn names(&self) -> Option<Vec<String>> {
        names(self.json)
    }
}

/// Returns the bytes of a file in the present format, as [`Meta::read`] reads them.
pub(crate) fn sealed(files: &Files, json: &[u8]) -> Vec<u8> {
    let files: BTreeMap<&str, (u64, String)> = files
        .iter()
        .map(|(name, known)| (name.as_str(), (known.bytes, format!("{:016x}", known.sum))))
        .collect();
    let mut rest = serde_json::to_vec(&files).unwrap_or_default();
    rest.push(b'\n');
    rest.extend(json);
    let mut sealed = seal(FORMAT_VERSION, &rest).into_bytes();
    sealed.push(b'\n');
    sealed.extend(rest);
    sealed
}

fn seal(version: u32, rest: &[u8]) -> String {
    format!("{SEAL}{version} {:016x}", xxh3_64(rest))
}

fn split_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// Returns the names of the files of the segments in JSON of tantivy's.
pub(crate) fn names(json: &[u8]) -> Option<Vec<String>> {
    let meta: Value = serde_json::from_slice(json).ok()?;
    let mut files = Vec::new();
    for segment in meta["segments"].as_array()? {
        let id = segment["segment_id"].as_str()?.replace('-', "");
        files.extend(ENDINGS.map(|ending| format!("{id}.{ending}")));
        let deletes = segment["deletes"]["opstamp"].as_u64();
        files.extend(deletes.map(|opstamp| format!("{id}.{opstamp}.del")));
    }
    Some(files)
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

/// Makes a commit the newest one of a folder. If that is a snapshot, it becomes an index like any other.
pub(crate) fn write_meta(folder: &Path, sealed: &[u8]) -> io::Result<()> {
    match fs::remove_file(folder.join(LIST)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => replace(folder, META, |file| file.write_all(sealed)),
    }
}

/// Writes the list of the files of a snapshot whose `meta.json` is to have these bytes.
pub(crate) fn write_list(folder: &Path, sealed: &[u8]) -> io::Result<()> {
    let mut files = Meta::read(sealed).map_or_else(Files::new, |meta| meta.files);
    files.insert(META.to_owned(), identity(sealed));
    replace(folder, LIST, |file| {
        file.write_all(&self::sealed(&files, b""))
    })
}

/// Returns what is wrong with the `meta.json` of a folder that is a snapshot; `None` if nothing is, or it is not one.
pub(crate) fn fault_of_snapshot(folder: &Path, meta: &[u8]) -> io::Result<Option<String>> {
    let list = match fs::read(folder.join(LIST)) {
        Ok(list) => list,
        // An index, or a snapshot of a format before 13.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(match Meta::read(&list) {
        None => Some(format!("{LIST} is cut short or overwritten")),
        Some(list) if list.files.get(META) == Some(&identity(meta)) => None,
        Some(_) => Some(format!(
            "{META} is not the one that the snapshot was made with"
        )),
    })
}

/// Returns the identity of a file without checksums of its own.
fn identity(bytes: &[u8]) -> Identity {
    Identity {
        bytes: bytes.len() as u64,
        sum: xxh3_64(bytes),
    }
}
