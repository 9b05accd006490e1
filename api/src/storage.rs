//! Whether the index can still be written to, for `/readyz` and `/metrics`.

use std::time::{Duration, Instant};

use app::{Database, Fault};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use crate::problem::Problem;

/// Time for which the outcome of a check is reused. Guessed: health checks come every few seconds, and one check is
/// enough for several that come at once.
const FRESH: Duration = Duration::from_secs(1);

/// The check of the storage, one at a time.
#[derive(Default)]
pub(crate) struct StorageCheck(Mutex<Option<Checked>>);

/// The outcome of a check.
struct Checked {
    at: Instant,
    failure: Option<(Option<Fault>, Problem)>,
}

impl StorageCheck {
    /// Checks whether the index is still there and can be written to, unless that was done less than a second ago.
    ///
    /// # Errors
    ///
    /// The problem of a request that writes.
    pub(crate) async fn check(&self, index: Database) -> Result<(), Problem> {
        let mut last = self.0.lock().await;
        let former = match &*last {
            Some(Checked { at, failure }) if at.elapsed() < FRESH => {
                return outcome(failure.as_ref());
            }
            Some(Checked { failure, .. }) => failure.clone(),
            None => None,
        };
        let checked = spawn_blocking(move || index.check_writable()).await;
        let failure = checked.map_err(Problem::internal)?.err().map(|error| {
            let fault = error.fault();
            // The log has an outcome once, however often it is asked for.
            let known = former.filter(|(known, _)| *known == fault);
            known.unwrap_or_else(|| (fault, Problem::from(error).redacted()))
        });
        let found = outcome(failure.as_ref());
        *last = Some(Checked {
            at: Instant::now(),
            failure,
        });
        found
    }
}

fn outcome(failure: Option<&(Option<Fault>, Problem)>) -> Result<(), Problem> {
    failure.map_or(Ok(()), |(_, problem)| Err(problem.clone()))
}
