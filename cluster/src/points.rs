//! Points in time of a cluster's games and passages: opened, searched, given back.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use crate::client::Patience;
use crate::error::Error;
use crate::response::{Of, Response};
use crate::shared::Shared;
use crate::state::State;

/// How long a point in time is kept after it was last asked. Guessed: longer than any pause within a request.
const KEEP_ALIVE: &str = "5m";

/// How long a shard may take. Guessed: less than the client waits.
const TIMEOUT: &str = "5s";

/// Points in time.
#[derive(Debug)]
pub(crate) struct Points {
    pub(crate) opened: Instant,
    games: String,
    passages: String,
    /// What is excluded from both, if they hold anything that is not visible.
    unseen: Vec<Value>,
}

/// Why there is no answer.
pub(crate) enum Lost {
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
    /// Opens points in time, and checks that everything visible is in them.
    pub(crate) fn open(shared: &Shared, state: &State, games: u64) -> Result<Points, Error> {
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

    /// The numbers of visible games and passages.
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

    pub(crate) fn search(
        &self,
        shared: &Shared,
        of: Of,
        query: &Value,
        body: &Value,
    ) -> Result<Response, Lost> {
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
        let found: Response =
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

/// Whether points in time that were just opened are as of a state: no games have been removed since.
pub(crate) fn is_of(state: &State, shared: &Shared) -> Result<bool, Error> {
    let (now, _) = crate::state::read(&shared.client, &shared.address, Patience::Read)?;
    Ok(now.removals == state.removals)
}

/// Gives points in time back, which OpenSearch would keep for some minutes. It is not waited for.
pub(crate) fn close(shared: &Arc<Shared>, points: &Points) {
    let ids = json!({"pit_id": [points.games, points.passages]}).to_string();
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        let path = "/_search/point_in_time";
        let _ = shared
            .client
            .send("DELETE", path, ids.as_bytes(), Patience::Once);
    });
}
