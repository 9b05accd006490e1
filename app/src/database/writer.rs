//! Who writes games: into a folder, or into a cluster.

use std::collections::BTreeSet;

use similarity::{Added, CollectionName, Contained, EncodedGame, IdRanges, Ingested, Keys, Store};

#[cfg(feature = "cluster")]
use cluster::ClusterWriter;

use crate::error::Error;

/// A writer of games.
pub enum Writer {
    /// The one writer of a folder.
    Folder(Box<index::Writer>),
    /// One of those of a cluster.
    #[cfg(feature = "cluster")]
    Cluster(Box<ClusterWriter>),
}

impl Writer {
    /// Commits after this number of positions.
    pub fn set_commit_every(&mut self, positions: u64) {
        either!(self, writer => writer.set_commit_every(positions));
    }

    /// Bounds the memory of an import to about this number of bytes. In a cluster it has no effect: what is on its way there
    /// is short.
    pub fn set_memory(&mut self, bytes: usize) {
        either!(self, Folder(writer) => writer.set_memory(bytes), Cluster(_) => {});
    }

    /// Adds the games that come to a collection, those that duplicates are of, too.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are as many collections as there may be, or for an index in a cluster, which has
    /// none; [`Error`] if it cannot be read or written.
    pub fn set_collection(&mut self, name: CollectionName) -> Result<(), Error> {
        match self {
            Writer::Folder(writer) => Ok(writer.set_collection(name)?),
            #[cfg(feature = "cluster")]
            Writer::Cluster(_) => Err(cluster::Error::NoCollections.into()),
        }
    }

    /// Says what is done where a game is part of a longer one.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] for an index in a cluster, which does not look for such games, unless both are kept.
    pub fn set_contained(&mut self, contained: Contained) -> Result<(), Error> {
        either!(self, Folder(writer) => writer.set_contained(contained), Cluster(_) => {
            if contained != Contained::Keep {
                let why = "an index in a cluster does not look for games that are part of longer ones, and keeps them";
                return Err(Error::impossible("contained", why));
            }
        });
        Ok(())
    }

    /// Gives a collection another name, and commits.
    ///
    /// # Errors
    ///
    /// As [`index::Writer::rename_collection`].
    pub(crate) fn rename_collection(
        &mut self,
        old: &CollectionName,
        new: CollectionName,
    ) -> Result<(), Error> {
        either!(
            self,
            Folder(writer) => Ok(writer.rename_collection(old, new)?),
            Cluster(_) => Err(cluster::Error::NoCollections.into())
        )
    }

    /// Drops a collection, with `games` also those of its games that are in no other, and commits. Returns how many games
    /// it had, and how many were removed.
    ///
    /// # Errors
    ///
    /// As [`index::Writer::drop_collection`].
    pub(crate) fn drop_collection(
        &mut self,
        name: &CollectionName,
        games: bool,
    ) -> Result<(u64, u64), Error> {
        either!(self, Folder(writer) => {
                let (had, removed) = writer.drop_collection(name, games)?;
                Ok((had, removed.len() as u64))
            }, Cluster(_) => Err(cluster::Error::NoCollections.into()))
    }

    /// Makes everything added so far visible; adds to `sum` the games whose fate is known only now.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be written.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(unused_variables, reason = "in a folder nothing is left to know")
    )]
    pub fn commit(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        either!(
            self,
            Folder(writer) => Ok(writer.commit()?),
            Cluster(writer) => Ok(writer.commit(sum)?)
        )
    }

    /// Returns the ids of the games that this writer has added and committed, including games that were removed since.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read.
    pub(crate) fn stored(&self) -> Result<IdRanges, Error> {
        either!(
            self,
            Folder(writer) => Ok(IdRanges(writer.stored()?.into_iter().collect())),
            Cluster(writer) => Ok(writer.stored().clone())
        )
    }

    /// Removes games and their positions, and commits. Returns the ids of those that there were.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read or written.
    pub fn remove(&mut self, ids: &BTreeSet<u64>) -> Result<BTreeSet<u64>, Error> {
        either!(self, writer => Ok(writer.remove(ids)?))
    }

    /// Releases the writer once its background work is done.
    ///
    /// # Errors
    ///
    /// [`Error`] if that work has failed.
    pub fn close(self) -> Result<(), Error> {
        either!(self, Folder(writer) => Ok(writer.close()?), Cluster(_) => Ok(()))
    }
}

impl Store for Writer {
    type Error = Error;

    fn keys(&self) -> Keys {
        either!(self, writer => writer.keys())
    }

    fn passage_positions(&self) -> usize {
        either!(self, writer => writer.passage_positions())
    }

    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<Added, Error> {
        either!(self, writer => Ok(writer.add(game, sum)?))
    }

    fn skip(&mut self, key: u64, sum: &mut Ingested) {
        either!(self, writer => writer.skip(key, sum));
    }
}
