//! Snapshots of an index in the folder that a server has for them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use index::{Error as IndexError, Index, Summary};
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use crate::database::Database;
use crate::error::Error;

/// A snapshot: the index as it was at one commit, in a folder of its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SnapshotAnswer {
    /// The name of its folder among the snapshots, e.g. `2026-11-24-11-16-29`.
    pub name: String,
    /// When it was made, e.g. `2026-11-24T11:16:29Z`.
    #[schema(format = "date-time")]
    pub made: String,
    /// The number of its games; null if it is damaged.
    pub games: Option<u64>,
    /// The number of its positions; null if it is damaged.
    pub positions: Option<u64>,
    /// The size of its files; those that it shares with the index take room only once.
    pub bytes: Option<u64>,
    /// What is damaged, in one sentence; null if it can be opened.
    pub problem: Option<String>,
}

/// All snapshots.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SnapshotsAnswer {
    /// The oldest first.
    pub snapshots: Vec<SnapshotAnswer>,
}

/// Makes a snapshot in a folder of snapshots. What is left there of snapshots that were cut short is removed.
///
/// # Errors
///
/// [`Error::InCluster`] for an index in a cluster, [`Error::NotSaved`] if it cannot be written, or what the index
/// reports.
pub fn save_snapshot(database: &Database, snapshots: &Path) -> Result<SnapshotAnswer, Error> {
    let path = database.folder()?;
    for (_, folder) in folders(snapshots).map_err(|error| not_saved(snapshots, &error))? {
        // If that fails, the next one tries it again.
        let _ = Index::remove_unfinished(&folder);
    }
    let now = OffsetDateTime::now_utc();
    let (date, time) = (now.date(), now.time().as_hms());
    let second = format!("{date}-{:02}-{:02}-{:02}", time.0, time.1, time.2);
    // More than one in a second are numbered.
    let mut number = 1;
    let name = loop {
        let name = match number {
            1 => second.clone(),
            _ => format!("{second}-{number:02}"),
        };
        match fs::create_dir(snapshots.join(&name)) {
            Ok(()) => break name,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(not_saved(snapshots, &error)),
        }
    };
    let folder = snapshots.join(&name);
    let saved = Index::save_snapshot(path, &folder, |_, _| ());
    let summary = saved.map_err(|error| {
        // Nothing of a snapshot is in it any more.
        let _ = fs::remove_dir_all(&folder);
        match &error {
            IndexError::Storage { path: failed, .. } if failed == path => error.into(),
            IndexError::Storage { .. } | IndexError::NotEmpty(_) => Error::NotSaved(error),
            _ => error.into(),
        }
    })?;
    Ok(described(name, &folder, Ok(summary)))
}

/// The snapshots in a folder of snapshots.
///
/// # Errors
///
/// [`Error::NotListed`] if the folder cannot be read.
pub fn snapshots(snapshots: &Path) -> Result<SnapshotsAnswer, Error> {
    let mut found = Vec::new();
    let listed = folders(snapshots);
    let listed =
        listed.map_err(|error| Error::NotListed(IndexError::from_io(snapshots, &error)))?;
    for (name, folder) in listed {
        match Index::summary(&folder) {
            Err(IndexError::Missing(_) | IndexError::Foreign(_) | IndexError::Unfinished(_)) => {}
            summary => found.push(described(name, &folder, summary)),
        }
    }
    found.sort_by(|one, other| (&one.made, &one.name).cmp(&(&other.made, &other.name)));
    Ok(SnapshotsAnswer { snapshots: found })
}

fn described(name: String, folder: &Path, found: Result<Summary, IndexError>) -> SnapshotAnswer {
    let made = fs::metadata(folder.join("meta.json")).and_then(|meta| meta.modified());
    let made = OffsetDateTime::from(made.unwrap_or(SystemTime::UNIX_EPOCH));
    let made = made.replace_nanosecond(0).unwrap_or(made);
    let summary = found.as_ref().ok();
    SnapshotAnswer {
        name,
        made: made.format(&Rfc3339).unwrap_or_default(),
        games: summary.map(|summary| summary.games),
        positions: summary.map(|summary| summary.positions),
        bytes: summary.map(|summary| summary.bytes),
        problem: found.err().map(|error| match error {
            // Without the folder, which is not for clients.
            IndexError::Damaged { what, .. } => what,
            IndexError::Format { found, .. } => format!("it has format {found}"),
            IndexError::Outdated { found, .. } => format!("it has format {found}"),
            _ => "it cannot be read".to_owned(),
        }),
    }
}

/// The folders in a folder, with their names.
fn folders(path: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if let (true, Ok(name)) = (is_folder, entry.file_name().into_string()) {
            folders.push((name, entry.path()));
        }
    }
    Ok(folders)
}

fn not_saved(path: &Path, error: &io::Error) -> Error {
    Error::NotSaved(IndexError::from_io(path, error))
}
