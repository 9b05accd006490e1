//! Quiescence: captures are played out before a position is evaluated.

use shakmaty::{Position, Role};

use crate::alpha_beta::AlphaBeta;
use crate::best::Best;
use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::{Hints, Picker, is_losing};
use crate::packed::Packed;
use crate::score::{DRAW, MAX_PLY, PROVEN, mated};
use crate::see::exchange_value;
use crate::threats::Threats;
use crate::window::Window;
use crate::worker::{Worker, corrected};

impl Worker<'_> {
    /// The score once no capture pays any more; in check all moves are tried.
    ///
    /// Source: <https://www.chessprogramming.org/Quiescence_Search>.
    pub(crate) fn quiesce(&mut self, node: &Node, window: Window) -> i32 {
        let mut window = Window { depth: 0, ..window };
        let ply = window.ply;
        self.walk.deepest = self.walk.deepest.max(ply);
        if self.is_draw(node, ply) {
            return DRAW;
        }
        let in_check = node.chess.is_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(node) };
        }
        // Before the table is asked, which has to wait for memory.
        self.memory.evaluator.fetch(&node.chess);
        let correction = self.correction(node, ply);
        let entry = self.walk.table.get(node.key, ply);
        if self.pruning
            && let Some(entry) = entry
            && entry.decides(window.alpha, window.beta)
        {
            return entry.score;
        }
        let plain = self.known_evaluation(node, entry, in_check);
        let evaluation = corrected(plain, correction);

        let mut best = Best::new(&window);
        best.score = mated(ply);
        if !in_check {
            // The side to move may capture no more.
            best.score = self.estimate(evaluation, entry);
            if best.refutes(&window) {
                return best.score;
            }
            window.alpha = window.alpha.max(best.score);
        }

        if in_check {
            self.frames[ply].threats = Threats::new(&node.chess);
        }
        let hints = Hints {
            best: entry.map_or(Packed::NONE, |entry| entry.best),
            context: self.context(ply),
            ..Hints::default()
        };
        let mut picker = Picker::new(node, hints, &self.scored);
        if !in_check {
            picker.skip_quiets();
        }
        let mut searched = 0;
        while let Some(scored) =
            picker.next(self.parameters, &mut self.scored, &self.memory.history)
        {
            let m = scored.m;
            if self.pruning && best.score > -PROVEN {
                if is_losing(scored.score) {
                    // All that follow lose material, too.
                    break;
                }
                // Delta pruning, <https://www.chessprogramming.org/Delta_Pruning>.
                let gain = m.capture().map_or(0, exchange_value) + self.parameters.delta_margin;
                let hope = evaluation + gain;
                if !in_check && m.promotion().is_none() && hope <= window.alpha {
                    best.score = best.score.max(hope);
                    continue;
                }
                // One quiet evasion is enough to see that it is not mate.
                if in_check && is_quiet(m) && searched > 0 {
                    break;
                }
            }
            let key = self.fetch(node, m);
            if !self.note(node, m, ply) {
                break;
            }
            let child = node.play(m, key);
            searched += 1;
            let score = -self.quiesce(&child, window.full(0));
            self.unmake();
            best.note(&mut window, m, score);
            if best.refutes(&window) {
                break;
            }
        }
        let untouched = picker.is_untouched();
        picker.finish(&mut self.scored);
        if untouched {
            let stalemate = !in_check && is_stalemate(node);
            return if stalemate { DRAW } else { best.score };
        }
        if !self.walk.stopped {
            let pv = entry.is_some_and(|entry| entry.pv);
            self.walk
                .table
                .put(node.key, ply, best.entry(&window, plain, pv));
        }
        best.score
    }
}

/// Whether a side with neither check nor capture has no move at all. Positions with pieces are not
/// looked at: in them it is too rare.
fn is_stalemate(node: &Node) -> bool {
    !has_pieces(node) && node.chess.legal_moves().is_empty()
}

/// Whether a side has anything to move except king and pawns; without it, to pass may be best.
pub(crate) fn has_pieces(node: &Node) -> bool {
    let board = node.chess.board();
    let pieces = !(board.by_role(Role::Pawn) | board.by_role(Role::King));
    (node.chess.us() & pieces).any()
}
