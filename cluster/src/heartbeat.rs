//! That a writer is alive: a document of its own that changes every two seconds, until the writer ends.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Patience;
use crate::error::Error;
use crate::shared::Shared;

/// How often it is written. Guessed: several times before a writer counts as dead, and rarely enough to cost nothing.
const EVERY: Duration = Duration::from_secs(2);

/// The heartbeat of a writer; it stops when it is dropped.
pub(crate) struct Heartbeat {
    shared: Arc<Shared>,
    name: String,
    started: Instant,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    pub(crate) fn start(shared: Arc<Shared>) -> Result<Heartbeat, Error> {
        let name = format!("writer-{:016x}", fastrand::u64(..));
        beat(&shared, &name, 0, Patience::Write)?;
        let (stop, stopped) = channel();
        let (of_thread, its_name) = (Arc::clone(&shared), name.clone());
        let thread = thread::spawn(move || {
            for number in 1.. {
                if stopped.recv_timeout(EVERY) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                // If none arrives for long, the writer's next write fails.
                let _ = beat(&of_thread, &its_name, number, Patience::Read);
            }
        });
        Ok(Heartbeat {
            shared,
            name,
            started: Instant::now(),
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// A name that no other writer has.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Since when the writer is alive.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }
}

fn beat(shared: &Shared, name: &str, number: u64, patience: Patience) -> Result<(), Error> {
    let path = format!("/{}/_doc/{name}", shared.address.state());
    let beat = json!({"beat": number});
    shared.client.json("PUT", &path, &beat, patience)?;
    Ok(())
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has stopped, too.
            let _ = thread.join();
        }
        let path = format!("/{}/_doc/{}", self.shared.address.state(), self.name);
        // What stays behind is a few bytes that no search reads.
        let _ = self
            .shared
            .client
            .send("DELETE", &path, b"", Patience::Once);
    }
}
