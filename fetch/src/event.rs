//! Events of a fetch.

use std::sync::mpsc::SyncSender;

use crate::batch::Batch;
use crate::error::Error;

/// What happens in a fetch.
#[derive(Debug)]
pub enum Event {
    /// Games have come.
    Games(Batch),
    /// The site wants to be asked later: a sentence, with the number of seconds.
    Waits(String),
    /// All games are there.
    End,
}

/// Where events go.
pub(crate) type Events = SyncSender<Result<Event, Error>>;
