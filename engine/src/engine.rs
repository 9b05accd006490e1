//! The engine: iterative deepening, by one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};

use crate::control::Control;
use crate::evaluation::{Evaluation, Evaluator};
use crate::history::History;
use crate::limits::Limits;
use crate::node::{Node, key};
use crate::parameters::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use crate::score::{DRAW, INFINITE, MATE, MAX_PLY, Score, mated};
use crate::search::{Memory, RootMove, Worker};
use crate::strength::{STRONGEST, Strength};
use crate::table::Table;
use crate::time::{budget, factor};

/// A position and how it came about, which matters for repetitions.
#[derive(Clone, Debug, Default)]
pub struct Game {
    position: Chess,
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins with a position.
    pub fn new(position: Chess) -> Game {
        Game {
            position,
            earlier: Vec::new(),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.earlier.push(key(&self.position));
        self.position.play_unchecked(m);
    }

    /// The position that was reached.
    pub fn position(&self) -> &Chess {
        &self.position
    }
}

/// A move and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From the view of the side to move.
    pub score: Score,
    /// The principal variation; empty only where there is no legal move.
    pub moves: Vec<Move>,
}

/// What a search found, or has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The depth that is finished, in plies; 0 if not even the first is.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Moves made in the search, quiescence included.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// The best moves, the very best first: as many as were asked for and there are, one at least.
    pub lines: Vec<Line>,
}

impl Analysis {
    /// The best move; none where there is no legal one.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The reply that it expects.
    pub fn reply(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// There is not as much memory as the hash table was to have.
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
    pruning: bool,
    strength: Option<Strength>,
}

impl Engine {
    /// An engine of one thread with a hash table of so many mebibytes, one at least.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(hash_mebibytes: usize) -> Result<Engine, NoMemory> {
        let mut engine = Engine {
            table: Table::new(hash_mebibytes).ok_or(NoMemory)?,
            threads: Vec::new(),
            evaluation: Evaluation::default(),
            pruning: true,
            strength: None,
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

    /// Searches with so many threads, one at least. With more than one, results vary.
    pub fn set_threads(&mut self, threads: usize) {
        let evaluation = self.evaluation;
        self.threads.resize_with(threads.max(1), || Memory {
            history: History::new(),
            evaluator: Evaluator::new(evaluation),
        });
    }

    /// Chooses the evaluation, and forgets what the other one thought.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        if self.evaluation != evaluation {
            self.evaluation = evaluation;
            self.forget();
        }
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
            memory.evaluator = Evaluator::new(self.evaluation);
        }
    }

    /// Searches a position until a limit is reached or `stop` is set, and tells each finished
    /// iteration to `see`.
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
        let start = Instant::now();
        self.table.age();
        let clock = limits.clock.map(|clock| budget(&clock));
        let hard = [limits.time, clock.map(|clock| clock.hard)];
        let nodes = [limits.nodes, self.strength.map(|strength| strength.nodes)];
        let control = Control {
            stop,
            done: AtomicBool::new(false),
            start,
            hard: hard.into_iter().flatten().min(),
            node_limit: nodes.into_iter().flatten().min().unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            pondering: limits.pondering.clone(),
        };
        let position = &game.position;
        let moves = position.legal_moves();
        let wanted = |m: &Move| limits.moves.is_empty() || limits.moves.contains(m);
        let root: Vec<RootMove> = moves
            .into_iter()
            .filter(wanted)
            .map(RootMove::new)
            .collect();
        if root.is_empty() {
            return nothing_to_search(position, &control);
        }

        let alone = self.threads.len() == 1;
        let table = &self.table;
        let pruning = self.pruning;
        let noise = self.strength.map_or(0, |strength| strength.noise);
        let workers = self.threads.iter_mut().map(|memory| {
            let mut worker =
                Worker::new(table, &control, memory, game.earlier.clone(), root.clone());
            worker.pruning = pruning;
            worker.alone = alone;
            // Another time it judges otherwise, or games would go round in circles.
            worker.noise = (noise, key(position) ^ game.earlier.len() as u64);
            worker
        });
        let mut workers: Vec<Worker> = workers.collect();
        let node = Node::new(position.clone());
        let deepening = Deepening {
            node: &node,
            limits,
            soft: clock.map(|clock| clock.soft),
        };
        std::thread::scope(|scope| {
            let (main, helpers) = workers.split_at_mut(1);
            // Lazy SMP: the threads share nothing but the hash table,
            // <https://www.chessprogramming.org/Lazy_SMP>.
            for (number, helper) in helpers.iter_mut().enumerate() {
                let deepening = &deepening;
                let _ =
                    std::thread::Builder::new()
                        .stack_size(STACK)
                        .spawn_scoped(scope, move || {
                            deepening.run(helper, number % 2, &mut |_| ());
                        });
            }
            let mut see = see;
            let analysis = deepening.run(&mut main[0], 0, &mut see);
            control.done.store(true, Relaxed);
            analysis
        })
    }
}

/// The stack of a thread, in bytes: the recursion is at most [`MAX_PLY`] deep, with a move list of
/// two kilobytes each. Measured: a fifth is enough.
pub const STACK: usize = 8 << 20;

/// There is no move to look at: mate, stalemate, or none of the moves asked for is legal.
fn nothing_to_search(position: &Chess, control: &Control) -> Analysis {
    let value = if position.is_checkmate() {
        mated(0)
    } else {
        DRAW
    };
    Analysis {
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time: control.start.elapsed(),
        hashfull: 0,
        lines: vec![Line {
            score: Score::new(value),
            moves: Vec::new(),
        }],
    }
}

impl RootMove {
    fn new(m: Move) -> RootMove {
        RootMove {
            m,
            score: -INFINITE,
            line: vec![m],
            nodes: 0,
        }
    }
}

/// Iterative deepening, <https://www.chessprogramming.org/Iterative_Deepening>.
struct Deepening<'a> {
    node: &'a Node,
    limits: &'a Limits,
    soft: Option<Duration>,
}

impl Deepening<'_> {
    /// Searches deeper and deeper, from `skipped + 1` on.
    fn run(
        &self,
        worker: &mut Worker,
        skipped: usize,
        see: &mut impl FnMut(&Analysis),
    ) -> Analysis {
        let deepest = self.limits.depth.unwrap_or(MAX_PLY as u32);
        let deepest = (deepest as usize).clamp(1, MAX_PLY);
        let lines = self.limits.lines.clamp(1, worker.root.len());
        let mut found = report(worker, 0, lines);
        let guess = Score::new(worker.evaluate(self.node));
        for line in &mut found.lines {
            line.score = guess;
        }
        let mut stable = 0;
        for depth in 1 + skipped.min(deepest - 1)..=deepest {
            let best = worker.root[0].m;
            worker.iteration = depth;
            for line in 0..lines {
                worker.first_root = line;
                self.aspire(worker, depth as i32);
                if worker.stopped {
                    break;
                }
            }
            if worker.stopped {
                // A better move that was found is kept, even if the iteration is not finished; of
                // several lines only whole iterations fit together.
                if lines == 1 && worker.root[0].score > -INFINITE {
                    found.lines = report(worker, 0, lines).lines;
                }
                break;
            }
            worker.root[..lines].sort_by_key(|root| -root.score);
            found = report(worker, depth as u32, lines);
            see(&found);
            stable = if worker.root[0].m == best {
                stable + 1
            } else {
                0
            };
            if self.is_enough(worker, stable) {
                break;
            }
        }
        Analysis {
            depth: found.depth,
            lines: found.lines,
            ..report(worker, 0, lines)
        }
    }

    /// Searches one line with a window around its last score, wider and wider until the score is
    /// inside.
    ///
    /// Source: <https://www.chessprogramming.org/Aspiration_Windows>.
    fn aspire(&self, worker: &mut Worker, depth: i32) {
        let first = worker.first_root;
        let expected = worker.root[first].score;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && expected.abs() < MATE - MAX_PLY as i32 && worker.pruning {
            alpha = expected - width;
            beta = expected + width;
        }
        let mut reduced = depth;
        loop {
            for root in &mut worker.root[first..] {
                root.score = -INFINITE;
            }
            let score = worker.search(self.node, reduced, alpha, beta, 0, true, false);
            // Those that are no better keep the order of the last iteration.
            worker.root[first..].sort_by_key(|root| -root.score);
            if worker.stopped {
                return;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                reduced = depth;
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                reduced = (reduced - 1).max(depth - 2).max(1);
            } else {
                return;
            }
            width += width / 2;
        }
    }

    /// Whether what was found is enough, though there is a limit further off.
    fn is_enough(&self, worker: &Worker, stable: usize) -> bool {
        let best = &worker.root[0];
        let mate = self.limits.mate.map(i64::from);
        if let (Some(wanted), Score::Mate(moves)) = (mate, Score::new(best.score)) {
            return moves > 0 && i64::from(moves) <= wanted;
        }
        let Some(soft) = self.soft else {
            return false;
        };
        if worker.control.is_pondering() {
            return false;
        }
        let share = best.nodes as f64 / worker.nodes.max(1) as f64;
        let soft = soft.mul_f64(factor(stable, share));
        worker.root.len() == 1 || worker.control.start.elapsed() >= soft
    }
}

/// Moves made by all threads.
fn nodes(worker: &Worker) -> u64 {
    if worker.alone {
        worker.nodes
    } else {
        worker.control.nodes.load(Relaxed)
    }
}

fn report(worker: &Worker, depth: u32, lines: usize) -> Analysis {
    let lines = worker.root[..lines].iter().map(|root| Line {
        score: Score::new(root.score),
        moves: root.line.clone(),
    });
    Analysis {
        depth,
        seldepth: worker.deepest as u32,
        nodes: nodes(worker),
        time: worker.control.start.elapsed(),
        hashfull: worker.table.full(),
        lines: lines.collect(),
    }
}
