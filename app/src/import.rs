//! An import, from streams of PGN to an index; its progress and its result.

mod pipeline;

use std::io::Read;
use std::ops::ControlFlow;

pub use pipeline::{IngestError, Remark, RemarkKind, WhichPositions, ingest};
use serde::Serialize;
use similarity::{CollectionName, Contained, IdRanges, Ingested};
use utoipa::ToSchema;

use crate::bounded::Bounded;
use crate::database::{Database, Writer};
use crate::error::Error;
use crate::memory::{Memory, bytes};
use crate::remarks::{Corrections, DuplicateGame, IdRange, RejectedGame, Remarks};

/// The move of White's after which positions are indexed.
pub type FromMove = Bounded<0, { u32::MAX as u64 }>;

/// The first move of which positions are indexed by default, as in the thesis.
pub const DEFAULT_FROM_MOVE: FromMove = FromMove::of::<13>();

/// An import under way, which holds a writer of the index, except while a fetch waits for its site.
///
/// [`Import::read`] each stream, then [`Import::finish`]. What is dropped unfinished stays uncommitted.
pub struct Import<'a> {
    database: &'a Database,
    /// `None` while it is released: then everything so far is committed.
    writer: Option<Writer>,
    /// What is set of each writer.
    settings: Vec<Setting>,
    /// The ids of the games that released writers have stored.
    stored: IdRanges,
    which: WhichPositions,
    sum: Ingested,
    /// The index could not be written to.
    failed: bool,
}

/// What can be set of a writer.
enum Setting {
    Contained(Contained),
    CommitEvery(u64),
    Memory(Memory),
    Collection(CollectionName),
}

impl Setting {
    fn apply(&self, writer: &mut Writer) -> Result<(), Error> {
        match self {
            Setting::Contained(contained) => writer.set_contained(*contained)?,
            Setting::CommitEvery(positions) => writer.set_commit_every(*positions),
            Setting::Memory(memory) => writer.set_memory(bytes(*memory)),
            Setting::Collection(name) => writer.set_collection(name.clone())?,
        }
        Ok(())
    }
}

impl Import<'_> {
    /// Begins an import of the positions after this move of White's, and of later ones.
    ///
    /// # Errors
    ///
    /// As [`Database::writer`].
    pub fn new(database: &Database, from_move: FromMove) -> Result<Import<'_>, Error> {
        Ok(Import {
            database,
            writer: Some(database.writer()?),
            settings: Vec::new(),
            stored: IdRanges::default(),
            which: (from_move.get() as u32).into(),
            sum: Ingested::default(),
            failed: false,
        })
    }

    /// Indexes the positions of variations, too: each variation becomes a game of its own.
    pub fn index_variations(&mut self) {
        self.which.variations = true;
    }

    /// Keeps the moves of a game before its first illegal one; such games are rejected otherwise.
    pub fn keep_legal(&mut self) {
        self.which.keeps_legal = true;
    }

    /// Says what is done where a game is part of a longer one.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::set_contained`].
    pub fn set_contained(&mut self, contained: Contained) -> Result<(), Error> {
        self.set(Setting::Contained(contained))
    }

    /// Commits after this number of positions.
    ///
    /// # Errors
    ///
    /// None as long as it holds a writer.
    pub fn set_commit_every(&mut self, positions: u64) -> Result<(), Error> {
        self.set(Setting::CommitEvery(positions))
    }

    /// Bounds the memory that it takes: it commits as often as that takes.
    ///
    /// # Errors
    ///
    /// None as long as it holds a writer.
    pub fn set_memory(&mut self, memory: Memory) -> Result<(), Error> {
        self.set(Setting::Memory(memory))
    }

    /// Adds the games that come to a collection: those that are stored, and those that duplicates are of.
    ///
    /// # Errors
    ///
    /// As [`Writer::set_collection`].
    pub fn set_collection(&mut self, name: CollectionName) -> Result<(), Error> {
        self.set(Setting::Collection(name))
    }

    fn set(&mut self, setting: Setting) -> Result<(), Error> {
        setting.apply(self.writer()?)?;
        self.settings.push(setting);
        Ok(())
    }

    /// The writer, which is taken again if it was released.
    ///
    /// # Errors
    ///
    /// As [`Database::writer`] and those of the settings.
    pub(crate) fn writer(&mut self) -> Result<&mut Writer, Error> {
        let writer = if let Some(writer) = self.writer.take() {
            writer
        } else {
            let mut writer = self.database.writer()?;
            for setting in &self.settings {
                setting.apply(&mut writer)?;
            }
            writer
        };
        Ok(self.writer.insert(writer))
    }

    /// Lets others write until there is more to add. Everything so far must be committed.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be read, or its segments cannot be merged.
    pub(crate) fn release(&mut self) -> Result<(), Error> {
        let Some(writer) = self.writer.take() else {
            return Ok(());
        };
        self.add_stored(&writer)?;
        writer.close()
    }

    fn add_stored(&mut self, writer: &Writer) -> Result<(), Error> {
        let ranges = writer.stored()?.0;
        for ids in ranges {
            self.stored.add(ids);
        }
        Ok(())
    }

    /// Whether it holds a writer.
    pub(crate) fn has_writer(&self) -> bool {
        self.writer.is_some()
    }

    /// Adds all games of a stream of PGN, which error messages call `name`.
    ///
    /// `watch` is called after every few games, and now and then while the stream stalls, with the counts of the whole
    /// import and the remarks on games since its last call. Where it returns [`ControlFlow::Break`] the stream is left
    /// there, with every game so far whole.
    ///
    /// # Errors
    ///
    /// [`Error::Pgn`] if the stream breaks off or has no game: the games before are in, and another stream may follow.
    /// Any other error if the index cannot be written to.
    pub fn read(
        &mut self,
        name: &str,
        stream: impl Read + Send + 'static,
        watch: impl FnMut(&Ingested, Vec<Remark>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let which = self.which;
        self.writer()?;
        let (Some(writer), sum) = (&mut self.writer, &mut self.sum) else {
            return Ok(());
        };
        ingest(writer, name, stream, which, sum, watch).map_err(|error| match error {
            IngestError::Index(error) => {
                self.failed = true;
                error
            }
            unreadable => Error::Pgn(unreadable.to_string()),
        })
    }

    /// Commits what was read, makes the index show it, and waits until its segments are merged, unless `stopped` returns
    /// true by then. Commits nothing if the index could not be written to: the writer may hold half a game.
    ///
    /// Returns the counts of the import in either case, and adds the ids of games to `remarks`.
    ///
    /// # Errors
    ///
    /// [`Error`] if the index cannot be written or read.
    pub fn finish(
        mut self,
        remarks: &mut Remarks,
        stopped: impl FnOnce() -> bool,
    ) -> (Ingested, Result<(), Error>) {
        let committed = if self.failed {
            // Games of earlier commits stay; in a cluster later ones may be visible, too. `read` has already returned
            // the error of the import, so an error here is not reported.
            self.database.reload();
            Ok(())
        } else {
            self.commit()
        };
        let writer = self.writer.take();
        let stored = writer
            .as_ref()
            .map_or(Ok(()), |writer| self.add_stored(writer));
        let named = stored.and_then(|()| remarks.add_ids(self.database, &self.stored));
        if self.failed {
            return (self.sum, Ok(()));
        }
        let mut finished = committed.and(named);
        if let Some(writer) = writer
            && finished.is_ok()
            && !stopped()
        {
            finished = writer.close();
        }
        (self.sum, finished)
    }

    /// The index that it adds games to.
    pub(crate) fn database(&self) -> &Database {
        self.database
    }

    /// What it has done so far.
    pub(crate) fn counts(&self) -> Ingested {
        self.sum
    }

    /// Commits what was read, and makes the index show it.
    pub(crate) fn commit(&mut self) -> Result<(), Error> {
        let committed = match &mut self.writer {
            Some(writer) => writer.commit(&mut self.sum),
            None => Ok(()),
        };
        self.database.reload();
        committed
    }
}

/// The result of an import.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestAnswer {
    /// Whether it read all its games to the end.
    pub done: bool,
    /// Why it ended early, or the first file that could not be read, in one sentence.
    pub error: Option<String>,
    /// The number of games stored.
    pub games: u64,
    /// The number of their positions that were indexed.
    pub positions: u64,
    /// The ids of the stored games, as ranges: one for an index in a folder. In a cluster, and in a fetch that waited for
    /// its site, ids of other writers may lie between the ranges, and the first thousand ranges are given. A range
    /// includes the ids of games that longer games have replaced since.
    pub stored: Vec<IdRange>,
    /// The number of games skipped because the index has them already.
    pub duplicates: u64,
    /// The skipped games, each with the id of the stored game; over HTTP the first thousand, else the first hundred
    /// thousand. Empty for an index in a cluster.
    pub duplicate_games: Vec<DuplicateGame>,
    /// The number of games rejected because of an illegal move.
    pub rejected_count: u64,
    /// Those games; over HTTP the first thousand, else the first hundred thousand.
    pub rejected: Vec<RejectedGame>,
    /// The corrections by kind: what was put right in games, or left out of them.
    pub corrections: Vec<Corrections>,
    /// Positions stored per second.
    pub positions_per_second: u64,
}

/// The progress of an import: a line of its answer over HTTP, before the last one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngestProgress {
    /// Always false.
    pub done: bool,
    /// The number of games stored so far.
    pub games: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of games skipped so far because the index has them already.
    pub duplicates: u64,
    /// The number of games rejected so far because of an illegal move.
    pub rejected_count: u64,
}

impl IngestAnswer {
    /// The result of an import that read all its games in this number of seconds.
    pub fn new(sum: Ingested, remarks: Remarks, seconds: f64) -> IngestAnswer {
        IngestAnswer {
            done: true,
            error: None,
            games: sum.games,
            positions: sum.positions,
            stored: remarks.stored,
            duplicates: sum.duplicates,
            duplicate_games: remarks.duplicates,
            rejected_count: sum.rejected,
            rejected: remarks.rejected,
            corrections: remarks.corrections,
            positions_per_second: (sum.positions as f64 / seconds.max(1e-9)).round() as u64,
        }
    }
}

impl IngestProgress {
    /// The progress of an import, from its counts so far.
    pub fn new(sum: Ingested) -> IngestProgress {
        IngestProgress {
            done: false,
            games: sum.games,
            positions: sum.positions,
            duplicates: sum.duplicates,
            rejected_count: sum.rejected,
        }
    }
}
