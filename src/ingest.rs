//! `tabiya ingest`: from PGN files to an index.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use api::{IngestResponse, RejectedGame};
use index::{Index, IngestError, Ingested, Rejected, Writer};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::IngestArgs;

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
    let mut import = Import {
        writer: index.writer()?,
        from_move: args.from_move,
        bar: progress_bar(&files),
        sum: Ingested::default(),
        rejected: Vec::new(),
    };
    for file in &files {
        match import.file(file) {
            Ok(()) => {}
            Err(IngestError::Index(error)) => return Err(error.into()),
            Err(error) => {
                say(&import.bar, &error.to_string());
                failures.push(error.to_string());
            }
        }
    }
    let Import {
        mut writer,
        bar,
        sum,
        rejected,
        ..
    } = import;
    writer.commit()?;
    writer.close()?;
    bar.finish_and_clear();

    let response = IngestResponse::new(sum, rejected, started.elapsed().as_secs_f64());
    if json {
        crate::print_json(out, &response)?;
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
    bar: ProgressBar,
    sum: Ingested,
    rejected: Vec<RejectedGame>,
}

impl Import {
    fn file(&mut self, path: &Path) -> Result<(), IngestError> {
        let bar = self.bar.clone();
        let count = move |bytes| bar.inc(bytes);
        let (name, stream) = if is_standard_input(path) {
            let unreadable = |error: io::Error| {
                IngestError::Unreadable("standard input".into(), error.to_string())
            };
            (
                "standard input".into(),
                index::decompressed(io::stdin()).map_err(unreadable)?,
            )
        } else {
            (path.display().to_string(), index::open_pgn(path, count)?)
        };
        let (bar, rejected) = (&self.bar, &mut self.rejected);
        let watch = |_: &Ingested, games: Vec<Rejected>| {
            for game in games {
                let Rejected {
                    game: number,
                    line,
                    reason,
                } = &game;
                say(
                    bar,
                    &format!("{name}: game {number}, line {line}: {reason}; left out"),
                );
                rejected.push(RejectedGame::new(Some(&name), game));
            }
            ControlFlow::Continue(())
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

/// Says a sentence above the progress bar.
fn say(bar: &ProgressBar, sentence: &str) {
    bar.suspend(|| crate::complain(sentence));
}

/// A bar of the bytes of all files, shown on a terminal only.
fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    let bytes = files
        .iter()
        .filter_map(|file| fs::metadata(file).ok())
        .map(|file| file.len())
        .sum();
    let style = ProgressStyle::with_template(
        "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
    );
    let bar = ProgressBar::new(bytes);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
