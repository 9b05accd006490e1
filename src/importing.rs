//! An import from the command line: its progress, Ctrl-C, and its result.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow};
use app::{Corrections, Database, Error, Import, IngestAnswer, RejectedGame, RemarkKind, Remarks};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use similarity::Ingested;

use crate::progress::Progress;

/// Maximum number of rejected games, and of duplicates, that the JSON names. All are counted, and rejected games are
/// printed as they occur. Guessed: more than a person reads, and a bound if a thousand files have no chess in them.
const MOST_REJECTED: usize = 100_000;

/// The message at Ctrl-C.
const STOPPING: &str = "stopping: what was read is being committed (Ctrl-C again drops it)";

/// The message after Ctrl-C.
const STOPPED: &str =
    "stopped: every game so far is stored; run the same command again to continue";

/// An import under way.
pub(crate) struct Importing {
    pub(crate) progress: Progress,
    started: Instant,
    stopped: Arc<AtomicBool>,
    remarks: Remarks,
    /// Why it is not all done, a sentence each.
    failures: Vec<String>,
}

impl Importing {
    /// An import that shows its progress and ends early at Ctrl-C.
    ///
    /// # Errors
    ///
    /// If Ctrl-C cannot be listened for.
    pub(crate) fn new(progress: Progress, started: Instant) -> anyhow::Result<Importing> {
        Ok(Importing {
            progress,
            started,
            stopped: stop_signal()?,
            remarks: Remarks::default(),
            failures: Vec::new(),
        })
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Says what could not be read; the import goes on.
    pub(crate) fn fail(&mut self, why: String) {
        self.progress.say(&why);
        self.failures.push(why);
    }

    /// Records a remark on a game, and prints it at once if the game was rejected. `place` says where the game comes
    /// from.
    pub(crate) fn remark(
        &mut self,
        place: impl FnOnce() -> String,
        kind: RemarkKind,
        game: RejectedGame,
    ) {
        if kind == RemarkKind::Rejected {
            let (place, reason) = (place(), &game.reason);
            self.progress.say(&format!("{place}: {reason}; rejected"));
        }
        self.remarks.add(kind, game, MOST_REJECTED);
    }

    /// Shows the counts; breaks after Ctrl-C.
    pub(crate) fn show(&mut self, sum: &Ingested) -> ControlFlow<()> {
        self.progress.show(sum);
        if self.is_stopped() {
            self.progress.say(STOPPING);
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Commits, and prints the result; returns it with the status that the command ends with.
    ///
    /// # Errors
    ///
    /// If the index cannot be written to.
    pub(crate) fn finish(
        mut self,
        import: Import,
        index: &Database,
        json: bool,
        out: &mut impl Write,
    ) -> anyhow::Result<(Ingested, ExitCode)> {
        let stopped = self.is_stopped();
        // A command that is stopped waits for the merging of segments all the same.
        let (sum, finished) = import.finish(&mut self.remarks, || false);
        finished.map_err(|error| broken_off(index, error))?;
        self.progress.finish();
        if stopped {
            // Not before it is true.
            crate::print::complain(STOPPED);
            self.failures.push(STOPPED.to_owned());
        }
        for corrections in self.remarks.corrections() {
            crate::print::complain(&corrected(corrections));
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let mut response = IngestAnswer::new(sum, self.remarks, seconds);
        response.done = self.failures.is_empty();
        response.error = self.failures.first().cloned();
        print(&response, json, out)?;
        let status = if response.done {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
        Ok((sum, status))
    }
}

/// Games that were corrected, in a line with the first places.
fn corrected(corrections: &Corrections) -> String {
    let first = corrections.first.iter().map(|game| {
        let place = pgn::place(game.game, game.line);
        let file = game
            .file
            .as_deref()
            .map_or(String::new(), |file| format!("{file}: "));
        format!("{file}{place}: {}", game.reason)
    });
    let first = first.collect::<Vec<_>>().join("; ");
    let more = if corrections.games > corrections.first.len() as u64 {
        "; ..."
    } else {
        ""
    };
    let (words, games) = (corrections.words(), corrections.games);
    format!("{words}: {games}: {first}{more}")
}

fn print(response: &IngestAnswer, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, response)?;
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
    Ok(())
}

/// An error of the storage, e.g. of a full disk, with the number of games that are committed all the same.
pub(crate) fn broken_off(index: &Database, error: Error) -> anyhow::Error {
    match (error.fault(), index.statistics()) {
        (Some(_), Ok(statistics)) => anyhow!(
            "{error}; games that are committed: {}; ingest again when it can be written, and it continues after them",
            statistics.games
        ),
        _ => error.into(),
    }
}

/// Becomes true at Ctrl-C, or a request to terminate. The second time the
/// process ends at once, and what is not committed is lost.
///
/// A terminal that is closed is not such a request, so that `nohup` does what it is for; it costs
/// what is not committed.
pub(crate) fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds it still false.
        flag::register_conditional_shutdown(signal, 1, Arc::clone(&stopped))
            .and_then(|_| flag::register(signal, Arc::clone(&stopped)))
            .context("cannot listen for Ctrl-C")?;
    }
    Ok(stopped)
}
