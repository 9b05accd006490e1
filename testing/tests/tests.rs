//! The repository, not the program: documents and data files.

mod data;
mod docs;
