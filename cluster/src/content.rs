//! What a copy elsewhere needs of an index: to know when the content is another one, and its games to copy.

use std::sync::Arc;

use pgn::Game;
use serde_json::json;

use crate::client::Patience;
use crate::cluster::Cluster;
use crate::document;
use crate::error::Error;
use crate::response::Of;
use crate::shared::Shared;
use crate::snapshot::Snapshot;
use crate::state::{self, State};

/// What is visible of an index at one time, without its games: equal for the same games with the same ids.
#[derive(Clone, Debug)]
pub struct Content {
    /// [`Cluster::identity`].
    identity: String,
    /// Of the state.
    stamp: String,
    removals: u64,
    statistics: Arc<str>,
}

impl PartialEq for Content {
    // The state also changes with batches that are not visible yet.
    fn eq(&self, other: &Content) -> bool {
        self.identity == other.identity
            && self.removals == other.removals
            && self.statistics == other.statistics
    }
}

impl Content {
    fn new(state: &State, identity: String) -> Content {
        Content {
            identity,
            stamp: state.stamp().to_owned(),
            removals: state.removals,
            statistics: state.compressed_statistics().into(),
        }
    }

    /// [`Cluster::identity`] of the index.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// How often games were removed.
    pub fn removals(&self) -> u64 {
        self.removals
    }
}

/// A game as it is stored.
pub struct StoredGame {
    /// The game.
    pub game: Game,
    /// The half-moves before its first indexed position; one more than it has if no position is.
    pub first_indexed: u64,
}

impl Cluster {
    /// What no other index has, nor this one after it was deleted and made again, or restored from a backup: the UUIDs that
    /// OpenSearch gave `NAME-games` and its history.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer, [`Error::Missing`] if there is no such index any more.
    pub fn identity(&self) -> Result<String, Error> {
        identity(self.shared(), Patience::Read)
    }

    /// What is visible now; `known` is what was visible before, which saves reading it again. It asks once.
    ///
    /// # Errors
    ///
    /// As [`Cluster::identity`].
    pub fn content(&self, known: Option<&Content>) -> Result<Content, Error> {
        let (client, address) = (&self.shared().client, &self.shared().address);
        if let Some(known) = known
            && state::stamp(client, address)? == known.stamp
        {
            return Ok(known.clone());
        }
        let (state, _) = state::read(client, address, Patience::Once)?;
        Ok(Content::new(
            &state,
            identity(self.shared(), Patience::Once)?,
        ))
    }
}

fn identity(shared: &Shared, patience: Patience) -> Result<String, Error> {
    let name = shared.address.games();
    let path = format!("/{name}/_settings/index.uuid,index.history.uuid");
    let answer = shared.client.send("GET", &path, b"", patience)?;
    match answer.status {
        404 => return Err(Error::Missing(shared.address.name.clone())),
        300.. => return Err(answer.failure()),
        _ => {}
    }
    let json = answer.json()?;
    let settings = &json[&name]["settings"]["index"];
    let uuids = [&settings["uuid"], &settings["history"]["uuid"]];
    let uuids: Vec<&str> = uuids.into_iter().filter_map(|uuid| uuid.as_str()).collect();
    Ok(uuids.join("-"))
}

impl Snapshot {
    /// What is visible in it.
    ///
    /// # Errors
    ///
    /// As [`Cluster::identity`].
    pub fn content(&self) -> Result<Content, Error> {
        let identity = identity(&self.shared, Patience::Read)?;
        Ok(Content::new(self.state(), identity))
    }

    /// The greatest id up to which no game comes any more: batches under way have greater ones, and later batches.
    pub fn last_settled(&self) -> u64 {
        let state = self.state();
        let pending = state.pending.iter().filter(|pending| pending.ids > 0);
        let first = pending.map(|pending| pending.first).min();
        first.unwrap_or(state.next_game) - 1
    }

    /// The first games with greater ids than `after` and none greater than `last`, ascending, `most` at most, and at most
    /// 10,000.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::game`].
    pub fn stored_games(
        &self,
        after: u64,
        last: u64,
        most: usize,
    ) -> Result<Vec<StoredGame>, Error> {
        let query = json!({"filter": [{"range": {"game": {"gt": after, "lte": last}}}]});
        let body = json!({
            "size": most.min(crate::snapshot::PAGE),
            "sort": [{"game": "asc"}],
            "_source": ["game", "tags", "moves"],
            "docvalue_fields": ["span"],
            "track_total_hits": false,
        });
        let found = self.documents(Of::Games, &query, &body)?.hits.hits;
        let stored = found.iter().map(|hit| {
            Some(StoredGame {
                game: document::game(&hit.source)?,
                first_indexed: document::of_span(hit.field("span")?).0.start,
            })
        });
        let stored: Option<Vec<StoredGame>> = stored.collect();
        stored.ok_or_else(|| self.incomplete("game"))
    }
}
