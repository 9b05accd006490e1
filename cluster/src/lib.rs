//! The same answers from an OpenSearch cluster: passages are its documents, bounds its scores, and exact scoring is
//! done here, by `similarity`.
//!
//! ```text
//! game ─ similarity::EncodedGame ─ documents ─ bulk ─ OpenSearch
//! query ─ bounds ─ OpenSearch ─ passages, a page at a time ─ similarity::Scorer ─ hits
//! ```
//!
//! Shards, copies, failover and growth are OpenSearch's. The seam to an index in a folder is in `app`.
//!
//! What is absent: PGN (`pgn`), terms, scores (`similarity`), HTTP to Tabiya's own clients (`api`). Only this crate knows OpenSearch.

mod address;
mod bounds;
mod bulk;
mod chunk;
mod clause;
mod client;
mod cluster;
mod content;
mod document;
mod error;
mod explorer;
mod filter;
mod followed;
mod format;
mod heartbeat;
mod names;
mod pattern;
mod players;
mod points;
mod reaper;
mod removal;
mod response;
mod schema;
mod search;
mod shared;
mod snapshot;
mod state;
mod writer;

pub use address::{Address, User};
pub use cluster::Cluster;
pub use content::{Content, StoredGame};
pub use error::Error;
pub use schema::Layout;
pub use snapshot::Snapshot;
pub use writer::Writer as ClusterWriter;
