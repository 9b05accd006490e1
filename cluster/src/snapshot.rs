//! An index as of one state: points in time of its games and passages, and what is known of them.
//!
//! A point in time is of some copies of the shards. Where a node with one of them dies, another one is opened: it shows
//! the same, as documents are only ever added, and those of later batches are left out; unless games were removed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use index::{Game, Passage, Statistics};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::client::{Patience, Waits};
use crate::cluster::Shared;
use crate::error::Error;
use crate::names::Names;
use crate::state::{State, Version};

/// How long a point in time is kept after it was last asked. Guessed: longer than anybody pauses in a request.
const KEEP_ALIVE: &str = "5m";

/// How long a shard may take. Guessed: less than the client waits.
const TIMEOUT: &str = "5s";

/// How long it is tried again where a node has died. Guessed: a replica is promoted in a second.
const LIMIT: Duration = Duration::from_secs(5);

/// After how long points in time are renewed. Guessed: a merge that is not used for a minute is no loss.
const RENEWED: Duration = Duration::from_mins(1);

/// How many documents a page has where all are wanted. Read: the most that OpenSearch answers.
const PAGE: usize = 10_000;

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

/// What is looked through.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Games,
    Passages,
}

/// Points in time.
#[derive(Debug)]
struct Points {
    opened: Instant,
    games: String,
    passages: String,
    /// What is to be left out of both, if anything that is not seen is in them.
    unseen: Vec<Value>,
}

/// An answer to a search.
#[derive(Debug, Deserialize)]
pub(crate) struct Found {
    timed_out: bool,
    #[serde(rename = "_shards")]
    shards: Shards,
    pub(crate) hits: Hits,
    #[serde(default)]
    pub(crate) aggregations: Value,
}

#[derive(Debug, Deserialize)]
struct Shards {
    failed: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Hits {
    #[serde(default)]
    total: Total,
    pub(crate) hits: Vec<FoundHit>,
}

#[derive(Debug, Default, Deserialize)]
struct Total {
    value: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct FoundHit {
    #[serde(default)]
    pub(crate) sort: Vec<Value>,
    #[serde(default)]
    pub(crate) fields: HashMap<String, (i64,)>,
    #[serde(default, rename = "_source")]
    pub(crate) source: Value,
}

impl FoundHit {
    /// A number of its columns.
    pub(crate) fn field(&self, name: &str) -> Option<u64> {
        self.fields
            .get(name)
            .map(|(number,)| number.cast_unsigned())
    }
}

/// A passage that was found, and what is known of its game.
pub(crate) struct FoundPassage {
    pub(crate) passage: Passage,
    pub(crate) facts: index::Facts,
}

/// The columns that a passage is made of, beside game and ply.
pub(crate) const COLUMNS: [&str; 7] = [
    "game", "ply", "board0", "board1", "board2", "moves", "facts",
];

impl FoundPassage {
    pub(crate) fn new(hit: &FoundHit) -> Option<FoundPassage> {
        Some(FoundPassage {
            passage: Passage {
                game: hit.field("game")?,
                ply: hit.field("ply")?,
                board: [
                    hit.field("board0")?,
                    hit.field("board1")?,
                    hit.field("board2")?,
                ],
                moves: hit.field("moves")?,
            },
            facts: index::Facts(hit.field("facts")?),
        })
    }
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

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    pub(crate) fn removals(&self) -> u64 {
        self.state.removals
    }

    /// The error that a game contradicts itself.
    pub(crate) fn damaged(&self, game: u64) -> Error {
        Error::Damaged {
            name: self.shared.address.name.clone(),
            what: format!("game {game} cannot be replayed"),
        }
    }

    /// Searches for what is seen: `body` has no query, `query` is the parts of a `bool`.
    pub(crate) fn search(&self, of: Of, query: &Value, body: &Value) -> Result<Found, Error> {
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

    /// Opens other points in time for those that were lost, unless somebody has.
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
        mut each: impl FnMut(FoundPassage) -> Result<(), Error>,
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
    ) -> Result<Vec<FoundPassage>, Error> {
        let mut body = json!({
            "size": size,
            "sort": [{"game": "asc"}, {"ply": "asc"}],
            "docvalue_fields": COLUMNS,
            "track_total_hits": false,
        });
        if let Some((game, ply)) = after {
            body["search_after"] = json!([game, ply]);
        }
        let found = self.search(Of::Passages, query, &body)?;
        let passages = found.hits.hits.iter().map(FoundPassage::new);
        let passages: Option<Vec<FoundPassage>> = passages.collect();
        passages.ok_or_else(|| Error::Damaged {
            name: self.shared.address.name.clone(),
            what: "a passage is not whole".to_owned(),
        })
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
    pub(crate) fn games(&self, ids: &[u64]) -> Result<BTreeMap<u64, Game>, Error> {
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
            let found = self.search(Of::Games, &query, &body)?;
            for hit in found.hits.hits {
                let game = crate::document::game(&hit.source).ok_or_else(|| Error::Damaged {
                    name: self.shared.address.name.clone(),
                    what: "a game is not whole".to_owned(),
                })?;
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

/// Why there is no answer.
enum Lost {
    /// The cluster has no time.
    Busy(String),
    /// The point in time is lost, or a shard of it.
    Point(String),
    Other(Error),
}

impl From<Error> for Lost {
    fn from(error: Error) -> Lost {
        Lost::Other(error)
    }
}

impl Points {
    /// Opens points in time, and checks that all that is seen is in them.
    fn open(shared: &Shared, state: &State, games: u64) -> Result<Points, Error> {
        let open = |name: String| -> Result<String, Error> {
            let path = format!(
                "/{name}/_search/point_in_time?keep_alive={KEEP_ALIVE}&allow_partial_pit_creation=false"
            );
            let opened = shared
                .client
                .json("POST", &path, &Value::Null, Patience::Read)?;
            if opened["_shards"]["failed"] != 0 {
                return Err(Error::Unavailable("not all shards answer".to_owned()));
            }
            let id = opened["pit_id"].as_str().unwrap_or_default();
            Ok(id.to_owned())
        };
        let mut points = Points {
            opened: Instant::now(),
            games: open(shared.address.games())?,
            passages: open(shared.address.passages())?,
            unseen: Vec::new(),
        };
        let expected = [games, state.passages];
        if points.sizes(shared)? != expected {
            points.unseen = state.unseen();
            if points.sizes(shared)? != expected {
                return Err(Error::Unavailable(
                    "not all games and passages are there".to_owned(),
                ));
            }
        }
        Ok(points)
    }

    /// How many games and passages are seen.
    fn sizes(&self, shared: &Shared) -> Result<[u64; 2], Error> {
        let size = |of| {
            let body = json!({"size": 0, "track_total_hits": true});
            let found = self.search(shared, of, &json!({}), &body);
            let found = found.map_err(|lost| match lost {
                Lost::Busy(what) | Lost::Point(what) => Error::Unavailable(what),
                Lost::Other(error) => error,
            });
            Ok::<u64, Error>(found?.hits.total.value)
        };
        Ok([size(Of::Games)?, size(Of::Passages)?])
    }

    fn search(&self, shared: &Shared, of: Of, query: &Value, body: &Value) -> Result<Found, Lost> {
        let mut query = query.clone();
        if !self.unseen.is_empty() {
            query["must_not"] = match query["must_not"].take() {
                Value::Array(mut others) => {
                    others.extend(self.unseen.iter().cloned());
                    others.into()
                }
                _ => json!(self.unseen),
            };
        }
        let id = match of {
            Of::Games => &self.games,
            Of::Passages => &self.passages,
        };
        let mut body = body.clone();
        body["query"] = json!({"bool": query});
        body["pit"] = json!({"id": id, "keep_alive": KEEP_ALIVE});
        body["timeout"] = json!(TIMEOUT);
        if body["_source"].is_null() {
            body["_source"] = json!(false);
        }
        let path = "/_search?allow_partial_search_results=false";
        let body = body.to_string();
        let answer = shared
            .client
            .send("POST", path, body.as_bytes(), Patience::Once)?;
        match answer.status {
            429 => return Err(Lost::Busy(answer.reason())),
            404 | 500.. => return Err(Lost::Point(answer.reason())),
            300.. => return Err(answer.failure().into()),
            _ => {}
        }
        let found: Found =
            serde_json::from_slice(&answer.body).map_err(|error| Error::Unexpected {
                status: answer.status,
                what: error.to_string(),
            })?;
        if found.timed_out {
            return Err(Error::Unavailable("a shard takes too long".to_owned()).into());
        }
        if found.shards.failed > 0 {
            return Err(Lost::Point("not all shards answer".to_owned()));
        }
        Ok(found)
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        close(&self.shared, &self.points());
    }
}

/// Whether points in time that were just opened are as of a state: no games have been removed since.
fn is_of(state: &State, shared: &Shared) -> Result<bool, Error> {
    let (now, _) = crate::state::read(&shared.client, &shared.address, Patience::Read)?;
    Ok(now.removals == state.removals)
}

/// Gives points in time back, which OpenSearch would keep for some minutes. Nobody waits for that.
fn close(shared: &Arc<Shared>, points: &Points) {
    let ids = json!({"pit_id": [points.games, points.passages]}).to_string();
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let path = "/_search/point_in_time";
        let _ = shared
            .client
            .send("DELETE", path, ids.as_bytes(), Patience::Once);
    });
}
