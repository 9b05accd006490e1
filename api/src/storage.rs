//! Whether the index can still be read and written to, for `/readyz` and `/metrics`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::{Database, Fault};
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

/// What is wrong with the storage.
#[derive(Clone)]
pub(crate) struct Failure {
    /// Whether the index can still be read.
    pub(crate) is_readable: bool,
    /// The problem of a request that reads, if the index cannot be read, else of one that writes.
    pub(crate) problem: Problem,
    fault: Option<Fault>,
}

impl StorageCheck {
    /// Checks whether the index is still there and can be written to, unless that was done less than a second ago.
    ///
    /// # Errors
    ///
    /// What is wrong with the storage, also that it does not answer in time.
    pub(crate) async fn check(&self, index: Database) -> Result<(), Failure> {
        let last = Arc::clone(&self.0).lock_owned();
        let check = async {
            let mut last = last.await;
            let former = match &*last {
                Some(Checked { at, failure }) if at.elapsed() < FRESH => {
                    return outcome(failure.as_ref());
                }
                Some(Checked { failure, .. }) => failure.clone(),
                None => None,
            };
            // The thread has the lock, so that one that never ends keeps others from beginning.
            let check = move || {
                let failure = look(&index, former);
                let found = outcome(failure.as_ref());
                let at = Instant::now();
                *last = Some(Checked { at, failure });
                found
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

/// Looks at the storage. The log has an outcome once, however often it is asked for: `former` is the last one.
fn look(index: &Database, former: Option<Failure>) -> Option<Failure> {
    let (is_readable, error) = match index.snapshot() {
        Err(error) => (false, error),
        Ok(_) => (true, index.check_writable().err()?),
    };
    let fault = error.fault();
    let is_readable = is_readable && fault != Some(Fault::Gone);
    let known = former.filter(|known| (known.is_readable, known.fault) == (is_readable, fault));
    Some(known.unwrap_or_else(|| Failure {
        is_readable,
        problem: Problem::from(error).redacted(),
        fault,
    }))
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

fn outcome(failure: Option<&Failure>) -> Result<(), Failure> {
    failure.cloned().map_or(Ok(()), Err)
}
