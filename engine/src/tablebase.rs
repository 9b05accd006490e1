//! Syzygy endgame tablebases: who wins the positions with few pieces, and how soon a capture or pawn move can follow.
//!
//! These are the only files that the engine reads, and only when it searches. Source of the format and of the reader:
//! <https://www.chessprogramming.org/Syzygy_Bases>, shakmaty-syzygy.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fmt, fs};

use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, Syzygy, SyzygyError, Tablebase as Tables, Wdl};

/// Why a folder gives no tablebase.
#[derive(Debug)]
pub enum NoTables {
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It has no table.
    Empty(PathBuf),
}

impl fmt::Display for NoTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTables::Unreadable(folder, error) => {
                write!(f, "cannot read the folder {}: {error}", folder.display())?;
            }
            NoTables::Empty(folder) => {
                write!(f, "there are no Syzygy tables in {}", folder.display())?;
            }
        }
        f.write_str("; it must be a folder with files like KQvK.rtbw and KQvK.rtbz")
    }
}

impl std::error::Error for NoTables {}

/// The tables of some folders. Threads and engines share them.
pub struct Tablebase {
    tables: Tables<Chess>,
    folders: Vec<PathBuf>,
    files: usize,
    complain: Box<dyn Fn(&str) + Send + Sync>,
    /// The tables that were complained of.
    unreadable: Mutex<BTreeSet<String>>,
}

impl Tablebase {
    /// The tables in these folders, which are opened when they are needed.
    ///
    /// A table that cannot be read, then or now, is not used: `complain` is called with a sentence once for each, and
    /// searches go on without it.
    ///
    /// # Errors
    ///
    /// A folder cannot be read, or has no table.
    pub fn open(
        folders: &[PathBuf],
        complain: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Tablebase, NoTables> {
        let mut tablebase = Tablebase {
            tables: Tables::new(),
            folders: folders.to_vec(),
            files: 0,
            complain: Box::new(complain),
            unreadable: Mutex::default(),
        };
        for folder in folders {
            let unreadable = |error| NoTables::Unreadable(folder.clone(), error);
            let before = tablebase.files;
            for entry in fs::read_dir(folder).map_err(unreadable)? {
                tablebase.add(&entry.map_err(unreadable)?.path());
            }
            if tablebase.files == before {
                return Err(NoTables::Empty(folder.clone()));
            }
        }
        Ok(tablebase)
    }

    /// Adds a file if it is a table.
    fn add(&mut self, path: &Path) {
        match self.tables.add_file(path) {
            Ok(()) => self.files += 1,
            Err(error) if error.kind() == ErrorKind::InvalidInput => {}
            Err(error) => {
                let why = match error.kind() {
                    ErrorKind::InvalidData => DAMAGED.to_owned(),
                    _ => error.to_string(),
                };
                self.complain(&path.display().to_string(), &why);
            }
        }
    }

    /// The number of pieces up to which there are tables, kings and pawns included.
    pub fn men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Where the tables are.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The number of tables.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Whether the side to move wins a position that follows a capture or pawn move; none if a table is missing or cannot
    /// be read.
    pub(crate) fn wdl(&self, chess: &Chess) -> Option<Wdl> {
        self.known(self.tables.probe_wdl_after_zeroing(chess))
    }

    /// The plies until a capture or pawn move with which the side to move wins (positive) or loses, if both play to hasten
    /// or to delay it; 0 for a draw. One ply may be rounded off. None if a table is missing or cannot be read.
    pub(crate) fn dtz(&self, chess: &Chess) -> Option<i32> {
        let dtz = self.known(self.tables.probe_dtz(chess))?;
        Some(dtz.ignore_rounding().into())
    }

    fn known<T>(&self, probed: Result<T, SyzygyError>) -> Option<T> {
        if let Err(SyzygyError::ProbeFailed {
            metric,
            material,
            error,
        }) = &probed
        {
            let extension = match metric {
                Metric::Wdl => Chess::TBW.ext,
                Metric::Dtz => Chess::TBZ.ext,
            };
            let why = match &**error {
                ProbeError::Read { error } => &error.to_string(),
                ProbeError::Magic { .. } | ProbeError::CorruptedTable { .. } => DAMAGED,
            };
            self.complain(&format!("{material}.{extension}"), why);
        }
        probed.ok()
    }

    fn complain(&self, table: &str, why: &str) {
        let mut unreadable = self
            .unreadable
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if unreadable.insert(table.to_owned()) {
            (self.complain)(&format!(
                "cannot read the Syzygy table {table}: {why}; searches go on without it"
            ));
        }
    }
}

/// Why a file of a wrong size or with impossible numbers cannot be read, and what to do.
const DAMAGED: &str = "it is damaged, download it again";

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("folders", &self.folders)
            .field("files", &self.files)
            .field("men", &self.men())
            .finish_non_exhaustive()
    }
}
