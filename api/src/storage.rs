//! Whether the index can still be read and written to, for `/readyz` and `/metrics`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::{Database, Error, Fault};
use axum::http::StatusCode;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::problem::Problem;

/// Time for which the outcome of a check is reused. Guessed: health checks come every few seconds, and one check is
/// enough for several that come at once.
const FRESH: Duration = Duration::from_secs(1);

/// The longest that a check takes. Guessed: a network share that works answers sooner, and on one that is gone it may
/// never end.
const LONGEST: Duration = Duration::from_secs(5);

/// The check of the storage, one at a time.
#[derive(Default)]
pub(crate) struct StorageCheck(Arc<Mutex<Option<Checked>>>);

/// The outcome of a check.
struct Checked {
    at: Instant,
    failure: Option<Failure>,
}

/// A failure of the storage.
#[derive(Clone)]
pub(crate) struct Failure {
    /// Whether the index can still be read.
    pub(crate) is_readable: bool,
    /// The problem of a request that reads, if the index cannot be read, else of one that writes.
    pub(crate) problem: Problem,
    fault: Option<Fault>,
}

impl StorageCheck {
    /// Checks whether the index can be read, and, unless that was done less than a second ago, whether it is still there
    /// and can be written to.
    ///
    /// # Errors
    ///
    /// The failure of the storage, also if it does not answer in time.
    pub(crate) async fn check(&self, index: Database) -> Result<(), Failure> {
        let last = Arc::clone(&self.0).lock_owned();
        let check = async {
            let mut last = last.await;
            // The thread has the lock, so that one that never ends keeps others from beginning.
            let check = move || {
                if let Err(error) = index.snapshot() {
                    let failure = Failure::new(error, false, last.as_ref());
                    *last = Some(Checked::now(Some(failure.clone())));
                    return Err(failure);
                }
                let checked = match last.take() {
                    Some(known) if known.is_fresh() => known,
                    former => {
                        let failure = index.check_writable().err();
                        let failure =
                            failure.map(|error| Failure::new(error, true, former.as_ref()));
                        Checked::now(failure)
                    }
                };
                last.insert(checked).failure.clone().map_or(Ok(()), Err)
            };
            spawn_blocking(check).await.unwrap_or_else(|panic| {
                let problem = Problem::internal(panic).redacted();
                Err(Failure {
                    is_readable: false,
                    problem,
                    fault: None,
                })
            })
        };
        timeout(LONGEST, check)
            .await
            .unwrap_or_else(|_| Err(no_answer()))
    }
}

impl Checked {
    fn now(failure: Option<Failure>) -> Checked {
        let at = Instant::now();
        Checked { at, failure }
    }

    /// Whether it still says whether the index can be written to.
    fn is_fresh(&self) -> bool {
        let was_readable = self.failure.as_ref().is_none_or(|known| known.is_readable);
        was_readable && self.at.elapsed() < FRESH
    }
}

impl Failure {
    /// Makes a failure of an error of reading or writing. `former` is the outcome of the last check: a fault that it has
    /// already is not logged again.
    fn new(error: Error, is_readable: bool, former: Option<&Checked>) -> Failure {
        let fault = error.fault();
        let is_readable = is_readable && fault != Some(Fault::Gone);
        let known = former.and_then(|former| former.failure.as_ref());
        let is_known = |known: &&Failure| {
            fault.is_some() && (known.is_readable, known.fault) == (is_readable, fault)
        };
        known.filter(is_known).cloned().unwrap_or_else(|| Failure {
            is_readable,
            problem: Problem::from(error).redacted(),
            fault,
        })
    }
}

fn no_answer() -> Failure {
    let detail = "the folder of the index does not answer";
    Failure {
        is_readable: false,
        problem: Problem {
            code: "storageFailed",
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
        },
        fault: None,
    }
}
