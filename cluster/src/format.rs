//! The version of what is stored in a cluster.

use similarity::FORMAT_VERSION;

/// The version of what is stored in a cluster in addition to what [`FORMAT_VERSION`] covers.
const CLUSTER_VERSION: u32 = 2;

/// What the index says that it is, e.g. `9.2`.
pub(crate) fn format() -> String {
    format!("{FORMAT_VERSION}.{CLUSTER_VERSION}")
}
