//! Gathering games, until there are enough to hand on.

use std::time::{Duration, Instant};

use crate::batch::Batch;
use crate::error::Error;
use crate::event::{Event, Events};
use crate::mark::Mark;

/// How many games and bytes are handed on together at most, or one game more, and how long the first of them waits.
/// Guessed: a second of what lichess sends is twenty games, of a kilobyte each.
const GAMES: usize = 100;
const BYTES: usize = 64 << 10;
const LONGEST: Duration = Duration::from_secs(1);

/// Games that are gathered.
pub(crate) struct Gathering {
    events: Events,
    batch: Batch,
    since: Instant,
}

impl Gathering {
    /// None yet; `mark` is where this fetch begins.
    pub(crate) fn new(events: Events, mark: Option<Mark>) -> Gathering {
        Gathering {
            events,
            batch: Batch {
                mark,
                ..Batch::default()
            },
            since: Instant::now(),
        }
    }

    /// Adds a game, and hands on what there is if it is enough.
    pub(crate) fn add(&mut self, address: String, pgn: &[u8]) -> Result<(), Error> {
        if self.batch.addresses.is_empty() {
            self.since = Instant::now();
        }
        self.batch.pgn.extend_from_slice(pgn);
        // A blank line ends a game.
        self.batch.pgn.extend_from_slice(b"\n\n");
        self.batch.addresses.push(address);
        let is_enough = self.batch.addresses.len() >= GAMES || self.batch.pgn.len() >= BYTES;
        if is_enough || self.since.elapsed() >= LONGEST {
            self.hand_on()?;
        }
        Ok(())
    }

    /// The next fetch begins here, once everything added so far is stored.
    pub(crate) fn set_mark(&mut self, mark: Mark) {
        self.batch.mark = Some(mark);
    }

    /// Hands on what there is; where nothing is, the mark.
    pub(crate) fn hand_on(&mut self) -> Result<(), Error> {
        let rest = Batch {
            mark: self.batch.mark.clone(),
            ..Batch::default()
        };
        let batch = std::mem::replace(&mut self.batch, rest);
        let sent = self.events.send(Ok(Event::Games(batch)));
        sent.map_err(|_| Error::Stopped)
    }
}
