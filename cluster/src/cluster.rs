//! An index in a cluster: created, opened, read through snapshots, written by any number of writers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use index::Statistics;
use serde_json::{Value, json};

use crate::address::Address;
use crate::client::{Client, Patience, Waits};
use crate::error::Error;
use crate::schema::{self, Layout};
use crate::snapshot::Snapshot;
use crate::state::{self, State, Version};
use crate::writer::Writer;

/// How long what was read last is taken for the newest. Read: news of an index in a folder take as long.
const FRESH: Duration = Duration::from_millis(500);

/// How long a deletion or a refresh is tried again that not all shards have done.
const LIMIT: Duration = Duration::from_mins(1);

/// An index in a cluster.
pub struct Cluster {
    shared: Arc<Shared>,
    newest: Mutex<Option<Newest>>,
}

/// The snapshot of the newest state that was seen, and when.
struct Newest {
    snapshot: Arc<Snapshot>,
    seen: Instant,
}

/// What snapshots and writers need.
pub(crate) struct Shared {
    pub(crate) client: Client,
    pub(crate) address: Address,
}

impl Cluster {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] without one of that name, [`Error::Format`] if it is of another version,
    /// [`Error::Unavailable`] if no node answers.
    pub fn open(address: Address) -> Result<Cluster, Error> {
        let client = Client::new(&address)?;
        schema::check(&client, &address)?;
        Ok(Cluster::new(client, address))
    }

    /// Opens an index, or creates it if there is none of that name.
    ///
    /// # Errors
    ///
    /// As [`Cluster::open`].
    pub fn open_or_create(address: Address, layout: Layout) -> Result<Cluster, Error> {
        let client = Client::new(&address)?;
        match schema::check(&client, &address) {
            Err(Error::Missing(_)) => schema::create(&client, &address, layout)?,
            checked => checked?,
        }
        // An older state index may have been there alone.
        state::create(&client, &address)?;
        Ok(Cluster::new(client, address))
    }

    fn new(client: Client, address: Address) -> Cluster {
        Cluster {
            shared: Arc::new(Shared { client, address }),
            newest: Mutex::new(None),
        }
    }

    /// The index as of the newest batch seen. It stays as it is, whatever is written meanwhile.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn snapshot(&self) -> Result<Arc<Snapshot>, Error> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(newest) = &mut *newest {
            if newest.seen.elapsed() < FRESH {
                return Ok(Arc::clone(&newest.snapshot));
            }
            let version = state::version(&self.shared.client, &self.shared.address)?;
            if version == newest.snapshot.version() {
                newest.snapshot.renew()?;
                newest.seen = Instant::now();
                return Ok(Arc::clone(&newest.snapshot));
            }
        }
        let snapshot = Arc::new(Snapshot::open(&self.shared)?);
        *newest = Some(Newest {
            snapshot: Arc::clone(&snapshot),
            seen: Instant::now(),
        });
        Ok(snapshot)
    }

    /// Makes the next [`Cluster::snapshot`] see every batch that is seen by then.
    pub fn reload(&self) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(newest) = &mut *newest
            && let Some(old) = newest.seen.checked_sub(FRESH)
        {
            newest.seen = old;
        }
    }

    /// A writer; there may be others.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::new(Arc::clone(&self.shared))
    }

    /// The size of its primary shards in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer.
    pub fn bytes(&self) -> Result<u64, Error> {
        let address = &self.shared.address;
        let (games, passages) = (address.games(), address.passages());
        let path = format!(
            "/{games},{passages}/_stats/store?filter_path=_all.primaries.store.size_in_bytes"
        );
        let client = &self.shared.client;
        let stats = client.json("GET", &path, &Value::Null, Patience::Read)?;
        let bytes = &stats["_all"]["primaries"]["store"]["size_in_bytes"];
        Ok(bytes.as_u64().unwrap_or(0))
    }
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
            what: "its statistics are not of their form".to_owned(),
        })
    }

    /// The last beat of a writer; `None` if it has ended.
    pub(crate) fn beat(&self, writer: &str) -> Result<Option<u64>, Error> {
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

    /// Deletes the documents of a query, and has that seen.
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
