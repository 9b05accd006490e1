//! `tabiya ingest`: from PGN files to an index.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow};
#[cfg(feature = "cluster")]
use app::Place;
use app::{
    Bounded, DEFAULT_FROM_MOVE, Database, Error, FromMove, Import, IngestResponse, RejectedGame,
};
use clap::Args;
use pgn::Rejected;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use similarity::Ingested;

use crate::args::index::IndexArgs;
#[cfg(feature = "cluster")]
use crate::args::ranged;
use crate::progress::Progress;

/// The number of rejected games that the JSON names; all are counted, and reported as they occur. Guessed: more than
/// a person reads, and bounded where there is no chess in a thousand files.
const MOST_REJECTED: usize = 100_000;

/// The message at Ctrl-C.
const STOPPING: &str = "stopping: what was read is being committed (Ctrl-C again drops it)";

/// The message after Ctrl-C.
const STOPPED: &str =
    "stopped: every game so far is stored; run the same command again to continue";

/// Index games from PGN files.
#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// PGN files, plain or compressed (`.pgn`, `.pgn.zst`, `.pgn.gz`, `.pgn.bz2`), folders of
    /// them, or `-` for standard input.
    ///
    /// Games that are already in the index are skipped, so ingesting a file twice is harmless:
    /// games with the same moves and the same players' surnames, even if date or event differ. A
    /// game with an illegal move is reported and rejected; the others are stored.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(
        long,
        value_name = "N",
        default_value_t = DEFAULT_FROM_MOVE,
        help = format!(
            "Index the positions after this move by White and later ones: {}. In games from the usual start, 13 begins \
             at ply 25. Lower numbers also make openings searchable by similarity, but the index grows; 0 takes every \
             position",
            FromMove::range()
        )
    )]
    from_move: FromMove,

    #[arg(
        long,
        value_name = "N",
        help = format!(
            "Commit after this number of positions, and at the end: {}; by default 2,000,000, in a cluster 500,000. A \
             crash loses what was read since the second-to-last commit, in a cluster since the last one",
            CommitEvery::range()
        )
    )]
    commit_every: Option<CommitEvery>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    layout: LayoutArgs,

    #[command(flatten)]
    index: IndexArgs,
}

/// A number of positions.
type CommitEvery = Bounded<1, { u64::MAX }>;

// How a new index in a cluster is laid out.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
struct LayoutArgs {
    #[arg(
        long = "cluster-shards",
        value_name = "N",
        default_value_t = Shards::new(app::Layout::default().shards.into()).unwrap_or(Shards::MIN),
        help = ranged("The number of shards of a new index in a cluster", &Shards::range()),
        help_heading = "Cluster"
    )]
    shards: Shards,

    #[arg(
        long = "cluster-replicas",
        value_name = "N",
        default_value_t = Replicas::new(app::Layout::default().replicas.into()).unwrap_or(Replicas::MIN),
        help = ranged("The number of replicas of each of these shards, 0 for a single node", &Replicas::range()),
        help_heading = "Cluster"
    )]
    replicas: Replicas,
}

#[cfg(feature = "cluster")]
type Shards = Bounded<1, 1024>;
#[cfg(feature = "cluster")]
type Replicas = Bounded<0, 16>;

impl IngestArgs {
    /// Opens the index, or creates it.
    fn open_or_create(&self) -> anyhow::Result<Database> {
        #[cfg_attr(
            not(feature = "cluster"),
            expect(unused_mut, reason = "a folder has no layout")
        )]
        let mut place = self.index.place()?;
        #[cfg(feature = "cluster")]
        if let Place::Cluster { layout, .. } = &mut place {
            layout.shards = self.layout.shards.get() as u32;
            layout.replicas = self.layout.replicas.get() as u32;
        }
        Ok(Database::open_or_create(&place)?)
    }
}

pub(crate) fn run(args: &IngestArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let (files, mut failures) = files(&args.files);
    for failure in &failures {
        crate::complain(failure);
    }
    if files.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    let index = args.open_or_create()?;
    let mut import = Import::new(&index, args.from_move)?;
    if let Some(positions) = args.commit_every {
        import.set_commit_every(positions.get());
    }
    let mut reader = Reader {
        progress: Progress::new(&files),
        stopped: stop_signal()?,
        rejected: Vec::new(),
    };
    for file in &files {
        match reader.read(&mut import, file) {
            Ok(()) => {}
            Err(Error::Pgn(why)) => {
                reader.progress.say(&why);
                failures.push(why);
            }
            Err(error) => return Err(broken_off(&index, error)),
        }
        if reader.is_stopped() {
            break;
        }
    }
    let stopped = reader.is_stopped();
    // A command that is stopped waits for the merging of segments all the same.
    let (sum, finished) = import.finish(|| false);
    finished.map_err(|error| broken_off(&index, error))?;
    reader.progress.finish();

    if sum.duplicates > 0 && args.from_move != DEFAULT_FROM_MOVE {
        crate::complain(
            "games that were already in the index keep their indexed positions, \
             whatever --from-move says; to index others, ingest into a new folder",
        );
    }
    if stopped {
        // Not before it is true.
        crate::complain(STOPPED);
        failures.push(STOPPED.to_owned());
    }

    let mut response = IngestResponse::new(sum, reader.rejected, started.elapsed().as_secs_f64());
    response.done = failures.is_empty();
    response.error = failures.first().cloned();
    if json {
        serde_json::to_writer(&mut *out, &response)?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "games {}, positions {}, duplicates {}, rejected {}, {} positions/s",
            response.games,
            response.positions,
            response.duplicates,
            response.rejected_count,
            response.positions_per_second,
        )?;
    }
    Ok(if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// An error of writing, e.g. on a full disk, with the number of games that are committed all the same.
fn broken_off(index: &Database, error: Error) -> anyhow::Error {
    let committed = |index: &Database| {
        index.reload()?;
        Ok::<u64, Error>(index.snapshot()?.statistics().games)
    };
    match (&error, committed(index)) {
        (Error::Index(index::Error::Storage { .. }), Ok(games)) => anyhow!(
            "{error}; games that are committed: {games}; make room and ingest again, and it continues after them"
        ),
        _ => error.into(),
    }
}

/// Becomes true at Ctrl-C, or a request to terminate. The second time the
/// process ends at once, and what is not committed is lost.
///
/// A terminal that is closed is not such a request, so that `nohup` does what it is for; it costs
/// what is not committed.
fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds it still false.
        flag::register_conditional_shutdown(signal, 1, Arc::clone(&stopped))
            .and_then(|_| flag::register(signal, Arc::clone(&stopped)))
            .context("cannot listen for Ctrl-C")?;
    }
    Ok(stopped)
}

/// The files of some paths, and a sentence for each that cannot be found.
fn files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        if is_standard_input(path) {
            files.push(path.clone());
            continue;
        }
        for file in pgn::pgn_files(path) {
            match file {
                Ok(file) => files.push(file),
                Err(error) => failures.push(error.to_string()),
            }
        }
    }
    (files, failures)
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads files into an import, and reports how far it is.
struct Reader {
    progress: Progress,
    stopped: Arc<AtomicBool>,
    rejected: Vec<RejectedGame>,
}

impl Reader {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    ///
    /// As [`Import::read`].
    fn read(&mut self, import: &mut Import, path: &Path) -> Result<(), Error> {
        let (name, stream): (String, Box<dyn Read + Send>) = if is_standard_input(path) {
            let stream = pgn::decompressed(io::stdin());
            ("standard input".into(), Box::new(stream))
        } else {
            let stream = pgn::open_pgn(path, self.progress.counter());
            (path.display().to_string(), Box::new(stream))
        };
        let watch = |sum: &Ingested, games: Vec<Rejected>| {
            for game in games {
                let Rejected {
                    game: number,
                    line,
                    reason,
                } = &game;
                self.progress.say(&format!(
                    "{name}: game {number}, line {line}: {reason}; rejected"
                ));
                if self.rejected.len() < MOST_REJECTED {
                    self.rejected.push(RejectedGame::new(Some(&name), game));
                }
            }
            self.progress.show(sum);
            if self.is_stopped() {
                self.progress.say(STOPPING);
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        import.read(&name, stream, watch)
    }
}
