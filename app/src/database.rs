//! Indexes in a folder or in a cluster. For a cluster, the local copy answers if it can.

/// Matches on a folder or a cluster: one expression for both, or one for each.
macro_rules! either {
    ($index:ident, $inner:ident => $answer:expr) => {
        either!($index, Folder($inner) => $answer, Cluster($inner) => $answer)
    };
    ($index:ident, Folder $folder:tt => $of_folder:expr, Cluster $cluster:tt => $of_cluster:expr) => {
        match $index {
            Self::Folder $folder => $of_folder,
            #[cfg(feature = "cluster")]
            Self::Cluster $cluster => $of_cluster,
        }
    };
}

#[cfg(feature = "cluster")]
mod local_copy;
mod view;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use index::Index;
use similarity::Statistics;

#[cfg(feature = "cluster")]
use cluster::{Address, Cluster, Layout};

use crate::error::Error;

#[cfg(feature = "cluster")]
pub use local_copy::{CopyState, LocalCopy};
pub use view::View;
pub use writer::Writer;

/// Which index is meant.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a folder.
    Folder(PathBuf),
    /// In a cluster.
    #[cfg(feature = "cluster")]
    Cluster {
        /// Its nodes, and the name of the index.
        address: Address,
        /// How an index is laid out that is created there.
        layout: Layout,
        /// The folder of copies, if one of it is to be kept there.
        copy: Option<PathBuf>,
    },
}

/// An index, wherever it is.
#[derive(Clone)]
pub enum Database {
    /// In a folder.
    Folder(Arc<Index>),
    /// In a cluster.
    #[cfg(feature = "cluster")]
    Cluster {
        /// The index.
        cluster: Arc<Cluster>,
        /// A copy of it, if there is one.
        copy: Option<Arc<LocalCopy>>,
    },
}

impl Place {
    /// The folder.
    ///
    /// # Errors
    ///
    /// [`Error::InCluster`] for an index in a cluster.
    pub fn folder(&self) -> Result<&Path, Error> {
        match self {
            Place::Folder(path) => Ok(path),
            #[cfg(feature = "cluster")]
            Place::Cluster { address, .. } => Err(Error::InCluster(address.name.clone())),
        }
    }
}

impl From<Arc<Index>> for Database {
    fn from(index: Arc<Index>) -> Database {
        Database::Folder(index)
    }
}

impl Database {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is none that can be read.
    pub fn open(place: &Place) -> Result<Database, Error> {
        Ok(match place {
            Place::Folder(path) => Database::Folder(Arc::new(Index::open(path)?)),
            #[cfg(feature = "cluster")]
            Place::Cluster { address, copy, .. } => {
                Database::of_cluster(Cluster::open(address.clone())?, copy.as_deref())?
            }
        })
    }

    /// Opens an index, or creates one where there is none.
    ///
    /// # Errors
    ///
    /// As [`Database::open`].
    pub fn open_or_create(place: &Place) -> Result<Database, Error> {
        Ok(match place {
            Place::Folder(path) => Database::Folder(Arc::new(Index::open_or_create(path)?)),
            #[cfg(feature = "cluster")]
            Place::Cluster {
                address,
                layout,
                copy,
            } => {
                let cluster = Cluster::open_or_create(address.clone(), *layout)?;
                Database::of_cluster(cluster, copy.as_deref())?
            }
        })
    }

    /// Opens an index, or creates one in a folder that is there and empty, e.g. a new volume. A missing folder is a
    /// mistake.
    ///
    /// # Errors
    ///
    /// As [`Database::open`].
    pub fn open_or_init(place: &Place) -> Result<Database, Error> {
        match (Database::open(place), place) {
            (Err(Error::Index(index::Error::Missing(_))), Place::Folder(path)) if path.is_dir() => {
                Ok(Database::Folder(Arc::new(Index::create(path)?)))
            }
            (opened, _) => opened,
        }
    }

    #[cfg(feature = "cluster")]
    fn of_cluster(cluster: Cluster, copy: Option<&Path>) -> Result<Database, Error> {
        let cluster = Arc::new(cluster);
        let copy = copy.map(|path| LocalCopy::new(path, &cluster).map(Arc::new));
        Ok(Database::Cluster {
            copy: copy.transpose()?,
            cluster,
        })
    }

    /// The copy in a folder that is kept of an index in a cluster.
    #[cfg(feature = "cluster")]
    pub fn local_copy(&self) -> Option<&Arc<LocalCopy>> {
        match self {
            Database::Folder(_) => None,
            Database::Cluster { copy, .. } => copy.as_ref(),
        }
    }

    /// The copy of an index in a cluster and its snapshot, while it answers.
    #[cfg(feature = "cluster")]
    fn answering_copy(&self) -> Option<(&LocalCopy, Arc<index::Snapshot>)> {
        let copy = self.local_copy()?;
        Some((copy, copy.snapshot()?))
    }

    /// Its folder.
    ///
    /// # Errors
    ///
    /// [`Error::InCluster`] for an index in a cluster.
    pub fn folder(&self) -> Result<&Path, Error> {
        either!(
            self,
            Folder(index) => Ok(index.path()),
            Cluster { cluster, .. } => Err(Error::InCluster(cluster.name().to_owned()))
        )
    }

    /// The index as of the newest commit; in a cluster, as of half a second ago at the oldest.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn snapshot(&self) -> Result<View, Error> {
        #[cfg(feature = "cluster")]
        if let Some((_, snapshot)) = self.answering_copy() {
            return Ok(View::Folder(snapshot));
        }
        Ok(either!(
            self,
            Folder(index) => View::Folder(index.snapshot()?),
            Cluster { cluster, .. } => View::Cluster(cluster.snapshot()?)))
    }

    /// Returns the identity of the newest commit, which every write changes; `None` for a cluster, which reports none.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read.
    pub fn identity(&self) -> Result<Option<u64>, Error> {
        either!(
            self,
            Folder(index) => Ok(Some(index.snapshot()?.identity())),
            Cluster { .. } => Ok(None)
        )
    }

    /// The statistics as of the newest commit. In a cluster they are there while it cannot answer a search.
    ///
    /// # Errors
    ///
    /// [`Error`] if they cannot be read.
    pub fn statistics(&self) -> Result<Statistics, Error> {
        #[cfg(feature = "cluster")]
        if let Some((_, snapshot)) = self.answering_copy() {
            return Ok(snapshot.statistics().clone());
        }
        Ok(either!(
            self,
            Folder(index) => index.snapshot()?.statistics().clone(),
            Cluster { cluster, .. } => cluster.statistics()?))
    }

    /// A writer of games.
    ///
    /// # Errors
    ///
    /// [`Error::AnotherWriter`] while anybody else has the one of a folder.
    pub fn writer(&self) -> Result<Writer, Error> {
        Ok(either!(
            self,
            Folder(index) => Writer::Folder(Box::new(index.writer()?)),
            Cluster { cluster, .. } => Writer::Cluster(Box::new(cluster.writer()?))))
    }

    /// Checks all bytes of the files that are open: damage is an error of every [`Database::snapshot`] from then on. Takes as
    /// long as reading them; in a cluster nothing, as OpenSearch checks its own.
    ///
    /// # Errors
    ///
    /// [`Error`] names the first file that is damaged.
    pub fn check_files(&self) -> Result<(), Error> {
        either!(self, Folder(index) => Ok(index.check_files()?), Cluster { .. } => Ok(()))
    }

    /// Checks whether the folder of the index is still there, and can be written to. In a cluster it checks nothing.
    ///
    /// # Errors
    ///
    /// As [`Index::check_writable`].
    pub fn check_writable(&self) -> Result<(), Error> {
        either!(self, Folder(index) => Ok(Index::check_writable(index.path())?), Cluster { .. } => Ok(()))
    }

    /// Makes the next [`Database::snapshot`] see every commit made so far. In a folder it does so anyway.
    pub fn reload(&self) {
        either!(self, Folder(_) => {}, Cluster { cluster, copy } => {
            cluster.reload();
            if let Some(copy) = copy {
                copy.reload();
            }
        });
    }

    /// Its size in bytes; in a cluster, that of its primary shards, or of its copy in a folder while that answers.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn bytes(&self) -> Result<u64, Error> {
        #[cfg(feature = "cluster")]
        if let Some((copy, _)) = self.answering_copy() {
            return copy.bytes();
        }
        either!(
            self,
            Folder(index) => Ok(index.bytes()?),
            Cluster { cluster, .. } => Ok(cluster.bytes()?)
        )
    }
}
