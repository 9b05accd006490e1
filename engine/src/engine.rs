//! The engine: a search by one thread or several, and what is kept between searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use shakmaty::Position;

use crate::analysis::Analysis;
use crate::control::Control;
use crate::correction::Corrections;
use crate::deepening::Deepening;
use crate::evaluation::{Evaluation, Evaluator};
use crate::game::Game;
use crate::history::History;
use crate::limits::Limits;
use crate::node::{Node, key};
use crate::parameters::{ASPIRATION_DEPTH, Parameters};
use crate::probe::fits;
use crate::ranks::rank;
use crate::reductions::ByKind;
use crate::root::RootMove;
use crate::score::DRAW;
use crate::strength::{STRONGEST, Strength};
use crate::table::Table;
use crate::tablebase::Tablebase;
use crate::time::TIME;
use crate::walk::Walk;
use crate::worker::{Memory, Worker};

/// There is not enough memory for a hash table of the requested size.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoMemory;

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not enough memory for a hash table of this size")
    }
}

impl std::error::Error for NoMemory {}

/// An engine, with what it keeps from search to search.
pub struct Engine {
    table: Table,
    threads: Vec<Memory>,
    evaluation: Evaluation,
    parameters: Parameters,
    reductions: Box<ByKind>,
    pruning: bool,
    strength: Option<Strength>,
    tablebase: Option<Arc<Tablebase>>,
    most_men: usize,
}

impl Engine {
    /// An engine of one thread with a hash table of this size, one mebibyte at least.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(hash_mebibytes: usize) -> Result<Engine, NoMemory> {
        let parameters = Parameters::default();
        let mut engine = Engine {
            table: Table::new(hash_mebibytes).ok_or(NoMemory)?,
            threads: Vec::new(),
            evaluation: Evaluation::default(),
            reductions: Box::new(ByKind::new(&parameters)),
            parameters,
            pruning: true,
            strength: None,
            tablebase: None,
            most_men: usize::MAX,
        };
        engine.set_threads(1);
        Ok(engine)
    }

    /// Gives the hash table another size, in mebibytes, and empties it.
    ///
    /// # Errors
    ///
    /// There is not enough memory; the table stays as it was.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), NoMemory> {
        self.table = Table::new(mebibytes).ok_or(NoMemory)?;
        Ok(())
    }

    /// Sets the number of threads, one at least. With more than one, results vary.
    pub fn set_threads(&mut self, threads: usize) {
        let evaluation = self.evaluation;
        self.threads.resize_with(threads.max(1), || Memory {
            history: History::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(evaluation),
        });
    }

    /// Sets the evaluation, and forgets the scores of the other one.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if self.evaluation != evaluation {
            self.evaluation = evaluation;
            for memory in &mut self.threads {
                memory.evaluator = Evaluator::new(evaluation);
            }
            self.forget();
        }
    }

    /// Searches with other parameters from now on, and forgets what it knew. For the tuner.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        *self.reductions = ByKind::new(&parameters);
        self.parameters = parameters;
        self.forget();
    }

    /// Plays as a rating from [`WEAKEST`](crate::WEAKEST) to [`STRONGEST`]
    /// does, on the scale of Stockfish 15.1's `UCI_Elo`, or, with none, as well as it can. It
    /// forgets what it knew.
    pub fn set_rating(&mut self, rating: Option<u32>) {
        let rating = rating.filter(|rating| *rating < STRONGEST);
        let strength = rating.map(Strength::new);
        if self.strength != strength {
            self.strength = strength;
            self.forget();
        }
    }

    /// Asks this tablebase from now on, or none, and forgets what it knew. Who plays as a rating never asks it.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        if self.tablebase.is_some() || tablebase.is_some() {
            self.tablebase = tablebase;
            self.forget();
        }
    }

    /// Asks the tablebase only about positions with this many pieces or fewer, and forgets what it knew.
    pub fn set_probe_limit(&mut self, men: usize) {
        self.most_men = men;
        self.forget();
    }

    /// Switches all pruning off, or on again: without it the score is that of plain minimax with
    /// quiescence, however large the hash table is. For tests; it is very slow.
    pub fn set_pruning(&mut self, pruning: bool) {
        self.pruning = pruning;
        self.forget();
    }

    /// Forgets all positions, as before another game.
    pub fn forget(&mut self) {
        self.table.clear();
        for memory in &mut self.threads {
            memory.history.clear();
            memory.corrections.clear();
        }
    }

    /// Searches a position until a limit is reached or `stop` is set, and calls `see` with each
    /// finished iteration.
    ///
    /// There is always a best move where there is a legal one among those to be looked at,
    /// however early it ends. A move that is not legal is never looked at.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        see: impl FnMut(&Analysis),
    ) -> Analysis {
        let budget = limits.clock.map(|clock| TIME.budget(&clock));
        let nodes = self.strength.map(|strength| strength.nodes);
        let control = Control::new(limits, stop, budget.map(|budget| budget.hard), nodes);
        let position = &game.position;
        let mut root = RootMove::all(position.legal_moves(), limits);
        if root.is_empty() {
            return Analysis {
                time: control.start.elapsed(),
                ..Analysis::without_moves(position)
            };
        }

        let asked = self.asked_tablebase(game, &mut root, &control);
        let tablebase = asked.as_ref().map(|(tables, men)| (&**tables, *men));
        let alone = self.threads.len() == 1;
        let table = self.table.share();
        let pruning = self.pruning;
        let noise = self.strength.map_or(0, |strength| strength.noise);
        let workers = self.threads.iter_mut().map(|memory| {
            let mut walk = Walk::new(table, &control, game.earlier.clone(), root.clone());
            walk.alone = alone;
            let mut worker = Worker::new(walk, memory, &self.parameters, &self.reductions);
            worker.pruning = pruning;
            worker.tablebase = tablebase;
            // Another time it judges otherwise, or games would go round in circles.
            worker.noise = (noise, key(position) ^ game.earlier.len() as u64);
            worker
        });
        let mut workers: Vec<Worker> = workers.collect();
        let node = Node::new(position.clone());
        let deepening = Deepening {
            limits,
            soft: budget.map(|budget| budget.soft),
            aspiration: pruning.then_some((ASPIRATION_DEPTH, self.parameters.aspiration_window)),
        };
        std::thread::scope(|scope| {
            let (main, helpers) = workers.split_at_mut(1);
            // Lazy SMP: the threads share nothing but the hash table,
            // <https://www.chessprogramming.org/Lazy_SMP>.
            for (number, helper) in helpers.iter_mut().enumerate() {
                let (deepening, node) = (&deepening, &node);
                let _ =
                    std::thread::Builder::new()
                        .stack_size(STACK)
                        .spawn_scoped(scope, move || {
                            deepening.run(helper, node, number % 2, &mut |_| ());
                        });
            }
            let mut see = see;
            let analysis = deepening.run(&mut main[0], &node, 0, &mut see);
            control.done.store(true, Relaxed);
            analysis
        })
    }

    /// Ranks the moves of a position that the tablebase has. Returns the tablebase that the search asks, if any, and up to
    /// how many pieces: none where the moves are ranked by how far a win is, or are not won, so that the search only has
    /// to say which of the best rank is the easiest to play.
    ///
    /// Source: Stockfish's `rank_root_moves`.
    fn asked_tablebase(
        &self,
        game: &Game,
        root: &mut [RootMove],
        control: &Control,
    ) -> Option<(Arc<Tablebase>, usize)> {
        let tables = self.tablebase.clone().filter(|_| self.strength.is_none())?;
        let men = tables.men().min(self.most_men);
        if fits(&game.position, men)
            && let Some(is_by_distance) = rank(&tables, game, root)
        {
            control.tbhits.store(root.len() as u64, Relaxed);
            let is_won = root.first()?.proven > Some(DRAW);
            return (!is_by_distance && is_won).then_some((tables, men));
        }
        Some((tables, men))
    }
}

/// The stack of a thread, in bytes: the recursion is at most 127 plies deep, with a move list of
/// two kilobytes each. Measured: a fifth is enough.
pub const STACK: usize = 8 << 20;
