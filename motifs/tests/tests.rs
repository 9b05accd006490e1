//! The tables and laws that the motifs must agree with.

mod laws;
mod motif_laws;
mod names;
mod puzzles;
mod tables;
