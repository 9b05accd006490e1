//! Alpha-beta with drops: principal variation search. Iterative deepening, table, clocks and counting are
//! `engine`'s; what is done at a position is not, because pruning must think of drops everywhere: there are
//! three times as many moves, most of them quiet, and checks out of hand decide games.

use engine::parts::{
    Bound, Checks, DRAW, Entry, INFINITE, MATE_BOUND, MAX_PLY, NO_EVALUATION, Packed, mated,
};
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Move, Position};

use super::exchange::{gain, gives_check};
use super::ordering::{Hints, QUIET, Scored, append_captures, append_quiets, is_quiet, pick};
use super::parameters::{
    EXTENDED, FUTILITY, FUTILITY_DEPTH, IIR_DEPTH, LATE_MOVE_DEPTH, LATE_MOVES,
    LATE_REDUCTION_HISTORY, LOSS_MARGIN, NULL_DEPTH, NULL_REDUCTION, REPETITION,
    REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::worker::{Node, Worker};

impl Worker<'_> {
    /// The score of a position within alpha and beta (fail-soft), from the view of the side to move,
    /// `depth` plies deep. `null`: a pass may be tried.
    ///
    /// Sources: as in `engine`'s search.
    #[expect(clippy::too_many_lines, reason = "the search's steps in their order")]
    pub(crate) fn search(
        &mut self,
        node: &Node,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        null: bool,
    ) -> i32 {
        let house = &node.house;
        let chess = house.chess();
        let (root, pv) = (ply == 0, beta - alpha > 1);
        let in_check = chess.is_check();
        self.walk.lines[ply].clear();
        if in_check && ply < EXTENDED * self.walk.iteration {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(node, alpha, beta, ply, 0);
        }
        self.walk.deepest = self.walk.deepest.max(ply);
        if !root {
            if self.walk.is_repeated(node.key, chess.halfmoves(), ply) {
                let ours = house.turn() == self.us;
                return if ours { -REPETITION } else { REPETITION };
            }
            alpha = alpha.max(mated(ply));
            beta = beta.min(-mated(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let entry = self.walk.table.get(node.key, ply);
        if !pv
            && let Some(entry) = entry
            && entry.depth >= depth
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let best = entry.map_or(Packed::NONE, |entry| entry.best);
        if depth >= IIR_DEPTH && best == Packed::NONE {
            depth -= 1;
        }
        let evaluation = match entry {
            _ if in_check => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ => self.evaluate(node),
        };

        if !pv && !in_check && beta.abs() < MATE_BOUND {
            let margin = REVERSE_FUTILITY_MARGIN * depth;
            if depth <= REVERSE_FUTILITY_DEPTH && evaluation - margin >= beta {
                return evaluation - margin;
            }
            if null && depth >= NULL_DEPTH && evaluation >= beta {
                let score = self.pass(node, depth, beta, ply);
                if self.walk.stopped {
                    return DRAW;
                }
                if score >= beta {
                    return if score >= MATE_BOUND { beta } else { score };
                }
                // The threat of mate is worth a closer look.
                if score <= -MATE_BOUND && ply < EXTENDED * self.walk.iteration {
                    depth += 1;
                }
            }
        }

        let moves = chess.legal_moves();
        let checks = Checks::new(chess);
        let hints = Hints {
            best,
            killers: self.frames[ply].killers,
            before: self.before(ply),
        };
        self.frames[ply + 1].killers = [Packed::NONE; 2];
        let base = self.scored.len();
        let mut next = base;
        let mut quiets = root;
        if root {
            let ordered = self.walk.root[self.walk.first_root..].iter().zip(0..).map(
                |(root, n): (_, i32)| Scored {
                    m: root.m,
                    score: -n,
                },
            );
            self.scored.extend(ordered);
        } else {
            append_captures(house, &moves, &hints, self.values, &mut self.scored);
        }
        let near = near(node);
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut searched = 0;
        loop {
            let picked = if root {
                self.scored.get(next).copied()
            } else {
                pick(&mut self.scored, next)
            };
            if !quiets && picked.is_none_or(|picked| picked.score < QUIET) {
                quiets = true;
                append_quiets(
                    house,
                    &moves,
                    &hints,
                    &checks,
                    self.history,
                    self.values,
                    &mut self.scored,
                );
                continue;
            }
            let Some(Scored { m, score: order }) = picked else {
                break;
            };
            next += 1;
            let check = gives_check(&checks, m);
            let quiet = is_quiet(m);
            if !root && best > -MATE_BOUND && !check && !in_check {
                let late = depth <= LATE_MOVE_DEPTH
                    && searched >= LATE_MOVES.0 + LATE_MOVES.1 * (depth * depth) as usize;
                let hope = evaluation + FUTILITY.0 + FUTILITY.1 * depth;
                let futile = depth <= FUTILITY_DEPTH && hope <= alpha;
                if quiet && (late || futile) {
                    continue;
                }
                if depth <= FUTILITY_DEPTH && gain(chess, m, self.values) < -LOSS_MARGIN * depth {
                    continue;
                }
            }

            let before_nodes = self.walk.nodes;
            let Some(child) = self.make(node, m, ply) else {
                break;
            };
            searched += 1;
            let mut score = -INFINITE;
            let mut full = !pv || searched > 1;
            if searched > 1 + usize::from(pv) && depth >= 3 && (quiet || order < 0) {
                let mut reduction = self.reduction(depth, searched);
                if quiet && order.abs() < QUIET {
                    reduction -= (order % QUIET).clamp(-16_384, 16_384) / LATE_REDUCTION_HISTORY;
                }
                // Drops far from both kings and from everything else seldom matter.
                reduction += i32::from(m.from().is_none() && !near.contains(m.to()));
                reduction -= i32::from(pv) + 2 * i32::from(check) + i32::from(in_check);
                let reduced = (depth - 1 - reduction).clamp(1, depth - 1);
                if reduced < depth - 1 {
                    score = -self.search(&child, reduced, -alpha - 1, -alpha, ply + 1, true);
                    full = score > alpha;
                }
            }
            if full && !self.walk.stopped {
                score = -self.search(&child, depth - 1, -alpha - 1, -alpha, ply + 1, true);
            }
            if pv && (searched == 1 || score > alpha) && !self.walk.stopped {
                score = -self.search(&child, depth - 1, -beta, -alpha, ply + 1, true);
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
            && is_quiet(m)
        {
            self.learn(node, m, &hints, depth, ply, base, next);
        }
        self.scored.truncate(base);
        if self.walk.stopped {
            return DRAW;
        }
        if best == -INFINITE {
            return self.without_moves(node, ply);
        }
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
            evaluation,
            depth,
            bound,
            pv,
        };
        self.walk.table.put(node.key, ply, entry);
        best
    }

    /// What it comes to if the side to move passes, from its view.
    fn pass(&mut self, node: &Node, depth: i32, beta: i32, ply: usize) -> i32 {
        let Some(house) = node.house.pass() else {
            return beta - 1;
        };
        let reduction = NULL_REDUCTION.0 + depth / NULL_REDUCTION.1;
        self.frames[ply].moved = None;
        self.frames[ply + 1].killers = [Packed::NONE; 2];
        self.walk.keys.push(node.key);
        let child = Node::new(house);
        let score = -self.search(&child, depth - reduction, -beta, 1 - beta, ply + 1, false);
        self.walk.keys.pop();
        score
    }

    /// A quiet move refuted; the quiet ones before it did not.
    #[expect(
        clippy::too_many_arguments,
        reason = "where it was, and what was tried"
    )]
    fn learn(
        &mut self,
        node: &Node,
        m: Move,
        hints: &Hints,
        depth: i32,
        ply: usize,
        base: usize,
        next: usize,
    ) {
        let turn = node.house.turn();
        for tried in &self.scored[base..next] {
            if is_quiet(tried.m) {
                let good = tried.m == m;
                self.history.learn(turn, tried.m, hints.before, depth, good);
            }
        }
        let killers = &mut self.frames[ply].killers;
        let packed = Packed::new(m);
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
    }
}

/// The squares around the kings, two deep, and beside men of the side to move's opponent.
fn near(node: &Node) -> Bitboard {
    let board = node.house.chess().board();
    let around = |squares: Bitboard| {
        squares
            .into_iter()
            .fold(squares, |all, square| all | king_attacks(square))
    };
    around(around(board.kings()))
}
