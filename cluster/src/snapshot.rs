//! An index as of one state: points in time of its games and passages, and what is known of them.
//!
//! A point in time is of some copies of the shards. Where a node with one of them dies, another one is opened: it shows
//! the same, as documents are only ever added, and those of later batches are excluded; unless games were removed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pgn::Game;
use serde_json::{Value, json};
use similarity::Statistics;

use crate::client::{Patience, Waits};
use crate::error::Error;
use crate::names::Names;
use crate::points::{Lost, Points, close, is_of};
use crate::response::{Of, PassageDocument, Response, passages};
use crate::shared::Shared;
use crate::state::{State, Version};

/// How long it is tried again where a node has died. Guessed: a replica is promoted in a second.
const LIMIT: Duration = Duration::from_secs(5);

/// How long points in time are used before they are renewed. Guessed: a minute without a merge costs nothing.
const RENEWED: Duration = Duration::from_mins(1);

/// How many documents a page has where all are wanted. Read: the most that OpenSearch answers.
pub(crate) const PAGE: usize = 10_000;

/// How many games are remembered. Guessed: some tens of megabytes.
const REMEMBERED: usize = 10_000;

/// An index as of one state; whatever is written afterwards does not change it.
pub struct Snapshot {
    pub(crate) shared: Arc<Shared>,
    state: State,
    version: Version,
    statistics: Statistics,
    points: Mutex<Arc<Points>>,
    pub(crate) names: OnceLock<Names>,
    games: Mutex<HashMap<u64, Game>>,
}

impl Snapshot {
    /// The snapshot of the newest state. It is checked that all of its games and passages are there.
    pub(crate) fn open(shared: &Arc<Shared>) -> Result<Snapshot, Error> {
        let mut waits = Waits::new(LIMIT);
        loop {
            let (state, version) =
                crate::state::read(&shared.client, &shared.address, Patience::Read)?;
            let statistics = shared.statistics(&state)?;
            let opened = Points::open(shared, &state, statistics.games);
            // What was removed meanwhile is missing: then there is a newer state.
            match opened {
                Ok(points) => {
                    let now = crate::state::version(&shared.client, &shared.address)?;
                    if now == version || is_of(&state, shared)? {
                        return Ok(Snapshot {
                            shared: Arc::clone(shared),
                            state,
                            version,
                            statistics,
                            points: Mutex::new(Arc::new(points)),
                            names: OnceLock::new(),
                            games: Mutex::default(),
                        });
                    }
                }
                Err(error @ Error::Unavailable(_)) => {
                    if !waits.wait() {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Exact counts over all its positions.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn removals(&self) -> u64 {
        self.state.removals
    }

    /// The error that a game contradicts itself.
    pub fn damaged(&self, game: u64) -> Error {
        Error::Damaged {
            name: self.shared.address.name.clone(),
            what: format!("game {game} cannot be replayed"),
        }
    }

    /// The error that a document of a game or a passage lacks a field.
    pub(crate) fn incomplete(&self, document: &str) -> Error {
        Error::Damaged {
            name: self.shared.address.name.clone(),
            what: format!("a {document} is incomplete"),
        }
    }

    /// Searches the visible documents: `body` has no query, `query` is the parts of a `bool`.
    pub(crate) fn documents(&self, of: Of, query: &Value, body: &Value) -> Result<Response, Error> {
        let mut waits = Waits::new(LIMIT);
        loop {
            let points = self.points();
            let found = points.search(&self.shared, of, query, body);
            match found {
                Ok(found) => return Ok(found),
                Err(Lost::Busy(what)) => {
                    if !waits.wait() {
                        return Err(Error::Unavailable(what));
                    }
                }
                Err(Lost::Point(what)) => {
                    if !waits.wait() {
                        return Err(Error::Unavailable(what));
                    }
                    self.reopen(&points)?;
                }
                Err(Lost::Other(error)) => return Err(error),
            }
        }
    }

    fn points(&self) -> Arc<Points> {
        let points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&points)
    }

    /// Opens other points in time if these are old: they keep segments that have been merged since.
    pub(crate) fn renew(&self) -> Result<(), Error> {
        let points = self.points();
        if points.opened.elapsed() > RENEWED {
            self.reopen(&points)?;
        }
        Ok(())
    }

    /// Opens other points in time for those that were lost, unless another thread has.
    fn reopen(&self, lost: &Arc<Points>) -> Result<(), Error> {
        let mut points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&points, lost) {
            return Ok(());
        }
        let opened = match Points::open(&self.shared, &self.state, self.statistics.games) {
            // The next search finds the old ones lost, and tries again.
            Err(Error::Unavailable(_)) => return Ok(()),
            opened => opened?,
        };
        if !is_of(&self.state, &self.shared)? {
            return Err(Error::Unavailable(
                "games were removed while a node was lost".to_owned(),
            ));
        }
        close(&self.shared, &points);
        *points = Arc::new(opened);
        Ok(())
    }

    /// Calls `each` with all passages of a query, by game and ply.
    pub(crate) fn for_each_passage(
        &self,
        query: &Value,
        mut each: impl FnMut(PassageDocument) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let query = json!({"filter": [query]});
        let mut after = None;
        loop {
            let page = self.passages_after(&query, after, PAGE)?;
            let is_last = page.len() < PAGE;
            after = page
                .last()
                .map(|last| (last.passage.game, last.passage.ply));
            page.into_iter().try_for_each(&mut each)?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// The first passages of a query after a game and ply.
    pub(crate) fn passages_after(
        &self,
        query: &Value,
        after: Option<(u64, u64)>,
        size: usize,
    ) -> Result<Vec<PassageDocument>, Error> {
        let mut body = passages(size);
        body["sort"] = json!([{"game": "asc"}, {"ply": "asc"}]);
        if let Some((game, ply)) = after {
            body["search_after"] = json!([game, ply]);
        }
        let found = self.documents(Of::Passages, query, &body)?;
        let passages = found.hits.hits.iter().map(PassageDocument::new);
        let passages: Option<Vec<PassageDocument>> = passages.collect();
        passages.ok_or_else(|| self.incomplete("passage"))
    }

    /// The game of an id; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn game(&self, id: u64) -> Result<Option<Game>, Error> {
        Ok(self.games(&[id])?.remove(&id))
    }

    /// The games of some ids, of those that there are.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::game`].
    pub fn games(&self, ids: &[u64]) -> Result<BTreeMap<u64, Game>, Error> {
        let mut games = BTreeMap::new();
        let mut unknown = Vec::new();
        {
            let known = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            for id in ids {
                match known.get(id) {
                    Some(game) => {
                        games.insert(*id, game.clone());
                    }
                    // Others are larger than any number of OpenSearch's.
                    None if i64::try_from(*id).is_ok() => unknown.push(*id),
                    None => {}
                }
            }
        }
        for ids in unknown.chunks(1000) {
            let query = json!({"filter": [{"terms": {"game": ids}}]});
            let body = json!({
                "size": ids.len(),
                "_source": ["game", "tags", "moves"],
                "track_total_hits": false,
            });
            let found = self.documents(Of::Games, &query, &body)?;
            for hit in found.hits.hits {
                let game =
                    crate::document::game(&hit.source).ok_or_else(|| self.incomplete("game"))?;
                games.insert(game.id, game);
            }
        }
        let mut known = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() + unknown.len() > REMEMBERED {
            known.clear();
        }
        for id in unknown {
            if let Some(game) = games.get(&id) {
                known.insert(id, game.clone());
            }
        }
        Ok(games)
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        close(&self.shared, &self.points());
    }
}
