//! Quiescence: captures are played out before a position is evaluated.

use shakmaty::{Position, Role};

use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::{Hints, Picker, is_losing};
use crate::packed::Packed;
use crate::parameters::DELTA_MARGIN;
use crate::score::{DRAW, MATE_BOUND, MAX_PLY, mated};
use crate::see::exchange_value;
use crate::table::{Bound, Entry, NO_EVALUATION};
use crate::worker::{Worker, corrected};

impl Worker<'_> {
    /// The score once no capture pays any more; in check all moves are tried.
    ///
    /// Source: <https://www.chessprogramming.org/Quiescence_Search>.
    pub(crate) fn quiesce(&mut self, node: &Node, mut alpha: i32, beta: i32, ply: usize) -> i32 {
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
        let correction = self.correction(node);
        let entry = self.walk.table.get(node.key, ply);
        if self.pruning
            && let Some(entry) = entry
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let plain = match entry {
            _ if in_check => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ => self.evaluate(node),
        };
        let evaluation = corrected(plain, correction);

        let mut best = mated(ply);
        if !in_check {
            best = self.stand_pat(evaluation, entry);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        let hints = Hints {
            best: entry.map_or(Packed::NONE, |entry| entry.best),
            before: self.before(ply),
            ..Hints::default()
        };
        let mut picker = Picker::new(node, hints, &self.scored);
        if !in_check {
            picker.skip_quiets();
        }

        let mut refutation = Packed::NONE;
        let mut searched = 0;
        while let Some(scored) = picker.next(&mut self.scored, &self.memory.history) {
            let m = scored.m;
            if self.pruning && best > -MATE_BOUND {
                if is_losing(scored.score) {
                    // All that follow lose material, too.
                    break;
                }
                // Delta pruning, <https://www.chessprogramming.org/Delta_Pruning>.
                let gain = m.capture().map_or(0, exchange_value) + DELTA_MARGIN;
                if !in_check && m.promotion().is_none() && evaluation + gain <= alpha {
                    best = best.max(evaluation + gain);
                    continue;
                }
                // One quiet evasion is enough to see that it is no mate.
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
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1);
            self.unmake();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    refutation = Packed::new(m);
                }
                if score >= beta {
                    break;
                }
            }
        }
        let untouched = picker.is_untouched();
        picker.finish(&mut self.scored);
        if untouched {
            let stalemate = !in_check && is_stalemate(node);
            return if stalemate { DRAW } else { best };
        }
        if !self.walk.stopped {
            let bound = if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            let entry = Entry {
                best: refutation,
                score: best,
                evaluation: plain,
                depth: 0,
                bound,
                pv: entry.is_some_and(|entry| entry.pv),
            };
            self.walk.table.put(node.key, ply, entry);
        }
        best
    }

    /// What it is worth to capture no more, as whoever is to move may: the static evaluation, or
    /// what the table knows better.
    fn stand_pat(&self, evaluation: i32, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) if self.pruning && entry.decides(evaluation, evaluation + 1) => entry.score,
            _ => evaluation,
        }
    }
}

/// Whether a side with neither check nor capture has no move at all. Positions with pieces are not
/// looked at: in them it is too rare.
fn is_stalemate(node: &Node) -> bool {
    !has_pieces(node) && node.chess.legal_moves().is_empty()
}

/// Whether a side has anything to move beside king and pawns; without it, to pass may be best.
pub(crate) fn has_pieces(node: &Node) -> bool {
    let board = node.chess.board();
    let pieces = !(board.by_role(Role::Pawn) | board.by_role(Role::King));
    (node.chess.us() & pieces).any()
}
