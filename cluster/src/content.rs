//! What a copy elsewhere needs of an index: to know when the content is another one, and its games to copy.

use pgn::Game;
use serde_json::json;

use crate::client::Patience;
use crate::cluster::Cluster;
use crate::document;
use crate::error::Error;
use crate::response::Of;
use crate::snapshot::Snapshot;
use crate::state::{self, State, Version};

/// What is visible of an index at one time, without its games: equal for the same games with the same ids, unless the index
/// was restored from a backup in between.
#[derive(Clone, Debug)]
pub struct Content {
    version: Version,
    removals: u64,
    statistics: String,
}

impl PartialEq for Content {
    // The state also changes with batches that are not visible yet.
    fn eq(&self, other: &Content) -> bool {
        self.removals == other.removals && self.statistics == other.statistics
    }
}

impl Content {
    /// How often games were removed.
    pub fn removals(&self) -> u64 {
        self.removals
    }

    pub(crate) fn new(state: &State, version: Version) -> Content {
        Content {
            version,
            removals: state.removals,
            statistics: state.compressed_statistics().to_owned(),
        }
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
    /// What no other index has, nor this one after it was deleted and made again: the UUID that OpenSearch gave `NAME-games`.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer.
    pub fn uuid(&self) -> Result<String, Error> {
        let name = self.shared().address.games();
        let path = format!("/{name}/_settings/index.uuid");
        let client = &self.shared().client;
        let answer = client.send("GET", &path, b"", Patience::Read)?;
        if answer.status >= 300 {
            return Err(answer.failure());
        }
        let uuid = answer.json()?[&name]["settings"]["index"]["uuid"]
            .as_str()
            .map(str::to_owned);
        uuid.ok_or_else(|| Error::Unexpected {
            status: answer.status,
            what: format!("{name} has no UUID"),
        })
    }

    /// What is visible now; `known` is what was visible before, which saves reading it again. It asks once.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer.
    pub fn content(&self, known: Option<&Content>) -> Result<Content, Error> {
        let (client, address) = (&self.shared().client, &self.shared().address);
        if let Some(known) = known
            && state::version(client, address, Patience::Once)? == known.version
        {
            return Ok(known.clone());
        }
        let (state, version) = state::read(client, address, Patience::Once)?;
        Ok(Content::new(&state, version))
    }
}

impl Snapshot {
    /// What is visible in it.
    pub fn content(&self) -> Content {
        Content::new(self.state(), self.version())
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
        stored.ok_or_else(|| Error::Damaged {
            name: self.shared.address.name.clone(),
            what: "a game is incomplete".to_owned(),
        })
    }
}
