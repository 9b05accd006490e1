//! Alpha-beta, as principal variation search, with what is known to make it look deeper.

use shakmaty::{Position, Square};

use crate::checks::Checks;
use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::{Hints, Picker, Scored, is_losing};
use crate::packed::Packed;
use crate::parameters::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, IIR_DEPTH, LATE_MOVE_BASE, LATE_MOVE_DEPTH,
    LATE_REDUCTION_HISTORY, LATE_REDUCTION_MINIMUM, NULL_DEPTH, RAZORING, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN, SEE_CAPTURE_MARGIN, SEE_DEPTH, SEE_QUIET_MARGIN, SINGULAR_DEPTH,
};
use crate::quiescence::has_pieces;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mated};
use crate::see::wins;
use crate::singular::Singular;
use crate::table::{Bound, Entry, NO_EVALUATION};
use crate::worker::{Worker, corrected};

impl Worker<'_> {
    /// The score of a position within alpha and beta (fail-soft), from the view of the side to
    /// move, `depth` plies deep. `pv`: it may be on the principal variation; `cut`: a move is
    /// expected to refute.
    ///
    /// Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
    /// <https://www.chessprogramming.org/Fail-Soft>; more where it stands.
    #[expect(
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "the recursion's state, and its steps in their order"
    )]
    pub(crate) fn search(
        &mut self,
        node: &Node,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        pv: bool,
        cut: bool,
    ) -> i32 {
        let chess = &node.chess;
        let root = ply == 0;
        let in_check = chess.is_check();
        if pv {
            self.walk.lines[ply].clear();
        }

        // Check extension, <https://www.chessprogramming.org/Check_Extensions>.
        if in_check && self.pruning {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(node, alpha, beta, ply);
        }
        self.walk.deepest = self.walk.deepest.max(ply);

        if !root {
            if self.is_draw(node, ply) {
                return DRAW;
            }
            // Mate-distance pruning, <https://www.chessprogramming.org/Mate_Distance_Pruning>.
            if self.pruning {
                alpha = alpha.max(mated(ply));
                beta = beta.min(-mated(ply + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // Transposition table, <https://www.chessprogramming.org/Transposition_Table>.
        let excluded = self.frames[ply].excluded;
        // Before the table is asked, which has to wait for memory.
        self.memory.evaluator.fetch(&node.chess);
        let correction = self.correction(node);
        let entry = if excluded == Packed::NONE {
            self.walk.table.get(node.key, ply)
        } else {
            None
        };
        if self.pruning
            && !pv
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.decides(alpha, beta)
            // Near a draw by fifty moves the score depends on the way here.
            && chess.halfmoves() < 90
        {
            return entry.score;
        }
        let table_move = entry.map_or(Packed::NONE, |entry| entry.best);
        let was_pv = pv || entry.is_some_and(|entry| entry.pv);

        // Internal iterative reduction,
        // <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
        if self.pruning
            && depth >= IIR_DEPTH
            && (pv || cut)
            && table_move == Packed::NONE
            && excluded == Packed::NONE
        {
            depth -= 1;
        }

        // The static evaluation, bettered by what the table knows.
        let evaluation = match entry {
            _ if in_check => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ => self.evaluate(node),
        };
        let plain = evaluation;
        let evaluation = corrected(plain, correction);
        self.frames[ply].evaluation = evaluation;
        let estimate = match entry {
            Some(entry) if !in_check && entry.decides(evaluation, evaluation + 1) => entry.score,
            _ => evaluation,
        };
        // Improving: better than at our last move, so that pruning may be bolder where we are above
        // beta and must be more careful where we are below alpha.
        let improving = !in_check
            && [2, 4]
                .into_iter()
                .filter_map(|plies| Some(self.frames[ply.checked_sub(plies)?].evaluation))
                .find(|before| *before != NO_EVALUATION)
                .is_some_and(|before| evaluation > before);

        let has_pieces = has_pieces(node);
        if self.pruning && !pv && !in_check && excluded == Packed::NONE && beta > -MATE_BOUND {
            // Reverse futility pruning,
            // <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
            let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
            if depth <= REVERSE_FUTILITY_DEPTH && estimate - margin >= beta && estimate < MATE_BOUND
            {
                return i32::midpoint(estimate, beta);
            }

            // Razoring, <https://www.chessprogramming.org/Razoring>.
            if estimate + RAZORING.0 + RAZORING.1 * depth * depth < alpha {
                let score = self.quiesce(node, alpha, alpha + 1, ply);
                if score <= alpha {
                    return score;
                }
            }

            // Null move, <https://www.chessprogramming.org/Null_Move_Pruning>: not twice in a row,
            // and not without pieces, for then every move may be worse than none (zugzwang).
            if depth >= NULL_DEPTH
                && estimate >= beta
                && ply >= self.null_from
                && self.frames[ply - 1].moved.is_some()
                && has_pieces
                && let Some(score) = self.try_null(node, depth, beta, estimate, ply, cut)
            {
                return score;
            }
            if self.walk.stopped {
                return DRAW;
            }
        }

        self.frames[ply + 2].killer = Packed::NONE;
        self.frames[ply + 1].doubles = self.frames[ply].doubles;
        let before = self.before(ply);
        let hints = Hints {
            best: table_move,
            killer: self.frames[ply].killer,
            counter: self.memory.history.counter(before),
            before,
        };
        let mut picker = if root {
            // The root moves are in the order of the last iteration.
            let ordered = self.walk.root[self.walk.first_root..]
                .iter()
                .map(|root| root.m);
            Picker::ordered(node, hints, &mut self.scored, ordered)
        } else {
            Picker::new(node, hints, &self.scored)
        };

        let captures_best = table_move != Packed::NONE
            && chess
                .them()
                .contains(Square::new(table_move.squares().1 as u32));
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut searched = 0;
        let mut checks = None;
        loop {
            let may_prune = self.pruning && !root && best > -MATE_BOUND && has_pieces;
            if may_prune && !picker.has_dropped() {
                // Late move pruning,
                // <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>.
                let enough = LATE_MOVE_BASE + depth * depth;
                let enough = if improving { enough } else { enough / 2 };
                let late = depth <= LATE_MOVE_DEPTH && searched >= enough;
                // Futility pruning, <https://www.chessprogramming.org/Futility_Pruning>.
                let reduced = (depth - self.reductions.get(depth, searched, true)).max(0);
                let hope = evaluation + FUTILITY_BASE + FUTILITY_MARGIN * reduced;
                let futile = !in_check && reduced <= FUTILITY_DEPTH && hope <= alpha;
                if late || futile {
                    let checks = *checks.get_or_insert_with(|| Checks::new(chess));
                    picker.drop_quiets(&mut self.scored, checks);
                }
            }
            let Some(Scored { m, score: order }) =
                picker.next(&mut self.scored, &self.memory.history)
            else {
                break;
            };
            let packed = Packed::new(m);
            if packed == excluded {
                continue;
            }
            let key = self.fetch(node, m);
            let quiet = is_quiet(m);
            let mut reduction = self.reductions.get(depth, searched, quiet);

            if may_prune {
                let reduced = (depth - reduction).max(0);
                let checks = checks.get_or_insert_with(|| Checks::new(chess));
                let prune = if quiet && !checks.has(m) {
                    let loss = SEE_QUIET_MARGIN * reduced * reduced;
                    reduced <= SEE_DEPTH && !wins(chess, m, -loss)
                } else {
                    let loss = SEE_CAPTURE_MARGIN * depth;
                    depth <= SEE_DEPTH && (quiet || is_losing(order)) && !wins(chess, m, -loss)
                };
                if prune {
                    picker.prune(&mut self.scored);
                    continue;
                }
            }

            let mut extension = 0;
            if self.pruning
                && !root
                && depth >= SINGULAR_DEPTH
                && packed == table_move
                && excluded == Packed::NONE
                && ply < 2 * self.walk.iteration
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && entry.score.abs() < MATE_BOUND
            {
                match self.singular(node, &entry, depth, beta, ply, pv, cut) {
                    Singular::Extension(plies) => extension = plies,
                    Singular::Refuted(score) => {
                        picker.finish(&mut self.scored);
                        return score;
                    }
                }
            }
            if self.walk.stopped {
                break;
            }

            let before_nodes = self.walk.nodes;
            self.frames[ply + 1].doubles = self.frames[ply].doubles + u8::from(extension >= 2);
            if !self.note(node, m, ply) {
                break;
            }
            let child = node.play(m, key);
            searched += 1;
            let deep = depth - 1 + extension;

            // Late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>, then
            // the null window of principal variation search.
            let mut score = -INFINITE;
            let full;
            if searched > 1 && depth >= LATE_REDUCTION_MINIMUM && self.pruning {
                if quiet {
                    let history = self.memory.history.quiets(chess.turn(), before);
                    reduction -= history.score(m) / LATE_REDUCTION_HISTORY;
                    reduction -= i32::from(packed == hints.killer);
                    // Where a capture is best, quiet moves seldom are; after Stockfish.
                    reduction += i32::from(captures_best);
                }
                reduction += i32::from(!improving);
                reduction += i32::from(cut);
                reduction -= i32::from(was_pv);
                reduction -= i32::from(pv) + i32::from(root);
                reduction -= i32::from(child.chess.is_check());
                let reduced = (deep - reduction).clamp(1, deep.max(1));
                score = -self.search(&child, reduced, -alpha - 1, -alpha, ply + 1, false, true);
                full = score > alpha && reduced < deep;
            } else {
                full = !pv || searched > 1;
            }
            if full && !self.walk.stopped {
                score = -self.search(&child, deep, -alpha - 1, -alpha, ply + 1, false, !cut);
            }
            if pv && (searched == 1 || score > alpha) && !self.walk.stopped {
                score = -self.search(&child, deep, -beta, -alpha, ply + 1, true, false);
            }
            self.unmake();
            if self.walk.stopped {
                break;
            }

            if root {
                let better = searched == 1 || score > alpha;
                let nodes = self.walk.nodes - before_nodes;
                self.walk.note_root(m, score, better, nodes);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if pv {
                        self.walk.extend_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if best >= beta
            && let Some(m) = best_move
            && !self.walk.stopped
        {
            let tried = picker.tried(&self.scored).filter(|tried| *tried != m);
            let history = &mut self.memory.history;
            history.learn(node, depth, m, tried, before);
            if is_quiet(m) {
                self.frames[ply].killer = Packed::new(m);
            }
        }
        picker.finish(&mut self.scored);
        if self.walk.stopped {
            return DRAW;
        }
        if best == -INFINITE {
            return match excluded {
                Packed::NONE if in_check => mated(ply),
                Packed::NONE => DRAW,
                // There was no other move.
                _ => alpha,
            };
        }

        if excluded == Packed::NONE && !(root && self.walk.first_root > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                best: best_move.map_or(Packed::NONE, Packed::new),
                score: best,
                evaluation: plain,
                depth,
                bound,
                pv: was_pv,
            };
            self.walk.table.put(node.key, ply, entry);
            // What captures win says little of the evaluation, and a bound only what it excludes.
            let says = match bound {
                Bound::Exact => true,
                Bound::Lower => best > evaluation,
                Bound::Upper => best < evaluation,
            };
            if says && !in_check && best_move.is_none_or(is_quiet) && best.abs() < MATE_BOUND {
                let corrections = &mut self.memory.corrections;
                corrections.learn(&node.chess, depth, best - evaluation);
            }
        }
        best
    }
}
