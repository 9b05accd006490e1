//! The repository, not the program: documents, data files, messages, and which files of a crate use which, and the way of a
//! request through them.

mod data;
mod docs;
mod messages;
mod pins;
mod rings;
mod sources;
mod uses;
mod walk;
mod words;
