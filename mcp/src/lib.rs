//! The Model Context Protocol: what a language model can ask, [over standard input and output](over_stdio) or
//! [over HTTP](over_http).
//!
//! Each tool has one file: its arguments, its answer, and how `app` is asked for it. Tools go through the same [doors] as
//! the routes of the HTTP API, so that they cost what those cost. An answer has at most 6,000 bytes, and says where its
//! facts come from.
//!
//! There are no sessions: each request of HTTP is answered on its own.
//!
//! What is absent: how anything is found (`index`, `cluster`), routes and keys (`api`).
//!
//! Source: <https://modelcontextprotocol.io/specification/2025-11-25>, with the SDK `rmcp`.
//!
//! [doors]: app::doors

mod analyse;
mod answer;
mod arguments;
mod collections;
mod difficulty;
mod exercises;
mod explorer;
mod game;
mod handler;
mod message;
mod motifs;
mod plans;
mod schema;
mod similar;
mod source;
mod stdio;
mod tools;
mod transports;

pub use transports::{over_http, over_stdio};
