//! Endgame tablebases, and the engines that ask them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use app::{Engines, Error};
use clap::Args;
use engine::Tablebase;

use crate::tablebase::{folders, open};

#[derive(Debug, Args)]
pub(crate) struct TablebaseArgs {
    /// Probe the Syzygy endgame tablebases in this folder. Several folders: repeat it, or separate them as in PATH.
    #[arg(long, env = "TABIYA_SYZYGY", value_name = "DIR")]
    syzygy: Vec<OsString>,
}

impl TablebaseArgs {
    /// The tables; none if no folder is given. `complain` gets a sentence for each table that cannot be read, once.
    pub(crate) fn open(
        &self,
        complain: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Option<Arc<Tablebase>>, Error> {
        let folders: Vec<PathBuf> = self.syzygy.iter().flat_map(folders).collect();
        open(&folders, complain).map_err(|error| Error::Impossible {
            field: "--syzygy".to_owned(),
            why: error.to_string(),
        })
    }

    /// Starts the engines: those of a program, or ours.
    pub(crate) fn start(&self, program: Option<&Path>) -> Result<Engines, Error> {
        Engines::new(program, self.open(complain)?)
    }
}

/// Goes into the log where there is one.
fn complain(sentence: &str) {
    if tracing::dispatcher::has_been_set() {
        tracing::warn!("{sentence}");
    } else {
        crate::print::complain(sentence);
    }
}
