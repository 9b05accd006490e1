//! State that all requests share.

use std::sync::Arc;
use std::time::Instant;

use app::doors::Doors;
use app::{Engines, Memory, Sites};
use axum::Json;

use crate::limit::RateLimit;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::rules::Rules;
use crate::saving::Snapshots;
use crate::storage::StorageCheck;
use crate::writing::Writing;

/// What all requests share.
pub(crate) struct Server {
    /// The index and the engines, behind queues.
    pub(crate) doors: Arc<Doors>,
    pub(crate) writing: Writing,
    pub(crate) limit: RateLimit,
    pub(crate) snapshots: Snapshots,
    pub(crate) storage: StorageCheck,
    /// What an import may take.
    pub(crate) import_memory: Option<Memory>,
    /// Where games are fetched from.
    pub(crate) sites: Sites,
    pub(crate) metrics: Metrics,
    pub(crate) started: Instant,
}

/// A JSON document, or the problem.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

impl Server {
    /// A server without an index yet.
    pub(crate) fn new(engines: Engines, rules: &Rules) -> Server {
        Server {
            doors: Arc::new(Doors::new(engines)),
            writing: Writing::default(),
            limit: RateLimit::new(rules),
            snapshots: Snapshots::new(rules.snapshots.clone()),
            storage: StorageCheck::default(),
            import_memory: rules.import_memory,
            sites: rules.sites.clone(),
            metrics: Metrics::new(),
            started: Instant::now(),
        }
    }
}
