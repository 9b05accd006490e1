//! Chess variants: rules, and how to win by them.
//!
//! [`progressive`] is progressive chess, [`bughouse`] bughouse and crazyhouse. What is absent: input and output, async, JSON.

pub mod bughouse;
pub mod progressive;
