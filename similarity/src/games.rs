//! What is known of a game: who played it, when, how fast, and whether it is there already.

pub(crate) mod collection;
pub(crate) mod comment;
pub(crate) mod contained;
pub(crate) mod duplicate;
pub(crate) mod facts;
pub(crate) mod names;
pub(crate) mod opening;
pub(crate) mod opening_name;
pub(crate) mod speed;
