//! What snapshots and writers share: the client of a cluster, its address, and what concerns all of an index's documents.

use std::time::Duration;

use serde_json::{Value, json};
use similarity::Statistics;

use crate::address::Address;
use crate::client::{Client, Patience, Waits};
use crate::error::Error;
use crate::state::{self, State, Version};

/// For how long a deletion or a refresh is tried again that not all shards have done. Guessed: a shard that moves to
/// another node is back by then.
const LIMIT: Duration = Duration::from_mins(1);

/// What snapshots and writers need.
pub(crate) struct Shared {
    pub(crate) client: Client,
    pub(crate) address: Address,
}

impl Shared {
    pub(crate) fn state(&self) -> Result<(State, Version), Error> {
        state::read(&self.client, &self.address, Patience::Write)
    }

    pub(crate) fn change<T>(
        &self,
        writer: &str,
        change: impl FnMut(&mut State) -> Result<T, Error>,
    ) -> Result<T, Error> {
        state::change(&self.client, &self.address, writer, change)
    }

    pub(crate) fn statistics(&self, state: &State) -> Result<Statistics, Error> {
        state.statistics().ok_or_else(|| Error::Damaged {
            name: self.address.name.clone(),
            what: "its statistics are malformed".to_owned(),
        })
    }

    /// The last heartbeat of a writer; `None` if it has ended.
    pub(crate) fn heartbeat(&self, writer: &str) -> Result<Option<u64>, Error> {
        let path = format!("/{}/_doc/{writer}", self.address.state());
        let answer = self.client.send("GET", &path, b"", Patience::Write)?;
        match answer.status {
            404 => Ok(None),
            300.. => Err(answer.failure()),
            // Of a document that is written anew, never the same.
            _ => Ok(answer.json()?["_seq_no"].as_u64()),
        }
    }

    /// Has every copy of every shard see what has been written.
    pub(crate) fn refresh(&self) -> Result<(), Error> {
        let (games, passages) = (self.address.games(), self.address.passages());
        self.whole(&format!("/{games},{passages}/_refresh"))
    }

    /// Deletes the documents of a query, and makes that visible.
    pub(crate) fn delete(&self, query: &Value) -> Result<(), Error> {
        let (games, passages) = (self.address.games(), self.address.passages());
        let path = format!("/{games},{passages}/_delete_by_query?conflicts=proceed");
        let mut waits = Waits::new(LIMIT);
        loop {
            let query = json!({"query": query});
            let done = self.client.json("POST", &path, &query, Patience::Write)?;
            let failures = done["failures"].as_array().map_or(0, Vec::len);
            let is_whole = done["timed_out"] == false && failures == 0;
            if is_whole && done["version_conflicts"] == 0 {
                return self.refresh();
            }
            if !waits.wait() {
                return Err(Error::Unavailable("not all can be deleted".to_owned()));
            }
            self.refresh()?;
        }
    }

    /// Does something in all shards.
    fn whole(&self, path: &str) -> Result<(), Error> {
        let mut waits = Waits::new(LIMIT);
        loop {
            let done = self
                .client
                .json("POST", path, &Value::Null, Patience::Write)?;
            if done["_shards"]["failed"] == 0 {
                return Ok(());
            }
            if !waits.wait() {
                return Err(Error::Unavailable("not all shards answer".to_owned()));
            }
        }
    }
}
