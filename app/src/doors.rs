//! The doors in front of the processors: an index and engines behind queues, for servers with many clients.
//!
//! Requests take turns, each client's in its own (fair queueing), in slices. Searches and analyses have a door each, so that
//! a search never waits for an analysis to end.

mod door;
mod fair;

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use index::Pace;
use tokio_util::sync::CancellationToken;

pub use door::{CLIENT, Door, client};
pub use fair::Client;

use crate::analysis::{AT_ONCE, Engines};
use crate::database::{Database, View};
use crate::doors::fair::Capacity;
use crate::error::Error;

/// Longest work for one request; the answer has what is done by then. Guessed: most of the time of a request.
const LONGEST_WORK: Duration = Duration::from_secs(8);

/// Cost of a plain request: the number of hits of a usual search. Guessed.
pub const PLAIN: u64 = 10;

/// Slices of searches in progress beyond one per processor, so that processors never wait for the next slice to
/// begin. Measured with 16 clients on two processors, 22.6 million positions: without it they are idle for 8 % of the
/// time, with it for 1 %.
const READY: usize = 1;

/// The number of searches that may wait for each processor. Guessed: at 16 ms each, the last one
/// waits a second.
const WAITING_SEARCHES: usize = 64;

/// An index and engines, and the doors that limit how many requests use the processors.
pub struct Doors {
    /// Empty until it is open.
    index: OnceLock<Database>,
    engines: Arc<Engines>,
    searches: Door,
    analyses: Door,
    stop: CancellationToken,
}

impl Doors {
    /// Makes doors for the processors of this machine, without an index yet.
    pub fn new(engines: Engines) -> Doors {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let searches = Capacity {
            crowd: processors,
            slices: processors + READY,
            of_client: processors + READY,
            waiting: WAITING_SEARCHES * processors,
        };
        // Analyses last for seconds and cannot be cut into slices: the system shares the processors among them. The engines
        // have threads of their own, so no number of analyses is a crowd.
        let analyses = Capacity {
            crowd: usize::MAX,
            slices: AT_ONCE * processors,
            of_client: processors,
            waiting: AT_ONCE * processors,
        };
        Doors {
            index: OnceLock::new(),
            engines: Arc::new(engines),
            searches: Door::new(searches),
            analyses: Door::new(analyses),
            stop: CancellationToken::new(),
        }
    }

    /// Serves this index; a second one changes nothing.
    pub fn open(&self, index: Database) {
        self.index.get_or_init(|| index);
    }

    /// Returns the index.
    ///
    /// # Errors
    ///
    /// [`Error::Opening`] while it is being opened.
    pub fn index(&self) -> Result<Database, Error> {
        self.index.get().cloned().ok_or(Error::Opening)
    }

    /// Returns the engines, for work behind the door for searches.
    pub fn engines(&self) -> &Arc<Engines> {
        &self.engines
    }

    /// Returns the door for searches and plain requests.
    pub fn searches(&self) -> &Door {
        &self.searches
    }

    /// Returns the door for work with engines, through which [`Doors::analysing`] goes.
    pub fn analyses(&self) -> &Door {
        &self.analyses
    }

    /// Returns the token that is cancelled when the server is to stop: analyses end, other requests are finished.
    pub fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Runs `work` on the newest snapshot, behind the door for searches.
    ///
    /// # Errors
    ///
    /// The errors of [`Doors::index`], [`Door::blocking`] and `work`.
    pub async fn on_snapshot<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&View) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let index = self.index()?;
        let work = move |_: &Pace| work(&index.snapshot()?);
        self.searches.blocking(PLAIN, in_time(), work).await
    }

    /// Runs `work` with the engines, which end when the client goes away, the server stops, or it has
    /// taken too long.
    ///
    /// # Errors
    ///
    /// The errors of [`Door::blocking`] and `work`.
    pub async fn analysing<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&Engines, &Pace) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let pace = in_time();
        let engines = Arc::clone(&self.engines);
        let stop = Arc::clone(&pace.stop);
        let work = move |pace: &Pace| engines.on_own_threads(|| work(&engines, pace))?;
        let work = self.analyses.blocking(PLAIN, pace, work);
        tokio::pin!(work);
        tokio::select! {
            done = &mut work => done,
            () = self.stop.cancelled() => {
                stop.store(true, Relaxed);
                work.await
            }
        }
    }
}

/// Returns the pace of a request that comes now: its work may take eight seconds.
pub fn in_time() -> Pace {
    Pace::until(Instant::now() + LONGEST_WORK)
}
