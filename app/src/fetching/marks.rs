//! Where the next fetch of each account begins: a small file in the folder of the index.
//!
//! The index itself does not show it: a player's newest game there may have come from a file, and those before it may
//! be missing. The file goes where the index goes, but for snapshots: a copy of the index without it is asked to fetch
//! everything once more, and skips what it has.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use fetch::{Account, Mark};
use serde::{Deserialize, Serialize};

use crate::database::Database;
use crate::error::Error;

/// Its name.
const FILE: &str = "fetched.json";

/// The marks of an index.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Marks {
    /// The last id of a game when they were written. It never becomes less, so an index that has less is another one, or
    /// has lost its last commit with its power.
    last_game: u64,
    accounts: BTreeMap<String, Mark>,
}

impl Marks {
    /// Those of an index: none in a cluster, and none if the file is not the one that was written for this index.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index or the file cannot be read.
    pub(super) fn read(database: &Database) -> Result<Marks, Error> {
        let Ok(folder) = database.folder() else {
            return Ok(Marks::default());
        };
        let text = match fs::read(folder.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Marks::default()),
            Err(error) => return Err(index::Error::from_io(folder, &error).into()),
        };
        let marks: Marks = serde_json::from_slice(&text).unwrap_or_default();
        let has_all = database.snapshot()?.statistics().last_game >= marks.last_game;
        Ok(if has_all { marks } else { Marks::default() })
    }

    /// The mark of an account; `None` if nothing of it has been fetched.
    pub(super) fn of(&self, account: &Account) -> Option<Mark> {
        self.accounts.get(&account.key()).cloned()
    }

    /// Writes the mark of an account, whose games before it are committed; in a cluster it does nothing. Only who has the
    /// writer of the index may do so.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read or the file cannot be written.
    pub(super) fn write(database: &Database, account: &Account, mark: Mark) -> Result<(), Error> {
        let Ok(folder) = database.folder() else {
            return Ok(());
        };
        // Anew: others may have fetched since this fetch began.
        let mut marks = Marks::read(database)?;
        marks.last_game = database.snapshot()?.statistics().last_game;
        marks.accounts.insert(account.key(), mark);
        let text = serde_json::to_vec(&marks).map_err(Error::internal)?;
        replace(folder, &text).map_err(|error| index::Error::from_io(folder, &error).into())
    }
}

/// Writes the file in one step.
fn replace(folder: &Path, text: &[u8]) -> io::Result<()> {
    let new = folder.join(format!(".{FILE}.new"));
    let mut file = File::create(&new)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(new, folder.join(FILE))
}
