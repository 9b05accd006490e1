//! Writing games to a cluster, of which any number of writers are at work.
//!
//! Games are written a chunk at a time, one being sent while the next one is gathered; some chunks are a batch, which
//! is seen all at once ([`crate::state`]). A game is claimed by its document, whose id duplicates share, and which is
//! only ever created: of two writers of one game, one finds the other's document. While that is pending, the game
//! waits: it is a duplicate once the other batch is seen, and free once it is dropped.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, RwLock};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use index::{EncodedGame, Ingested, Keys, MAX_POSITIONS, Statistics, Store};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::bulk::{self, Item};
use crate::client::Patience;
use crate::cluster::Shared;
use crate::document;
use crate::error::Error;
use crate::heart::Heart;
use crate::snapshot::Snapshot;
use crate::state::{self, Pending, State};

/// After how many positions games are sent. Guessed: some ten megabytes of documents.
const CHUNK: u64 = 20_000;

/// After how many positions a batch is seen, unless asked otherwise. Guessed: a minute of work.
const BATCH: u64 = 500_000;

/// The largest bulk request in bytes. Read: OpenSearch's advice is 5 to 15 MB.
const BULK: usize = 5 << 20;

/// How long a writer may not stir before it is taken for dead. Guessed: several of its beats.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often others are looked at that have what is wanted.
const LOOK: Duration = Duration::from_millis(300);

/// A writer of games.
///
/// Dropping it without [`Writer::commit`] forgets what was added since the last batch.
pub struct Writer {
    shared: Arc<Shared>,
    heart: Heart,
    commit_every: u64,
    /// The batch under way.
    batch: Option<Batch>,
    /// Games to be sent, and their positions.
    games: Vec<EncodedGame>,
    positions: u64,
    /// The chunk that is being sent.
    sending: Option<JoinHandle<Result<Sent, Error>>>,
    /// The keys of games that are being sent or to be sent.
    keys: HashSet<u64>,
    /// The beats of others, and since when they have been the same.
    beats: HashMap<String, (u64, Instant)>,
}

/// What has been sent and is not seen yet.
#[derive(Default)]
struct Batch {
    number: u64,
    statistics: Statistics,
    passages: u64,
}

/// What has become of a chunk.
#[derive(Default)]
struct Sent {
    done: Ingested,
    statistics: Statistics,
    passages: u64,
    /// Games that another writer may or may not be about to write.
    waiting: Vec<EncodedGame>,
}

impl Writer {
    pub(crate) fn new(shared: Arc<Shared>) -> Result<Writer, Error> {
        let heart = Heart::new(Arc::clone(&shared))?;
        let mut writer = Writer {
            shared,
            heart,
            commit_every: BATCH,
            batch: None,
            games: Vec::new(),
            positions: 0,
            sending: None,
            keys: HashSet::new(),
            beats: HashMap::new(),
        };
        writer.finish_removals()?;
        // Of somebody who has died, the ids and the games are free again.
        loop {
            writer.bury()?;
            let (state, _) = writer.shared.state()?;
            let is_alive = |pending: &Pending| {
                let beat = writer.beats.get(&pending.writer);
                beat.is_some_and(|(_, since)| *since > writer.heart.born())
            };
            if state.pending.iter().all(is_alive) {
                return Ok(writer);
            }
            sleep(LOOK);
        }
    }

    /// Has games seen after so many positions.
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
        self.keys = games.iter().map(|game| game.key).collect();
        let (shared, writer) = (Arc::clone(&self.shared), self.heart.name().to_owned());
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
        self.keys = self.games.iter().map(|game| game.key).collect();
        if let Some(batch) = &mut self.batch {
            batch.statistics.add(&sent.statistics);
            batch.passages += sent.passages;
            if batch.statistics.positions >= self.commit_every {
                self.show()?;
            }
        }
        Ok(())
    }

    /// The number of a new batch.
    fn begin(&self) -> Result<u64, Error> {
        let writer = self.heart.name();
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

    /// Has the batch seen, with its statistics, in one step.
    fn show(&mut self) -> Result<(), Error> {
        let Some(batch) = self.batch.take() else {
            return Ok(());
        };
        self.shared.refresh()?;
        self.shared.change(self.heart.name(), |state| {
            let place = place(state, batch.number)?;
            state.pending.remove(place);
            state.passages += batch.passages;
            let mut statistics = self.shared.statistics(state)?;
            statistics.add(&batch.statistics);
            state.set_statistics(&statistics);
            Ok(())
        })
    }

    /// Makes everything added so far seen; `sum` counts what was not known before to be stored or a duplicate.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster is away for long, [`Error::Taken`] if this writer was taken for dead.
    pub fn commit(&mut self, sum: &mut Ingested) -> Result<(), Error> {
        loop {
            self.send(sum)?;
            self.join(sum)?;
            // Others may wait for ours.
            self.show()?;
            if self.games.is_empty() {
                return Ok(());
            }
            self.bury()?;
            sleep(LOOK);
        }
    }

    /// Drops the batches of writers that are dead.
    fn bury(&mut self) -> Result<(), Error> {
        let (state, _) = self.shared.state()?;
        let others = |pending: &&Pending| pending.writer != self.heart.name();
        let others: Vec<Pending> = state.pending.iter().filter(others).cloned().collect();
        for pending in others {
            let Some(beat) = self.shared.beat(&pending.writer)? else {
                // It has ended.
                self.drop_batch(pending.batch)?;
                continue;
            };
            let known = self.beats.get(&pending.writer).copied();
            match known {
                Some((before, since)) if before == beat => {
                    if since.elapsed() > PATIENCE {
                        self.drop_batch(pending.batch)?;
                    }
                }
                _ => {
                    // A first beat says nothing of whether there will be another.
                    let since = known.map_or(self.heart.born(), |_| Instant::now());
                    self.beats.insert(pending.writer, (beat, since));
                }
            }
        }
        Ok(())
    }

    /// Drops the batch of a dead writer. If its ids are the last ones, they are given again: nobody has seen them.
    fn drop_batch(&self, dead: u64) -> Result<(), Error> {
        self.shared.change(self.heart.name(), |state| {
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
        // Nobody sees them; it is for the room that they take.
        self.shared.refresh()?;
        self.shared.delete(&json!({"term": {"batch": dead}}))
    }

    /// Removes games and their positions. Tells which of them there were; ids are not given again.
    ///
    /// # Errors
    ///
    /// As [`Writer::commit`].
    pub fn remove(&mut self, ids: &BTreeSet<u64>) -> Result<BTreeSet<u64>, Error> {
        self.commit(&mut Ingested::default())?;
        let snapshot = Snapshot::open(&self.shared)?;
        let ids: Vec<u64> = ids.iter().copied().collect();
        let games = snapshot.games(&ids)?;
        let removed: BTreeSet<u64> = games.keys().copied().collect();
        if removed.is_empty() {
            return Ok(removed);
        }
        let mut passages = 0;
        let mut boards = Vec::new();
        snapshot.for_each_passage(&json!({"terms": {"game": removed}}), |found| {
            passages += 1;
            let replayed = found
                .passage
                .replay(|_, position| boards.push(shakmaty::Position::board(position).clone()));
            replayed.ok_or_else(|| snapshot.damaged(found.passage.game))
        })?;
        self.shared.change(self.heart.name(), |state| {
            // Another one may have removed them meanwhile.
            if removed.iter().any(|id| state.removing.contains(id))
                || state.removals != snapshot.removals()
            {
                return Err(Error::Unavailable("others remove games".to_owned()));
            }
            let mut statistics = self.shared.statistics(state)?;
            for board in &boards {
                statistics.remove_position(board);
            }
            statistics.games -= removed.len() as u64;
            state.set_statistics(&statistics);
            state.passages -= passages;
            state.removals += 1;
            state.removing.extend(&removed);
            Ok(())
        })?;
        self.finish_removals()?;
        Ok(removed)
    }

    /// Deletes the documents of games that are removed.
    fn finish_removals(&self) -> Result<(), Error> {
        let (state, _) = self.shared.state()?;
        if state.removing.is_empty() {
            return Ok(());
        }
        let gone = state.removing;
        self.shared.refresh()?;
        self.shared.delete(&json!({"terms": {"game": gone}}))?;
        self.shared.change(self.heart.name(), |state| {
            state.removing.retain(|id| !gone.contains(id));
            Ok(())
        })
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

    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<(), Error> {
        if !self.keys.insert(game.key) {
            sum.duplicates += 1;
            return Ok(());
        }
        self.positions += game.positions.max(1);
        self.games.push(game);
        if self.positions >= CHUNK {
            self.send(sum)?;
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(sending) = self.sending.take() {
            // Nobody is left who wants to know how it ended.
            let _ = sending.join();
        }
    }
}

/// Where a batch is among those that are pending.
fn place(state: &State, batch: u64) -> Result<usize, Error> {
    let place = state.pending.iter().position(|one| one.batch == batch);
    place.ok_or(Error::Taken)
}

/// The claim of a game: the batch of its document, and its version.
#[derive(Copy, Clone, Debug)]
struct Claim {
    batch: u64,
    version: state::Version,
}

/// Writes the games of a chunk that there are not yet.
fn send(shared: &Shared, writer: &str, batch: u64, games: Vec<EncodedGame>) -> Result<Sent, Error> {
    let mut sent = Sent::default();
    let claims = claims(shared, &games)?;
    // Read after them: what is pending now was not seen then.
    let (state, _) = shared.state()?;
    let mut new = Vec::new();
    for (game, claim) in games.into_iter().zip(claims) {
        match claim {
            // Of our own batch: a chunk before this one has it.
            Some(claim) if claim.batch == batch || state.is_seen(claim.batch) => {
                sent.done.duplicates += 1;
            }
            Some(claim) if !state.dropped.contains(&claim.batch) => {
                sent.waiting.push(game);
            }
            claim => new.push((game, claim)),
        }
    }
    if new.is_empty() {
        return Ok(sent);
    }
    let count = new.len() as u64;
    let first = shared.change(writer, |state| {
        let place = place(state, batch)?;
        let first = state.next_game;
        state.next_game += count;
        let pending = &mut state.pending[place];
        if pending.ids == 0 {
            pending.first = first;
        }
        pending.last = first + count - 1;
        pending.ids += count;
        Ok(first)
    })?;
    let numbered: Vec<(u64, EncodedGame, Option<Claim>)> = (first..)
        .zip(new)
        .map(|(id, (game, claim))| (id, game, claim))
        .collect();
    let items: Vec<Item> = numbered
        .par_iter()
        .map(|(id, game, claim)| game_item(shared, *id, batch, game, *claim))
        .collect();
    let mut claimed = bulk(shared, items)?;
    if claimed.contains(&false) {
        // Somebody was quicker, or it was ourselves, by a try whose answer was lost.
        let games: Vec<EncodedGame> = numbered.iter().map(|(_, game, _)| game.clone()).collect();
        for (claimed, claim) in claimed.iter_mut().zip(self::claims(shared, &games)?) {
            *claimed |= claim.is_some_and(|claim| claim.batch == batch);
        }
    }
    let mut ours = Vec::new();
    for ((id, game, _), claimed) in numbered.into_iter().zip(claimed) {
        if claimed {
            ours.push((id, game));
        } else {
            sent.waiting.push(game);
        }
    }
    let items: Vec<Item> = ours
        .par_iter()
        .flat_map_iter(|(id, game)| passage_items(shared, *id, batch, game))
        .collect();
    sent.passages = items.len() as u64;
    bulk(shared, items)?;
    for (_, game) in &ours {
        sent.statistics.count_game(game);
    }
    sent.done.games = sent.statistics.games;
    sent.done.positions = sent.statistics.positions;
    Ok(sent)
}

/// The claims of games.
fn claims(shared: &Shared, games: &[EncodedGame]) -> Result<Vec<Option<Claim>>, Error> {
    let ids: Vec<String> = games.iter().map(|game| document::id(game.key)).collect();
    let path = format!("/{}/_mget?_source_includes=batch", shared.address.games());
    let client = &shared.client;
    let found = client.json("POST", &path, &json!({"ids": ids}), Patience::Write)?;
    let found = found["docs"].as_array();
    let claim = |found: &Value| {
        Some(Claim {
            batch: found["_source"]["batch"].as_u64()?,
            version: (found["_seq_no"].as_u64()?, found["_primary_term"].as_u64()?),
        })
    };
    let claims: Vec<Option<Claim>> = found.into_iter().flatten().map(claim).collect();
    // A shard that cannot be read says nothing of what is in it.
    let is_told = |found: &Value| found["found"].is_boolean();
    if claims.len() != games.len() || !found.is_some_and(|found| found.iter().all(is_told)) {
        return Err(Error::Unavailable("not all shards can be read".to_owned()));
    }
    Ok(claims)
}

fn game_item(
    shared: &Shared,
    id: u64,
    batch: u64,
    game: &EncodedGame,
    claim: Option<Claim>,
) -> Item {
    let (name, key) = (shared.address.games(), document::id(game.key));
    let action = match claim {
        None => json!({"create": {"_index": name, "_id": key}}),
        // What a dead writer has left.
        Some(Claim { version, .. }) => json!({"index": {
            "_index": name, "_id": key, "if_seq_no": version.0, "if_primary_term": version.1,
        }}),
    };
    Item {
        action: action.to_string(),
        document: document::of_game(id, batch, game),
    }
}

fn passage_items(shared: &Shared, id: u64, batch: u64, game: &EncodedGame) -> Vec<Item> {
    let (name, routing) = (shared.address.passages(), document::id(game.key));
    let documents = document::of_passages(id, batch, game).into_iter();
    documents
        .map(|(id, document)| Item {
            action: format!(
                r#"{{"index":{{"_index":"{name}","_id":"{id}","routing":"{routing}"}}}}"#
            ),
            document,
        })
        .collect()
}

/// Writes documents in requests of a few megabytes, some at a time.
fn bulk(shared: &Shared, items: Vec<Item>) -> Result<Vec<bool>, Error> {
    let mut parts: Vec<Vec<Item>> = vec![Vec::new()];
    let mut bytes = 0;
    for item in items {
        bytes += item.bytes();
        if bytes > BULK {
            bytes = item.bytes();
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(item);
        }
    }
    let written = parts
        .par_iter()
        .map(|part| bulk::write(&shared.client, part));
    Ok(written.collect::<Result<Vec<_>, Error>>()?.concat())
}
