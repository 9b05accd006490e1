//! The folder of snapshots.

use std::path::PathBuf;
use std::sync::Arc;

use app::Database;
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Folder of the snapshots, and the locks by which one is made at a time, and one request at a time lists them.
pub(crate) struct Snapshots {
    folder: Option<PathBuf>,
    pub(crate) one: Arc<Semaphore>,
    pub(crate) listing: Arc<Semaphore>,
}

impl Snapshots {
    /// Snapshots in a folder; `None` without a folder makes none.
    pub(crate) fn new(folder: Option<PathBuf>) -> Snapshots {
        Snapshots {
            folder,
            one: Arc::new(Semaphore::new(1)),
            listing: Arc::new(Semaphore::new(1)),
        }
    }

    /// The folder for snapshots of an index.
    pub(crate) fn folder(&self, index: &Database) -> Result<PathBuf, Problem> {
        // Of one in a cluster there are none, whatever was chosen.
        index.folder()?;
        self.folder.clone().ok_or_else(|| {
            let detail = "this server has no folder for snapshots: start it with --snapshots DIR";
            Problem::new(StatusCode::CONFLICT, detail)
        })
    }
}
