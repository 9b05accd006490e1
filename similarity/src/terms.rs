//! What is on a board, as terms, and how much each of them says.

pub(crate) mod format;
pub(crate) mod idf;
pub(crate) mod measures;
pub(crate) mod of_position;
pub(crate) mod pawn_set;
pub(crate) mod phase;
pub(crate) mod profile;
pub(crate) mod relation;
pub(crate) mod statistics;
pub(crate) mod term;
