//! What all requests share, and the doors that limit how many use the processors.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use app::{AT_ONCE, Database, Engines, Memory, Pace, Sites, View};
use axum::Json;
use axum::http::StatusCode;

use crate::blocking::Door;
use crate::fair::Room;
use crate::limit::RateLimit;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::rules::Rules;
use crate::saving::Snapshots;
use crate::writing::Writing;

/// How long the work for one request may take; what is done by then is answered. Guessed: most of the time of a request.
const LONGEST_WORK: Duration = Duration::from_secs(8);

/// What a plain request costs: the number of hits of a usual search. Guessed.
pub(crate) const PLAIN: u64 = 10;

/// How many more slices of searches are worked on than there are processors, so that none of these waits for the next one
/// to begin. Measured with 16 clients on two processors, 22.6 million positions: without it they are idle for 8 % of the
/// time, with it for 1 %.
const READY: usize = 1;

/// The number of searches that may wait for each processor. Guessed: at 16 ms each, the last one
/// waits a second.
const WAITING_SEARCHES: usize = 64;

/// What all requests share.
pub(crate) struct Server {
    /// Empty until it is open.
    index: OnceLock<Database>,
    pub(crate) engines: Arc<Engines>,
    pub(crate) searches: Door,
    analyses: Door,
    pub(crate) writing: Writing,
    pub(crate) limit: RateLimit,
    pub(crate) snapshots: Snapshots,
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
        let metrics = Metrics::new();
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let searches = Room {
            crowd: processors,
            slices: processors + READY,
            of_client: processors + READY,
            waiting: WAITING_SEARCHES * processors,
        };
        // They last for seconds and cannot be cut into slices: the system shares the processors among them. The engines have
        // threads of their own, so there is no crowd.
        let analyses = Room {
            crowd: usize::MAX,
            slices: AT_ONCE * processors,
            of_client: processors,
            waiting: AT_ONCE * processors,
        };
        Server {
            index: OnceLock::new(),
            engines: Arc::new(engines),
            searches: Door::new(searches, &metrics.searches),
            analyses: Door::new(analyses, &metrics.analyses),
            writing: Writing::default(),
            limit: RateLimit::new(rules),
            snapshots: Snapshots::new(rules.snapshots.clone()),
            import_memory: rules.import_memory,
            sites: rules.sites.clone(),
            metrics,
            started: Instant::now(),
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
        let work = move |_: &Pace| work(&index.snapshot()?);
        self.searches.blocking(PLAIN, in_time(), work).await
    }

    /// Runs `work` with the engines, which end when the client goes away, the server stops, or it has
    /// taken too long.
    pub(crate) async fn analysing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Engines, &Pace) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let pace = in_time();
        let engines = Arc::clone(&self.engines);
        let stop = Arc::clone(&pace.stop);
        let work = move |pace: &Pace| engines.on_own_threads(|| work(&engines, pace))?;
        let work = self.analyses.blocking(PLAIN, pace, work);
        tokio::pin!(work);
        tokio::select! {
            done = &mut work => done,
            () = self.writing.stop().cancelled() => {
                stop.store(true, Relaxed);
                work.await
            }
        }
    }
}

/// The end of the work for a request that comes now.
pub(crate) fn in_time() -> Pace {
    Pace::until(Instant::now() + LONGEST_WORK)
}
