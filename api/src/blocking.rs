//! The doors that limit how many requests use the processors.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use tracing::Span;

use crate::problem::Problem;

/// Lets as many requests work at once as there are processors, and turns away those for which
/// the line is too long.
pub(crate) struct Door {
    running: Arc<Semaphore>,
    line: Arc<Semaphore>,
    /// The number of requests in the line or at work.
    here: Gauge,
}

/// A place in the line, given back when it is dropped.
struct Place {
    _permit: OwnedSemaphorePermit,
    here: Gauge,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.here.dec();
    }
}

impl Door {
    /// A door at which this number of requests may wait for each one at work; `here` counts all of them.
    pub(crate) fn new(waiting: usize, here: &Gauge) -> Door {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Door {
            running: Arc::new(Semaphore::new(processors)),
            line: Arc::new(Semaphore::new(processors * (1 + waiting))),
            here: here.clone(),
        }
    }

    /// Runs `work` on a thread that may block. A client that goes away while it waits leaves the line.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.line)
            .try_acquire_owned()
            .map_err(|_| Problem::busy())?;
        self.here.inc();
        let place = Place {
            _permit: permit,
            here: self.here.clone(),
        };
        let turn = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(Problem::internal)?;
        let span = Span::current();
        let work = move || {
            let _entered = span.enter();
            // Held until the work is done, even if its client is gone by then.
            let _held = (place, turn);
            work()
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Problem::internal)?
    }
}
