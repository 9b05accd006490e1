//! Writing an index: games are gathered in segments, and committed.

pub(crate) mod builder;
mod comment_lists;
mod doc_list;
pub(crate) mod writer;
