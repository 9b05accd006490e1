//! What all requests share, and the doors through which they reach the processors.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Json;
use index::{Index, Snapshot};

use crate::analysts::{Analysts, Until};
use crate::blocking::Door;
use crate::problem::Problem;
use crate::writing::Writing;

/// How long analyses of one request may take. Guessed: most of what a request may take.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(8);

/// How many searches may wait for each that runs. Guessed: at 5 ms each, the last one in the line
/// waits a third of a second.
const WAITING_SEARCHES: usize = 64;

/// How many analyses may wait for each that runs. Guessed: at half a second each, the last one is
/// begun in time.
const WAITING_ANALYSES: usize = 8;

/// What all requests share.
pub(crate) struct Server {
    pub(crate) index: Arc<Index>,
    pub(crate) analysts: Arc<Analysts>,
    pub(crate) searches: Door,
    analyses: Door,
    pub(crate) writing: Writing,
    pub(crate) started: Instant,
}

/// A JSON document, or the problem.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

impl Server {
    pub(crate) fn new(index: Arc<Index>, analysts: Analysts, writing: Writing) -> Server {
        Server {
            index,
            analysts: Arc::new(analysts),
            searches: Door::new(WAITING_SEARCHES),
            analyses: Door::new(WAITING_ANALYSES),
            writing,
            started: Instant::now(),
        }
    }

    /// Runs `work` on the newest snapshot, behind the door.
    pub(crate) async fn on_snapshot<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Snapshot) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let index = Arc::clone(&self.index);
        let work = move || work(&*index.snapshot()?);
        self.searches.blocking(work).await
    }

    /// Runs `work` with the engines, which end when the client goes away, the server stops, or it has
    /// taken too long.
    pub(crate) async fn analysing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Analysts, &Until) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Arc::new(Until {
            deadline: Some(Instant::now() + LONGEST_ANALYSIS),
            ..Until::default()
        });
        let ending = Ending(Arc::clone(&until));
        let analysts = Arc::clone(&self.analysts);
        let work = self.analyses.blocking(move || work(&analysts, &until));
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
struct Ending(Arc<Until>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}
