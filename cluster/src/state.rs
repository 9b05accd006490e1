//! The state of an index in a cluster: which batches are visible, the next ids, the statistics.
//!
//! It is one document, changed by compare-and-set (`if_seq_no`), so that games become visible with their statistics or not
//! at all, and any number of writers take turns. Games are written in *batches*. What a writer has begun is pending:
//! its documents carry the number of the batch, and no search looks at those. In one step the batch becomes visible and its
//! statistics are added. Where a writer has died, another one drops its batch: the number never becomes visible, whatever of
//! its documents is still there or comes later.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use similarity::Statistics;

use crate::address::Address;
use crate::client::{Client, Patience, Waits};
use crate::error::Error;

/// The state of an index.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    /// The writer that wrote it, and a number that no other write has.
    stamp: String,
    /// The id that the next game gets.
    pub(crate) next_game: u64,
    /// The number that the next batch gets.
    pub(crate) next_batch: u64,
    /// Batches under way.
    pub(crate) pending: Vec<Pending>,
    /// Batches that were dropped.
    pub(crate) dropped: Vec<u64>,
    /// Games that are removed, and whose documents may still be there.
    pub(crate) removing: Vec<u64>,
    /// How often games were removed.
    pub(crate) removals: u64,
    /// The number of visible passages.
    pub(crate) passages: u64,
    /// [`Statistics`] as bytes, compressed.
    statistics: String,
}

/// A batch under way.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) batch: u64,
    pub(crate) writer: String,
    /// The first and the last id of its games, and how many ids it has.
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) ids: u64,
}

/// For how long a change is tried again while others change it. Guessed: a change takes milliseconds, so many writers
/// have had their turn by then.
const LIMIT: Duration = Duration::from_mins(1);

/// A version of the state: its sequence number and primary term.
pub(crate) type Version = (u64, u64);

impl State {
    /// Whether the documents of a batch are visible.
    pub(crate) fn is_seen(&self, batch: u64) -> bool {
        batch < self.next_batch && !self.is_pending(batch) && !self.dropped.contains(&batch)
    }

    pub(crate) fn is_pending(&self, batch: u64) -> bool {
        self.pending.iter().any(|pending| pending.batch == batch)
    }

    /// Where a batch is among those that are pending; [`Error::Taken`] if it was dropped.
    pub(crate) fn place(&self, batch: u64) -> Result<usize, Error> {
        let place = self.pending.iter().position(|one| one.batch == batch);
        place.ok_or(Error::Taken)
    }

    /// Queries for documents that are not visible.
    pub(crate) fn unseen(&self) -> Vec<Value> {
        let pending = self.pending.iter().map(|pending| pending.batch);
        let batches: Vec<u64> = pending.chain(self.dropped.iter().copied()).collect();
        let mut unseen = vec![json!({"range": {"batch": {"gte": self.next_batch}}})];
        if !batches.is_empty() {
            unseen.push(json!({"terms": {"batch": batches}}));
        }
        if !self.removing.is_empty() {
            unseen.push(json!({"terms": {"game": self.removing}}));
        }
        unseen
    }

    pub(crate) fn statistics(&self) -> Option<Statistics> {
        if self.statistics.is_empty() {
            return Some(Statistics::default());
        }
        let bytes = STANDARD.decode(&self.statistics).ok()?;
        let mut statistics = Statistics::from_bytes(&zstd::decode_all(&bytes[..]).ok()?)?;
        statistics.last_game = self.next_game - 1;
        Some(statistics)
    }

    /// Who wrote it, and a number that no other write has; empty until the first change.
    pub(crate) fn stamp(&self) -> &str {
        &self.stamp
    }

    /// The statistics as they are stored; the same ones are stored the same.
    pub(crate) fn compressed_statistics(&self) -> &str {
        &self.statistics
    }

    pub(crate) fn set_statistics(&mut self, statistics: &Statistics) {
        // Into memory nothing fails to be written.
        let bytes = zstd::encode_all(&statistics.to_bytes()[..], 3).unwrap_or_default();
        self.statistics = STANDARD.encode(bytes);
    }
}

fn path(address: &Address) -> String {
    format!("/{}/_doc/state", address.state())
}

/// Writes the first state, if there is none.
pub(crate) fn create(client: &Client, address: &Address) -> Result<(), Error> {
    let state = State {
        next_game: 1,
        next_batch: 1,
        ..State::default()
    };
    let path = format!("/{}/_create/state", address.state());
    let body = json!(state).to_string();
    let answer = client.send("PUT", &path, body.as_bytes(), Patience::Write)?;
    match answer.status {
        409 | 200..300 => Ok(()),
        _ => Err(answer.failure()),
    }
}

/// The version of the state.
pub(crate) fn version(client: &Client, address: &Address) -> Result<Version, Error> {
    let path = format!("{}?_source=false", path(address));
    let json = client.json("GET", &path, &Value::Null, Patience::Read);
    of_json(address, &json.map_err(|error| missing(address, error))?)
}

/// The stamp of the state, asked for once.
pub(crate) fn stamp(client: &Client, address: &Address) -> Result<String, Error> {
    let path = format!("{}?_source_includes=stamp", path(address));
    let json = client.json("GET", &path, &Value::Null, Patience::Once);
    let json = json.map_err(|error| missing(address, error))?;
    let stamp = json["_source"]["stamp"].as_str();
    Ok(stamp.unwrap_or_default().to_owned())
}

/// The state and its version.
pub(crate) fn read(
    client: &Client,
    address: &Address,
    patience: Patience,
) -> Result<(State, Version), Error> {
    let mut json = client
        .json("GET", &path(address), &Value::Null, patience)
        .map_err(|error| missing(address, error))?;
    let version = of_json(address, &json)?;
    let state = serde_json::from_value(json["_source"].take());
    let state = state.map_err(|error| Error::Damaged {
        name: address.name.clone(),
        what: format!("its state: {error}"),
    })?;
    Ok((state, version))
}

/// Without its state, there is no index.
fn missing(address: &Address, error: Error) -> Error {
    match error {
        Error::Unexpected { status: 404, .. } => Error::Missing(address.name.clone()),
        error => error,
    }
}

fn of_json(address: &Address, json: &Value) -> Result<Version, Error> {
    let version = (json["_seq_no"].as_u64(), json["_primary_term"].as_u64());
    let (Some(number), Some(term)) = version else {
        return Err(Error::Damaged {
            name: address.name.clone(),
            what: "its state has no version".to_owned(),
        });
    };
    Ok((number, term))
}

/// Changes the state, and tries again while others are quicker. `writer` is a name that no other writer has.
pub(crate) fn change<T>(
    client: &Client,
    address: &Address,
    writer: &str,
    mut change: impl FnMut(&mut State) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut waits = Waits::new(LIMIT);
    loop {
        let (mut state, (number, term)) = read(client, address, Patience::Write)?;
        let changed = change(&mut state)?;
        let stamp = format!("{writer}-{number}-{:016x}", fastrand::u64(..));
        state.stamp.clone_from(&stamp);
        let path = format!(
            "{}?if_seq_no={number}&if_primary_term={term}",
            path(address)
        );
        let body = json!(state).to_string();
        let answer = client.send("PUT", &path, body.as_bytes(), Patience::Write)?;
        match answer.status {
            200..300 => return Ok(changed),
            409 => {
                // It may be ours that was written by a try whose answer was lost.
                let (now, _) = read(client, address, Patience::Write)?;
                if now.stamp == stamp {
                    return Ok(changed);
                }
                if !waits.wait() {
                    return Err(Error::Unavailable("others keep writing".to_owned()));
                }
            }
            _ => return Err(answer.failure()),
        }
    }
}
