//! The names of players and events, each once, as OpenSearch counts them: people write names in many ways, so that
//! those that are meant are found here ([`index::Wanted`]), and asked for exactly.

use std::collections::BTreeMap;

use index::{Name, Wanted};
use serde_json::{Value, json};

use crate::error::Error;
use crate::snapshot::{Of, Snapshot};

/// How many names are told at once. Read: OpenSearch makes 65,535 buckets at most.
const PAGE: usize = 10_000;

/// The names of an index.
pub(crate) struct Names {
    players: Vec<Entry>,
    events: Vec<Entry>,
}

struct Entry {
    text: String,
    name: Name,
    games: u64,
}

impl Names {
    /// The players that are meant by a text.
    pub(crate) fn players(&self, wanted: &str) -> Vec<&str> {
        meant(&self.players, wanted)
    }

    /// The events.
    pub(crate) fn events(&self, wanted: &str) -> Vec<&str> {
        meant(&self.events, wanted)
    }
}

fn meant<'a>(entries: &'a [Entry], wanted: &str) -> Vec<&'a str> {
    let Some(wanted) = Wanted::new(wanted) else {
        return Vec::new();
    };
    let entries = entries.iter().filter(|entry| wanted.is(&entry.name));
    entries.map(|entry| &*entry.text).collect()
}

impl Snapshot {
    /// The names, asked for once.
    pub(crate) fn names(&self) -> Result<&Names, Error> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = Names {
            players: self.entries(&["white", "black"])?,
            events: self.entries(&["event"])?,
        };
        Ok(self.names.get_or_init(|| names))
    }

    fn entries(&self, fields: &[&str]) -> Result<Vec<Entry>, Error> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for field in fields {
            self.for_each_value(&json!({}), field, |value, games| {
                if let Some(text) = value.as_str() {
                    *counts.entry(text.to_owned()).or_default() += games;
                }
            })?;
        }
        let entries = counts.into_iter();
        Ok(entries
            .map(|(text, games)| Entry {
                name: Name::new(&text),
                text,
                games,
            })
            .collect())
    }

    /// Calls `each` with every value that a field has in the games of a query, and their number.
    pub(crate) fn for_each_value(
        &self,
        query: &Value,
        field: &str,
        mut each: impl FnMut(&Value, u64),
    ) -> Result<(), Error> {
        let mut after = Value::Null;
        loop {
            let mut composite = json!({
                "size": PAGE,
                "sources": [{"value": {"terms": {"field": field}}}],
            });
            if !after.is_null() {
                composite["after"] = after;
            }
            let body = json!({
                "size": 0,
                "track_total_hits": false,
                "aggs": {"values": {"composite": composite}},
            });
            let mut found = self.search(Of::Games, query, &body)?;
            let values = &mut found.aggregations["values"];
            let buckets = values["buckets"].as_array().map_or(&[][..], Vec::as_slice);
            for bucket in buckets {
                each(
                    &bucket["key"]["value"],
                    bucket["doc_count"].as_u64().unwrap_or(0),
                );
            }
            if buckets.len() < PAGE {
                return Ok(());
            }
            after = values["after_key"].take();
        }
    }

    /// The names of players of which words begin with those that are typed; each with its number of games, most
    /// first.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn players(&self, typed: &str, limit: usize) -> Result<Vec<(String, u64)>, Error> {
        let Some(wanted) = Wanted::new(typed) else {
            return Ok(Vec::new());
        };
        let entries = self.names()?.players.iter();
        let mut players: Vec<(String, u64)> = entries
            .filter(|entry| wanted.begins(&entry.name))
            .map(|entry| (entry.text.clone(), entry.games))
            .collect();
        players.sort_by(|(name, count), (other, others)| {
            others.cmp(count).then_with(|| name.cmp(other))
        });
        players.truncate(limit);
        Ok(players)
    }
}
