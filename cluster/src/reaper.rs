//! Reaping: the batches of writers that have died are dropped, and what they held is free again.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::error::Error;
use crate::heartbeat::Heartbeat;
use crate::shared::Shared;
use crate::state::Pending;

/// After how long without a heartbeat a writer counts as dead. Guessed: several heartbeats.
const PATIENCE: Duration = Duration::from_secs(10);

/// Watches the heartbeats of other writers.
#[derive(Default)]
pub(crate) struct Reaper {
    /// The last heartbeat of each, and since when it has been the same.
    heartbeats: HashMap<String, (u64, Instant)>,
}

impl Reaper {
    /// Drops the batches of dead writers; `true` if all others with a batch have been seen alive since `own` started.
    pub(crate) fn reap(&mut self, shared: &Shared, own: &Heartbeat) -> Result<bool, Error> {
        let (state, _) = shared.state()?;
        let others = |pending: &&Pending| pending.writer != own.name();
        let others: Vec<Pending> = state.pending.iter().filter(others).cloned().collect();
        for pending in others {
            let Some(beat) = shared.heartbeat(&pending.writer)? else {
                // It has ended.
                drop_batch(shared, own.name(), pending.batch)?;
                continue;
            };
            let known = self.heartbeats.get(&pending.writer).copied();
            match known {
                Some((before, since)) if before == beat => {
                    if since.elapsed() > PATIENCE {
                        drop_batch(shared, own.name(), pending.batch)?;
                    }
                }
                _ => {
                    // A first heartbeat says nothing of whether there will be another.
                    let since = known.map_or(own.started(), |_| Instant::now());
                    self.heartbeats.insert(pending.writer, (beat, since));
                }
            }
        }
        let (state, _) = shared.state()?;
        let is_alive = |pending: &Pending| {
            let beat = self.heartbeats.get(&pending.writer);
            beat.is_some_and(|(_, since)| *since > own.started())
        };
        Ok(state.pending.iter().all(is_alive))
    }
}

/// Drops the batch of a dead writer. If its ids are the last ones, they are given again: they were never published.
fn drop_batch(shared: &Shared, writer: &str, dead: u64) -> Result<(), Error> {
    shared.change(writer, |state| {
        let Some(place) = state.pending.iter().position(|one| one.batch == dead) else {
            return Ok(());
        };
        let Pending {
            first, last, ids, ..
        } = state.pending.remove(place);
        state.dropped.push(dead);
        if ids > 0 && last + 1 - first == ids && last + 1 == state.next_game {
            state.next_game = first;
        }
        Ok(())
    })?;
    // No search reads them; it is for the room that they take.
    shared.refresh()?;
    shared.delete(&json!({"term": {"batch": dead}}))
}
