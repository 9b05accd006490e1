//! The search from outside: a position and limits in; score, line, moves made out.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use engine::parts::{Budget, Control, INFINITE, MATE_BOUND, MAX_PLY, RootMove, Table, factor};
use engine::{Analysis, Limits, Line, NoMemory, Score};

use super::clock::budget;
use super::house::{House, Kind};
use super::ordering::History;
use super::parameters::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use super::values::{Men, Values, Wishes};
use super::worker::{Node, Worker};

/// Searches boards with pockets, and keeps what it learnt from search to search.
pub struct Searcher {
    table: Table,
    history: History,
    /// What the table's scores were found with.
    men: Men,
    wishes: Wishes,
    kind: Kind,
}

impl Searcher {
    /// A searcher with a hash table of so many mebibytes, one at least.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn new(hash_mebibytes: usize) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: Table::new(hash_mebibytes).ok_or(NoMemory)?,
            history: History::new(),
            men: Men::TUNED,
            wishes: Wishes::default(),
            kind: Kind::default(),
        })
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

    /// Chooses what men are worth, [`Men::TUNED`] at first, and forgets what it thought.
    pub fn set_men(&mut self, men: Men) {
        self.men = men;
        self.forget();
    }

    /// Forgets all positions, as before another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// Searches a position until a limit is reached or `stop` is set, and tells each finished iteration to
    /// `see`. `earlier` are the keys of the game's positions before; `wishes` are the partner's. Of the limits,
    /// `moves`, `lines`, `mate` and `pondering` do not count.
    ///
    /// There is a best move wherever there is a legal one, however early it ends.
    pub fn search(
        &mut self,
        house: &House,
        earlier: &[u64],
        limits: &Limits,
        wishes: &Wishes,
        stop: &AtomicBool,
        mut see: impl FnMut(&Analysis),
    ) -> Analysis {
        let start = Instant::now();
        if (self.wishes, self.kind) != (*wishes, house.kind()) {
            (self.wishes, self.kind) = (*wishes, house.kind());
            self.table.clear();
        }
        let budget = limits.clock.map(|clock| budget(&clock));
        let hard = [limits.time, budget.map(|budget| budget.hard)];
        let control = Control {
            stop,
            done: AtomicBool::new(false),
            start,
            hard: hard.into_iter().flatten().min(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            pondering: None,
        };
        let values = Values::new(&self.men, house.kind(), wishes);
        let root: Vec<RootMove> = house.legal_moves().into_iter().map(RootMove::new).collect();
        let us = house.turn();
        let mut worker = Worker::new(
            self.table.share(),
            &control,
            &mut self.history,
            &values,
            us,
            earlier.to_vec(),
            root,
        );
        let node = Node::new(house.clone());
        if worker.root.is_empty() {
            let score = worker.without_moves(&node, 0);
            return report(
                &worker,
                0,
                Line {
                    score: Score::new(score),
                    moves: Vec::new(),
                },
            );
        }
        deepen(&mut worker, &node, limits.depth, budget, &mut see)
    }
}

/// Iterative deepening with windows around the last score.
fn deepen(
    worker: &mut Worker,
    node: &Node,
    depth: Option<u32>,
    budget: Option<Budget>,
    see: &mut impl FnMut(&Analysis),
) -> Analysis {
    let deepest = (depth.unwrap_or(MAX_PLY as u32) as usize).clamp(1, MAX_PLY);
    let first = worker.root[0].m;
    let mut found = report(
        worker,
        0,
        Line {
            score: Score::new(worker.evaluate(node)),
            moves: vec![first],
        },
    );
    let mut stable = 0;
    for depth in 1..=deepest {
        worker.iteration = depth;
        let best = worker.root[0].m;
        let expected = worker.root[0].score;
        aspire(worker, node, depth as i32, expected);
        let score = worker.root[0].score;
        if score > -INFINITE {
            // A better move is kept even if the iteration is not finished.
            let line = Line {
                score: Score::new(score),
                moves: worker.root[0].line.clone(),
            };
            let whole = if worker.stopped {
                found.depth
            } else {
                depth as u32
            };
            found = report(worker, whole, line);
        }
        if worker.stopped {
            break;
        }
        see(&found);
        stable = if worker.root[0].m == best {
            stable + 1
        } else {
            0
        };
        // A mate that is as near as the search is deep can hardly be bettered.
        let settled =
            score.abs() >= MATE_BOUND && engine::parts::MATE - score.abs() <= depth as i32;
        if let Some(budget) = budget
            && (settled || worker.root.len() == 1 || is_spent(worker, budget.soft, stable))
        {
            break;
        }
    }
    let line = found.lines.swap_remove(0);
    report(worker, found.depth, line)
}

fn is_spent(worker: &Worker, soft: Duration, stable: usize) -> bool {
    let share = worker.root[0].nodes as f64 / worker.nodes.max(1) as f64;
    worker.control.start.elapsed() >= soft.mul_f64(factor(stable, share))
}

fn aspire(worker: &mut Worker, node: &Node, depth: i32, expected: i32) {
    let mut width = ASPIRATION_WINDOW;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= ASPIRATION_DEPTH && expected.abs() < MATE_BOUND {
        (alpha, beta) = (expected - width, expected + width);
    }
    loop {
        for root in &mut worker.root {
            root.score = -INFINITE;
        }
        let score = worker.search(node, depth, alpha, beta, 0, false);
        // Those that are no better keep the order of the last iteration.
        worker.root.sort_by_key(|root| -root.score);
        if worker.stopped {
            // That a move is worse than expected does not say how much worse.
            let best = &mut worker.root[0];
            if best.score <= alpha {
                best.score = -INFINITE;
            }
            return;
        }
        if score > alpha && score < beta {
            return;
        }
        width *= 3;
        if score <= alpha {
            alpha = if width > 1000 {
                -INFINITE
            } else {
                score - width
            };
        } else {
            beta = if width > 1000 {
                INFINITE
            } else {
                score + width
            };
        }
    }
}

fn report(worker: &Worker, depth: u32, line: Line) -> Analysis {
    Analysis {
        depth,
        seldepth: worker.deepest as u32,
        nodes: worker.nodes,
        time: worker.control.start.elapsed(),
        hashfull: worker.table.full(),
        lines: vec![line],
    }
}
