//! Positions as documents: from PGN to an index, from a board to the positions like it.
//!
//! ```text
//! PGN ─ pgn ─ games ─ writer ─ passages, terms, statistics ─ tantivy
//! FEN ─ fen ─ board ─ scoring ─ query ─ search ─ hits ─ explanation
//! ```
//!
//! * A *term* is one textual feature of a position, e.g. `Rb1` ([`Term`], [`terms()`]).
//! * A *passage* is a run of up to eight consecutive positions of one game: one tantivy document.
//! * A *hit* is a position found: game, ply, score ([`Hit`]).
//!
//! What is absent: HTTP, JSON, the command line, the engine. Only this crate knows tantivy.

mod archive;
mod bitmap;
mod bounds;
mod builder;
mod consensus;
mod directory;
mod duplicate;
mod encode;
mod error;
mod exhaustive;
mod fen;
mod game;
mod idf;
mod index;
mod ingest;
mod moves;
mod passage;
mod pawn_set;
mod pgn;
mod profile;
mod schema;
mod scoring;
mod search;
mod segment;
mod snapshot;
mod statistics;
mod term;
mod terms;
mod verify;
mod writer;

pub use consensus::MoveKey;
pub use error::Error;
pub use fen::{FenError, fen, flipped, parse_fen};
pub use game::{Game, Tags};
pub use idf::{IDF_SCALE, idf};
pub use index::Index;
pub use ingest::{IngestError, Ingested, Rejected, decompressed, ingest, open_pgn, pgn_files};
pub use moves::Played;
pub use profile::{Family, Feature, PENALTY_NAME, Scoring, WeightError, Weights};
pub use schema::FORMAT_VERSION;
pub use scoring::{Explanation, Query, TermScore};
pub use search::{Hit, Similar};
pub use snapshot::Snapshot;
pub use statistics::Statistics;
pub use term::{ParseTermError, Term};
pub use terms::terms;
pub use verify::Verified;
pub use writer::{COMMIT_EVERY, Writer};
