//! How good a ranking is, by the word of the games themselves.
//!
//! Two positions are similar if their games went on similarly, came from the same opening, led to the
//! same pawns, to a similar evaluation and to the same result. No person has to judge them.

mod metric;
mod metrics;
mod queries;

pub use metric::Metric;
pub use metrics::{Hits, Measured, measure, of_hit};
pub use queries::{Judged, Phase, parse};
