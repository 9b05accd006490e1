//! Sites and nodes that the tests of several crates talk to: imitations of lichess and chess.com, and a real OpenSearch
//! cluster on loopback; and how they look for facts in sentences. It is a dev-dependency only.
//!
//! Tests start before any crate of the workspace is compiled for them: but for the feature `games`, with which games are put
//! into an index, this one knows none of them, nor what they make of the answers.

#![expect(clippy::missing_panics_doc, reason = "a test fails by a panic")]

#[cfg(feature = "games")]
pub mod games;
pub mod nodes;
pub mod sentences;
pub mod sites;
pub mod words;
