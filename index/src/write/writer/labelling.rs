//! The collection that an import is added to.

use std::collections::HashMap;

use similarity::CollectionName;

/// The collection that games are added to.
pub(super) struct Labelling {
    pub(super) name: CollectionName,
    /// Stored games by their keys, to find those that duplicates are of.
    pub(super) games: HashMap<u64, u64>,
}
