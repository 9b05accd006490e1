//! Exercises as files: for Anki, as CSV, and as PGN.

mod anki;
mod csv;
mod pgn;
mod words;

pub use anki::anki;
pub use csv::csv;
pub use pgn::{pgn, pgn_of_plan};
