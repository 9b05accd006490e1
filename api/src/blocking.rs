//! The one door through which requests reach the disk and the processor.

use std::num::NonZeroUsize;
use std::thread;

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// How many requests may wait for each that runs. Guessed: at 5 ms each, the last one in the line
/// waits a third of a second.
const WAITING: usize = 64;

/// Lets as many requests work at once as there are processors, and turns away those for which
/// the line is too long.
pub(crate) struct Door {
    running: Semaphore,
    line: Semaphore,
}

impl Door {
    pub(crate) fn new() -> Door {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Door {
            running: Semaphore::new(processors),
            line: Semaphore::new(processors * (1 + WAITING)),
        }
    }

    /// Runs `work` on a thread that may block.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.line.try_acquire().map_err(|_| Problem::busy())?;
        let _turn = self.running.acquire().await.map_err(Problem::internal)?;
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Problem::internal)?
    }
}
