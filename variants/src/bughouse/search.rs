//! Alpha-beta with drops: principal variation search. Iterative deepening, table, clocks and counting are
//! `engine`'s; what is done at a position is not, because pruning must think of drops everywhere: there are
//! three times as many moves, most of them quiet, and checks out of hand decide games.

use engine::parts::{
    AlphaBeta, Best, DRAW, Entry, MATE_BOUND, MAX_PLY, NodeKind, PLY, Packed, Scored, Walk, Window,
    is_quiet, pick,
};
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Position};

use super::exchange::gain;
use super::ordering::{Candidates, Hints, QUIET};
use super::parameters::{
    EXTENDED, FUTILITY, FUTILITY_DEPTH, HISTORY_MAXIMUM, IIR_DEPTH, LATE_MOVE_DEPTH, LATE_MOVES,
    LATE_REDUCTION_HISTORY, LATE_REDUCTION_MINIMUM, LOSS_MARGIN, NULL_DEPTH, NULL_REDUCTION,
    REPETITION, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::worker::{Node, REDUCTIONS, Worker};

/// Sources: as in `engine`'s search.
impl<'a> AlphaBeta<'a> for Worker<'a> {
    type Node = Node;

    fn walk(&mut self) -> &mut Walk<'a> {
        &mut self.walk
    }

    fn evaluate(&mut self, node: &Node) -> i32 {
        Worker::evaluate(self, node)
    }

    fn search(&mut self, node: &Node, mut window: Window) -> i32 {
        let chess = node.position.chess();
        let in_check = chess.is_check();
        self.walk.lines[window.ply].clear();
        if window.beta - window.alpha == 1 {
            // Nothing can be on the principal variation by a null window.
            window.kind = NodeKind::Cut;
        }
        if in_check && self.may_extend(&window) {
            window.depth += 1;
        }
        if window.depth <= 0 || window.ply >= MAX_PLY {
            return self.quiesce(node, window, 0);
        }
        self.walk.deepest = self.walk.deepest.max(window.ply);
        if !window.is_root() {
            if self
                .walk
                .is_repeated(node.key, chess.halfmoves(), window.ply)
            {
                let ours = node.position.turn() == self.us;
                return if ours { -REPETITION } else { REPETITION };
            }
            if window.narrow_to_mates() {
                return window.alpha;
            }
        }

        let entry = self.walk.table.get(node.key, window.ply);
        if !window.is_pv()
            && let Some(entry) = entry
            && entry.depth >= window.depth
            && entry.decides(window.alpha, window.beta)
        {
            return entry.score;
        }
        if window.depth >= IIR_DEPTH && entry.is_none_or(|entry| entry.best == Packed::NONE) {
            window.depth -= 1;
        }
        let evaluation = self.known_evaluation(node, entry, in_check);
        if !in_check && let Some(score) = self.prune(node, &mut window, evaluation) {
            return score;
        }
        self.search_moves(node, window, entry, evaluation)
    }
}

impl Worker<'_> {
    /// Whether lines may be searched deeper here than the iteration is.
    fn may_extend(&self, window: &Window) -> bool {
        window.ply < EXTENDED * self.walk.iteration
    }

    /// The score of a position whose moves need not be searched, because it is far above beta. Where a pass runs into
    /// mate, the moves are searched more deeply.
    fn prune(&mut self, node: &Node, window: &mut Window, evaluation: i32) -> Option<i32> {
        if window.is_pv() || window.beta.abs() >= MATE_BOUND {
            return None;
        }
        let margin = REVERSE_FUTILITY_MARGIN * window.depth;
        if window.depth <= REVERSE_FUTILITY_DEPTH && evaluation - margin >= window.beta {
            return Some(evaluation - margin);
        }
        let has_moved = window.ply > 0 && self.frames[window.ply - 1].moved.is_some();
        if has_moved && window.depth >= NULL_DEPTH && evaluation >= window.beta {
            let score = self.pass(node, window);
            if self.walk.stopped {
                return Some(DRAW);
            }
            if score >= window.beta {
                return Some(if score >= MATE_BOUND {
                    window.beta
                } else {
                    score
                });
            }
            // The threat of mate is worth a closer look.
            if score <= -MATE_BOUND && self.may_extend(window) {
                window.depth += 1;
            }
        }
        None
    }

    /// The score of a position if the side to move passes, from its view.
    fn pass(&mut self, node: &Node, window: &Window) -> i32 {
        let Some(position) = node.position.pass() else {
            return window.beta - 1;
        };
        let reduction = NULL_REDUCTION.0 + window.depth / NULL_REDUCTION.1;
        self.frames[window.ply].moved = None;
        self.frames[window.ply + 1].killers = [Packed::NONE; 2];
        self.walk.keys.push(node.key);
        let child = Node::new(position);
        let score = -self.search(&child, window.after_pass(window.depth - reduction));
        self.walk.keys.pop();
        score
    }

    /// Searches the moves of a position, the most promising first; quiet ones are looked for when no other is left.
    fn search_moves(
        &mut self,
        node: &Node,
        mut window: Window,
        entry: Option<Entry>,
        evaluation: i32,
    ) -> i32 {
        let (ply, root) = (window.ply, window.is_root());
        let hints = Hints {
            best: entry.map_or(Packed::NONE, |entry| entry.best),
            killers: self.frames[ply].killers,
            before: self.before(ply),
        };
        self.frames[ply + 1].killers = [Packed::NONE; 2];
        let candidates = Candidates::new(&node.position, hints);
        let base = self.scored.len();
        let mut next = base;
        let mut has_quiets = root;
        if root {
            self.scored.extend(self.walk.ordered_root());
        } else {
            candidates.append_captures(self.values, &mut self.scored);
        }
        let near_kings = near_kings(node);
        let mut best = Best::new(&window);
        let mut searched = 0;
        loop {
            let picked = pick(&mut self.scored, next);
            if !has_quiets && picked.is_none_or(|picked| picked.score < QUIET) {
                has_quiets = true;
                candidates.append_quiets(self.history, self.values, &mut self.scored);
                continue;
            }
            let Some(picked) = picked else { break };
            next += 1;
            if !root
                && best.score > -MATE_BOUND
                && self.is_hopeless(&window, &candidates, evaluation, searched, picked)
            {
                continue;
            }
            let nodes = self.walk.nodes;
            let Some(child) = self.make(node, picked.m, ply) else {
                break;
            };
            searched += 1;
            let depth = window.depth - 1;
            let reduced = is_late(&window, searched, picked).then(|| {
                let reduction = late_reduction(&window, &candidates, near_kings, searched, picked);
                (depth - reduction).clamp(1, depth)
            });
            let score = self.search_move(&child, &window, depth, reduced, searched == 1);
            self.unmake();
            if self.walk.stopped
                || self
                    .walk
                    .note(&mut best, &mut window, picked.m, score, nodes)
            {
                break;
            }
        }
        if best.refutes(&window) && !self.walk.stopped {
            self.learn(&window, &best, &candidates, base..next);
        }
        self.scored.truncate(base);
        if self.walk.stopped {
            return DRAW;
        }
        if best.is_empty() {
            return self.without_moves(node, ply);
        }
        let entry = best.entry(&window, evaluation, window.is_pv());
        self.walk.table.put(node.key, ply, entry);
        best.score
    }

    /// Whether a move is not worth a search, after as many as were searched.
    fn is_hopeless(
        &self,
        window: &Window,
        candidates: &Candidates,
        evaluation: i32,
        searched: i32,
        picked: Scored,
    ) -> bool {
        if candidates.in_check || candidates.gives_check(picked.m) {
            return false;
        }
        let (depth, chess) = (window.depth, candidates.position.chess());
        let late =
            depth <= LATE_MOVE_DEPTH && searched >= LATE_MOVES.0 + LATE_MOVES.1 * depth * depth;
        let hope = evaluation + FUTILITY.0 + FUTILITY.1 * depth;
        let futile = depth <= FUTILITY_DEPTH && hope <= window.alpha;
        let loss = LOSS_MARGIN * depth;
        is_quiet(picked.m) && (late || futile)
            || depth <= FUTILITY_DEPTH && gain(chess, picked.m, self.values) < -loss
    }

    /// If a quiet move refuted, learns from it and from the quiet ones tried before it, which did not.
    fn learn(
        &mut self,
        window: &Window,
        best: &Best,
        candidates: &Candidates,
        tried: std::ops::Range<usize>,
    ) {
        let Some(m) = best.m.filter(|&m| is_quiet(m)) else {
            return;
        };
        let turn = candidates.position.turn();
        for tried in &self.scored[tried] {
            if is_quiet(tried.m) {
                let good = tried.m == m;
                let before = candidates.hints.before;
                self.history
                    .learn(turn, tried.m, before, window.depth, good);
            }
        }
        let killers = &mut self.frames[window.ply].killers;
        let packed = Packed::new(m);
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
    }
}

/// Whether a move is searched less deeply first, after as many as were searched, itself counted.
fn is_late(window: &Window, searched: i32, picked: Scored) -> bool {
    searched > 1 + i32::from(window.is_pv())
        && window.depth >= LATE_REDUCTION_MINIMUM
        && (is_quiet(picked.m) || picked.score < 0)
}

/// By how many plies a late move is reduced.
fn late_reduction(
    window: &Window,
    candidates: &Candidates,
    near_kings: Bitboard,
    searched: i32,
    picked: Scored,
) -> i32 {
    let Scored { m, score } = picked;
    let mut reduction = REDUCTIONS.get(window.depth, searched) / PLY;
    if is_quiet(m) && score.abs() < QUIET {
        reduction -= score.clamp(-HISTORY_MAXIMUM, HISTORY_MAXIMUM) / LATE_REDUCTION_HISTORY;
    }
    reduction -= i32::from(window.is_pv()) + i32::from(candidates.in_check);
    reduction -= 2 * i32::from(candidates.gives_check(m));
    // Drops far from both kings seldom matter.
    let is_far = m.from().is_none() && !near_kings.contains(m.to());
    reduction + i32::from(is_far)
}

/// The squares around the kings, two deep.
fn near_kings(node: &Node) -> Bitboard {
    let around = |squares: Bitboard| {
        squares
            .into_iter()
            .fold(squares, |all, square| all | king_attacks(square))
    };
    around(around(node.position.chess().board().kings()))
}
