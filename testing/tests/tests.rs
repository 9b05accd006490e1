//! The repository, not the program: documents, data files, and which files of a crate use which.

mod data;
mod docs;
mod rings;
mod sources;
mod uses;
