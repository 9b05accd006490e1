//! The doors through which requests reach the processors.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Lets as many requests work at once as there are processors, and turns away those for which
/// the line is too long.
pub(crate) struct Door {
    running: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

impl Door {
    /// A door at which so many requests may wait for each that works.
    pub(crate) fn new(waiting: usize) -> Door {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Door {
            running: Arc::new(Semaphore::new(processors)),
            line: Arc::new(Semaphore::new(processors * (1 + waiting))),
        }
    }

    /// Runs `work` on a thread that may block.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.line)
            .try_acquire_owned()
            .map_err(|_| Problem::busy())?;
        let turn = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(Problem::internal)?;
        let work = move || {
            // Held until the work is done, even if whoever asked for it is gone by then.
            let _held = (place, turn);
            work()
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Problem::internal)?
    }
}
