//! Imports and fetches under way: counted, stopped with the server, answered with what is stored.

pub(crate) mod lines;

use std::ops::ControlFlow;
use std::time::Instant;

use app::{
    Database, Error, FromMove, Import, IngestAnswer, Memory, RejectedGame, RemarkKind, Remarks,
};
use axum::http::StatusCode;
use similarity::{CollectionName, Contained, Ingested, Statistics};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::metrics::Imported;
use crate::problem::Problem;
use crate::server::Server;

/// The number of rejected games, and of duplicates, that the answer names; all are counted. Guessed: more than a person
/// reads, and with less than a hundred bytes each no burden.
const MOST_REJECTED: usize = 1000;

/// An import, for a thread that may block.
pub(crate) struct Importing {
    pub(crate) index: Database,
    pub(crate) stop: CancellationToken,
    from_move: FromMove,
    variations: bool,
    keeps_legal: bool,
    contained: Contained,
    memory: Option<Memory>,
    collection: Option<CollectionName>,
    progress: watch::Sender<Ingested>,
    imported: Imported,
}

/// An import that has begun.
pub(crate) struct Begun<'a> {
    importing: &'a Importing,
    started: Instant,
    /// What the index had.
    before: Statistics,
    remarks: Remarks,
}

/// Outcome of an import that has read at least one game.
pub(crate) struct Ended {
    /// The answer, which counts the games that are stored.
    pub(crate) answer: IngestAnswer,
    /// The reason for an early end; `None` if all games were read.
    pub(crate) problem: Option<Problem>,
}

/// What is said of an import.
pub(crate) struct Words<'a> {
    /// What it is, for the log.
    pub(crate) what: &'a str,
    /// Why it ends when it is stopped.
    pub(crate) stopped: String,
    /// Why it fails without a game; `None` if it does not.
    pub(crate) empty: Option<String>,
}

impl Importing {
    /// An import by this server, and what shows its progress.
    pub(crate) fn new(
        server: &Server,
        index: Database,
        from_move: FromMove,
        collection: Option<CollectionName>,
        stop: CancellationToken,
    ) -> (Importing, watch::Receiver<Ingested>) {
        let (progress, seen) = watch::channel(Ingested::default());
        let importing = Importing {
            index,
            stop,
            from_move,
            variations: false,
            keeps_legal: false,
            contained: Contained::Keep,
            memory: server.import_memory,
            collection,
            progress,
            imported: server.metrics.imported.clone(),
        };
        (importing, seen)
    }

    /// Indexes variations, too.
    pub(crate) fn index_variations(&mut self) {
        self.variations = true;
    }

    /// Keeps the moves of a game before its first illegal one.
    pub(crate) fn keep_legal(&mut self) {
        self.keeps_legal = true;
    }

    /// Says what is done where a game is part of a longer one.
    pub(crate) fn set_contained(&mut self, contained: Contained) {
        self.contained = contained;
    }

    /// Begins it.
    ///
    /// # Errors
    ///
    /// As [`Import::new`].
    pub(crate) fn begin(&self) -> Result<(Import<'_>, Begun<'_>), Error> {
        let mut import = Import::new(&self.index, self.from_move)?;
        if self.variations {
            import.index_variations();
        }
        if self.keeps_legal {
            import.keep_legal();
        }
        import.set_contained(self.contained)?;
        if let Some(memory) = self.memory {
            import.set_memory(memory)?;
        }
        if let Some(collection) = &self.collection {
            import.set_collection(collection.clone())?;
        }
        let begun = Begun {
            importing: self,
            started: Instant::now(),
            before: self.index.statistics()?,
            remarks: Remarks::default(),
        };
        Ok((import, begun))
    }
}

impl Begun<'_> {
    /// Counts what has been read; breaks if it is to stop.
    pub(crate) fn watch(
        &mut self,
        sum: &Ingested,
        remarks: impl IntoIterator<Item = (RemarkKind, RejectedGame)>,
    ) -> ControlFlow<()> {
        for (kind, game) in remarks {
            self.remarks.add(kind, game, MOST_REJECTED);
        }
        let importing = self.importing;
        importing.imported.count(&importing.progress, sum);
        if importing.stop.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Commits, and logs a line. `read` is how reading ended, `unread` the problem if it failed.
    ///
    /// # Errors
    ///
    /// What kept all games out; later failures are in the response, with what is stored.
    pub(crate) fn finish(
        mut self,
        import: Import,
        read: Result<(), Error>,
        unread: impl FnOnce(Error) -> Problem,
        words: Words,
    ) -> Result<Ended, Problem> {
        let Words {
            what,
            stopped,
            empty,
        } = words;
        let Importing { index, stop, .. } = self.importing;
        // Merging segments can wait, a server that stops cannot.
        let (mut sum, finished) = import.finish(&mut self.remarks, || stop.is_cancelled());
        let is_empty = sum == Ingested::default();
        let seconds = self.started.elapsed().as_secs_f64();
        let problem = match (finished.and(read), empty) {
            (Err(error @ (Error::Pgn(_) | Error::Fetch(_))), _) => unread(error),
            // What came before is committed.
            (Err(error @ Error::AnotherWriter(_)), _) => Problem::from(error),
            (Err(error), _) => {
                if let Ok(now) = index.statistics() {
                    sum.games = now.games.saturating_sub(self.before.games);
                    sum.positions = now.positions.saturating_sub(self.before.positions);
                }
                Problem::from(error)
            }
            (Ok(()), _) if stop.is_cancelled() => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, stopped)
            }
            (Ok(()), Some(empty)) if is_empty => Problem::unreadable(empty),
            (Ok(()), _) => {
                tracing::info!("{what}: {}", summary(&sum, seconds));
                return Ok(Ended {
                    answer: IngestAnswer::new(sum, self.remarks, seconds),
                    problem: None,
                });
            }
        };
        tracing::info!(
            "{what}: {}; it ended early: {problem}",
            summary(&sum, seconds)
        );
        if is_empty {
            Err(problem)
        } else {
            Ok(failed(sum, self.remarks, seconds, problem))
        }
    }
}

/// Returns the outcome of an import that ended early.
fn failed(sum: Ingested, remarks: Remarks, seconds: f64, problem: Problem) -> Ended {
    let problem = problem.redacted();
    Ended {
        answer: IngestAnswer {
            done: false,
            error: Some(problem.detail.clone()),
            ..IngestAnswer::new(sum, remarks, seconds)
        },
        problem: Some(problem),
    }
}

/// The result of an import, for the log.
fn summary(sum: &Ingested, seconds: f64) -> String {
    let Ingested {
        games,
        positions,
        duplicates,
        rejected,
    } = sum;
    format!(
        "{games} games, {positions} positions, {duplicates} duplicates, {rejected} rejected, \
         {seconds:.1} seconds"
    )
}
