//! The tests of `coach`, one binary.

mod annotate;
mod difficulty;
mod exercises;
mod games;
mod larin;
mod positions;
mod reader;
mod theme;
