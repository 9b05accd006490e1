//! Iterative deepening: one search after the other, each a ply deeper.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::analysis::{Analysis, Line};
use crate::limits::Limits;
use crate::node::Node;
use crate::parameters::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use crate::score::{INFINITE, MATE, MAX_PLY, Score};
use crate::time::factor;
use crate::worker::Worker;

/// Iterative deepening, <https://www.chessprogramming.org/Iterative_Deepening>.
pub(crate) struct Deepening<'a> {
    pub(crate) node: &'a Node,
    pub(crate) limits: &'a Limits,
    /// After this no further iteration is begun, give or take.
    pub(crate) soft: Option<Duration>,
}

impl Deepening<'_> {
    /// Searches deeper and deeper, from `skipped + 1` on.
    pub(crate) fn run(
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
                // That a move is worse than expected does not say how much worse.
                let best = &mut worker.root[first];
                if best.score <= alpha {
                    best.score = -INFINITE;
                }
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
