//! Games that came together.

use crate::mark::Mark;

/// Some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Whole games, in PGN.
    pub pgn: Vec<u8>,
    /// The address of each, empty where the site does not say.
    pub addresses: Vec<String>,
    /// Where the next fetch begins, once these and all before are stored; `None` for where this one began.
    pub mark: Option<Mark>,
}
