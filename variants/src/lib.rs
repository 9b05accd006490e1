//! Chess variants: rules, and how to win by them.
//!
//! [`progressive`] is progressive chess. What is absent: input and output, async, JSON.

pub mod progressive;
