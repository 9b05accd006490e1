//! Collections of the games that are written: what an import is added to, and their names.

use std::collections::BTreeSet;

use similarity::CollectionName;

use super::Writer;
use super::keys::ids;
use super::labelling::Labelling;
use crate::error::Error;

impl Writer {
    /// Adds the games that come to a collection, which is made with the first of them: those that are stored, and those
    /// that duplicates are of.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCollections`] if there cannot be another one, [`Error::Damaged`] or [`Error::Storage`] if the index
    /// cannot be read or written to.
    pub fn set_collection(&mut self, name: CollectionName) -> Result<(), Error> {
        self.collections.check_room(&name)?;
        // What is not committed cannot be found.
        self.commit()?;
        let games = ids(&self.committed()?, |_| true);
        let games = games.map_err(|error| Error::from_tantivy(&self.path, error))?;
        self.labelling = Some(Labelling { name, games });
        Ok(())
    }

    /// Adds a game to the collection, if there is one; a new one with its key.
    pub(super) fn label(&mut self, key: Option<u64>, game: u64) {
        if let Some(Labelling { name, games }) = &mut self.labelling {
            if let Some(key) = key {
                games.insert(key, game);
            }
            self.has_changed |= self.collections.insert(name, game);
        }
    }

    /// Adds the game of a key, of which a duplicate has come, to the collection, if there is one.
    pub(super) fn label_duplicate(&mut self, key: u64) {
        if let Some(Labelling { name, games }) = &self.labelling
            && let Some(game) = games.get(&key)
        {
            self.has_changed |= self.collections.insert(name, *game);
        }
    }

    /// Takes removed games out of all collections.
    pub(super) fn unlabel(&mut self, removed: &BTreeSet<u64>) {
        self.collections
            .remove_games(&removed.iter().copied().collect());
        if let Some(labelling) = &mut self.labelling {
            labelling.games.retain(|_, game| !removed.contains(game));
        }
    }

    /// Gives a collection another name, and commits.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] if there is none of the old name, [`Error::CollectionExists`] if another one has the new
    /// one, [`Error::Storage`] if it cannot be written.
    pub fn rename_collection(
        &mut self,
        old: &CollectionName,
        new: CollectionName,
    ) -> Result<(), Error> {
        self.collections.rename(old, new)?;
        self.has_changed = true;
        self.commit()
    }

    /// Drops a collection, and with `games` removes its games that are in no other; commits. Returns how many games it
    /// had, and the ids of those that were removed.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] if there is none of the name; as [`Writer::remove`].
    pub fn drop_collection(
        &mut self,
        name: &CollectionName,
        games: bool,
    ) -> Result<(u64, BTreeSet<u64>), Error> {
        // Whatever is under way is visible first, so that what follows is one commit.
        self.commit()?;
        let (had, alone) = self.collections.take(name)?;
        let alone = alone.iter().filter(|_| games).collect();
        let removed = self.remove(&alone)?;
        if removed.is_empty() {
            self.has_changed = true;
            self.commit()?;
        }
        Ok((had.len(), removed))
    }
}
