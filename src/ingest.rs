//! `tabiya ingest`: from PGN files to an index.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use api::{IngestResponse, RejectedGame};
use index::{Index, IngestError, Ingested, Rejected, Writer};

use crate::cli::IngestArgs;
use crate::progress::Progress;

/// What is said after Ctrl-C.
const STOPPED: &str = "stopped: every game so far is in; the same command goes on with the rest";

pub(crate) fn run(args: &IngestArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let (files, mut failures) = files(&args.files);
    for failure in &failures {
        crate::complain(failure);
    }
    if files.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    let index = Index::open_or_create(&args.index.index)?;
    let mut writer = index.writer()?;
    writer.set_commit_every(args.commit_every);
    let mut import = Import {
        writer,
        from_move: args.from_move,
        progress: Progress::new(&files),
        stopped: stop_signal()?,
        sum: Ingested::default(),
        rejected: Vec::new(),
    };
    for file in &files {
        match import.file(file) {
            Ok(()) => {}
            Err(IngestError::Index(error)) => return Err(error.into()),
            Err(error) => {
                import.progress.say(&error.to_string());
                failures.push(error.to_string());
            }
        }
        if import.is_stopped() {
            break;
        }
    }
    let stopped = import.is_stopped();
    let Import {
        mut writer,
        progress,
        sum,
        rejected,
        ..
    } = import;
    writer.commit()?;
    writer.close()?;
    progress.finish();

    if stopped {
        // Not before it is true.
        crate::complain(STOPPED);
        failures.push(STOPPED.to_owned());
    }

    let mut response = IngestResponse::new(sum, rejected, started.elapsed().as_secs_f64());
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
            response.rejected.len(),
            response.positions_per_second,
        )?;
    }
    Ok(if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Becomes true when Ctrl-C is pressed, or the process is asked to terminate. The second time the
/// process ends at once, and what is not committed is lost.
fn stop_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&stopped);
    ctrlc::set_handler(move || {
        if signal.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    })
    .context("Ctrl-C cannot be heard")?;
    Ok(stopped)
}

/// The files meant by what was typed, and a sentence for each that cannot be found.
fn files(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in paths {
        if is_standard_input(path) {
            files.push(path.clone());
            continue;
        }
        let found = index::pgn_files(path);
        if found.is_empty() {
            failures.push(format!(
                "{}: there is no PGN file in this folder",
                path.display()
            ));
        }
        for file in found {
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

/// An import under way.
struct Import {
    writer: Writer,
    from_move: u32,
    progress: Progress,
    stopped: Arc<AtomicBool>,
    sum: Ingested,
    rejected: Vec<RejectedGame>,
}

impl Import {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn file(&mut self, path: &Path) -> Result<(), IngestError> {
        let (name, stream) = if is_standard_input(path) {
            let unreadable = |error: io::Error| {
                IngestError::Unreadable("standard input".into(), error.to_string())
            };
            (
                "standard input".into(),
                index::decompressed(io::stdin()).map_err(unreadable)?,
            )
        } else {
            let count = self.progress.counter();
            (path.display().to_string(), index::open_pgn(path, count)?)
        };
        let Import {
            progress,
            stopped,
            rejected,
            ..
        } = self;
        let watch = |sum: &Ingested, games: Vec<Rejected>| {
            for game in games {
                let Rejected {
                    game: number,
                    line,
                    reason,
                } = &game;
                progress.say(&format!(
                    "{name}: game {number}, line {line}: {reason}; left out"
                ));
                rejected.push(RejectedGame::new(Some(&name), game));
            }
            progress.show(sum);
            if stopped.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        index::ingest(
            &mut self.writer,
            &name,
            stream,
            self.from_move,
            &mut self.sum,
            watch,
        )
    }
}
