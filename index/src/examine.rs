//! A look at the folder of an index: what is in it, how large it is, what is damaged or left over.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use tantivy::directory::error::OpenReadError;

use crate::backup::Summary;
use crate::error::Error;
use crate::index::Index;
use crate::storage::directory::{is_half_written, is_of_segment};
use crate::storage::folder::{Commit, Opened, is_being_written, open_newest};

/// What is in the folder of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// How much there is; `None` if it is damaged.
    pub summary: Option<Summary>,
    /// The bytes of the moves of openings, which are in some of the parts; `None` if it is damaged.
    pub opening_bytes: Option<u64>,
    /// The bytes that searches keep in memory once every list, profile and game was needed, without the names of games;
    /// `None` if it is damaged.
    pub kept_bytes: Option<u64>,
    /// The size of its files by what is in them, e.g. `posting lists`.
    pub parts: BTreeMap<&'static str, u64>,
    /// What is damaged, a sentence each: files that are missing, do not end as they should, or whose columns,
    /// dictionaries or statistics are not those that were written. The rest is not read: see [`Index::verify`].
    pub damage: Vec<String>,
    /// Whether somebody writes to it now.
    pub is_being_written: bool,
    /// Files that a writer has left that was killed, and their size.
    pub left_over: BTreeMap<String, u64>,
}

/// What is in a file of a segment, by its ending.
fn part(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("idx" | "pos") => "posting lists",
        Some("term") => "dictionaries",
        Some("fast" | "fieldnorm") => "columns",
        Some("store") => "stored games",
        _ => "removed games",
    }
}

impl Index {
    /// Looks at the folder of an index, and changes nothing. It asks once whether somebody writes to it; a writer that
    /// begins at that very moment is refused.
    ///
    /// # Errors
    ///
    /// As [`Index::open`].
    pub fn examine(path: &Path) -> Result<Examined, Error> {
        let (opened, commit, lock) = open_newest(path)?;
        let mut examined = Examined::default();
        for name in &commit.files {
            match opened.directory.file(Path::new(name)) {
                Ok(file) => {
                    let bytes = file.bytes().len() as u64;
                    *examined.parts.entry(part(name)).or_default() += bytes;
                }
                Err(OpenReadError::FileDoesNotExist(_)) => {
                    examined.damage.push(format!("{name} is missing"));
                }
                Err(error) => {
                    examined
                        .damage
                        .push(what(Error::from_tantivy(path, error.into())));
                }
            }
        }
        let left_over = left_over(path, &commit);
        examined.left_over = left_over.map_err(|error| Error::from_io(path, &error))?;
        // A writer that has ended meanwhile has made another commit.
        examined.is_being_written =
            is_being_written(path)? || Commit::newest(path)?.meta != commit.meta;
        if examined.is_being_written {
            // They may be its own.
            examined.left_over.clear();
        }
        drop(lock);
        if examined.damage.is_empty()
            && let Err(error) = examined.measure(path, opened, &commit)
        {
            examined.damage.push(what(error));
        }
        Ok(examined)
    }
}

impl Examined {
    /// Opens the segments of the index, and measures them.
    fn measure(&mut self, path: &Path, opened: Opened, commit: &Commit) -> Result<(), Error> {
        let snapshot = Index::new(path, opened)?.snapshot()?;
        let mut kept = 0;
        for segment in snapshot.segments() {
            kept += segment
                .kept_bytes()
                .map_err(|error| Error::from_tantivy(path, error))?;
        }
        self.opening_bytes = Some(snapshot.opening_bytes()?);
        let (statistics, segments) = (snapshot.statistics(), snapshot.segments().len());
        self.summary = Some(Summary::of(path, commit, statistics, segments));
        self.kept_bytes = Some(kept);
        Ok(())
    }
}

/// What is wrong, without the folder.
fn what(error: Error) -> String {
    match error {
        Error::Damaged { what, .. } => what,
        Error::Storage { error, .. } => error,
        other => other.to_string(),
    }
}

/// Files of segments that a commit does not have, and those that were to replace others and did not.
fn left_over(path: &Path, commit: &Commit) -> io::Result<BTreeMap<String, u64>> {
    let mut left = BTreeMap::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if is_half_written(&name) || is_of_segment(&name) && !commit.files.contains(&name) {
            left.insert(name, entry.metadata()?.len());
        }
    }
    Ok(left)
}
