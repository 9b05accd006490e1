//! The games of a player of lichess or chess.com, as PGN, over their public HTTP.
//!
//! [`Fetch::start`] begins, [`Fetch::next`] has whole games as they come, each time with a [`Mark`]: where the next fetch
//! begins once the games so far are stored. One request is under way at a time. A cut connection, a status 5xx and a 429
//! are waited for and asked again, from the last whole game on; any other answer than the site says it gives ends the fetch.
//!
//! What is absent: the index, and which games it has; the command line; TLS, which is ureq's.

mod account;
mod batch;
mod chesscom;
mod client;
mod error;
mod event;
mod flaw;
mod gathering;
mod lichess;
mod mark;
mod redirect;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use ureq::Agent;

pub use account::{Account, AccountError, Site};
pub use batch::Batch;
pub use client::{Sites, Waits};
pub use error::Error;
pub use event::Event;
pub use mark::Mark;

use client::Client;

/// How many events may wait. Guessed: what is read next, while games are stored.
const QUEUE: usize = 2;

/// A fetch under way, on a thread of its own; it ends when it is dropped.
#[derive(Debug)]
pub struct Fetch {
    events: Receiver<Result<Event, Error>>,
    stopped: Arc<AtomicBool>,
    agent: Option<Agent>,
}

impl Fetch {
    /// Begins to fetch the games of an account: all, or those from a mark of a former fetch on.
    ///
    /// # Errors
    ///
    /// [`Error::Address`] if the address of the site is none.
    pub fn start(sites: &Sites, account: &Account, mark: Option<Mark>) -> Result<Fetch, Error> {
        let (sender, events) = sync_channel(QUEUE);
        let stopped = Arc::new(AtomicBool::new(false));
        let client = Client::new(sites, account, sender.clone(), Arc::clone(&stopped))?;
        let agent = client.agent();
        let account = account.clone();
        thread::spawn(move || {
            let ended = run(client, &account, mark.as_ref());
            // Nobody may wait for it any more.
            let _ = sender.send(ended.map(|()| Event::End));
        });
        Ok(Fetch {
            events,
            stopped,
            agent: Some(agent),
        })
    }

    /// What has happened next; `None` if nothing happens for so long.
    ///
    /// # Errors
    ///
    /// Why the fetch has ended early: nothing follows.
    pub fn next(&self, patience: Duration) -> Result<Option<Event>, Error> {
        match self.events.recv_timeout(patience) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Error::Stopped),
        }
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Ends the request under way, which may stall.
        if let Some(agent) = self.agent.take() {
            agent.shutdown();
        }
    }
}

fn run(client: Client, account: &Account, mark: Option<&Mark>) -> Result<(), Error> {
    match account.site() {
        Site::Lichess => lichess::run(client, account, mark),
        Site::ChessCom => chesscom::run(client, account, mark),
    }
}
