//! Writing an index: games are read and encoded on many threads, gathered in segments, and committed.

pub(crate) mod builder;
mod comment_lists;
mod doc_list;
pub(crate) mod ingest;
pub(crate) mod writer;
