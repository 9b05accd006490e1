//! Where the next fetch begins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Where the next fetch of an account begins: whatever comes before it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Of lichess: all games that were begun before this time, in milliseconds since 1970, are over and stored.
    Since(u64),
    /// Of chess.com: the months.
    Months {
        /// All games of the months before this one, e.g. `2024/05`, are stored.
        from: String,
        /// What the months from then on were when all their games were stored (`ETag`).
        etags: BTreeMap<String, String>,
    },
}
