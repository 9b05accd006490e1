//! The doors that limit how many requests use the processors.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use app::{OneThread, Pace};
use prometheus_client::metrics::gauge::Gauge;
use tracing::Span;

use crate::fair::{Client, FairQueue, Room, Slice};
use crate::problem::Problem;

/// How long a client that was turned away waits before it comes again. Read: what `Retry-After` tells clients.
const AGAIN: Duration = Duration::from_secs(1);

/// How many threads a door has for each slice that is worked on, for requests in a crowd: one between two slices keeps its
/// thread. Guessed.
const SPARE: usize = 4;

tokio::task_local! {
    /// Who asks, on the task of a request.
    pub(crate) static CLIENT: Client;
}

/// Lets some requests work at once, each client's in its turn, and turns away those for which the queue is too
/// long.
pub(crate) struct Door {
    queue: Arc<FairQueue>,
    /// Where a request works in a crowd.
    one_thread: Arc<OneThread>,
    /// The number of requests in the queue or at work.
    here: Gauge,
}

/// Ends the work for a request when its client goes away.
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Result of a slice of work, whatever its type.
type Done = Box<dyn Any + Send>;
/// A slice of work.
type Work = Box<dyn FnOnce(Slice) -> Done + Send>;

/// Counts a request until it is dropped.
struct Here(Gauge);

impl Drop for Here {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Door {
    /// A door with room for so much; `here` counts all requests in it.
    pub(crate) fn new(room: Room, here: &Gauge) -> Door {
        Door {
            queue: FairQueue::new(room),
            one_thread: Arc::new(OneThread::new(SPARE * room.slices)),
            here: here.clone(),
        }
    }

    /// Runs `work` on a thread that may block, when it is the turn of the [`CLIENT`]; its first slice has this cost. If
    /// it begins in a crowd, it uses one thread, not those that all share. A client that goes away while it waits leaves
    /// the queue; later, the pace ends.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        cost: u64,
        pace: Pace,
        work: impl FnOnce(&Pace) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.here.inc();
        let here = Here(self.here.clone());
        let client = client();
        let _ending = Ending(Arc::clone(&pace.stop));
        let slice = self.queue.wait(client, cost, pace.deadline);
        let slice = slice.await.ok_or_else(Problem::busy)?;
        let span = Span::current();
        let work = move |mut slice: Slice| {
            let _entered = span.enter();
            work(&pace.in_turns(move |cost| slice.next(cost)))
        };
        self.run(here, slice, work).await
    }

    /// Runs a slice of work for an answer that has begun: when it is the client's turn, and where it is turned away,
    /// when it comes again. No thread waits meanwhile.
    pub(crate) async fn patient<T: Send + 'static>(
        &self,
        client: Client,
        cost: u64,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.here.inc();
        let here = Here(self.here.clone());
        let slice = loop {
            match self.queue.wait(client, cost, None).await {
                Some(slice) => break slice,
                None => tokio::time::sleep(AGAIN).await,
            }
        };
        self.run(here, slice, |_| work()).await
    }

    async fn run<T: Send + 'static>(
        &self,
        here: Here,
        slice: Slice,
        work: impl FnOnce(Slice) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let work: Work = Box::new(move |slice| Box::new(work(slice)));
        let done = self.run_any(here, slice, work).await?;
        *done
            .downcast()
            .expect("the answer of the work that was given")
    }

    /// Runs a slice of work whose result may be of any type. So a task of tokio, some fifty functions, is compiled once and
    /// not for each type.
    async fn run_any(&self, here: Here, slice: Slice, work: Work) -> Result<Done, Problem> {
        let one_thread = Arc::clone(&self.one_thread);
        let work = move || {
            // Held until the work is done, even if its client is gone by then.
            let _here = here;
            if slice.is_crowded() {
                one_thread.run(|| work(slice))
            } else {
                work(slice)
            }
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Problem::internal)
    }
}

/// Who asks.
pub(crate) fn client() -> Client {
    CLIENT.try_with(|client| *client).unwrap_or(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a crowd a request has one thread, also after it has waited for its next slice; else those that all share.
    #[tokio::test]
    async fn threads_of_a_request() {
        let shared = rayon::current_num_threads();
        for (crowd, expected) in [(1, 1), (2, shared)] {
            let room = Room {
                crowd,
                slices: 1,
                of_client: 1,
                waiting: 1,
            };
            let door = Door::new(room, &Gauge::default());
            let threads = |pace: &Pace| {
                let first = rayon::current_num_threads();
                assert!(pace.next(1), "nobody else waits");
                Ok([first, rayon::current_num_threads()])
            };
            let threads = door.blocking(1, Pace::default(), threads).await;
            assert_eq!(threads.ok(), Some([expected; 2]), "{crowd}");
            let patient = || Ok(rayon::current_num_threads());
            assert_eq!(door.patient(None, 1, patient).await.ok(), Some(expected));
        }
    }
}
