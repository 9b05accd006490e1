//! Positions as documents: from PGN to an index, from a board to the positions like it.
//!
//! ```text
//! PGN ─ games ─ writer ─ passages, terms, statistics ─ tantivy
//! FEN ─ board ─ scoring ─ query ─ search ─ hits ─ explanation
//! ```
//!
//! * A *term* is one textual feature of a position, e.g. `Rb1` ([`Term`], [`terms()`]).
//! * A *passage* is a run of up to eight consecutive positions of one game: one tantivy document.
//! * A *hit* is a position found: game, ply, score ([`Hit`]).
//!
//! What is absent: HTTP, JSON, the command line, the engine. Only this crate knows tantivy.

mod bitmap;
mod bounds;
mod builder;
mod consensus;
mod directory;
mod duplicate;
mod encode;
mod error;
mod exhaustive;
mod explorer;
mod facts;
mod filter;
mod games;
mod idf;
mod index;
mod ingest;
mod material;
mod names;
mod opening;
mod passage;
mod pattern;
mod pawn_set;
mod plans;
mod players;
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

pub use consensus::{Continuation, agreed, considered};
pub use encode::{EncodedGame, EncodedPassage};
pub use error::Error;
pub use explorer::{
    Count, Explored, ExploredGame, ExploredMove, Outcomes, Ranked, Ratings, Tally, exact_terms,
    is_same,
};
pub use facts::{Facts, GameResult};
pub use filter::{Ending, Filter, Rule, Selection};
pub use idf::{IDF_SCALE, idf};
pub use index::Index;
pub use ingest::{IngestError, Ingested, Store, ingest};
pub use material::{Material, ParseMaterialError};
pub use names::{Name, Wanted, is_named};
pub use opening::{opening_numbers, opening_plies};
pub use passage::{Least, MAX_POSITIONS, Passage, cost_step};
pub use pattern::{Found, MOST_PASSAGES, Matches, ParsePatternError, Pattern};
// Games are read in a crate of their own; who uses them here gets them from there soon.
pub use pgn::{
    Date, FenError, Game, MoveKey, ParseDateError, Played, Rejected, Tags, decompressed, fen,
    flipped, open_pgn, parse_fen, pgn_files, pgn_games, shortened,
};
pub use plans::{Plan, plans};
pub use profile::{Family, Feature, PENALTY_NAME, Scoring, WeightError, Weights};
pub use schema::FORMAT_VERSION;
pub use scoring::{Explanation, Query, TermScore};
pub use search::{Best, Hit, Scorer, Similar};
pub use snapshot::Snapshot;
pub use statistics::Statistics;
pub use term::{ParseTermError, Term};
pub use terms::terms;
pub use verify::Verified;
pub use writer::{COMMIT_EVERY, Keys, Writer};
