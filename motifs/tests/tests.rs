//! The tables and laws that the motifs must agree with.

mod laws;
mod motif_laws;
mod puzzles;
mod tables;
