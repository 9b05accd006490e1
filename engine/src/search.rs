//! Alpha-beta, as principal variation search, with what is known to make it look deeper.

use std::sync::LazyLock;
use std::sync::atomic::Ordering::Relaxed;

use shakmaty::{Move, Position};

use crate::checks::Checks;
use crate::control::{BATCH, Control};
use crate::evaluation::Evaluator;
use crate::history::{Before, History, is_quiet};
use crate::node::Node;
use crate::ordering::{self, Hints, Picker, Scored, is_losing};
use crate::packed::{Packed, place};
use crate::parameters::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_MARGIN,
    IIR_DEPTH, LATE_CAPTURE_REDUCTION, LATE_MOVE_BASE, LATE_MOVE_DEPTH, LATE_REDUCTION,
    LATE_REDUCTION_HISTORY, LATE_REDUCTION_MINIMUM, NULL_DEPTH, NULL_DEPTH_DIVISOR, NULL_REDUCTION,
    NULL_SCORE_DIVISOR, NULL_VERIFICATION_DEPTH, RAZORING, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN, SEE_CAPTURE_MARGIN, SEE_DEPTH, SEE_QUIET_MARGIN, SINGULAR_DEPTH,
    SINGULAR_DOUBLE_MARGIN, SINGULAR_DOUBLE_MAXIMUM, SINGULAR_MARGIN,
};
use crate::quiescence::has_pieces;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, mated};
use crate::see::wins;
use crate::strength::noise;
use crate::table::{Bound, Entry, NO_EVALUATION, Table};

/// What a thread keeps from search to search.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) evaluator: Evaluator,
}

/// A move of the position that is searched.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// Its score in this iteration; minus infinite if it was not better than another.
    pub(crate) score: i32,
    /// The line that begins with it.
    pub(crate) line: Vec<Move>,
    /// Moves made behind it.
    pub(crate) nodes: u64,
}

/// What is known at a ply of the line that is looked at.
#[derive(Copy, Clone, Debug, Default)]
struct Frame {
    /// The static evaluation; [`NO_EVALUATION`] in check.
    evaluation: i32,
    /// Where the piece went that was moved from here; none for a pass.
    moved: Option<usize>,
    killer: Packed,
    /// The move that is left out, to see whether it is singular.
    excluded: Packed,
    /// Double extensions on the way here.
    doubles: u8,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) memory: &'a mut Memory,
    /// Without pruning the score is that of plain minimax.
    pub(crate) pruning: bool,
    /// Whether other threads search, too.
    pub(crate) alone: bool,
    /// How far the evaluation is off at most, to play weaker, and a number that decides how.
    pub(crate) noise: (i32, u64),
    /// Moves made by this thread.
    pub(crate) nodes: u64,
    /// The deepest ply seen, quiescence included.
    pub(crate) deepest: usize,
    pub(crate) stopped: bool,
    pub(crate) root: Vec<RootMove>,
    /// The depth of this iteration.
    pub(crate) iteration: usize,
    /// Root moves before this one are the best ones, already searched in this iteration.
    pub(crate) first_root: usize,
    /// Keys of the positions before the one looked at: the game's, then the line's.
    pub(crate) keys: Vec<u64>,
    /// The moves still to try, of all plies, the deepest last.
    pub(crate) scored: Vec<Scored>,
    frames: Vec<Frame>,
    lines: Vec<Vec<Move>>,
    /// No null moves before this ply, while one is verified.
    null_from: usize,
    reductions: &'static Reductions,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: &'a Table,
        control: &'a Control<'a>,
        memory: &'a mut Memory,
        keys: Vec<u64>,
        root: Vec<RootMove>,
    ) -> Worker<'a> {
        Worker {
            table,
            control,
            memory,
            pruning: true,
            alone: true,
            noise: (0, 0),
            nodes: 0,
            deepest: 0,
            stopped: false,
            root,
            iteration: 0,
            first_root: 0,
            keys,
            scored: Vec::with_capacity(4096),
            frames: vec![Frame::default(); MAX_PLY + 3],
            lines: vec![Vec::new(); MAX_PLY + 2],
            null_from: 0,
            reductions: &LATE_REDUCTIONS,
        }
    }

    /// The static evaluation, from the view of the side to move.
    pub(crate) fn evaluate(&mut self, node: &Node) -> i32 {
        let value = self.memory.evaluator.evaluate(&node.chess);
        match self.noise {
            (0, _) => value,
            (most, seed) => value + noise(node.key ^ seed, most),
        }
    }

    /// Plays a move, unless the search is over.
    pub(crate) fn make(&mut self, node: &Node, m: Move, ply: usize) -> Option<Node> {
        self.count();
        if self.stopped {
            return None;
        }
        self.frames[ply].moved = Some(place(node.chess.turn(), m.role(), m.to()));
        self.keys.push(node.key);
        Some(node.play(m, |key| self.table.fetch(key)))
    }

    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Counts a move, unless there may be no more.
    fn count(&mut self) {
        if self.alone && self.nodes >= self.control.node_limit {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) {
            let all = self.control.nodes.fetch_add(BATCH, Relaxed) + BATCH;
            let spent = !self.alone && all >= self.control.node_limit;
            self.stopped |= spent || self.control.is_over();
        }
    }

    /// Where pieces went one, two and four plies before.
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|plies| self.frames[ply.checked_sub(plies)?].moved)
    }

    /// Whether the position is drawn: by repetition, by fifty moves, or for want of material.
    ///
    /// A position that was on the line before counts as drawn at once, one of the game before
    /// only if it was there twice. Source: <https://www.chessprogramming.org/Repetitions>.
    pub(crate) fn is_draw(&self, node: &Node, ply: usize) -> bool {
        let chess = &node.chess;
        if chess.halfmoves() >= 100 {
            return !chess.is_checkmate();
        }
        if chess.board().occupied().count() <= 4 && chess.is_insufficient_material() {
            return true;
        }
        let reversible = (chess.halfmoves() as usize).min(self.keys.len());
        let mut seen = 0;
        for back in (4..=reversible).step_by(2) {
            if self.keys[self.keys.len() - back] == node.key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

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
            self.lines[ply].clear();
        }

        // Check extension, <https://www.chessprogramming.org/Check_Extensions>.
        if in_check && self.pruning {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(node, alpha, beta, ply);
        }
        self.deepest = self.deepest.max(ply);

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
        let entry = if excluded == Packed::NONE {
            self.table.get(node.key, ply)
        } else {
            None
        };
        if self.pruning
            && !pv
            && let Some(entry) = entry
            && entry.depth >= depth
            && is_cut(&entry, alpha, beta)
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
            _ if excluded != Packed::NONE => self.frames[ply].evaluation,
            _ => self.evaluate(node),
        };
        self.frames[ply].evaluation = evaluation;
        let estimate = match entry {
            Some(entry) if !in_check && is_cut(&entry, evaluation, evaluation + 1) => entry.score,
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
            if self.stopped {
                return DRAW;
            }
        }

        let moves = chess.legal_moves();
        if moves.is_empty() {
            return match excluded {
                Packed::NONE if in_check => mated(ply),
                Packed::NONE => DRAW,
                _ => alpha,
            };
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
            let ordered = self.root[self.first_root..].iter().map(|root| root.m);
            Picker::ordered(node, &moves, hints, &mut self.scored, ordered)
        } else {
            Picker::new(node, &moves, hints, &self.scored)
        };

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
                let reduced = (depth - self.late_reduction(depth, searched, true)).max(0);
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
            let quiet = is_quiet(m);
            let history = ordering::history(order);
            let mut reduction = self.late_reduction(depth, searched, quiet);

            if may_prune {
                let reduced = (depth - reduction).max(0);
                let checks = checks.get_or_insert_with(|| Checks::new(chess));
                let prune = if quiet && !checks.has(m) {
                    // History leaf pruning,
                    // <https://www.chessprogramming.org/History_Leaf_Pruning>.
                    let bad = reduced <= HISTORY_PRUNING_DEPTH
                        && history < -HISTORY_PRUNING_MARGIN * (reduced + 1);
                    let loss = SEE_QUIET_MARGIN * reduced * reduced;
                    bad || reduced <= SEE_DEPTH && !wins(chess, m, -loss)
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
                && ply < 2 * self.iteration
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
            if self.stopped {
                break;
            }

            let before_nodes = self.nodes;
            self.frames[ply + 1].doubles = self.frames[ply].doubles + u8::from(extension >= 2);
            let Some(child) = self.make(node, m, ply) else {
                break;
            };
            searched += 1;
            let deep = depth - 1 + extension;

            // Late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>, then
            // the null window of principal variation search.
            let mut score = -INFINITE;
            let full;
            if searched > 1 && depth >= LATE_REDUCTION_MINIMUM && self.pruning {
                if quiet {
                    reduction -= history / LATE_REDUCTION_HISTORY;
                    reduction -= i32::from(packed == hints.killer);
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
            if full && !self.stopped {
                score = -self.search(&child, deep, -alpha - 1, -alpha, ply + 1, false, !cut);
            }
            if pv && (searched == 1 || score > alpha) && !self.stopped {
                score = -self.search(&child, deep, -beta, -alpha, ply + 1, true, false);
            }
            self.unmake();
            if self.stopped {
                break;
            }

            if root {
                self.note_root(m, score, searched == 1 || score > alpha, before_nodes);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if pv {
                        self.extend_line(ply, m);
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
            && !self.stopped
        {
            let tried = picker.tried(&self.scored).filter(|tried| *tried != m);
            let history = &mut self.memory.history;
            history.learn(node, depth, m, tried, before);
            if is_quiet(m) {
                self.frames[ply].killer = Packed::new(m);
            }
        }
        picker.finish(&mut self.scored);
        if self.stopped {
            return DRAW;
        }
        if best == -INFINITE {
            // There was no move but the excluded one.
            return alpha;
        }

        if excluded == Packed::NONE && !(root && self.first_root > 0) {
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
                pv: was_pv,
            };
            self.table.put(node.key, ply, entry);
        }
        best
    }

    /// What a position is worth at least if passing proves it to be beta or more.
    fn try_null(
        &mut self,
        node: &Node,
        depth: i32,
        beta: i32,
        estimate: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let child = node.pass(|key| self.table.fetch(key))?;
        let reduction = NULL_REDUCTION
            + depth / NULL_DEPTH_DIVISOR
            + ((estimate - beta) / NULL_SCORE_DIVISOR).min(3);
        self.count();
        if self.stopped {
            return None;
        }
        self.frames[ply].moved = None;
        self.frames[ply + 1].doubles = self.frames[ply].doubles;
        self.keys.push(node.key);
        let score = -self.search(
            &child,
            depth - reduction,
            -beta,
            1 - beta,
            ply + 1,
            false,
            !cut,
        );
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        // A mate that needs the opponent to stand still is none.
        let score = if score >= MATE_BOUND { beta } else { score };
        if depth < NULL_VERIFICATION_DEPTH || self.null_from > 0 {
            return Some(score);
        }
        // Verified without null moves, against zugzwang:
        // <https://www.chessprogramming.org/Null_Move_Pruning#Verification>.
        self.null_from = ply + (depth - reduction).max(0) as usize;
        let verified = self.search(node, depth - reduction, beta - 1, beta, ply, false, false);
        self.null_from = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Whether the table's move stands alone, by a search without it.
    ///
    /// Sources: <https://www.chessprogramming.org/Singular_Extensions>,
    /// <https://www.chessprogramming.org/Multi-Cut>.
    #[expect(clippy::too_many_arguments, reason = "the recursion's state")]
    fn singular(
        &mut self,
        node: &Node,
        entry: &Entry,
        depth: i32,
        beta: i32,
        ply: usize,
        pv: bool,
        cut: bool,
    ) -> Singular {
        let target = entry.score - SINGULAR_MARGIN * depth;
        let saved = self.frames[ply];
        self.frames[ply].excluded = entry.best;
        let score = self.search(node, (depth - 1) / 2, target - 1, target, ply, false, cut);
        self.frames[ply] = saved;
        if self.stopped {
            return Singular::Extension(0);
        }
        if score < target {
            let double = !pv
                && score < target - SINGULAR_DOUBLE_MARGIN
                && saved.doubles < SINGULAR_DOUBLE_MAXIMUM;
            Singular::Extension(1 + i32::from(double))
        } else if target >= beta {
            // Several moves refute.
            Singular::Refuted(target)
        } else if entry.score >= beta {
            Singular::Extension(-2 + i32::from(pv))
        } else if cut {
            Singular::Extension(-1)
        } else {
            Singular::Extension(0)
        }
    }

    /// The principal variation from here: a move, then that of the position after it.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (here, deeper) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&deeper[0]);
    }

    fn late_reduction(&self, depth: i32, searched: i32, quiet: bool) -> i32 {
        let table = &self.reductions[usize::from(quiet)];
        table[depth.clamp(0, 63) as usize][searched.clamp(0, 63) as usize]
    }

    /// Notes how a root move did. If it was not better than the ones before, its score is only a
    /// bound and says nothing.
    fn note_root(&mut self, m: Move, score: i32, better: bool, before_nodes: u64) {
        let nodes = self.nodes - before_nodes;
        let line = &self.lines[1];
        let Some(root) = self.root.iter_mut().find(|root| root.m == m) else {
            return;
        };
        root.nodes += nodes;
        if better {
            root.score = score;
            root.line.clear();
            root.line.push(m);
            root.line.extend_from_slice(line);
        } else {
            root.score = -INFINITE;
        }
    }
}

/// What became of a search without the table's move.
enum Singular {
    /// It is to be extended by so many plies, maybe less than none.
    Extension(i32),
    /// Others refute as well.
    Refuted(i32),
}

/// Whether a stored score decides a position within alpha and beta.
pub(crate) fn is_cut(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// By how much late moves are reduced, by depth and number, for captures and quiet moves.
type Reductions = [[[i32; 64]; 64]; 2];

static LATE_REDUCTIONS: LazyLock<Reductions> = LazyLock::new(|| {
    [LATE_CAPTURE_REDUCTION, LATE_REDUCTION].map(|(base, divisor)| {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *reduction = (base + product / divisor) as i32;
            }
        }
        table
    })
});
