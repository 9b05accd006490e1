//! The pool of engines: each works on one search at a time, and is used again.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use engine::{Analysis, Engine, Game, Limits, Tablebase};
use index::Pace;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::analysis::kept::Kept;
use crate::analysis::uci::{Failure, Program};
use crate::error::Error;
use crate::one_thread::in_pool;

/// The hash table of each of our engines, in mebibytes. Guessed: enough for some seconds.
const HASH: usize = 16;

/// How many pieces of work for each processor use engines at once in a server; the system shares the processors among
/// them. Guessed: a server's clients.
pub(crate) const AT_ONCE: usize = 8;

/// The number of engines for each processor that are kept while no search uses them. Guessed: those of the pages whose searches are
/// resumed next; of more, each keeps its hash table for nothing.
const IDLE: usize = 2;

/// The name of our engine.
pub(crate) const OWN_NAME: &str = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));

/// The engines that analyse: ours, or another UCI engine.
pub struct Engines {
    program: Option<PathBuf>,
    tablebase: Option<Arc<Tablebase>>,
    name: String,
    processors: usize,
    /// The engines that no search uses.
    idle: Mutex<Vec<AnyEngine>>,
    /// What [`Engines::best_lines`] has found.
    kept: Kept<Searched>,
    /// The threads of work that has its own.
    threads: AtomicUsize,
    /// Positions searched.
    searched: AtomicU64,
}

enum AnyEngine {
    /// Ours, and what its hash table is about: the position of its last search, if that was played at full strength.
    Own(Box<Engine>, Option<Chess>),
    Program(Box<Program>),
}

impl AnyEngine {
    /// Whether its hash table still has a search of this position.
    fn remembers(&self, position: &Chess) -> bool {
        matches!(self, AnyEngine::Own(_, Some(last)) if last == position)
    }
}

/// What a search begins with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// An empty hash table: the answer depends on the position and the limits alone.
    Anew,
    /// The hash table of an earlier search of the same position, if an idle engine still has it: the search soon is
    /// where that one was, and goes further.
    Resume,
}

impl Engines {
    /// No engines yet: they start when they are needed, except the first one of another program, so that a wrong path
    /// is an error at once. They ask the tablebase; a program its own one, in the same folders, if it has the option
    /// `SyzygyPath`.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the program cannot be started or is not a UCI engine.
    pub fn new(
        program: Option<&Path>,
        tablebase: Option<Arc<Tablebase>>,
    ) -> Result<Engines, Error> {
        let first = program.map(|path| start(path, tablebase.as_deref()));
        let first = first.transpose()?;
        let name = first.as_ref().map_or(OWN_NAME, |first| &first.name);
        Ok(Engines {
            program: program.map(Path::to_owned),
            tablebase,
            name: name.to_owned(),
            processors: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            idle: Mutex::new(
                first
                    .into_iter()
                    .map(|program| AnyEngine::Program(Box::new(program)))
                    .collect(),
            ),
            kept: Kept::new(),
            threads: AtomicUsize::new(0),
            searched: AtomicU64::new(0),
        })
    }

    /// The engine's name and version, e.g. `Stockfish 15.1`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The endgame tablebase, if there is one.
    pub fn tablebase(&self) -> Option<&Arc<Tablebase>> {
        self.tablebase.as_ref()
    }

    /// The number of positions searched so far.
    pub fn searched(&self) -> u64 {
        self.searched.load(Relaxed)
    }

    /// Runs `work` on threads of its own, which it also uses where it works in parallel, so that no other work waits for
    /// it, nor it for others: one for each processor, but only one where others have `AT_ONCE` times as many.
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
        Ok(in_pool(&own.map_err(Error::internal)?, work))
    }

    /// The best line of each position, by a search of this many moves, unless one was done not long ago. A search that
    /// runs out of time yields what it has so far, and `None` if it was not begun.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if the engine is another program that has failed twice.
    pub(crate) fn best_lines(
        &self,
        positions: &[Chess],
        nodes: u64,
        pace: &Pace,
    ) -> Result<Vec<Option<Searched>>, Error> {
        let known = positions.iter();
        let mut found: Vec<_> = known
            .map(|position| self.kept.get(position, nodes))
            .collect();
        let places = (0..positions.len()).filter(|place| found[*place].is_none());
        let places: Vec<usize> = places.collect();
        let unknown: Vec<Chess> = places
            .iter()
            .map(|place| positions[*place].clone())
            .collect();
        let limits = Limits {
            nodes: Some(nodes),
            lines: 1,
            ..Limits::default()
        };
        let searched = self.search(&unknown, None, &limits, pace)?;
        for ((place, position), searched) in places.into_iter().zip(unknown).zip(searched) {
            if let Some(complete) = searched.as_ref().filter(|searched| searched.is_complete) {
                self.kept.put(position, nodes, complete.clone());
            }
            found[place] = searched;
        }
        Ok(found)
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
        pace: &Pace,
    ) -> Result<Vec<Option<Searched>>, Error> {
        self.search_from(Begin::Anew, positions, rating, limits, pace)
    }

    /// The same, with a choice of what searches begin with.
    pub(crate) fn search_from(
        &self,
        begin: Begin,
        positions: &[Chess],
        rating: Option<u32>,
        limits: &Limits,
        pace: &Pace,
    ) -> Result<Vec<Option<Searched>>, Error> {
        let one = |(place, position): (usize, &Chess)| {
            if pace.is_over() {
                return Ok((place, None));
            }
            let resumed = (begin == Begin::Resume && rating.is_none()).then_some(position);
            let mut engine = self.borrow(resumed)?;
            let searched = engine.search(position, rating, limits, pace)?;
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

    /// An idle engine, if possible one that remembers the position to resume, or a new one.
    fn borrow(&self, resumed: Option<&Chess>) -> Result<Borrowed<'_>, Error> {
        let mut idle = self.idle();
        let remembers =
            |engine: &AnyEngine| resumed.is_some_and(|position| engine.remembers(position));
        let place = idle.iter().rposition(remembers);
        let taken = match place {
            Some(place) => Some(idle.remove(place)),
            // The one that has been idle the longest, so that those that may be resumed keep their tables.
            None if idle.is_empty() => None,
            None => Some(idle.remove(0)),
        };
        drop(idle);
        Ok(Borrowed {
            pool: self,
            engine: Some(taken.map_or_else(|| self.start(), Ok)?),
            is_resumed: place.is_some(),
        })
    }

    fn start(&self) -> Result<AnyEngine, Error> {
        if let Some(path) = &self.program {
            let program = start(path, self.tablebase.as_deref())?;
            return Ok(AnyEngine::Program(Box::new(program)));
        }
        let mut engine = Engine::new(HASH).map_err(Error::internal)?;
        engine.set_tablebase(self.tablebase.clone());
        Ok(AnyEngine::Own(Box::new(engine), None))
    }
}

/// Starts another program.
fn start(path: &Path, tablebase: Option<&Tablebase>) -> Result<Program, Error> {
    let folders = tablebase.map_or(&[][..], Tablebase::folders);
    Program::start(path, folders).map_err(|failure| failed(path, &failure))
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
    /// Whether its hash table is of the position that is searched next.
    is_resumed: bool,
}

impl Borrowed<'_> {
    fn search(
        &mut self,
        position: &Chess,
        rating: Option<u32>,
        limits: &Limits,
        pace: &Pace,
    ) -> Result<Searched, Error> {
        let limits = Limits {
            time: match pace.deadline {
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
                Some(AnyEngine::Own(engine, last)) => {
                    engine.set_rating(rating);
                    // Earlier searches must not change the answer, unless that is asked for.
                    if !self.is_resumed {
                        engine.forget();
                    }
                    *last = rating.is_none().then(|| position.clone());
                    let game = Game::new(position.clone());
                    engine.search(&game, &limits, &pace.stop, |_| ())
                }
                // What other engines answer to these is not defined.
                Some(AnyEngine::Program(_)) if position.legal_moves().is_empty() => {
                    Analysis::without_moves(position)
                }
                Some(AnyEngine::Program(program)) => {
                    match program.search(position, rating, &limits, pace) {
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
                is_complete: !pace.is_over(),
            });
        }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let mut idle = self.pool.idle();
        idle.extend(self.engine.take());
        let longest = (idle.len() > IDLE * self.pool.processors).then(|| idle.remove(0));
        // Ending it takes a while, and others need not wait for that.
        drop(idle);
        drop(longest);
    }
}

#[cfg(test)]
mod tests {
    use super::{Begin, Engines, IDLE, Limits, Pace};

    /// The engines of many searches at once are not all kept.
    #[test]
    fn few_engines_are_idle() {
        let engines = Engines::new(None, None).expect("our engine");
        let most = IDLE * engines.processors;
        for (at_once, expected) in [(1, 1), (most, most), (most + 3, most), (1, most)] {
            let borrowed: Vec<_> = (0..at_once).map(|_| engines.borrow(None)).collect();
            drop(borrowed);
            assert_eq!(engines.idle().len(), expected, "after {at_once} at once");
        }
    }

    /// A search that resumes goes on; one that begins anew finds the same as ever.
    #[test]
    fn searches_go_on() {
        let engines = Engines::new(None, None).expect("our engine");
        let fen = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";
        let position = [pgn::parse_fen(fen).expect("a FEN")];
        let other = [pgn::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a FEN")];
        let limits = Limits {
            nodes: Some(60_000),
            ..Limits::default()
        };
        let search = |begin, positions: &[_]| {
            let pace = Pace::default();
            let found = engines.search_from(begin, positions, None, &limits, &pace);
            let found = found.expect("our engine").into_iter().flatten();
            let mut found = found.map(|found| (found.analysis.depth, found.analysis.lines));
            found.next_back().expect("no deadline")
        };
        let first = search(Begin::Anew, &position);
        let deeper: Vec<u32> = (0..5).map(|_| search(Begin::Resume, &position).0).collect();
        assert!(deeper.iter().all(|depth| *depth >= first.0), "{deeper:?}");
        assert!(deeper.iter().any(|depth| *depth > first.0), "{deeper:?}");
        assert_eq!(search(Begin::Anew, &position), first);
        // What an engine remembers of another position does not matter.
        let alone = search(Begin::Anew, &other);
        search(Begin::Resume, &position);
        assert_eq!(search(Begin::Resume, &other), alone);
    }
}
