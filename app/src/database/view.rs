//! What can be asked of an index as it was at one commit.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fastrand::Rng;
use index::{Members, Pace};
use pgn::Game;
use shakmaty::Chess;
use similarity::{
    Candidate, CollectionName, ExploreOptions, Explored, Filter, GameFilter, Hit, Matches, Pattern,
    Plan, Query, Selection, Similar, Statistics,
};

use crate::error::Error;

/// An index as of one commit; whatever is written afterwards does not change it.
#[derive(Clone)]
pub enum View {
    /// Of a folder.
    Folder(Arc<index::Snapshot>),
    /// Of a cluster.
    #[cfg(feature = "cluster")]
    Cluster(Arc<cluster::Snapshot>),
}

impl View {
    /// Exact counts over all its positions.
    pub fn statistics(&self) -> &Statistics {
        either!(self, snapshot => snapshot.statistics())
    }

    /// The names of its collections and the number of games in each, in the order of the names; a cluster has none.
    pub fn collections(&self) -> Vec<(CollectionName, u64)> {
        either!(self, Folder(snapshot) => snapshot.collections(), Cluster(_) => Vec::new())
    }

    /// Returns the names of the collections that contain a game; none in a cluster.
    pub(crate) fn collections_of(&self, game: u64) -> Vec<String> {
        either!(self, Folder(snapshot) => {
            let names = snapshot.collections_of(game);
            names.map(ToString::to_string).collect()
        }, Cluster(_) => Vec::new())
    }

    /// The number of segments that it is made of; `None` for a cluster, which does not report it.
    pub fn segment_count(&self) -> Option<usize> {
        either!(self, Folder(snapshot) => Some(snapshot.segment_count()), Cluster(_) => None)
    }

    /// The number of bytes that the moves of openings take; `None` for a cluster, which does not report it.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn opening_bytes(&self) -> Result<Option<u64>, Error> {
        either!(
            self,
            Folder(snapshot) => Ok(Some(snapshot.opening_bytes()?)),
            Cluster(_) => Ok(None)
        )
    }

    /// The game of an id; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn game(&self, id: u64) -> Result<Option<Game>, Error> {
        either!(self, snapshot => Ok(snapshot.game(id)?))
    }

    /// The ids of the games with these keys, by key; none for a cluster.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn ids(&self, keys: &HashSet<u64>) -> Result<HashMap<u64, u64>, Error> {
        either!(self, Folder(snapshot) => Ok(snapshot.ids(keys)?), Cluster(_) => Ok(HashMap::new()))
    }

    /// Positions of `count` random games, from ply 25 on where a game goes so far; there must be a game.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn drawn_positions(&self, random: &mut Rng, count: usize) -> Result<Vec<Chess>, Error> {
        let mut boards = Vec::with_capacity(count);
        while boards.len() < count {
            let id = random.u64(1..=self.statistics().last_game);
            // Ids of removed games are left free.
            let Some(game) = self.game(id)? else {
                continue;
            };
            let first = if game.plies() < 25 { 0 } else { 25 };
            let ply = random.usize(first..=game.plies());
            boards.extend(game.positions().nth(ply).map(|(position, _)| position));
        }
        Ok(boards)
    }

    /// The games of some ids, of those that there are, in the same order.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn games(&self, ids: &[u64]) -> Result<Vec<Game>, Error> {
        either!(self, Folder(snapshot) => Ok(snapshot.games(ids)?), Cluster(snapshot) => {
            let mut games = snapshot.games(ids)?;
            Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
        })
    }

    /// The same by their ids.
    ///
    /// # Errors
    ///
    /// [`Error`] if they cannot be read.
    pub(crate) fn games_by_id(&self, ids: &[u64]) -> Result<HashMap<u64, Game>, Error> {
        let games = self.games(ids)?;
        Ok(games.into_iter().map(|game| (game.id, game)).collect())
    }

    /// Nearest positions, as [`index::Snapshot::nearest`]. A cluster ignores `pace`: it has processors of its own.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read, [`Error::OutOfTime`] if `pace` ends.
    pub fn nearest(&self, query: Query, limit: usize, pace: &Pace) -> Result<Similar, Error> {
        either!(
            self,
            Folder(snapshot) => Ok(snapshot.nearest(query, limit, pace)?),
            Cluster(snapshot) => Ok(snapshot.nearest(query, limit)?)
        )
    }

    /// As [`index::Snapshot::candidates`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn candidates(&self, similar: &Similar) -> Result<Vec<Candidate>, Error> {
        either!(self, snapshot => Ok(snapshot.candidates(similar)?))
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
        either!(self, snapshot => Ok(snapshot.exhaustive(queries, limit, watch)?))
    }

    /// As [`index::Snapshot::select`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn select(&self, filter: &Filter) -> Result<Arc<Selection>, Error> {
        either!(self, snapshot => Ok(snapshot.select(filter)?))
    }

    /// As [`index::Snapshot::games_that_pass`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn games_that_pass(&self, filter: &GameFilter) -> Result<Vec<u64>, Error> {
        either!(self, snapshot => Ok(snapshot.games_that_pass(filter)?))
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
        either!(self, snapshot => Ok(snapshot.games_after(filter, after, most)?))
    }

    /// As [`index::Snapshot::games_after_among`]; in a cluster there are no collections.
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub(crate) fn games_after_among(
        &self,
        filter: &Filter,
        among: Option<&Members>,
        after: u64,
        most: usize,
    ) -> Result<Vec<u64>, Error> {
        either!(
            self,
            Folder(snapshot) => Ok(snapshot.games_after_among(filter, among, after, most)?),
            Cluster(snapshot) => Ok(snapshot.games_after(filter, after, most)?)
        )
    }

    /// The games of some collections; `None` if none are named, and in a cluster.
    ///
    /// # Errors
    ///
    /// [`Error`] for a name that no collection has.
    pub(crate) fn members(&self, names: &[CollectionName]) -> Result<Option<Members>, Error> {
        either!(self, Folder(snapshot) => Ok(snapshot.members(names)?), Cluster(_) => Ok(None))
    }

    /// As [`index::Snapshot::explore`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &GameFilter,
        options: ExploreOptions,
    ) -> Result<Explored, Error> {
        either!(self, snapshot => Ok(snapshot.explore(position, filter, options)?))
    }

    /// As [`index::Snapshot::is_opening`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn is_opening(&self, position: &Chess) -> Result<bool, Error> {
        either!(self, snapshot => Ok(snapshot.is_opening(position)?))
    }

    /// As [`index::Snapshot::find`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        either!(self, snapshot => Ok(snapshot.find(pattern, filter, limit)?))
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
        either!(self, Folder(snapshot) => Ok(snapshot.games_of_players(names, collections)?), Cluster(_) => {
            let games = |name: &String| {
                let filter = GameFilter {
                    player: Some(name.clone()),
                    collections: collections.to_vec(),
                    ..GameFilter::default()
                };
                Ok(self.select(&filter.into())?.games)
            };
            names.iter().map(games).collect()
        })
    }

    /// As [`index::Snapshot::plans`].
    ///
    /// # Errors
    ///
    /// [`Error`] if it cannot be read.
    pub fn plans(&self, hits: &[(Hit, bool)]) -> Result<Vec<Plan>, Error> {
        either!(self, snapshot => Ok(snapshot.plans(hits)?))
    }
}
