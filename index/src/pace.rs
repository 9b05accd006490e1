//! How long a piece of work may go on, and whose turn it is: from the queue of a server down to a search.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::error::Error;

/// Cost of a slice of a large search, some ten milliseconds of work, in hits. Guessed.
pub const SLICE: u64 = 50;

/// Deadline, stop flag and turns, shared by all threads of a piece of work. The default has no limit.
#[derive(Default)]
pub struct Pace {
    /// Set to end the work now, e.g. as its client has gone.
    pub stop: Arc<AtomicBool>,
    /// The time by which the work ends.
    pub deadline: Option<Instant>,
    turns: Option<Mutex<Turns>>,
}

/// Waits for the turn to do a slice of work of this cost; false if there will be none.
type Turns = Box<dyn FnMut(u64) -> bool + Send>;

impl Pace {
    /// A pace with this deadline.
    pub fn until(deadline: Instant) -> Pace {
        Pace {
            deadline: Some(deadline),
            ..Pace::default()
        }
    }

    /// The same pace, in turns with other work: between two slices `next` waits for the next turn.
    #[must_use]
    pub fn in_turns(self, next: impl FnMut(u64) -> bool + Send + 'static) -> Pace {
        Pace {
            turns: Some(Mutex::new(Box::new(next))),
            ..self
        }
    }

    /// Whether the work is to end.
    pub fn is_over(&self) -> bool {
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        is_late || self.stop.load(Relaxed)
    }

    /// Ends a slice of work and waits for the next one, of this cost in hits; false if the work is to end.
    pub fn next(&self, cost: u64) -> bool {
        let turn = self.turns.as_ref().is_none_or(|turns| {
            let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns(cost)
        });
        turn && !self.is_over()
    }

    /// Waits for the next slice of a search.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`] if the search is to end.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        if self.next(SLICE) {
            Ok(())
        } else {
            Err(Error::Stopped)
        }
    }
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace")
            .field("stop", &self.stop)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn work_ends() {
        let forever = Pace::default();
        assert!(forever.next(SLICE) && !forever.is_over());
        forever.stop.store(true, Relaxed);
        assert!(!forever.next(SLICE) && forever.is_over());
        let late = Pace::until(Instant::now());
        assert!(!late.next(SLICE) && late.is_over());
        let mut left = 2 * SLICE;
        let in_turns =
            Pace::until(Instant::now() + Duration::from_hours(1)).in_turns(move |cost| {
                let had = left;
                left = left.saturating_sub(cost);
                had >= cost
            });
        let turns = [SLICE, SLICE, SLICE].map(|cost| in_turns.next(cost));
        assert_eq!(turns, [true, true, false]);
    }
}
