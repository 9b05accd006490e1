//! An index in a cluster: created, opened, read through snapshots, written by any number of writers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use similarity::Statistics;

use crate::address::Address;
use crate::client::{Client, Patience};
use crate::error::Error;
use crate::schema::{self, Layout};
use crate::shared::Shared;
use crate::snapshot::Snapshot;
use crate::state;
use crate::writer::Writer;

/// How long what was read last is taken for the newest. Guessed: nobody waits for games of others that long, and a search
/// that asks the cluster once more takes longer.
const FRESH: Duration = Duration::from_millis(500);

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

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The prefix of its indices.
    pub fn name(&self) -> &str {
        &self.shared.address.name
    }

    /// The index as of the newest batch. It stays as it is, whatever is written meanwhile.
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

    /// Makes the next [`Cluster::snapshot`] see every batch that is visible by then.
    pub fn reload(&self) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(newest) = &mut *newest
            && let Some(old) = newest.seen.checked_sub(FRESH)
        {
            newest.seen = old;
        }
    }

    /// The statistics of all visible batches. They take no snapshot: a writer may ask while no search is answered.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster is away for long.
    pub fn statistics(&self) -> Result<Statistics, Error> {
        let (state, _) = self.shared.state()?;
        self.shared.statistics(&state)
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
