//! Imports and removals under way: told to stop when the server stops, and waited for.
//!
//! They are no requests like the others (`Door`): each takes the one writer of the index, so that
//! at most one is at work, for as long as it takes, and goes on when whoever asked for it is gone.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The imports and removals of a server.
#[derive(Clone, Default)]
pub(crate) struct Writing {
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Writing {
    /// Runs `work` on a thread that may block.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        self.tasks.spawn_blocking(work)
    }

    /// Cancelled when the server is to stop.
    pub(crate) fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Waits until nothing is at work.
    pub(crate) async fn finished(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
