//! The same answers from an OpenSearch cluster: passages are its documents, bounds its scores, and exact scoring is
//! done here, by `index`.
//!
//! ```text
//! game ─ index::EncodedGame ─ documents ─ bulk ─ OpenSearch
//! query ─ bounds ─ OpenSearch ─ passages, a page at a time ─ index::Scorer ─ hits
//! ```
//!
//! Shards, copies, failover and growth are OpenSearch's. The seam to an index in a folder is in `app`.
//!
//! What is absent: PGN, terms, scores (`index`), HTTP to Tabiya's own clients (`api`). Only this crate knows OpenSearch.

mod address;
mod bounds;
mod bulk;
mod client;
mod cluster;
mod document;
mod error;
mod explorer;
mod filter;
mod heart;
mod names;
mod pattern;
mod schema;
mod search;
mod snapshot;
mod state;
mod writer;

pub use address::{Address, User};
pub use cluster::Cluster;
pub use error::Error;
pub use schema::Layout;
pub use snapshot::Snapshot;
pub use writer::Writer as ClusterWriter;
