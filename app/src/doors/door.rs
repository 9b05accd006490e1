//! One door: a queue of requests, and the threads that those work on whose turn it is.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use index::Pace;
use tracing::Span;

use crate::doors::fair::{Capacity, Client, FairQueue, Slice};
use crate::error::Error;
use crate::one_thread::OneThread;

/// How long a client that was turned away waits before it comes again. Read: what `Retry-After` tells clients.
const AGAIN: Duration = Duration::from_secs(1);

/// How many threads a door has for each slice that is worked on, for requests in a crowd: one between two slices keeps its
/// thread. Guessed.
const SPARE: usize = 4;

tokio::task_local! {
    /// The client of a request, on the task of that request.
    pub static CLIENT: Client;
}

/// Lets some requests work at once, each client's in its turn, and turns away those for which the queue is too
/// long.
pub struct Door {
    queue: Arc<FairQueue>,
    /// Where a request works in a crowd.
    one_thread: Arc<OneThread>,
    /// The number of requests in the queue or at work.
    requests: Arc<AtomicUsize>,
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
struct InFlight(Arc<AtomicUsize>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Door {
    /// A door with nobody in front of it.
    pub(super) fn new(capacity: Capacity) -> Door {
        Door {
            queue: FairQueue::new(capacity),
            one_thread: Arc::new(OneThread::new(SPARE * capacity.slices)),
            requests: Arc::default(),
        }
    }

    /// Returns the number of requests that wait or are worked on.
    pub fn requests(&self) -> usize {
        self.requests.load(Relaxed)
    }

    /// Runs `work` on a thread that may block, when it is the turn of the [`CLIENT`]; its first slice has this cost. If
    /// it begins in a crowd, it uses one thread, not those that all share. A client that goes away while it waits leaves
    /// the queue; later, the pace ends.
    ///
    /// # Errors
    ///
    /// [`Error::Crowded`] if too many others wait, or the time of the pace is over before its turn; [`Error::Internal`] if
    /// `work` panics; those of `work`.
    pub async fn blocking<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        cost: u64,
        pace: Pace,
        work: impl FnOnce(&Pace) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let in_flight = self.enter();
        let client = client();
        let _ending = Ending(Arc::clone(&pace.stop));
        let slice = self.queue.wait(client, cost, pace.deadline);
        let slice = slice.await.ok_or(Error::Crowded)?;
        let span = Span::current();
        let work = move |mut slice: Slice| {
            let _entered = span.enter();
            work(&pace.in_turns(move |cost| slice.next(cost)))
        };
        self.run(in_flight, slice, work).await
    }

    /// Runs a slice of work for an answer that has begun: when it is the client's turn, and where it is turned away,
    /// when it comes again. No thread waits meanwhile.
    ///
    /// # Errors
    ///
    /// [`Error::Internal`] if `work` panics; those of `work`.
    pub async fn patient<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        client: Client,
        cost: u64,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let in_flight = self.enter();
        let slice = loop {
            match self.queue.wait(client, cost, None).await {
                Some(slice) => break slice,
                None => tokio::time::sleep(AGAIN).await,
            }
        };
        self.run(in_flight, slice, |_| work()).await
    }

    /// Counts a request.
    fn enter(&self) -> InFlight {
        self.requests.fetch_add(1, Relaxed);
        InFlight(Arc::clone(&self.requests))
    }

    async fn run<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        in_flight: InFlight,
        slice: Slice,
        work: impl FnOnce(Slice) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let work: Work = Box::new(move |slice| Box::new(work(slice)));
        let done = self.run_any(in_flight, slice, work).await?;
        *done
            .downcast::<Result<T, E>>()
            .expect("the answer of the work that was given")
    }

    /// Runs a slice of work whose result may be of any type. So a task of tokio, some fifty functions, is compiled once and
    /// not for each type.
    async fn run_any(&self, in_flight: InFlight, slice: Slice, work: Work) -> Result<Done, Error> {
        let one_thread = Arc::clone(&self.one_thread);
        let work = move || {
            // Held until the work is done, even if its client is gone by then.
            let _in_flight = in_flight;
            if slice.is_crowded() {
                one_thread.run(|| work(slice))
            } else {
                work(slice)
            }
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(Error::internal)
    }
}

/// Returns the client of the request whose task this is; `None` without an address, or outside of a request.
pub fn client() -> Client {
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
            let capacity = Capacity {
                crowd,
                slices: 1,
                of_client: 1,
                waiting: 1,
            };
            let door = Door::new(capacity);
            let threads = |pace: &Pace| {
                let first = rayon::current_num_threads();
                assert!(pace.next(1), "nobody else waits");
                Ok::<_, Error>([first, rayon::current_num_threads()])
            };
            let threads = door.blocking(1, Pace::default(), threads).await;
            assert_eq!(threads.ok(), Some([expected; 2]), "{crowd}");
            let patient = || Ok::<_, Error>(rayon::current_num_threads());
            assert_eq!(door.patient(None, 1, patient).await.ok(), Some(expected));
        }
    }
}
