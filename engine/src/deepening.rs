//! Iterative deepening: one search after the other, each a ply deeper.

use std::time::Duration;

use crate::alpha_beta::AlphaBeta;
use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, PROVEN, Score};
use crate::time::factor;
use crate::walk::Walk;
use crate::window::{NodeKind, Window};

/// Iterative deepening, <https://www.chessprogramming.org/Iterative_Deepening>.
pub struct Deepening<'a> {
    /// How far to go.
    pub limits: &'a Limits,
    /// After about this long no further iteration begins.
    pub soft: Option<Duration>,
    /// From which depth on there are aspiration windows, and half of the first one, in centipawns; none without
    /// pruning.
    pub aspiration: Option<(i32, i32)>,
}

impl Deepening<'_> {
    /// Searches `node` deeper and deeper, from `skipped + 1` on, and calls `see` with each finished iteration. The
    /// root has a move.
    pub fn run<'a, S: AlphaBeta<'a>>(
        &self,
        search: &mut S,
        node: &S::Node,
        skipped: usize,
        see: &mut impl FnMut(&Analysis),
    ) -> Analysis {
        let deepest = self.limits.depth.unwrap_or(MAX_PLY as u32);
        let deepest = (deepest as usize).clamp(1, MAX_PLY);
        let guess = Score::new(search.evaluate(node));
        let walk = search.walk();
        let lines = self.limits.lines.clamp(1, walk.root.len());
        let mut found = walk.report(0, lines);
        for (line, root) in found.lines.iter_mut().zip(&walk.root) {
            line.score = root.proven.map_or(guess, Score::new);
        }
        let mut stable = 0;
        for depth in 1 + skipped.min(deepest - 1)..=deepest {
            let best = search.walk().root[0].m;
            search.walk().iteration = depth;
            for line in 0..lines {
                search.walk().first_root = line;
                self.aspire(search, node, depth as i32);
                if search.walk().stopped {
                    break;
                }
            }
            let walk = search.walk();
            if walk.stopped {
                // A better move that was found is kept, even if the iteration is not finished; of
                // several lines only whole iterations fit together.
                if lines == 1 && walk.root[0].score > -INFINITE {
                    found.lines = walk.report(0, lines).lines;
                }
                break;
            }
            walk.root[..lines].sort_by_key(|root| (-root.rank, -root.score));
            found = walk.report(depth as u32, lines);
            see(&found);
            stable = if walk.root[0].m == best {
                stable + 1
            } else {
                0
            };
            if self.is_enough(walk, stable) {
                break;
            }
        }
        Analysis {
            depth: found.depth,
            lines: found.lines,
            ..search.walk().report(0, lines)
        }
    }

    /// Searches one line with a window around its last score, wider and wider until the score is
    /// inside.
    ///
    /// Source: <https://www.chessprogramming.org/Aspiration_Windows>.
    fn aspire<'a, S: AlphaBeta<'a>>(&self, search: &mut S, node: &S::Node, depth: i32) {
        let first = search.walk().first_root;
        let expected = search.walk().root[first].score;
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, 0);
        if let Some((from, window)) = self.aspiration
            && depth >= from
            && expected.abs() < PROVEN
        {
            width = window;
            alpha = expected - width;
            beta = expected + width;
        }
        let mut reduced = depth;
        loop {
            let searched = search.walk().searched_root();
            for root in &mut search.walk().root[searched.clone()] {
                root.score = -INFINITE;
            }
            let window = Window {
                depth: reduced,
                alpha,
                beta,
                ply: 0,
                kind: NodeKind::Pv,
            };
            let score = search.search(node, window);
            let walk = search.walk();
            // Those that are no better keep the order of the last iteration.
            walk.root[searched].sort_by_key(|root| -root.score);
            if walk.stopped {
                // That a move is worse than expected does not say how much worse.
                let best = &mut walk.root[first];
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
    fn is_enough(&self, walk: &Walk, stable: usize) -> bool {
        let best = &walk.root[0];
        let mate = self.limits.mate.map(i64::from);
        if let (Some(wanted), Score::Mate(moves)) = (mate, Score::new(best.score)) {
            return moves > 0 && i64::from(moves) <= wanted;
        }
        let Some(soft) = self.soft else {
            return false;
        };
        if walk.control.is_pondering() {
            return false;
        }
        // A mate that is as near as the search is deep can hardly be bettered.
        let settled =
            best.score.abs() >= MATE_BOUND && MATE - best.score.abs() <= walk.iteration as i32;
        let share = best.nodes as f64 / walk.nodes.max(1) as f64;
        let soft = soft.mul_f64(factor(stable, share));
        settled || walk.root.len() == 1 || walk.control.start.elapsed() >= soft
    }
}
