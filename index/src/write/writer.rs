//! Writing games: each one becomes a game document and its passages, and counts in the
//! statistics; all of it becomes visible at the next commit, or not at all.

mod collections;
mod contained;
pub(crate) mod keys;
mod labelling;

use std::collections::BTreeSet;
use std::ops::{Bound, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{self, JoinHandle};

use shakmaty::Position;
use similarity::{
    Added, Contained, Containment, EncodedGame, Ingested, Keys, MAX_POSITIONS, Original,
    Statistics, Store,
};
use tantivy::merge_policy::LogMergePolicy;
use tantivy::query::RangeQuery;
use tantivy::{IndexReader, IndexWriter, Searcher, SegmentMeta};

use crate::error::Error;
use crate::snapshot::{Committed, Snapshot};
use crate::storage::collections::Collections;
use crate::storage::folder::{Opened, open_tantivy, reader};
use crate::storage::schema::{Fields, STATISTICS_IDS};
use crate::write::builder::Builder;

use contained::{Meetings, Readable};
use keys::keys;
use labelling::Labelling;

/// The number of positions that a segment gets by default before it is written and committed.
/// A crash costs no more than two of them.
///
/// Measured on 22.6 million positions: an import takes at most 648 MB of memory; with two million 462 MB, with twice as
/// many segments to search, which takes 1.05 times as long on one thread.
const COMMIT_EVERY: u64 = 4_000_000;

/// Segments of more documents are not merged. Guessed: two thirds of one of two million positions, as they were up to
/// format 10, so that such segments stay as they are.
const MERGED_DOCUMENTS: usize = 145_000;

/// Segments of which more is deleted are merged, if only with themselves. Guessed.
const DELETED_RATIO: f32 = 0.3;

/// The bytes that an import takes beside the two segments in memory: games on their way, and merges. Measured: of an
/// import of 3.6 million positions, whose segments had 26 MB each, at most 187 MB were resident.
const OTHER_MEMORY: usize = 130_000_000;

/// The smallest memory budget that tantivy accepts; its own indexing thread gets nothing to do.
const UNUSED_BUDGET: usize = 15_000_000;

/// The one writer of an index.
///
/// Dropping it without [`Writer::commit`] forgets what was added since the last one.
pub struct Writer {
    path: PathBuf,
    fields: Fields,
    /// The segment before the one under way. Dropped before what holds the lock.
    writing: Writing,
    tantivy: IndexWriter,
    reader: IndexReader,
    /// Of all games, the ones not yet committed included.
    statistics: Statistics,
    /// The greatest id in the index when the writer was opened.
    last_before: u64,
    /// The id of the last ones committed.
    statistics_id: u64,
    keys: Keys,
    /// Of all games, too.
    collections: Collections,
    /// Whether the collections or the last id are other ones than those that were last handed on to be written.
    has_changed: bool,
    /// The collection that games are added to.
    labelling: Option<Labelling>,
    passage_positions: usize,
    commit_every: u64,
    /// A segment that takes more bytes is committed, too.
    segment_memory: usize,
    /// Games that are part of others.
    meetings: Meetings,
    /// The segment that games are added to, and the positions in it.
    builder: Option<Builder>,
    positions: u64,
}

/// A segment that is being written, on a thread that ends before the writer is given back.
#[derive(Default)]
struct Writing(Option<JoinHandle<tantivy::Result<SegmentMeta>>>);

impl Writing {
    /// Waits for the segment; `None` if there is none.
    fn join(&mut self) -> Option<tantivy::Result<SegmentMeta>> {
        let ended = self.0.take()?.join();
        Some(ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // Its result is of no use any more.
            let _ = thread.join();
        }
    }
}

impl Store for Writer {
    type Error = Error;

    fn keys(&self) -> Keys {
        if self.compares_duplicates() {
            // None is known before it comes here.
            return Keys::default();
        }
        Arc::clone(&self.keys)
    }

    fn passage_positions(&self) -> usize {
        self.passage_positions
    }

    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<Added, Error> {
        if let Some(key) = self.known(&game) {
            self.skip(key, sum);
            let mut contained = if self.compares_duplicates() {
                self.contained(&game)?
            } else {
                Vec::new()
            };
            contained.retain(|contained| contained.is_longer);
            return Ok(Added {
                original: Some(Original::Key(key)),
                contained,
            });
        }
        let contained = self.contained(&game)?;
        let skipped_for = contained
            .iter()
            .find(|contained| !contained.is_longer && contained.is_left_out);
        if let Some(longer) = skipped_for {
            let original = Some(Original::Id(longer.other));
            self.label(None, longer.other);
            sum.duplicates += 1;
            return Ok(Added {
                original,
                contained,
            });
        }
        self.add_as(self.statistics.last_game + 1, &game)?;
        sum.games += 1;
        sum.positions += game.positions;
        Ok(Added {
            original: None,
            contained,
        })
    }

    fn skip(&mut self, key: u64, sum: &mut Ingested) {
        self.label_duplicate(key);
        sum.duplicates += 1;
    }
}

impl Writer {
    pub(crate) fn new(path: &Path) -> Result<Writer, Error> {
        // Opened anew, as it knows of no file that another process has written since.
        let Opened {
            tantivy: index,
            fields,
            ..
        } = open_tantivy(path)?;
        let failed = |error| Error::from_tantivy(path, error);
        let tantivy = index
            .writer_with_num_threads(1, UNUSED_BUDGET)
            .map_err(failed)?;
        // What a writer has left behind that was killed: numbers of commits, and so names of files,
        // come again.
        tantivy.garbage_collect_files().wait().map_err(failed)?;
        let mut merging = LogMergePolicy::default();
        merging.set_max_docs_before_merge(MERGED_DOCUMENTS);
        merging.set_del_docs_ratio_before_merge(DELETED_RATIO);
        tantivy.set_merge_policy(Box::new(merging));
        // Read after the lock is taken: no other writer commits from here on.
        let reader = reader(path, &index)?;
        let searcher = reader.searcher();
        let Committed {
            statistics,
            collections,
            id: statistics_id,
        } = Committed::read(path, &searcher, fields)?;
        let keys = keys(&searcher).map_err(failed)?;
        Ok(Writer {
            path: path.to_owned(),
            fields,
            writing: Writing::default(),
            tantivy,
            reader,
            last_before: statistics.last_game,
            statistics,
            statistics_id,
            keys: Arc::new(RwLock::new(keys)),
            collections,
            has_changed: false,
            labelling: None,
            passage_positions: MAX_POSITIONS,
            commit_every: COMMIT_EVERY,
            segment_memory: usize::MAX,
            meetings: Meetings::default(),
            builder: None,
            positions: 0,
        })
    }

    /// Cuts passages after `positions` positions instead of twelve.
    #[cfg(test)]
    pub(crate) fn set_passage_positions(&mut self, positions: usize) {
        self.passage_positions = positions.clamp(1, MAX_POSITIONS);
    }

    /// Commits after `positions` positions instead of four million: a crash costs less, and there
    /// are more segments to write and merge.
    pub fn set_commit_every(&mut self, positions: u64) {
        self.commit_every = positions;
    }

    /// Bounds the memory of an import to about this number of bytes: it commits as often as that takes.
    pub fn set_memory(&mut self, bytes: usize) {
        // While a segment is written, the next one is under way.
        self.segment_memory = bytes.saturating_sub(OTHER_MEMORY) / 2;
    }

    /// What is done where a game is part of a longer one; [`Contained::Keep`] by default.
    pub fn set_contained(&mut self, contained: Contained) {
        self.meetings.contained = contained;
    }

    /// Whether duplicates, too, are compared with other games: an index that has kept both is put in order.
    fn compares_duplicates(&self) -> bool {
        self.meetings.contained == Contained::Replace
    }

    /// The games that are part of this one, and those that it is part of.
    fn contained(&mut self, game: &EncodedGame) -> Result<Vec<Containment>, Error> {
        let there = Readable {
            path: &self.path,
            reader: &self.reader,
            fields: self.fields,
        };
        self.meetings.contained(game, &there)
    }

    /// The key of the stored game that a game is a copy of.
    fn known(&self, game: &EncodedGame) -> Option<u64> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        game.keys.known(|key| keys.get(&key).copied())
    }

    /// Adds a game of another index under the id that it has there, greater than all ids here; ids in between are left free.
    /// It is not looked for among the games that are here. Commits now and then.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if there is a greater id, [`Error::Storage`] if it cannot be written.
    pub fn add_as(&mut self, id: u64, game: &EncodedGame) -> Result<(), Error> {
        let last = self.statistics.last_game;
        if id <= last {
            return Err(Error::Damaged {
                path: self.path.clone(),
                what: format!("game {id} comes after game {last}"),
            });
        }
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let key = game.keys.free(|key| keys.get(&key).copied());
        keys.insert(key, game.keys.initials);
        drop(keys);
        self.statistics.games += 1;
        self.statistics.last_game = id;
        self.label(Some(key), id);
        self.meetings.add(id, game);
        let mut builder = self.take_builder()?;
        builder
            .add(id, key, game, &mut self.statistics)
            .map_err(|error| Error::from_io(&self.path, &error))?;
        let is_full = builder.memory() >= self.segment_memory;
        self.builder = Some(builder);
        // Games without positions take memory too.
        self.positions += game.positions.max(1);
        if is_full || self.positions >= self.commit_every {
            self.finish_segment()?;
        }
        Ok(())
    }

    /// Leaves the ids up to `last` free that no game has: the next game gets a greater one.
    pub fn skip_ids(&mut self, last: u64) {
        if last > self.statistics.last_game {
            self.statistics.last_game = last;
            self.has_changed = true;
        }
    }

    /// The segment under way, or a new one.
    fn take_builder(&mut self) -> Result<Builder, Error> {
        match self.builder.take() {
            Some(builder) => Ok(builder),
            None => Builder::new(self.tantivy.new_segment(), self.fields)
                .map_err(|error| Error::from_tantivy(&self.path, error)),
        }
    }

    /// Commits the segment that is being written, and has the one under way written meanwhile.
    fn finish_segment(&mut self) -> Result<(), Error> {
        self.commit_written()?;
        let builder = self.take_builder()?;
        let (statistics, id) = (self.statistics.clone(), self.next_statistics_id());
        let collections = self.collections.to_bytes();
        let finish = move || builder.finish(&statistics, &collections, id);
        self.writing = Writing(Some(thread::spawn(finish)));
        self.meetings.next_segment();
        self.has_changed = false;
        self.positions = 0;
        Ok(())
    }

    /// Waits for the segment that is being written, if there is one, and commits it.
    fn commit_written(&mut self) -> Result<(), Error> {
        let failed = |error| Error::from_tantivy(&self.path, error);
        let Some(segment) = self.writing.join().transpose().map_err(failed)? else {
            return Ok(());
        };
        // The segment brings statistics of its own.
        let former = tantivy::Term::from_field_u64(self.fields.id, self.statistics_id);
        self.tantivy.delete_term(former);
        self.tantivy.add_segment(segment).map_err(failed)?;
        self.tantivy.commit().map_err(failed)?;
        self.statistics_id = self.next_statistics_id();
        Ok(())
    }

    /// The id that the statistics of the next commit get.
    fn next_statistics_id(&self) -> u64 {
        STATISTICS_IDS[usize::from(self.statistics_id == STATISTICS_IDS[0])]
    }

    /// Makes everything added so far visible, with its statistics, in one step that a crash leaves
    /// either done or undone; then takes out the games that longer ones have replaced
    /// ([`Writer::set_contained`]).
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be written.
    pub fn commit(&mut self) -> Result<(), Error> {
        if self.builder.is_some() || self.has_changed {
            // A segment of nothing but the statistics and the collections, if no game has come.
            self.finish_segment()?;
        }
        self.commit_written()?;
        let replaced = self.meetings.take_replaced();
        if !replaced.is_empty() {
            self.remove(&replaced)?;
        }
        Ok(())
    }

    /// Returns the ids of the games that this writer has added and committed, including games that were removed since;
    /// `None` if there are none.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn stored(&self) -> Result<Option<RangeInclusive<u64>>, Error> {
        let committed = Committed::read(&self.path, &self.committed()?, self.fields)?;
        let last = committed.statistics.last_game;
        Ok((last > self.last_before).then_some(self.last_before + 1..=last))
    }

    /// Returns the index as of the last commit.
    fn committed(&self) -> Result<Searcher, Error> {
        let reloaded = self.reader.reload();
        reloaded.map_err(|error| Error::from_tantivy(&self.path, error))?;
        Ok(self.reader.searcher())
    }

    /// Removes games and their positions, and commits. Returns the ids that there were; ids are
    /// never reused.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read or written to.
    pub fn remove(&mut self, ids: &BTreeSet<u64>) -> Result<BTreeSet<u64>, Error> {
        let path = self.path.clone();
        let failed = |error| Error::from_tantivy(&path, error);
        // What is not committed cannot be found.
        self.commit()?;
        self.reader.reload().map_err(failed)?;
        let snapshot = Snapshot::new(&self.path, self.reader.searcher(), self.fields, None)?;
        let mut removed = BTreeSet::new();
        for id in ids {
            if let Some(key) = snapshot.key(*id)? {
                let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
                keys.remove(&key);
                removed.insert(*id);
            }
        }
        for passage in snapshot.passages_of(&removed) {
            let game = passage.game;
            passage
                .replay(|_, position| self.statistics.remove_position(position.board()))
                .ok_or_else(|| snapshot.damaged(format!("game {game} cannot be replayed")))?;
        }
        for id in &removed {
            self.statistics.games -= 1;
            let of = |field| tantivy::Term::from_field_u64(field, *id);
            let passages = Bound::Included(of(self.fields.game));
            self.tantivy.delete_term(of(self.fields.id));
            self.tantivy
                .delete_query(Box::new(RangeQuery::new(passages.clone(), passages)))
                .map_err(failed)?;
        }
        self.unlabel(&removed);
        self.meetings.forget(&removed);
        if !removed.is_empty() {
            // A segment of nothing but the statistics.
            self.finish_segment()?;
            self.commit_written()?;
        }
        Ok(removed)
    }

    /// Releases the writer once the merges under way have ended.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if tantivy's threads have broken down. (A merge that fails leaves the
    /// segments as they were, and nothing else.)
    pub fn close(self) -> Result<(), Error> {
        self.tantivy
            .wait_merging_threads()
            .map_err(|error| Error::from_tantivy(&self.path, error))
    }
}
