//! Writing games: each one becomes a game document and its passages, and counts in the
//! statistics; all of it is seen at the next commit, or not at all.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroUsize;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::thread;

use shakmaty::{Chess, Position};
use tantivy::indexer::UserOperation;
use tantivy::query::RangeQuery;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, TantivyDocument};

use crate::duplicate::duplicate_key;
use crate::error::Error;
use crate::moves;
use crate::passage::{MAX_POSITIONS, Union, pack};
use crate::pgn::ParsedGame;
use crate::schema::{Fields, STATISTICS_ID, commit_payload};
use crate::snapshot::Snapshot;
use crate::statistics::Statistics;

/// How much a thread may gather before it writes a segment, in bytes.
///
/// Guessed: large segments mean few merges, and two threads stay far below 1 GiB.
const MEMORY_BUDGET: usize = 200_000_000;

/// After how many positions a commit is made, so that a crash costs no more than they.
///
/// Guessed: a few seconds of work; each commit writes a segment a thread.
const COMMIT_EVERY: u64 = 2_000_000;

/// What became of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It was stored, with so many of its positions.
    Stored {
        /// The id that it was given.
        id: u64,
        /// How many of its positions can be found.
        positions: u64,
    },
    /// The same game is in the index already.
    Duplicate,
}

/// The one writer of an index.
///
/// Dropping it without [`Writer::commit`] forgets what was added since the last one.
pub struct Writer {
    path: PathBuf,
    fields: Fields,
    tantivy: IndexWriter,
    reader: IndexReader,
    statistics: Statistics,
    /// Positions added since the last commit.
    uncommitted: u64,
    /// What the stored games share with their duplicates.
    keys: HashSet<u64>,
    union: Union,
    passage_positions: usize,
}

impl Writer {
    pub(crate) fn new(
        path: &Path,
        index: &tantivy::Index,
        fields: Fields,
    ) -> Result<Writer, Error> {
        let failed = |error| Error::from_tantivy(path, error);
        let threads = thread::available_parallelism()
            .map_or(1, NonZeroUsize::get)
            .min(8);
        let tantivy = index
            .writer_with_num_threads(threads, MEMORY_BUDGET * threads)
            .map_err(failed)?;
        // Read after the lock is taken: nobody else commits from here on.
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader: IndexReader = reader.try_into().map_err(failed)?;
        let searcher = reader.searcher();
        let statistics = crate::snapshot::statistics(path, &searcher, fields)?;
        let mut keys = HashSet::new();
        for segment in searcher.segment_readers() {
            let column = segment.fast_fields().u64("key").map_err(failed)?;
            keys.extend(segment.doc_ids_alive().filter_map(|doc| column.first(doc)));
        }
        Ok(Writer {
            path: path.to_owned(),
            fields,
            tantivy,
            reader,
            statistics,
            uncommitted: 0,
            keys,
            union: Union::new(),
            passage_positions: MAX_POSITIONS,
        })
    }

    /// Cuts passages after so many positions instead of eight; for tests of exactness.
    #[doc(hidden)]
    pub fn set_passage_positions(&mut self, positions: usize) {
        self.passage_positions = positions.clamp(1, MAX_POSITIONS);
    }

    /// Adds a game and its positions from `from_move` on; a copy of a stored game is left out.
    /// Commits now and then.
    pub(crate) fn add(&mut self, game: &ParsedGame, from_move: u32) -> Result<Added, Error> {
        let key = duplicate_key(game);
        if !self.keys.insert(key) {
            return Ok(Added::Duplicate);
        }
        self.statistics.games += 1;
        self.statistics.last_game += 1;
        let id = self.statistics.last_game;

        let first = game
            .positions
            .iter()
            .position(|position| is_indexed(position, from_move))
            .unwrap_or(game.positions.len());
        let mut document = TantivyDocument::new();
        document.add_u64(self.fields.id, id);
        document.add_u64(self.fields.key, key);
        document.add_text(self.fields.tags, game.tags.to_lines());
        document.add_bytes(self.fields.line, &game.moves);
        let mut documents = vec![UserOperation::Add(document)];
        let mut ply = first;
        for positions in game.positions[first..].chunks(self.passage_positions) {
            let codes = &game.moves[ply..ply + positions.len() - 1];
            documents.push(UserOperation::Add(self.passage(id, ply, positions, codes)?));
            ply += positions.len();
        }
        self.tantivy
            .run(documents)
            .map_err(|error| Error::from_tantivy(&self.path, error))?;
        let positions = (game.positions.len() - first) as u64;
        self.uncommitted += positions;
        if self.uncommitted >= COMMIT_EVERY {
            self.commit()?;
        }
        Ok(Added::Stored { id, positions })
    }

    /// Removes games and their positions, and commits. Tells which of them there were; ids are
    /// not given again.
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
                self.keys.remove(&key);
                removed.insert(*id);
            }
        }
        for passage in snapshot.passages_of(&removed) {
            let game = passage.game;
            passage
                .replay(|_, board| self.statistics.remove_position(board))
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
        if !removed.is_empty() {
            self.commit()?;
        }
        Ok(removed)
    }

    /// The document of consecutive positions and the moves between them.
    fn passage(
        &mut self,
        game: u64,
        ply: usize,
        positions: &[Chess],
        codes: &[u8],
    ) -> Result<TantivyDocument, Error> {
        let mut shortest = u64::MAX;
        for position in positions {
            let union = &mut self.union;
            let length = self
                .statistics
                .add_position(position.board(), |term| union.add(term));
            shortest = shortest.min(length);
        }
        let mut moves = [moves::END; 8];
        moves[..codes.len()].copy_from_slice(codes);
        let board = pack(&positions[0]).ok_or_else(|| Error::Damaged {
            path: self.path.clone(),
            what: format!("a position of game {game} does not fit into 24 bytes"),
        })?;

        let mut document = TantivyDocument::new();
        self.union
            .drain(|term| document.add_u64(self.fields.terms, term.id() as u64));
        document.add_u64(self.fields.game, game);
        document.add_u64(self.fields.ply, ply as u64);
        document.add_u64(self.fields.length, shortest);
        for (field, word) in self.fields.board.into_iter().zip(board) {
            document.add_u64(field, word);
        }
        document.add_u64(self.fields.moves, u64::from_le_bytes(moves));
        Ok(document)
    }

    /// Makes everything added so far seen, with its statistics, in one step that a crash leaves
    /// either done or undone.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be written.
    pub fn commit(&mut self) -> Result<(), Error> {
        let failed = |error| Error::from_tantivy(&self.path, error);
        let mut document = TantivyDocument::new();
        document.add_u64(self.fields.id, STATISTICS_ID);
        document.add_bytes(self.fields.statistics, &self.statistics.to_bytes());
        let former = tantivy::Term::from_field_u64(self.fields.id, STATISTICS_ID);
        self.tantivy.delete_term(former);
        self.tantivy.add_document(document).map_err(failed)?;
        let mut commit = self.tantivy.prepare_commit().map_err(failed)?;
        commit.set_payload(&commit_payload());
        commit.commit().map_err(failed)?;
        self.uncommitted = 0;
        Ok(())
    }

    /// Gives the writer back once the segments that were being merged are.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if a merge failed; what was committed stays as it was.
    pub fn close(self) -> Result<(), Error> {
        self.tantivy
            .wait_merging_threads()
            .map_err(|error| Error::from_tantivy(&self.path, error))
    }
}

/// Whether a position comes after White's move of that number: `--from-move 13` begins with the
/// position after 13. ..., which in a game from the usual start is ply 25. 0 takes them all.
fn is_indexed(position: &Chess, from_move: u32) -> bool {
    let number = position.fullmoves().get();
    number > from_move || number == from_move && position.turn().is_black()
}
