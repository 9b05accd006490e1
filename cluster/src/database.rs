//! Where games are: in a folder of this machine, or in a cluster. One match an operation, and nothing else.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use index::Index;
use pgn::Game;
use shakmaty::Chess;
use similarity::{
    EncodedGame, Explored, Filter, Hit, Ingested, Keys, Matches, Pattern, Plan, Query, Scoring,
    Selection, Similar, Statistics, Store,
};

use crate::address::Address;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::schema::Layout;

/// Which index is meant.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a folder.
    Folder(PathBuf),
    /// In a cluster.
    Cluster(Address),
}

/// An index, wherever it is.
#[derive(Clone)]
pub enum Database {
    /// In a folder.
    Folder(Arc<Index>),
    /// In a cluster.
    Cluster(Arc<Cluster>),
}

/// An index as of one commit; whatever is written afterwards does not change it.
#[derive(Clone)]
pub enum View {
    /// Of a folder.
    Folder(Arc<index::Snapshot>),
    /// Of a cluster.
    Cluster(Arc<crate::Snapshot>),
}

/// A writer of games.
pub enum Writer {
    /// The one writer of a folder.
    Folder(Box<index::Writer>),
    /// One of those of a cluster.
    Cluster(Box<crate::ClusterWriter>),
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
            Place::Cluster(address) => Database::Cluster(Arc::new(Cluster::open(address.clone())?)),
        })
    }

    /// Opens an index, or creates one where there is none; the layout is that of one in a cluster.
    ///
    /// # Errors
    ///
    /// As [`Database::open`].
    pub fn open_or_create(place: &Place, layout: Layout) -> Result<Database, Error> {
        Ok(match place {
            Place::Folder(path) => Database::Folder(Arc::new(Index::open_or_create(path)?)),
            Place::Cluster(address) => {
                let cluster = Cluster::open_or_create(address.clone(), layout)?;
                Database::Cluster(Arc::new(cluster))
            }
        })
    }

    /// The index as of the newest commit seen.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn snapshot(&self) -> Result<View, Error> {
        Ok(match self {
            Database::Folder(index) => View::Folder(index.snapshot()?),
            Database::Cluster(cluster) => View::Cluster(cluster.snapshot()?),
        })
    }

    /// A writer of games.
    ///
    /// # Errors
    ///
    /// [`index::Error::Busy`] while another writer of a folder is at work.
    pub fn writer(&self) -> Result<Writer, Error> {
        Ok(match self {
            Database::Folder(index) => Writer::Folder(Box::new(index.writer()?)),
            Database::Cluster(cluster) => Writer::Cluster(Box::new(cluster.writer()?)),
        })
    }

    /// Makes the next [`Database::snapshot`] see every commit made so far.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn reload(&self) -> Result<(), Error> {
        match self {
            Database::Folder(index) => index.reload()?,
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
            Database::Cluster(cluster) => cluster.bytes(),
        }
    }
}

impl View {
    /// Exact counts over all its positions.
    pub fn statistics(&self) -> &Statistics {
        match self {
            View::Folder(snapshot) => snapshot.statistics(),
            View::Cluster(snapshot) => snapshot.statistics(),
        }
    }

    /// How many segments it is made of; 0 where the cluster's are not counted.
    pub fn segment_count(&self) -> usize {
        match self {
            View::Folder(snapshot) => snapshot.segment_count(),
            View::Cluster(_) => 0,
        }
    }

    /// How many bytes the lists of the moves of openings take; 0 where a cluster does not tell.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn opening_bytes(&self) -> Result<u64, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.opening_bytes()?),
            View::Cluster(_) => Ok(0),
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
            View::Cluster(snapshot) => snapshot.game(id),
        }
    }

    /// As [`index::Snapshot::similar`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn similar(&self, board: &Chess, limit: usize, by: Scoring) -> Result<Similar, Error> {
        self.search(Query::new(board, self.statistics(), by), limit)
    }

    /// As [`index::Snapshot::search`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn search(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.search(query, limit)?),
            View::Cluster(snapshot) => snapshot.search(query, limit),
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
            View::Cluster(snapshot) => snapshot.exhaustive(queries, limit, watch),
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
            View::Cluster(snapshot) => snapshot.select(filter),
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
            View::Cluster(snapshot) => snapshot.games_that_pass(filter),
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
        top: usize,
        recent: usize,
    ) -> Result<Explored, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.explore(position, filter, top, recent)?),
            View::Cluster(snapshot) => snapshot.explore(position, filter, top, recent),
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
            View::Cluster(snapshot) => snapshot.find(pattern, filter, limit),
        }
    }

    /// As [`index::Snapshot::players`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn players(&self, typed: &str, limit: usize) -> Result<Vec<(String, u64)>, Error> {
        match self {
            View::Folder(snapshot) => Ok(snapshot.players(typed, limit)?),
            View::Cluster(snapshot) => snapshot.players(typed, limit),
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
            View::Cluster(snapshot) => snapshot.plans(hits),
        }
    }
}

impl Writer {
    /// Commits after `positions` positions.
    pub fn set_commit_every(&mut self, positions: u64) {
        match self {
            Writer::Folder(writer) => writer.set_commit_every(positions),
            Writer::Cluster(writer) => writer.set_commit_every(positions),
        }
    }

    /// Makes everything added so far seen; `sum` counts the games of which only now is known whether they are duplicates.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be written.
    pub fn commit(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        match self {
            Writer::Folder(writer) => Ok(writer.commit()?),
            Writer::Cluster(writer) => writer.commit(sum),
        }
    }

    /// Removes games and their positions, and commits. Returns which of them there were.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read or written.
    pub fn remove(&mut self, ids: &BTreeSet<u64>) -> Result<BTreeSet<u64>, Error> {
        match self {
            Writer::Folder(writer) => Ok(writer.remove(ids)?),
            Writer::Cluster(writer) => writer.remove(ids),
        }
    }

    /// Gives the writer back once what it does in the background is done.
    ///
    /// # Errors
    ///
    /// [`Error`] if it has broken down.
    pub fn close(self) -> Result<(), Error> {
        match self {
            Writer::Folder(writer) => Ok(writer.close()?),
            Writer::Cluster(_) => Ok(()),
        }
    }
}

impl Store for Writer {
    type Error = Error;

    fn keys(&self) -> Keys {
        match self {
            Writer::Folder(writer) => writer.keys(),
            Writer::Cluster(writer) => writer.keys(),
        }
    }

    fn passage_positions(&self) -> usize {
        match self {
            Writer::Folder(writer) => writer.passage_positions(),
            Writer::Cluster(writer) => writer.passage_positions(),
        }
    }

    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<(), Error> {
        match self {
            Writer::Folder(writer) => Ok(writer.add(game, sum)?),
            Writer::Cluster(writer) => writer.add(game, sum),
        }
    }
}
