//! The progress of an import: a bar on a terminal, otherwise a line now and then, e.g.
//! `tabiya: 120000 games, 0 duplicates, 7109338 positions, 598000 positions/s, 31%, 26 s left`.

use std::fs::{self, Metadata};
use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use similarity::Ingested;

/// The interval between lines where there is no terminal. Guessed: a log of an hour stays readable.
const SILENCE: Duration = Duration::from_secs(10);

/// How far an import has come, in bytes of all its files.
pub(crate) struct Progress {
    /// Without a length where that is unknown: standard input has no end.
    bar: ProgressBar,
    started: Instant,
    /// When the last line was written; `None` on a terminal, which has the bar.
    last_line: Option<Instant>,
}

impl Progress {
    pub(crate) fn new(files: &[PathBuf]) -> Progress {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok();
            metadata.filter(Metadata::is_file).map(|file| file.len())
        };
        Progress::of(files.iter().map(length).sum())
    }

    /// That of what nobody knows the length of.
    pub(crate) fn without_end() -> Progress {
        Progress::of(None)
    }

    fn of(bytes: Option<u64>) -> Progress {
        let now = Instant::now();
        let template = match bytes {
            Some(_) => "{bar:20} {wide_msg}",
            None => "{spinner} {wide_msg}",
        };
        let mut progress = Progress {
            bar: styled(bytes, template),
            started: now,
            last_line: (!stderr().is_terminal()).then_some(now),
        };
        progress.show(&Ingested::default());
        progress
    }

    /// Counts bytes as they are read.
    pub(crate) fn counter(&self) -> impl FnMut(u64) + Send + 'static {
        let bar = self.bar.clone();
        move |bytes| bar.inc(bytes)
    }

    /// Shows what has been done so far, if it is time to.
    pub(crate) fn show(&mut self, sum: &Ingested) {
        let elapsed = self.started.elapsed();
        if self.last_line.is_some_and(|last| last.elapsed() < SILENCE) {
            return;
        }
        let rate = sum.positions as f64 / elapsed.as_secs_f64().max(1e-9);
        let message = format!(
            "{} games, {} duplicates, {} positions, {rate:.0} positions/s{}",
            sum.games,
            sum.duplicates,
            sum.positions,
            left(self.bar.position(), self.bar.length(), elapsed)
        );
        match &mut self.last_line {
            None => {
                self.bar.set_message(message);
                self.bar.tick();
            }
            Some(last) => {
                *last = Instant::now();
                crate::print::complain(&message);
            }
        }
    }

    /// Says a sentence, above the bar where there is one.
    pub(crate) fn say(&self, sentence: &str) {
        self.bar.suspend(|| crate::print::complain(sentence));
    }

    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// A bar over a number of things, e.g. positions; it only shows on a terminal.
pub(crate) fn bar(length: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:20}} {{pos}} of {{len}} {what}, {{eta}} left");
    styled(Some(length), &template)
}

/// A count of things whose number is unknown; it only shows on a terminal.
pub(crate) fn counted(what: &str) -> ProgressBar {
    styled(None, &format!("{{spinner}} {{pos}} {what}"))
}

/// A bar on standard error that is drawn ten times a second, if that is a terminal.
fn styled(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How much is done and how long the rest takes; where that cannot be known, how long it took so
/// far.
fn left(read: u64, bytes: Option<u64>, elapsed: Duration) -> String {
    let elapsed = elapsed.as_secs_f64();
    match bytes {
        Some(bytes) if bytes > 0 && read > 0 => {
            let done = (read as f64 / bytes as f64).min(1.0);
            let left = elapsed * (1.0 / done - 1.0);
            format!(", {:.0}%, {left:.0} s left", 100.0 * done)
        }
        _ => format!(", {elapsed:.0} s so far"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left() {
        let cases = [
            (0, Some(100), ", 10 s so far"),
            (25, Some(100), ", 25%, 30 s left"),
            (100, Some(100), ", 100%, 0 s left"),
            // A file that has grown meanwhile.
            (200, Some(100), ", 100%, 0 s left"),
            (0, Some(0), ", 10 s so far"),
            (25, None, ", 10 s so far"),
        ];
        for (read, bytes, text) in cases {
            let elapsed = Duration::from_secs(10);
            assert_eq!(left(read, bytes, elapsed), text, "{read} of {bytes:?}");
        }
    }
}
