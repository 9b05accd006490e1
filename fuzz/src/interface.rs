//! An interface that speaks to an engine in process, in place of standard input and output: what it says is a
//! script, and what the engine answers is kept.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A line for the engine, and how its last answer begins, which is waited for before the next line.
pub type Cue = (String, Option<String>);

/// A line of input, and the lines that the engine printed before it read the next one.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The line.
    pub line: String,
    /// The answers.
    pub said: Vec<String>,
}

/// An engine that is silent for longer is stuck. Guessed: a thousand times what an answer takes.
const PATIENCE: Duration = Duration::from_secs(20);

static SCRIPT: Mutex<Vec<Cue>> = Mutex::new(Vec::new());
static TALK: Mutex<Vec<Exchange>> = Mutex::new(Vec::new());
static SPOKEN: Condvar = Condvar::new();

fn talk() -> MutexGuard<'static, Vec<Exchange>> {
    TALK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets an engine, which reads [`lines`] and writes by [`say`], follow a script; returns the whole talk.
pub fn play(script: Vec<Cue>, engine: impl FnOnce()) -> Vec<Exchange> {
    talk().clear();
    *SCRIPT.lock().unwrap_or_else(PoisonError::into_inner) = script;
    engine();
    std::mem::take(&mut *talk())
}

/// The lines of the script, each when the one before is answered.
pub fn lines() -> impl Iterator<Item = io::Result<String>> {
    let script = std::mem::take(&mut *SCRIPT.lock().unwrap_or_else(PoisonError::into_inner));
    let mut script = script.into_iter();
    let mut wanted: Option<String> = None;
    std::iter::from_fn(move || {
        if let Some(wanted) = wanted.take() {
            wait(&wanted);
        }
        let (line, answer) = script.next()?;
        wanted = answer;
        talk().push(Exchange {
            line: line.clone(),
            said: Vec::new(),
        });
        Some(Ok(line))
    })
}

/// Waits until the engine has answered the last line.
fn wait(answer: &str) {
    let is_missing = |talk: &mut Vec<Exchange>| {
        let last = talk.last();
        !last.is_some_and(|last| last.said.iter().any(|said| said.starts_with(answer)))
    };
    let waited = SPOKEN.wait_timeout_while(talk(), PATIENCE, is_missing);
    let (talk, late) = waited.unwrap_or_else(PoisonError::into_inner);
    assert!(!late.timed_out(), "no {answer}: {talk:?}");
}

/// What the engine says.
pub fn say(line: &str) {
    // `go perft` writes an empty line before the sum, as Stockfish does.
    let line = line.strip_prefix('\n').unwrap_or(line);
    assert!(!line.contains('\n'), "{line:?} is not a line");
    if let Some(last) = talk().last_mut() {
        last.said.push(line.to_owned());
    }
    SPOKEN.notify_all();
}
