//! The search of captures and of checks out of hand, until a position is quiet.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use engine::parts::{AlphaBeta, Best, MATE_BOUND, MAX_PLY, Packed, Scored, Window, is_quiet, pick};
use shakmaty::Position;

use super::ordering::{Candidates, Hints};
use super::parameters::{CHECKING_PLIES, DELTA_MARGIN};
use super::worker::{Node, Worker};

impl Worker<'_> {
    /// The score of a position once it is quiet, `level` plies after the search's last. In check all moves are
    /// looked at, and there is no standing still.
    pub(crate) fn quiesce(&mut self, node: &Node, window: Window, level: usize) -> i32 {
        let mut window = Window { depth: 0, ..window };
        let ply = window.ply;
        self.walk.lines[ply].clear();
        self.walk.deepest = self.walk.deepest.max(ply);
        let in_check = node.position.chess().is_check();
        if ply >= MAX_PLY {
            return self.evaluate(node);
        }
        let entry = self.walk.table.get(node.key, ply);
        if let Some(entry) = entry
            && entry.decides(window.alpha, window.beta)
            && window.beta - window.alpha == 1
        {
            return entry.score;
        }
        let evaluation = self.known_evaluation(node, entry, in_check);
        let mut best = Best::new(&window);
        if !in_check {
            best.score = evaluation;
            if best.refutes(&window) {
                return best.score;
            }
            window.alpha = window.alpha.max(best.score);
        }

        let hints = Hints {
            best: entry.map_or(Packed::NONE, |entry| entry.best),
            killers: [Packed::NONE; 2],
            before: self.before(ply),
        };
        let candidates = Candidates::new(&node.position, hints);
        let base = self.scored.len();
        let mut next = base;
        candidates.append_captures(self.values, &mut self.scored);
        if in_check {
            candidates.append_quiets(self.history, self.values, &mut self.scored);
        } else if level < CHECKING_PLIES {
            candidates.append_checks(self.values, &mut self.scored);
        }
        while let Some(Scored { m, score: order }) = pick(&mut self.scored, next) {
            next += 1;
            if best.score > -MATE_BOUND && !is_quiet(m) {
                // What loses material comes last, and is nothing for a quiet position.
                if order < 0 && !candidates.gives_check(m) {
                    continue;
                }
                let taken = m.capture().map_or(0, |role| self.values.swing(role));
                let hope = evaluation + taken + DELTA_MARGIN;
                if !in_check && m.promotion().is_none() && hope <= window.alpha {
                    best.score = best.score.max(hope);
                    continue;
                }
            }
            let Some(child) = self.make(node, m, ply) else {
                break;
            };
            let score = -self.quiesce(&child, window.full(0), level + 1);
            self.unmake();
            best.note(&mut window, m, score);
            if best.refutes(&window) {
                break;
            }
        }
        self.scored.truncate(base);
        if self.walk.stopped {
            return best.score.max(-MATE_BOUND);
        }
        if best.is_empty() {
            return self.without_moves(node, ply);
        }
        let entry = best.entry(&window, evaluation, false);
        self.walk.table.put(node.key, ply, entry);
        best.score
    }
}
