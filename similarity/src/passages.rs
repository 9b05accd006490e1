//! Passages: runs of consecutive positions of a game, the unit of storage and search.

pub(crate) mod continuation;
pub(crate) mod encode;
pub(crate) mod explorer;
pub(crate) mod followed;
pub(crate) mod material;
pub(crate) mod moment;
pub(crate) mod move_query;
pub(crate) mod packed_move;
pub(crate) mod passage;
pub(crate) mod pattern;
pub(crate) mod store;
