//! What all requests share, and the doors that limit how many use the processors.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use app::{Database, Engines, Until, View};
use axum::Json;
use axum::http::StatusCode;

use crate::blocking::Door;
use crate::limit::RateLimit;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::writing::Writing;

/// How long the analyses of one request may take. Guessed: most of the time of a request.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(8);

/// The number of searches that may wait for each one that runs. Guessed: at 5 ms each, the last one
/// waits a third of a second.
const WAITING_SEARCHES: usize = 64;

/// The number of analyses that may wait for each one that runs. Guessed: at half a second each, the last one
/// starts in time.
const WAITING_ANALYSES: usize = 8;

/// What all requests share.
pub(crate) struct Server {
    /// Empty until it is open.
    index: OnceLock<Database>,
    pub(crate) engines: Arc<Engines>,
    pub(crate) searches: Door,
    analyses: Door,
    pub(crate) writing: Writing,
    pub(crate) limit: RateLimit,
    pub(crate) metrics: Metrics,
    pub(crate) started: Instant,
    /// The OpenAPI document.
    pub(crate) openapi: &'static str,
}

/// A JSON document, or the problem.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

impl Server {
    /// A server without an index yet.
    pub(crate) fn new(engines: Engines, limit: RateLimit, openapi: &'static str) -> Server {
        let metrics = Metrics::new();
        Server {
            index: OnceLock::new(),
            engines: Arc::new(engines),
            searches: Door::new(WAITING_SEARCHES, &metrics.searches),
            analyses: Door::new(WAITING_ANALYSES, &metrics.analyses),
            writing: Writing::default(),
            limit,
            metrics,
            started: Instant::now(),
            openapi,
        }
    }

    /// Serves this index; a second one changes nothing.
    pub(crate) fn open(&self, index: Database) {
        self.index.get_or_init(|| index);
    }

    /// The index.
    ///
    /// # Errors
    ///
    /// 503 while it is being opened.
    pub(crate) fn index(&self) -> Result<Database, Problem> {
        self.index.get().cloned().ok_or_else(|| {
            let detail = "the index is being opened: try again in a second";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
        })
    }

    /// Whether it is to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.writing.stop().is_cancelled()
    }

    /// Runs `work` on the newest snapshot, behind the door.
    pub(crate) async fn on_snapshot<T: Send + 'static>(
        &self,
        work: impl FnOnce(&View) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let index = self.index()?;
        let work = move || work(&index.snapshot()?);
        self.searches.blocking(work).await
    }

    /// Runs `work` with the engines, which end when the client goes away, the server stops, or it has
    /// taken too long.
    pub(crate) async fn analysing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engines, &Until) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Arc::new(Until {
            deadline: Some(Instant::now() + LONGEST_ANALYSIS),
            ..Until::default()
        });
        let ending = Ending(Arc::clone(&until));
        let engines = Arc::clone(&self.engines);
        let work = move || engines.on_own_threads(|| work(&engines, &until));
        let work = self.analyses.blocking(work);
        tokio::pin!(work);
        tokio::select! {
            done = &mut work => done,
            () = self.writing.stop().cancelled() => {
                drop(ending);
                work.await
            }
        }
    }
}

/// Ends analyses when it is dropped.
pub(crate) struct Ending(pub(crate) Arc<Until>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}
