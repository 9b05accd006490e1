//! Tabiya over HTTP: `app`'s questions as routes, its answers as JSON, its errors as statuses.
//!
//! [`router`] is the whole service over an index, [`Service`] the same on a socket. Each resource has one file: its
//! request, its handler and their description in OpenAPI. Writing, and reading
//! where the server is private, is guarded by a [`Token`] and [keys].
//!
//! What is absent: the questions and their answers (`app`), the tools of language models (`mcp`), the command line.

mod analyse;
mod annotate;
mod batch;
mod bughouse;
mod cached;
mod collections;
mod difficulty;
mod docs;
mod explorer;
mod export;
mod extract;
mod fetch;
mod fields;
mod files;
mod games;
mod guard;
mod import;
mod importing;
pub mod keys;
mod limit;
mod linger;
mod mcp;
mod media;
mod metrics;
mod motifs;
mod observe;
mod openapi;
mod operations;
mod page;
mod players;
mod positions;
mod problem;
mod progressive;
mod report;
mod responses;
mod routes;
mod rules;
mod saving;
mod server;
mod service;
mod similar;
mod snapshots;
mod storage;
mod terms;
mod training;
mod upload;
mod writing;

pub use guard::{Access, Token};
pub use openapi::openapi;
pub use rules::Rules;
pub use service::{LEAST_FILES, Service, router};
