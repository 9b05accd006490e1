//! Writing games to a cluster, of which any number of writers are at work.
//!
//! Games are written a chunk at a time, one being sent while the next one is gathered; some chunks are a batch, which
//! becomes visible all at once ([`crate::state`]). A game is claimed by its document, whose id duplicates share, and which is
//! only ever created: of two writers of one game, one finds the other's document. While that is pending, the game
//! waits: it is a duplicate once the other batch is visible, and free once it is dropped.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, RwLock};
use std::thread::{self, JoinHandle, sleep};
use std::time::Duration;

use similarity::{
    Added, EncodedGame, IdRanges, Ingested, Initials, Keys, MAX_POSITIONS, Statistics, Store,
};

use crate::chunk::{Sent, send};
use crate::error::Error;
use crate::heartbeat::Heartbeat;
use crate::reaper::Reaper;
use crate::removal::{finish_removals, remove};
use crate::shared::Shared;
use crate::state::Pending;

/// After how many positions games are sent. Guessed: some ten megabytes of documents.
const CHUNK: u64 = 20_000;

/// The number of positions after which a batch is published by default. Guessed: a minute of work.
const BATCH: u64 = 500_000;

/// How often it is looked whether others have published what a game waits for.
const LOOK: Duration = Duration::from_millis(300);

/// A writer of games.
///
/// Dropping it without [`Writer::commit`] forgets what was added since the last batch.
pub struct Writer {
    shared: Arc<Shared>,
    heartbeat: Heartbeat,
    reaper: Reaper,
    commit_every: u64,
    /// The batch under way.
    batch: Option<Batch>,
    /// Games to be sent, and their positions.
    games: Vec<EncodedGame>,
    positions: u64,
    /// The chunk that is being sent.
    sending: Option<JoinHandle<Result<Sent, Error>>>,
    /// The keys of games that are being sent or to be sent, and the initials of their players.
    keys: HashMap<u64, Initials>,
    /// The ids of the games of published batches.
    published: IdRanges,
}

/// What has been sent and is not visible yet.
#[derive(Default)]
struct Batch {
    number: u64,
    statistics: Statistics,
    passages: u64,
    ids: IdRanges,
}

impl Writer {
    pub(crate) fn new(shared: Arc<Shared>) -> Result<Writer, Error> {
        let heartbeat = Heartbeat::start(Arc::clone(&shared))?;
        let mut writer = Writer {
            shared,
            heartbeat,
            reaper: Reaper::default(),
            commit_every: BATCH,
            batch: None,
            games: Vec::new(),
            positions: 0,
            sending: None,
            keys: HashMap::new(),
            published: IdRanges::default(),
        };
        finish_removals(&writer.shared, writer.heartbeat.name())?;
        // The ids and the games of dead writers are free again.
        while !writer.reaper.reap(&writer.shared, &writer.heartbeat)? {
            sleep(LOOK);
        }
        Ok(writer)
    }

    /// Publishes a batch after `positions` positions.
    pub fn set_commit_every(&mut self, positions: u64) {
        self.commit_every = positions;
    }

    /// Sends the games that have been gathered, once those before them are sent.
    fn send(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        self.join(sum)?;
        if self.games.is_empty() {
            return Ok(());
        }
        let batch = if let Some(batch) = &self.batch {
            batch.number
        } else {
            let number = self.begin()?;
            self.batch = Some(Batch {
                number,
                ..Batch::default()
            });
            number
        };
        let games = std::mem::take(&mut self.games);
        self.positions = 0;
        self.keys = keys(&games);
        let (shared, writer) = (Arc::clone(&self.shared), self.heartbeat.name().to_owned());
        let send = move || send(&shared, &writer, batch, games);
        self.sending = Some(thread::spawn(send));
        Ok(())
    }

    /// Waits for the chunk that is being sent, and counts it.
    fn join(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        let Some(sending) = self.sending.take() else {
            return Ok(());
        };
        let sent = sending.join();
        let mut sent = sent.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        sum.games += sent.done.games;
        sum.positions += sent.done.positions;
        sum.duplicates += sent.done.duplicates;
        // They stay before the others.
        sent.waiting.append(&mut self.games);
        self.games = sent.waiting;
        self.positions = self.games.iter().map(|game| game.positions.max(1)).sum();
        self.keys = keys(&self.games);
        if let Some(batch) = &mut self.batch {
            batch.statistics.add(&sent.statistics);
            batch.passages += sent.passages;
            sent.ids.0.into_iter().for_each(|ids| batch.ids.add(ids));
            if batch.statistics.positions >= self.commit_every {
                self.publish()?;
            }
        }
        Ok(())
    }

    /// The number of a new batch.
    fn begin(&self) -> Result<u64, Error> {
        let writer = self.heartbeat.name();
        self.shared.change(writer, |state| {
            let batch = state.next_batch;
            state.next_batch += 1;
            state.pending.push(Pending {
                batch,
                writer: writer.to_owned(),
                first: 0,
                last: 0,
                ids: 0,
            });
            Ok(batch)
        })
    }

    /// Publishes the batch with its statistics, in one step.
    fn publish(&mut self) -> Result<(), Error> {
        let Some(batch) = self.batch.take() else {
            return Ok(());
        };
        self.shared.refresh()?;
        self.shared.change(self.heartbeat.name(), |state| {
            let place = state.place(batch.number)?;
            state.pending.remove(place);
            state.passages += batch.passages;
            let mut statistics = self.shared.statistics(state)?;
            statistics.add(&batch.statistics);
            state.set_statistics(&statistics);
            Ok(())
        })?;
        batch
            .ids
            .0
            .into_iter()
            .for_each(|ids| self.published.add(ids));
        Ok(())
    }

    /// Returns the ids of the games that this writer has added and published. Other writers' ids may lie between them.
    pub fn stored(&self) -> &IdRanges {
        &self.published
    }

    /// Publishes everything added so far; `sum` counts the games of which it is known only now whether they are
    /// duplicates.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster is away for long, [`Error::Taken`] if this writer was taken for dead.
    pub fn commit(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        loop {
            self.send(sum)?;
            self.join(sum)?;
            // Others may wait for ours.
            self.publish()?;
            if self.games.is_empty() {
                return Ok(());
            }
            self.reaper.reap(&self.shared, &self.heartbeat)?;
            sleep(LOOK);
        }
    }

    /// Removes games and their positions. Returns the ids that there were; ids are never reused.
    ///
    /// # Errors
    ///
    /// As [`Writer::commit`].
    pub fn remove(&mut self, ids: &BTreeSet<u64>) -> Result<BTreeSet<u64>, Error> {
        self.commit(&mut Ingested::default())?;
        remove(&self.shared, self.heartbeat.name(), ids)
    }
}

impl Store for Writer {
    type Error = Error;

    fn keys(&self) -> Keys {
        // There are too many to know them all.
        Arc::new(RwLock::default())
    }

    fn passage_positions(&self) -> usize {
        MAX_POSITIONS
    }

    /// Does not look for games that are part of others, and does not name the originals of duplicates.
    fn add(&mut self, mut game: EncodedGame, sum: &mut Ingested) -> Result<Added, Error> {
        let stored = |keys: &HashMap<u64, Initials>, key| keys.get(&key).copied();
        if let Some(key) = game.keys.known(|key| stored(&self.keys, key)) {
            if stored(&self.keys, key) == Some(game.keys.initials) {
                self.skip(key, sum);
                return Ok(Added::default());
            }
            // A missing initial fits any, so that this one may be another game if the one before it is a duplicate: that
            // is known once it is sent.
            self.send(sum)?;
            self.join(sum)?;
        }
        game.keys.own = game.keys.free(|key| stored(&self.keys, key));
        self.keys.insert(game.keys.own, game.keys.initials);
        self.positions += game.positions.max(1);
        self.games.push(game);
        if self.positions >= CHUNK {
            self.send(sum)?;
        }
        Ok(Added::default())
    }

    fn skip(&mut self, _key: u64, sum: &mut Ingested) {
        sum.duplicates += 1;
    }
}

/// The keys of some games, and the initials of their players.
fn keys(games: &[EncodedGame]) -> HashMap<u64, Initials> {
    let keys = games.iter().map(|game| &game.keys);
    keys.map(|keys| (keys.own, keys.initials)).collect()
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(sending) = self.sending.take() {
            // Its result is of no use any more.
            let _ = sending.join();
        }
    }
}
