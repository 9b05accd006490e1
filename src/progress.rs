//! How far an import has come: a bar on a terminal, a line now and then elsewhere, e.g.
//! `tabiya: 120000 games, 0 duplicates, 7109338 positions, 598000 positions/s, 31%, 26 s left`.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use index::Ingested;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long there is no line where there is no terminal. Guessed: a log of an hour stays readable.
const SILENCE: Duration = Duration::from_secs(10);

/// How far an import has come, in bytes of all its files.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// When the last line was written; `None` on a terminal, which has the bar.
    last_line: Option<Instant>,
}

impl Progress {
    pub(crate) fn new(files: &[PathBuf]) -> Progress {
        let bytes = files
            .iter()
            .filter_map(|file| fs::metadata(file).ok())
            .map(|file| file.len())
            .sum();
        let now = Instant::now();
        // Ten times a second, to a terminal only.
        let bar =
            ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{wide_bar} {percent}%, {msg}, {eta} left");
        Progress {
            bar: match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            },
            started: now,
            last_line: (!stderr().is_terminal()).then_some(now),
        }
    }

    /// Counts bytes as they are read.
    pub(crate) fn counter(&self) -> impl FnMut(u64) + Send + 'static {
        let bar = self.bar.clone();
        move |bytes| bar.inc(bytes)
    }

    /// Shows what has been done so far, if it is time to.
    pub(crate) fn show(&mut self, sum: &Ingested) {
        let rate = sum.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let message = format!(
            "{} games, {} duplicates, {} positions, {rate:.0} positions/s",
            sum.games, sum.duplicates, sum.positions
        );
        match &mut self.last_line {
            None => self.bar.set_message(message),
            Some(last) if last.elapsed() >= SILENCE => {
                *last = Instant::now();
                crate::complain(&format!("{message}{}", self.left()));
            }
            Some(_) => {}
        }
    }

    /// How much is done and how long the rest takes, if that is known: standard input has no end.
    fn left(&self) -> String {
        let (Some(bytes), read) = (self.bar.length(), self.bar.position()) else {
            return String::new();
        };
        if bytes == 0 || read == 0 {
            return String::new();
        }
        let done = (read as f64 / bytes as f64).min(1.0);
        let left = self.started.elapsed().as_secs_f64() * (1.0 / done - 1.0);
        format!(", {:.0}%, {left:.0} s left", 100.0 * done)
    }

    /// Says a sentence, above the bar where there is one.
    pub(crate) fn say(&self, sentence: &str) {
        self.bar.suspend(|| crate::complain(sentence));
    }

    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
