//! What an index is made of on disk: its folder, the schema of its documents, and one segment opened for reading.

pub(crate) mod bitmap;
pub(crate) mod checked;
pub(crate) mod collections;
pub(crate) mod directory;
pub(crate) mod folder;
pub(crate) mod format;
pub(crate) mod games;
pub(crate) mod guard;
pub(crate) mod meta;
pub(crate) mod postings;
pub(crate) mod replace;
pub(crate) mod schema;
pub(crate) mod segment;
pub(crate) mod statics;
