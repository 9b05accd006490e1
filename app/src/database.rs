//! Where games are: in a folder, or in a cluster. One match an operation, and nothing else.

mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use index::Index;
use pgn::Game;
use shakmaty::Chess;
use similarity::{
    CollectionName, ExploreOptions, Explored, Filter, Hit, Matches, Pattern, Plan, Query, Scoring,
    Selection, Similar, Statistics,
};

#[cfg(feature = "cluster")]
use cluster::{Address, Cluster, Layout};

use crate::error::Error;
use crate::ideas::with_ideas;

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
    },
}

/// An index, wherever it is.
#[derive(Clone)]
pub enum Database {
    /// In a folder.
    Folder(Arc<Index>),
    /// In a cluster.
    #[cfg(feature = "cluster")]
    Cluster(Arc<Cluster>),
}

/// An index as of one commit; whatever is written afterwards does not change it.
#[derive(Clone)]
pub enum View {
    /// Of a folder.
    Folder(Arc<index::Snapshot>),
    /// Of a cluster.
    #[cfg(feature = "cluster")]
    Cluster(Arc<cluster::Snapshot>),
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
            Place::Cluster { address, .. } => {
                Database::Cluster(Arc::new(Cluster::open(address.clone())?))
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
            Place::Cluster { address, layout } => {
                let cluster = Cluster::open_or_create(address.clone(), *layout)?;
                Database::Cluster(Arc::new(cluster))
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

    /// Its folder.
    ///
    /// # Errors
    ///
    /// [`Error::InCluster`] for an index in a cluster.
    pub fn folder(&self) -> Result<&Path, Error> {
        match self {
            Database::Folder(index) => Ok(index.path()),
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => Err(Error::InCluster(cluster.name().to_owned())),
        }
    }

    /// The index as of the newest known commit.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn snapshot(&self) -> Result<View, Error> {
        Ok(match self {
            Database::Folder(index) => View::Folder(index.snapshot()?),
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => View::Cluster(cluster.snapshot()?),
        })
    }

    /// The statistics as of the newest commit.
    ///
    /// # Errors
    ///
    /// [`Error`] if they cannot be read.
    pub fn statistics(&self) -> Result<Statistics, Error> {
        Ok(match self {
            Database::Folder(index) => {
                index.reload()?;
                index.snapshot()?.statistics().clone()
            }
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => cluster.statistics()?,
        })
    }

    /// A writer of games.
    ///
    /// # Errors
    ///
    /// [`Error::AnotherWriter`] while anybody else has the one of a folder.
    pub fn writer(&self) -> Result<Writer, Error> {
        Ok(match self {
            Database::Folder(index) => Writer::Folder(Box::new(index.writer()?)),
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => Writer::Cluster(Box::new(cluster.writer()?)),
        })
    }

    /// Checks all bytes of the files that are open: damage is an error of every [`Database::snapshot`] from then on. Takes as
    /// long as reading them; in a cluster nothing, as OpenSearch checks its own.
    ///
    /// # Errors
    ///
    /// [`Error`] names the first file that is damaged.
    pub fn check_files(&self) -> Result<(), Error> {
        match self {
            Database::Folder(index) => Ok(index.check_files()?),
            #[cfg(feature = "cluster")]
            Database::Cluster(_) => Ok(()),
        }
    }

    /// Makes the next [`Database::snapshot`] see every commit made so far.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn reload(&self) -> Result<(), Error> {
        match self {
            Database::Folder(index) => index.reload()?,
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => cluster.reload(),
        }
        Ok(())
    }

    /// Its size in bytes; in a cluster, that of one copy.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn bytes(&self) -> Result<u64, Error> {
        match self {
            Database::Folder(index) => Ok(index.bytes()?),
            #[cfg(feature = "cluster")]
            Database::Cluster(cluster) => Ok(cluster.bytes()?),
        }
    }
}

impl View {
    /// Exact counts over all its positions.
    pub fn statistics(&self) -> &Statistics {
        match self {
            View::Folder(snapshot) => snapshot.statistics(),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => snapshot.statistics(),
        }
    }

    /// The names of its collections and the number of games in each, in the order of the names; a cluster has none.
    pub fn collections(&self) -> Vec<(CollectionName, u64)> {
        match self {
            View::Folder(snapshot) => snapshot.collections(),
            #[cfg(feature = "cluster")]
            View::Cluster(_) => Vec::new(),
        }
    }

    /// The number of segments that it is made of; `None` for a cluster, which does not report it.
    pub fn segment_count(&self) -> Option<usize> {
        match self {
            View::Folder(snapshot) => Some(snapshot.segment_count()),
            #[cfg(feature = "cluster")]
            View::Cluster(_) => None,
        }
    }

    /// The number of bytes that the moves of openings take; `None` for a cluster, which does not report it.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn opening_bytes(&self) -> Result<Option<u64>, Error> {
        match self {
            View::Folder(snapshot) => Ok(Some(snapshot.opening_bytes()?)),
            #[cfg(feature = "cluster")]
            View::Cluster(_) => Ok(None),
        }
    }

    /// The game of an id; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn game(&self, id: u64) -> Result<Option<Game>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.game(id)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.game(id)?),
        }
    }

    /// The games of some ids, of those that there are, in the same order.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn games(&self, ids: &[u64]) -> Result<Vec<Game>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.games(ids)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => {
                let mut games = snapshot.games(ids)?;
                Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
            }
        }
    }

    /// The `limit` positions most similar to `board` by a profile without custom weights.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn similar(&self, board: &Chess, limit: usize, by: Scoring) -> Result<Similar, Error> {
        let query = Query::new(board, self.statistics(), by);
        self.search(with_ideas(query), limit)
    }

    /// As [`index::Snapshot::search`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn search(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.search(query, limit)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.search(query, limit)?),
        }
    }

    /// As [`index::Snapshot::search_in_slices`]; a cluster has processors of its own.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn search_in_slices(
        &self,
        query: Query,
        limit: usize,
        pause: &mut dyn FnMut(),
    ) -> Result<Similar, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.search_in_slices(query, limit, pause)?),
            #[cfg(feature = "cluster")]
            View::Cluster(_) => self.search(query, limit),
        }
    }

    /// The best positions by what is on the board alone.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn nearest(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        self.search(query.not_reranked(), limit)
    }

    /// As [`index::Snapshot::exhaustive`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn exhaustive(
        &self,
        queries: &[Query],
        limit: usize,
        watch: impl Fn(u64) + Sync,
    ) -> Result<Vec<Vec<Hit>>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.exhaustive(queries, limit, watch)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.exhaustive(queries, limit, watch)?),
        }
    }

    /// As [`index::Snapshot::select`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn select(&self, filter: &Filter) -> Result<Arc<Selection>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.select(filter)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.select(filter)?),
        }
    }

    /// As [`index::Snapshot::games_that_pass`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn games_that_pass(&self, filter: &Filter) -> Result<Vec<u64>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.games_that_pass(filter)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.games_that_pass(filter)?),
        }
    }

    /// As [`index::Snapshot::games_after`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn games_after(
        &self,
        filter: &Filter,
        after: u64,
        most: usize,
    ) -> Result<Vec<u64>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.games_after(filter, after, most)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.games_after(filter, after, most)?),
        }
    }

    /// As [`index::Snapshot::explore`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &Filter,
        options: ExploreOptions,
    ) -> Result<Explored, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.explore(position, filter, options)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.explore(position, filter, options)?),
        }
    }

    /// As [`index::Snapshot::is_opening`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn is_opening(&self, position: &Chess) -> Result<bool, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.is_opening(position)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.is_opening(position)?),
        }
    }

    /// As [`index::Snapshot::find`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.find(pattern, filter, limit)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.find(pattern, filter, limit)?),
        }
    }

    /// As [`index::Snapshot::players`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn players(
        &self,
        typed: &str,
        limit: usize,
        collections: &[CollectionName],
    ) -> Result<Vec<(String, u64)>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.players(typed, limit, collections)?),
            #[cfg(feature = "cluster")]
            View::Cluster(_) if !collections.is_empty() => {
                Err(cluster::Error::NoCollections.into())
            }
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.players(typed, limit)?),
        }
    }

    /// As [`index::Snapshot::games_of_players`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn games_of_players(
        &self,
        names: &[String],
        collections: &[CollectionName],
    ) -> Result<Vec<u64>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.games_of_players(names, collections)?),
            #[cfg(feature = "cluster")]
            View::Cluster(_) => {
                let games = |name: &String| {
                    let filter = Filter {
                        player: Some(name.clone()),
                        collections: collections.to_vec(),
                        ..Filter::default()
                    };
                    Ok(self.select(&filter)?.games)
                };
                names.iter().map(games).collect()
            }
        }
    }

    /// As [`index::Snapshot::plans`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn plans(&self, hits: &[(Hit, bool)]) -> Result<Vec<Plan>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.plans(hits)?),
            #[cfg(feature = "cluster")]
            View::Cluster(snapshot) => Ok(snapshot.plans(hits)?),
        }
    }
}
