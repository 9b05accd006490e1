//! What OpenSearch answers to a search: documents with their columns, and passages made of them.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use similarity::{Facts, Passage};

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
    #[serde(default)]
    pub(crate) sort: Vec<Value>,
    #[serde(default)]
    pub(crate) fields: HashMap<String, (i64,)>,
    #[serde(default, rename = "_source")]
    pub(crate) source: Value,
}

impl Document {
    /// A number of its columns.
    pub(crate) fn field(&self, name: &str) -> Option<u64> {
        self.fields
            .get(name)
            .map(|(number,)| number.cast_unsigned())
    }
}

/// A passage, and the facts of its game.
pub(crate) struct PassageDocument {
    pub(crate) passage: Passage,
    pub(crate) facts: Facts,
}

/// The columns that a passage is made of, in addition to game and ply.
pub(crate) const COLUMNS: [&str; 8] = [
    "game", "ply", "board0", "board1", "board2", "moves", "moves1", "facts",
];

impl PassageDocument {
    pub(crate) fn new(hit: &Document) -> Option<PassageDocument> {
        Some(PassageDocument {
            passage: Passage {
                game: hit.field("game")?,
                ply: hit.field("ply")?,
                board: [
                    hit.field("board0")?,
                    hit.field("board1")?,
                    hit.field("board2")?,
                ],
                moves: [hit.field("moves")?, hit.field("moves1")?],
            },
            facts: Facts(hit.field("facts")?),
        })
    }
}
