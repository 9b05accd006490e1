//! The players of a cluster, and the values of any field, as OpenSearch counts them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use similarity::NameQuery;

use crate::error::Error;
use crate::names::Names;
use crate::response::Of;
use crate::snapshot::Snapshot;

/// How many values a page has. Read: OpenSearch makes 65,535 buckets at most.
const PAGE: usize = 10_000;

impl Snapshot {
    /// The names, fetched once.
    pub(crate) fn names(&self) -> Result<&Names, Error> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = Names::new(self.counts(&["white", "black"])?, self.counts(&["event"])?);
        Ok(self.names.get_or_init(|| names))
    }

    /// The values of some fields, each with its number of games.
    fn counts(&self, fields: &[&str]) -> Result<BTreeMap<String, u64>, Error> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for field in fields {
            self.for_each_value(Of::Games, &json!({}), field, |value, games| {
                if let Some(text) = value.as_str() {
                    *counts.entry(text.to_owned()).or_default() += games;
                }
            })?;
        }
        Ok(counts)
    }

    /// Calls `each` with every value that a field has in the games or passages of a query, and their number.
    pub(crate) fn for_each_value(
        &self,
        of: Of,
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
            let mut found = self.documents(of, query, &body)?;
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

    /// The names of players with words that begin with those typed, each with its number of games, most games first.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn players(&self, typed: &str, limit: usize) -> Result<Vec<(String, u64)>, Error> {
        let Some(typed) = NameQuery::new(typed) else {
            return Ok(Vec::new());
        };
        let mut players = self.names()?.begun(&typed);
        players.sort_by(|(name, count), (other, others)| {
            others.cmp(count).then_with(|| name.cmp(other))
        });
        players.truncate(limit);
        Ok(players)
    }
}
