//! The engines that analyse: a few, each lent to one search at a time.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use engine::{Analysis, Engine, Game, Limits};
use prometheus_client::metrics::counter::Counter;
use rayon::{ThreadPool, ThreadPoolBuilder};
use shakmaty::{Chess, Position};

use crate::problem::Problem;
use crate::uci::{Failure, Program};

/// The hash table of each of our engines, in mebibytes. Guessed: enough for some seconds.
const HASH: usize = 16;

/// How often a search that waits for an engine looks whether it has become too late. Guessed.
const GLANCE: Duration = Duration::from_millis(20);

/// The name that our engine goes by.
const OWN_NAME: &str = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));

/// The engines that analyse, as many as there are processors: ours, or another UCI engine.
pub struct Analysts {
    program: Option<PathBuf>,
    name: String,
    /// How many engines there may be.
    size: usize,
    free: Mutex<Free>,
    returned: Condvar,
    /// Where what is done in parallel with engines stays.
    threads: ThreadPool,
    /// Positions searched.
    pub(crate) searched: Counter,
}

/// The engines that nobody uses.
struct Free {
    idle: Vec<Analyst>,
    /// How many more there may be.
    missing: usize,
}

enum Analyst {
    Own(Box<Engine>),
    Program(Box<Program>),
}

/// When searches end, whatever else they wait for.
#[derive(Debug, Default)]
pub struct Until {
    /// Set to end them now.
    pub stop: AtomicBool,
    /// The time by which they end.
    pub deadline: Option<Instant>,
}

impl Until {
    /// Whether they are to end.
    pub(crate) fn is_over(&self) -> bool {
        let is_late = self.deadline.is_some_and(|end| Instant::now() >= end);
        is_late || self.stop.load(Relaxed)
    }
}

impl Analysts {
    /// As many engines as there are processors; they start when they are needed, but for the first
    /// of another program, so that a wrong path is told at once.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or is no UCI engine; or the system has no threads left.
    pub fn new(program: Option<&Path>) -> Result<Analysts, Problem> {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let first = match program {
            None => None,
            Some(path) => Some(Program::start(path).map_err(|failure| broken(path, &failure))?),
        };
        let name = first.as_ref().map_or(OWN_NAME, |first| &first.name);
        Ok(Analysts {
            program: program.map(Path::to_owned),
            name: name.to_owned(),
            size: processors,
            free: Mutex::new(Free {
                missing: processors - usize::from(first.is_some()),
                idle: first
                    .into_iter()
                    .map(|program| Analyst::Program(Box::new(program)))
                    .collect(),
            }),
            returned: Condvar::new(),
            threads: ThreadPoolBuilder::new()
                .num_threads(processors)
                .stack_size(engine::STACK)
                .build()
                .map_err(Problem::internal)?,
            searched: Counter::default(),
        })
    }

    /// The engine's name and version, e.g. `Stockfish 15.1`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs `work` on threads apart, as many as there are processors: where it parts its work among threads it
    /// takes these. On those of all others, an exercise that takes seconds would keep every search waiting.
    pub(crate) fn apart<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }

    /// Analyses positions, several at a time, as a player of a rating does or as well as it can. One that was not finished in time is as far as it came;
    /// `None` if it was not begun.
    ///
    /// # Errors
    ///
    /// The engine is another program, and has failed twice.
    pub(crate) fn analyse(
        &self,
        positions: &[Chess],
        rating: Option<u32>,
        limits: &Limits,
        until: &Until,
    ) -> Result<Vec<Option<Finding>>, Problem> {
        let next = Mutex::new(positions.iter().enumerate());
        let found: Vec<Mutex<Option<Finding>>> =
            positions.iter().map(|_| Mutex::default()).collect();
        let work = || {
            let Some(mut lent) = self.lend(until)? else {
                return Ok(());
            };
            loop {
                let position = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((place, position)) = position.filter(|_| !until.is_over()) else {
                    return Ok(());
                };
                let finding = lent.search(position, rating, limits, until)?;
                self.searched.inc();
                *found[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(finding);
            }
        };
        thread::scope(|scope| {
            let start = |_| {
                let builder = thread::Builder::new().stack_size(engine::STACK);
                builder.spawn_scoped(scope, work).map_err(Problem::internal)
            };
            let workers: Vec<_> = (0..self.size.min(positions.len())).map(start).collect();
            workers.into_iter().try_for_each(|worker| {
                let done = worker?.join();
                done.unwrap_or_else(|_| Err(Problem::internal("an analysis failed")))
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

    /// An engine, once one is free; `None` if it becomes too late.
    fn lend(&self, until: &Until) -> Result<Option<Lent<'_>>, Problem> {
        let mut free = self.free();
        loop {
            if until.is_over() {
                return Ok(None);
            }
            if let Some(analyst) = free.idle.pop() {
                return Ok(Some(Lent {
                    of: self,
                    analyst: Some(analyst),
                }));
            }
            if free.missing > 0 {
                free.missing -= 1;
                break;
            }
            let waited = self.returned.wait_timeout(free, GLANCE);
            (free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        drop(free);
        // Given back as missing if it cannot be started.
        let mut lent = Lent {
            of: self,
            analyst: None,
        };
        lent.analyst = Some(self.start()?);
        Ok(Some(lent))
    }

    fn start(&self) -> Result<Analyst, Problem> {
        match &self.program {
            Some(path) => {
                let program = Program::start(path).map_err(|failure| broken(path, &failure))?;
                Ok(Analyst::Program(Box::new(program)))
            }
            None => Ok(Analyst::Own(Box::new(
                Engine::new(HASH).map_err(Problem::internal)?,
            ))),
        }
    }
}

/// What is wrong with a program, for who asked and who runs it.
fn broken(path: &Path, failure: &Failure) -> Problem {
    let detail = format!("the engine {} failed: {failure}", path.display());
    tracing::warn!("{detail}");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
}

/// What an engine found of a position.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) analysis: Analysis,
    /// Whether it reached what it was to reach.
    pub(crate) is_whole: bool,
}

/// An engine that is lent; `None` while it is being started. It goes back when this is dropped.
struct Lent<'a> {
    of: &'a Analysts,
    analyst: Option<Analyst>,
}

impl Lent<'_> {
    fn search(
        &mut self,
        position: &Chess,
        rating: Option<u32>,
        limits: &Limits,
        until: &Until,
    ) -> Result<Finding, Problem> {
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
            let analysis = match &mut self.analyst {
                Some(Analyst::Own(engine)) => {
                    // What others asked before must not change the answer.
                    engine.set_rating(rating);
                    engine.forget();
                    let game = Game::new(position.clone());
                    engine.search(&game, &limits, &until.stop, |_| ())
                }
                // Other engines need not know what to say of these.
                Some(Analyst::Program(_)) if position.legal_moves().is_empty() => {
                    Analysis::without_moves(position)
                }
                Some(Analyst::Program(program)) => {
                    match program.search(position, rating, &limits, until) {
                        Ok(analysis) => analysis,
                        Err(failure) => {
                            let problem = broken(&program.path, &failure);
                            // The program is dropped, and with it killed.
                            self.analyst = None;
                            if !again {
                                return Err(problem);
                            }
                            again = false;
                            continue;
                        }
                    }
                }
                None => {
                    self.analyst = Some(self.of.start()?);
                    continue;
                }
            };
            return Ok(Finding {
                analysis,
                is_whole: !until.is_over(),
            });
        }
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut free = self.of.free();
        match self.analyst.take() {
            Some(analyst) => free.idle.push(analyst),
            None => free.missing += 1,
        }
        self.of.returned.notify_one();
    }
}
