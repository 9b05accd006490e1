//! The search of captures and of checks out of hand, until a position is quiet.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use engine::parts::{Bound, Checks, Entry, INFINITE, MATE_BOUND, MAX_PLY, NO_EVALUATION, Packed};
use shakmaty::{Move, Position};

use super::exchange::{gain, gives_check};
use super::house::House;
use super::ordering::{Hints, Scored, append_captures, append_quiets, is_quiet, pick};
use super::parameters::{CHECKING_PLIES, DELTA_MARGIN};
use super::values::Values;
use super::worker::{Node, Worker};

impl Worker<'_> {
    /// The score of a position once it is quiet, `level` plies after the search's last. In check all moves are
    /// looked at, and there is no standing still.
    pub(crate) fn quiesce(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        level: usize,
    ) -> i32 {
        self.walk.lines[ply].clear();
        self.walk.deepest = self.walk.deepest.max(ply);
        let house = &node.house;
        let chess = house.chess();
        let in_check = chess.is_check();
        if ply >= MAX_PLY {
            return self.evaluate(node);
        }
        let entry = self.walk.table.get(node.key, ply);
        if let Some(entry) = entry
            && entry.decides(alpha, beta)
            && beta - alpha == 1
        {
            return entry.score;
        }
        let evaluation = match entry {
            _ if in_check => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ => self.evaluate(node),
        };
        let mut best = if in_check { -INFINITE } else { evaluation };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        let moves = chess.legal_moves();
        let checks = Checks::new(chess);
        let hints = Hints {
            best: entry.map_or(Packed::NONE, |entry| entry.best),
            killers: [Packed::NONE; 2],
            before: self.before(ply),
        };
        let base = self.scored.len();
        let mut next = base;
        append_captures(house, &moves, &hints, self.values, &mut self.scored);
        if in_check {
            append_quiets(
                house,
                &moves,
                &hints,
                &checks,
                self.history,
                self.values,
                &mut self.scored,
            );
        } else if level < CHECKING_PLIES {
            append_checks(house, &moves, &checks, self.values, &mut self.scored);
        }
        let mut best_move = None;
        while let Some(Scored { m, score: order }) = pick(&mut self.scored, next) {
            next += 1;
            if best > -MATE_BOUND && !is_quiet(m) {
                // What loses material comes last, and is nothing for a quiet position.
                if order < 0 && !gives_check(&checks, m) {
                    continue;
                }
                let hope = m.capture().map_or(0, |role| self.values.swing(role)) + DELTA_MARGIN;
                if !in_check && m.promotion().is_none() && evaluation + hope <= alpha {
                    best = best.max(evaluation + hope);
                    continue;
                }
            }
            let Some(child) = self.make(node, m, ply) else {
                break;
            };
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, level + 1);
            self.unmake();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.scored.truncate(base);
        if self.walk.stopped {
            return best.max(-MATE_BOUND);
        }
        if best == -INFINITE {
            return self.without_moves(node, ply);
        }
        let entry = Entry {
            best: best_move.map_or(Packed::NONE, Packed::new),
            score: best,
            evaluation,
            depth: 0,
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
            pv: false,
        };
        self.walk.table.put(node.key, ply, entry);
        best
    }
}

/// Appends quiet moves and drops that give check and lose nothing.
fn append_checks(
    house: &House,
    moves: &[Move],
    checks: &Checks,
    values: &Values,
    scored: &mut Vec<Scored>,
) {
    let quiets = moves.iter().copied().filter(|&m| is_quiet(m));
    for m in quiets.chain(house.drops()) {
        if gives_check(checks, m) {
            let score = gain(house.chess(), m, values);
            if score >= 0 {
                scored.push(Scored { m, score });
            }
        }
    }
}
