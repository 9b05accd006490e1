//! The tables and laws that the pawn structures must agree with.

mod laws;
mod tables;
