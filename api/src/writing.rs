//! Imports and removals under way, which the server stops and waits for before it ends.
//!
//! They differ from other requests ([`app::doors`]): each takes the one writer of the index, so that at most one is at work, for
//! as long as it takes, and goes on when its client is gone.

use std::sync::{Arc, Mutex, PoisonError};

use app::IngestProgress;
use axum::http::StatusCode;
use similarity::Ingested;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use tracing::Span;

use crate::problem::Problem;

/// The imports and removals of a server.
#[derive(Clone, Default)]
pub(crate) struct Writing {
    tasks: TaskTracker,
    at_work: Arc<Mutex<Option<Work>>>,
}

/// What is at work.
struct Work {
    /// `an import` or `a removal`.
    what: &'static str,
    /// What an import has read so far.
    progress: Option<watch::Receiver<Ingested>>,
}

/// The right to write, which only one request of this server has, until it is dropped or released.
pub(crate) struct Turn {
    at_work: Arc<Mutex<Option<Work>>>,
    what: &'static str,
    is_held: bool,
}

impl Writing {
    /// The right to write, for `an import` or `a removal`.
    ///
    /// # Errors
    ///
    /// 409 while anybody has it. (Other processes are seen by the lock of the index.)
    pub(crate) fn turn(&self, what: &'static str) -> Result<Turn, Problem> {
        let mut turn = Turn {
            at_work: Arc::clone(&self.at_work),
            what,
            is_held: false,
        };
        turn.take().map_err(|what| {
            let detail =
                format!("{what} through this server is writing: try again when it has finished");
            Problem::new(StatusCode::CONFLICT, detail)
        })?;
        Ok(turn)
    }

    /// What the import that is at work has read so far; `None` without one.
    pub(crate) fn import(&self) -> Option<IngestProgress> {
        let at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = at_work.as_ref()?.progress.as_ref()?;
        Some(IngestProgress::new(*progress.borrow()))
    }

    /// Runs `work` on a thread that may block; its turn ends with it.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        self.spawn_by_turns(turn, |_| work())
    }

    /// Runs `work`, which may release its turn and take it again, on a thread that may block; its turn ends with it.
    pub(crate) fn spawn_by_turns<T: Send + 'static>(
        &self,
        mut turn: Turn,
        work: impl FnOnce(&mut Turn) -> T + Send + 'static,
    ) -> JoinHandle<T> {
        let span = Span::current();
        self.tasks.spawn_blocking(move || {
            let _held = span.enter();
            work(&mut turn)
        })
    }

    /// Waits until nothing is at work.
    pub(crate) async fn finished(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Turn {
    /// Takes it again after a release.
    ///
    /// # Errors
    ///
    /// What is at work instead.
    pub(crate) fn take(&mut self) -> Result<(), &'static str> {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Work { what, .. }) = &*at_work {
            return Err(*what);
        }
        *at_work = Some(Work {
            what: self.what,
            progress: None,
        });
        self.is_held = true;
        Ok(())
    }

    /// Lets others write until it is taken again.
    pub(crate) fn release(&mut self) {
        if std::mem::take(&mut self.is_held) {
            *self.at_work.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// Where the import whose turn it is reports what it has read.
    pub(crate) fn watch(&self, progress: watch::Receiver<Ingested>) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(work) = &mut *at_work {
            work.progress = Some(progress);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.release();
    }
}
