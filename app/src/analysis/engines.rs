//! The pool of engines: each works on one search at a time, and is used again.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Analysis, Engine, Game, Limits};
use rayon::{ThreadPool, ThreadPoolBuilder};
use shakmaty::{Chess, Position};

use crate::analysis::uci::{Failure, Program};
use crate::analysis::until::Until;
use crate::error::Error;

/// The hash table of each of our engines, in mebibytes. Guessed: enough for some seconds.
const HASH: usize = 16;

/// How often a search that waits for an engine checks whether it has become too late. Guessed.
const POLL: Duration = Duration::from_millis(20);

/// The name of our engine.
pub(crate) const OWN_NAME: &str = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));

/// The engines that analyse, as many as there are processors: ours, or another UCI engine.
pub struct Engines {
    program: Option<PathBuf>,
    name: String,
    /// The most engines that there may be.
    size: usize,
    free: Mutex<Free>,
    returned: Condvar,
    /// The threads of work that uses engines in parallel.
    threads: ThreadPool,
    /// Positions searched.
    searched: AtomicU64,
}

/// The engines that no search uses.
struct Free {
    idle: Vec<AnyEngine>,
    /// The number of engines that may still be started.
    missing: usize,
}

enum AnyEngine {
    Own(Box<Engine>),
    Program(Box<Program>),
}

impl Engines {
    /// As many engines as there are processors. They start when they are needed, except the first one of another
    /// program, so that a wrong path is an error at once.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the program cannot be started or is not a UCI engine; [`Error::Internal`] if the
    /// system has no threads left.
    pub fn new(program: Option<&Path>) -> Result<Engines, Error> {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let first = match program {
            None => None,
            Some(path) => Some(Program::start(path).map_err(|failure| failed(path, &failure))?),
        };
        let name = first.as_ref().map_or(OWN_NAME, |first| &first.name);
        Ok(Engines {
            program: program.map(Path::to_owned),
            name: name.to_owned(),
            size: processors,
            free: Mutex::new(Free {
                missing: processors - usize::from(first.is_some()),
                idle: first
                    .into_iter()
                    .map(|program| AnyEngine::Program(Box::new(program)))
                    .collect(),
            }),
            returned: Condvar::new(),
            threads: ThreadPoolBuilder::new()
                .num_threads(processors)
                .stack_size(engine::STACK)
                .build()
                .map_err(Error::internal)?,
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

    /// Runs `work` on threads of its own, as many as there are processors, which it also uses where it works in
    /// parallel. On the threads of everything else, an exercise that takes seconds would delay every search.
    pub fn on_own_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }

    /// Searches positions, several at a time, as a player of a rating does or as well as it can. A search that runs
    /// out of time yields what it has so far, and `None` if it was not begun.
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
        let next = Mutex::new(positions.iter().enumerate());
        let found: Vec<Mutex<Option<Searched>>> =
            positions.iter().map(|_| Mutex::default()).collect();
        let work = || {
            let Some(mut engine) = self.borrow(until)? else {
                return Ok(());
            };
            loop {
                let position = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((place, position)) = position.filter(|_| !until.is_over()) else {
                    return Ok(());
                };
                let searched = engine.search(position, rating, limits, until)?;
                self.searched.fetch_add(1, Relaxed);
                *found[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(searched);
            }
        };
        thread::scope(|scope| {
            let start = |_| {
                let builder = thread::Builder::new().stack_size(engine::STACK);
                builder.spawn_scoped(scope, work).map_err(Error::internal)
            };
            let workers: Vec<_> = (0..self.size.min(positions.len())).map(start).collect();
            workers.into_iter().try_for_each(|worker| {
                let done = worker?.join();
                done.unwrap_or_else(|_| Err(Error::internal("an analysis failed")))
            })
        })?;
        let found = found.into_iter();
        Ok(found
            .map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect())
    }

    fn free(&self) -> MutexGuard<'_, Free> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An engine, once one is free; `None` if time runs out before.
    fn borrow(&self, until: &Until) -> Result<Option<Borrowed<'_>>, Error> {
        let mut free = self.free();
        loop {
            if until.is_over() {
                return Ok(None);
            }
            if let Some(engine) = free.idle.pop() {
                return Ok(Some(Borrowed {
                    pool: self,
                    engine: Some(engine),
                }));
            }
            if free.missing > 0 {
                free.missing -= 1;
                break;
            }
            let waited = self.returned.wait_timeout(free, POLL);
            (free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        drop(free);
        // Given back as missing if it cannot be started.
        let mut borrowed = Borrowed {
            pool: self,
            engine: None,
        };
        borrowed.engine = Some(self.start()?);
        Ok(Some(borrowed))
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

/// An engine taken from the pool, `None` while it starts. It goes back when this is dropped.
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
        let mut free = self.pool.free();
        match self.engine.take() {
            Some(engine) => free.idle.push(engine),
            None => free.missing += 1,
        }
        self.pool.returned.notify_one();
    }
}
