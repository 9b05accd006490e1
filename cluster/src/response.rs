//! What OpenSearch answers to a search: documents with their columns, and passages made of them.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use serde::Deserialize;
use serde_json::{Value, json};
use similarity::{Facts, Passage, ROW};

/// What is looked through.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Games,
    Passages,
}

/// An answer to a search.
#[derive(Debug, Deserialize)]
pub(crate) struct Response {
    pub(crate) timed_out: bool,
    #[serde(rename = "_shards")]
    pub(crate) shards: Shards,
    pub(crate) hits: Hits,
    #[serde(default)]
    pub(crate) aggregations: Value,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Shards {
    pub(crate) failed: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Hits {
    #[serde(default)]
    pub(crate) total: Total,
    pub(crate) hits: Vec<Document>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Total {
    pub(crate) value: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Document {
    #[serde(default, rename = "_score")]
    pub(crate) score: Value,
    #[serde(default)]
    pub(crate) sort: Vec<Value>,
    #[serde(default)]
    pub(crate) fields: HashMap<String, (Value,)>,
    #[serde(default, rename = "_source")]
    pub(crate) source: Value,
}

impl Document {
    /// A number of its columns.
    pub(crate) fn field(&self, name: &str) -> Option<u64> {
        let (number,) = self.fields.get(name)?;
        number.as_i64().map(i64::cast_unsigned)
    }
}

/// A passage, and the facts of its game.
pub(crate) struct PassageDocument {
    pub(crate) passage: Passage,
    pub(crate) facts: Facts,
}

/// The column that a passage is made of. One, because each column of each passage takes OpenSearch as long as reading some
/// hundred bytes more.
const COLUMN: &str = "passage";

/// What stands in it: game, ply, the facts of the game, and the row of the passage.
pub(crate) fn column(passage: &Passage, facts: Facts) -> String {
    let words = [passage.game, passage.ply, facts.0];
    let words = words.into_iter().chain(passage.row);
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    STANDARD.encode(bytes)
}

/// A search for passages that answers their columns, and neither counts nor sources: without `_none_` it would read
/// the id of each document. Measured for 560 passages: an eighth of the time.
pub(crate) fn passages(size: usize) -> Value {
    json!({
        "size": size,
        "docvalue_fields": [COLUMN],
        "stored_fields": "_none_",
        "track_total_hits": false,
    })
}

impl PassageDocument {
    /// The passage of a hit.
    pub(crate) fn new(hit: &Document) -> Option<PassageDocument> {
        let (column,) = hit.fields.get(COLUMN)?;
        // OpenSearch leaves the padding out.
        let bytes = STANDARD_NO_PAD.decode(column.as_str()?).ok()?;
        let (words, rest) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().copied().map(u64::from_le_bytes).collect();
        let [game, ply, facts, row @ ..] = &words[..] else {
            return None;
        };
        let row = <[u64; ROW]>::try_from(row)
            .ok()
            .filter(|_| rest.is_empty())?;
        Some(PassageDocument {
            passage: Passage {
                game: *game,
                ply: *ply,
                row,
            },
            facts: Facts(*facts),
        })
    }
}
