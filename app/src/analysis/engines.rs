//! The pool of engines: each works on one search at a time, and is used again.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use engine::{Analysis, Engine, Game, Limits};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::analysis::uci::{Failure, Program};
use crate::analysis::until::Until;
use crate::error::Error;

/// The hash table of each of our engines, in mebibytes. Guessed: enough for some seconds.
const HASH: usize = 16;

/// How many pieces of work for each processor use engines at once in a server; the system shares the processors among
/// them. Guessed: a server's clients.
pub const AT_ONCE: usize = 8;

/// The name of our engine.
pub(crate) const OWN_NAME: &str = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));

/// The engines that analyse: ours, or another UCI engine.
pub struct Engines {
    program: Option<PathBuf>,
    name: String,
    processors: usize,
    /// The engines that no search uses.
    idle: Mutex<Vec<AnyEngine>>,
    /// The threads of work that has its own.
    threads: AtomicUsize,
    /// Positions searched.
    searched: AtomicU64,
}

enum AnyEngine {
    Own(Box<Engine>),
    Program(Box<Program>),
}

impl Engines {
    /// No engines yet: they start when they are needed, except the first one of another program, so that a wrong path
    /// is an error at once.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the program cannot be started or is not a UCI engine.
    pub fn new(program: Option<&Path>) -> Result<Engines, Error> {
        let first = match program {
            None => None,
            Some(path) => Some(Program::start(path).map_err(|failure| failed(path, &failure))?),
        };
        let name = first.as_ref().map_or(OWN_NAME, |first| &first.name);
        Ok(Engines {
            program: program.map(Path::to_owned),
            name: name.to_owned(),
            processors: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            idle: Mutex::new(
                first
                    .into_iter()
                    .map(|program| AnyEngine::Program(Box::new(program)))
                    .collect(),
            ),
            threads: AtomicUsize::new(0),
            searched: AtomicU64::new(0),
        })
    }

    /// The engine's name and version, e.g. `Stockfish 15.1`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of positions searched so far.
    pub fn searched(&self) -> u64 {
        self.searched.load(Relaxed)
    }

    /// Runs `work` on threads of its own, which it also uses where it works in parallel, so that no other work waits for
    /// it, nor it for others: one for each processor, but only one where others have [`AT_ONCE`] times as many.
    ///
    /// # Errors
    ///
    /// [`Error::Internal`] if the system has no threads left.
    pub fn on_own_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        let taken = self.threads.load(Relaxed);
        let left = (AT_ONCE * self.processors).saturating_sub(taken);
        let threads = left.clamp(1, self.processors);
        self.threads.fetch_add(threads, Relaxed);
        let _given_back = Threads {
            count: threads,
            of: &self.threads,
        };
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let own = builder.stack_size(engine::STACK).build();
        Ok(own.map_err(Error::internal)?.install(work))
    }

    /// Searches positions, several at a time on the threads of the current pool of rayon, as a player of a rating does
    /// or as well as it can. A search that runs out of time yields what it has so far, and `None` if it was not begun.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the engine is another program that has failed twice.
    pub(crate) fn search(
        &self,
        positions: &[Chess],
        rating: Option<u32>,
        limits: &Limits,
        until: &Until,
    ) -> Result<Vec<Option<Searched>>, Error> {
        let one = |(place, position): (usize, &Chess)| {
            if until.is_over() {
                return Ok((place, None));
            }
            let mut engine = self.borrow()?;
            let searched = engine.search(position, rating, limits, until)?;
            self.searched.fetch_add(1, Relaxed);
            Ok((place, Some(searched)))
        };
        // One after the other, so that the first ones have an answer if time runs out.
        let one_by_one = positions.iter().enumerate().par_bridge();
        let mut found: Vec<_> = one_by_one.map(one).collect::<Result<_, Error>>()?;
        found.sort_unstable_by_key(|(place, _)| *place);
        Ok(found.into_iter().map(|(_, searched)| searched).collect())
    }

    fn idle(&self) -> MutexGuard<'_, Vec<AnyEngine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An idle engine, or a new one.
    fn borrow(&self) -> Result<Borrowed<'_>, Error> {
        let idle = self.idle().pop();
        Ok(Borrowed {
            pool: self,
            engine: Some(idle.map_or_else(|| self.start(), Ok)?),
        })
    }

    fn start(&self) -> Result<AnyEngine, Error> {
        match &self.program {
            Some(path) => {
                let program = Program::start(path).map_err(|failure| failed(path, &failure))?;
                Ok(AnyEngine::Program(Box::new(program)))
            }
            None => Ok(AnyEngine::Own(Box::new(
                Engine::new(HASH).map_err(Error::internal)?,
            ))),
        }
    }
}

/// The error of a program that failed; each failure is logged, even if a second try succeeds.
fn failed(path: &Path, failure: &Failure) -> Error {
    let error = Error::Engine {
        path: path.to_owned(),
        why: failure.to_string(),
    };
    tracing::warn!("{error}");
    error
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    pub(crate) analysis: Analysis,
    /// Whether it reached its limits before time ran out.
    pub(crate) is_complete: bool,
}

/// Threads of a piece of work, until this is dropped.
struct Threads<'a> {
    count: usize,
    of: &'a AtomicUsize,
}

impl Drop for Threads<'_> {
    fn drop(&mut self) {
        self.of.fetch_sub(self.count, Relaxed);
    }
}

/// An engine taken from the pool, `None` after a failure. It goes back when this is dropped.
struct Borrowed<'a> {
    pool: &'a Engines,
    engine: Option<AnyEngine>,
}

impl Borrowed<'_> {
    fn search(
        &mut self,
        position: &Chess,
        rating: Option<u32>,
        limits: &Limits,
        until: &Until,
    ) -> Result<Searched, Error> {
        let limits = Limits {
            time: match until.deadline {
                None => limits.time,
                Some(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    Some(limits.time.map_or(left, |time| time.min(left)))
                }
            },
            ..limits.clone()
        };
        let mut again = true;
        loop {
            let analysis = match &mut self.engine {
                Some(AnyEngine::Own(engine)) => {
                    // Earlier searches must not change the answer.
                    engine.set_rating(rating);
                    engine.forget();
                    let game = Game::new(position.clone());
                    engine.search(&game, &limits, &until.stop, |_| ())
                }
                // What other engines answer to these is not defined.
                Some(AnyEngine::Program(_)) if position.legal_moves().is_empty() => {
                    Analysis::without_moves(position)
                }
                Some(AnyEngine::Program(program)) => {
                    match program.search(position, rating, &limits, until) {
                        Ok(analysis) => analysis,
                        Err(failure) => {
                            let problem = failed(&program.path, &failure);
                            // The program is dropped, and with it killed.
                            self.engine = None;
                            if !again {
                                return Err(problem);
                            }
                            again = false;
                            continue;
                        }
                    }
                }
                None => {
                    self.engine = Some(self.pool.start()?);
                    continue;
                }
            };
            return Ok(Searched {
                analysis,
                is_complete: !until.is_over(),
            });
        }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.pool.idle().extend(self.engine.take());
    }
}
