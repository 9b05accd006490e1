//! What a hit has in common with the query, in words, and what its game shows.
//!
//! A score is taken apart where it is made: [`Query::explain`](crate::Query::explain).

pub(crate) mod plans;
pub(crate) mod summary;
