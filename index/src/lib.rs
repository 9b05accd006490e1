//! Positions on disk: from games to an index in a folder, from a query to the positions most similar to it.
//!
//! ```text
//! games ─ writer ─ builder ─ segments
//! query ─ search ─ bounds ─ seeds ─ finish ─ hits
//! ```
//!
//! An [`Index`] is a folder of tantivy segments. Its documents are games, and *passages*: runs of up to twelve consecutive
//! positions of one game, under all of their terms. A [`Snapshot`] is an index as of one commit, and answers:
//!
//! | question | method | file |
//! |---|---|---|
//! | which positions are most similar to one | [`Snapshot::nearest`], [`Snapshot::candidates`] | `search.rs`, its stages in `search/` |
//! | how many pass a filter | [`Snapshot::select`] | `select.rs` |
//! | what was played in a position | [`Snapshot::explore`] | `explorer.rs` |
//! | where a pattern stands | [`Snapshot::find`] | `pattern.rs` |
//! | what was played next in the games of hits | [`Snapshot::plans`] | `plans.rs` |
//! | who played | [`Snapshot::players`] | `players.rs` |
//! | which collections there are | [`Snapshot::collections`] | `storage/collections.rs` |
//!
//! The walk of a game: it comes encoded ([`similarity::Encoder`]), the [`Writer`] numbers it and skips duplicates, the
//! builder (`write/builder.rs`) writes one segment, a commit makes it visible with its statistics. [`Index::verify`] checks all of it,
//! [`Index::examine`] looks at its files, [`Index::save_snapshot`] and
//! [`Index::restore`] copy it.
//!
//! What is absent: what similar means (`similarity`), reading PGN (`pgn`), HTTP, the command line. Only this crate knows
//! tantivy.

mod backup;
mod comment;
mod condition;
mod error;
mod examine;
mod explorer;
mod followed;
mod index;
mod pace;
mod passing;
mod pattern;
mod plans;
mod players;
mod probe;
mod search;
mod select;
mod snapshot;
mod storage;
mod upgrade;
mod verify;
mod write;

pub use backup::Summary;
pub use error::{Error, Fault};
pub use examine::Examined;
pub use index::Index;
pub use pace::{Pace, SLICE};
pub use snapshot::Snapshot;
pub use storage::collections::Members;
pub use storage::format::FORMAT_VERSION;
pub use upgrade::Upgraded;
pub use verify::Verified;
pub use write::writer::Writer;
