//! Alpha-beta, as principal variation search, with what is known to make it look deeper.

use shakmaty::Position;

use crate::alpha_beta::AlphaBeta;
use crate::best::Best;
use crate::checks::Checks;
use crate::history::{bonus, is_quiet};
use crate::moves::Moves;
use crate::node::Node;
use crate::ordering::{Hints, Picker};
use crate::outlook::Outlook;
use crate::packed::Packed;
use crate::parameters::{IIR_DEPTH, LATE_REDUCTION_MINIMUM};
use crate::probe::{UNPROVEN, within};
use crate::pruning::loses_too_much;
use crate::reductions::PLY;
use crate::score::{DRAW, MAX_PLY, PROVEN, mated};
use crate::singular::Singular;
use crate::table::{Bound, Entry, NO_EVALUATION};
use crate::threats::Threats;
use crate::walk::Walk;
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

impl<'a> AlphaBeta<'a> for Worker<'a> {
    type Node = Node;

    fn walk(&mut self) -> &mut Walk<'a> {
        &mut self.walk
    }

    fn evaluate(&mut self, node: &Node) -> i32 {
        Worker::evaluate(self, node)
    }

    fn search(&mut self, node: &Node, mut window: Window) -> i32 {
        let in_check = node.chess.is_check();
        if window.is_pv() {
            self.walk.lines[window.ply].clear();
        }
        // Check extension, <https://www.chessprogramming.org/Check_Extensions>.
        if in_check && self.pruning {
            window.depth += 1;
        }
        if window.depth <= 0 || window.ply >= MAX_PLY {
            return self.quiesce(node, window);
        }
        self.walk.deepest = self.walk.deepest.max(window.ply);
        if !window.is_root() {
            if self.is_draw(node, window.ply) {
                return DRAW;
            }
            if self.pruning && window.narrow_to_mates() {
                return window.alpha;
            }
        }

        let excluded = self.frames[window.ply].excluded;
        // Before the table is asked, which has to wait for memory.
        self.memory.evaluator.fetch(&node.chess);
        let correction = self.correction(node, window.ply);
        self.frames[window.ply + 2].cutoffs = 0;
        let entry = match excluded {
            Packed::NONE => self.walk.table.get(node.key, window.ply),
            _ => None,
        };
        if let Some(score) = self.score_of_table(node, &window, entry) {
            self.learn_from_table(node, &window, entry);
            return score;
        }
        let proof = self.probe(node, &window);
        if let Some(proof) = proof
            && proof.decides(window.alpha, window.beta)
        {
            self.walk.table.put(node.key, window.ply, proof);
            return proof.score;
        }
        let proven = proof.map_or(UNPROVEN, |proof| within(proof, &window));
        window.alpha = window.alpha.max(proven.0);
        // Internal iterative reduction,
        // <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
        if self.pruning
            && window.depth >= IIR_DEPTH
            && window.kind != NodeKind::All
            && entry.is_none_or(|entry| entry.best == Packed::NONE)
            && excluded == Packed::NONE
        {
            window.depth -= 1;
        }

        let outlook = self.outlook(node, &window, entry, correction, proven);
        self.learn_from_evaluation(node, &window, &outlook);
        if let Some(score) = self.prune(node, &window, &outlook) {
            return score;
        }
        self.search_moves(node, window, &outlook)
    }
}

impl Worker<'_> {
    /// The score that the table has of a position, where it is as good as a search.
    ///
    /// Source: <https://www.chessprogramming.org/Transposition_Table>.
    fn score_of_table(&self, node: &Node, window: &Window, entry: Option<Entry>) -> Option<i32> {
        let entry = entry?;
        let decides = entry.depth >= window.depth && entry.decides(window.alpha, window.beta);
        // Near a draw by fifty moves the score depends on the way here.
        let is_far = node.chess.halfmoves() < 90;
        (self.pruning && !window.is_pv() && decides && is_far).then_some(entry.score)
    }

    /// Searches the moves of a position, the most promising first.
    fn search_moves(&mut self, node: &Node, mut window: Window, outlook: &Outlook) -> i32 {
        let (ply, root) = (window.ply, window.is_root());
        self.frames[ply + 2].killer = Packed::NONE;
        self.frames[ply + 1].doubles = self.frames[ply].doubles;
        self.frames[ply].threats = Threats::new(&node.chess);
        let hints = self.hints(ply, outlook.table_move());
        let mut picker = if root {
            Picker::ordered(node, hints, &mut self.scored, self.walk.ordered_root())
        } else {
            Picker::new(node, hints, &self.scored)
        };

        let mut best = Best::new(&window);
        best.score = outlook.proven.0;
        let mut searched = 0;
        let mut checks = None;
        loop {
            let may_prune = self.pruning && !root && best.score > -PROVEN && outlook.has_pieces;
            if may_prune
                && !picker.has_dropped()
                && self.are_quiets_hopeless(&window, outlook, searched)
            {
                let checks = *checks.get_or_insert_with(|| Checks::new(&node.chess));
                picker.drop_quiets(&mut self.scored, checks);
            }
            let Some(scored) = picker.next(self.parameters, &mut self.scored, &self.memory.history)
            else {
                break;
            };
            let m = scored.m;
            if Packed::new(m) == outlook.excluded {
                continue;
            }
            let key = self.fetch(node, m);
            let reduction = self.reductions.get(window.depth, searched, is_quiet(m));
            if may_prune {
                let checks = checks.get_or_insert_with(|| Checks::new(&node.chess));
                if loses_too_much(
                    self.parameters,
                    node,
                    scored,
                    window.depth,
                    reduction,
                    checks,
                ) {
                    picker.prune(&mut self.scored);
                    continue;
                }
            }

            let extension = match self.extension(node, &window, outlook, m) {
                Singular::Extension(plies) => plies,
                Singular::Refuted(score) => {
                    picker.finish(&mut self.scored);
                    return score;
                }
            };
            if self.walk.stopped {
                break;
            }
            let nodes = self.walk.nodes;
            self.frames[ply + 1].doubles = self.frames[ply].doubles + u8::from(extension >= 2);
            if !self.note(node, m, ply) {
                break;
            }
            let child = node.play(m, key);
            searched += 1;
            let depth = window.depth - 1 + extension;
            let is_late = searched > 1 && window.depth >= LATE_REDUCTION_MINIMUM && self.pruning;
            let reduced = is_late.then(|| {
                let more = self.late_reduction(node, &window, outlook, &hints, m, &child);
                (depth - (reduction + more) / PLY).clamp(1, depth.max(1))
            });
            let score = self.search_move(&child, &window, depth, reduced, searched == 1);
            self.unmake();
            if self.walk.stopped || self.walk.note(&mut best, &mut window, m, score, nodes) {
                break;
            }
        }
        if best.refutes(&window) && !self.walk.stopped {
            self.learn(node, &window, &best, &picker, &hints);
        }
        picker.finish(&mut self.scored);
        if self.walk.stopped {
            return DRAW;
        }
        best.score = best.score.min(outlook.proven.1);
        self.conclude(node, &window, outlook, &best)
    }

    /// What the order of the moves goes by.
    fn hints(&self, ply: usize, table_move: Packed) -> Hints {
        let context = self.context(ply);
        Hints {
            best: table_move,
            killer: self.frames[ply].killer,
            counter: self.memory.history.counter(context.before),
            context,
        }
    }

    /// Learns from the move that refuted, and from those tried before it.
    fn learn(&mut self, node: &Node, window: &Window, best: &Best, picker: &Picker, hints: &Hints) {
        let Some(m) = best.m else { return };
        self.frames[window.ply].cutoffs += 1;
        let tried = picker.tried(&self.scored).filter(|tried| *tried != m);
        let history = &mut self.memory.history;
        history.learn(self.parameters, node, window.depth, m, tried, hints.context);
        if is_quiet(m) {
            self.frames[window.ply].killer = Packed::new(m);
        }
    }

    /// Learns from the move that refuted another time, where the table says that it does now.
    fn learn_from_table(&mut self, node: &Node, window: &Window, entry: Option<Entry>) {
        let Some(entry) = entry.filter(|entry| entry.score >= window.beta) else {
            return;
        };
        if let Some(m) = Moves::new(&node.chess).find(entry.best)
            && is_quiet(m)
        {
            self.frames[window.ply].threats = Threats::new(&node.chess);
            let context = self.context(window.ply);
            let bonus = bonus(self.parameters, window.depth);
            let history = &mut self.memory.history;
            history.add_quiet(node.chess.turn(), m, context, bonus);
        }
    }

    /// Learns of a quiet move by how the static evaluation changed with it.
    fn learn_from_evaluation(&mut self, node: &Node, window: &Window, outlook: &Outlook) {
        let Some(before) = window.ply.checked_sub(1).map(|ply| self.frames[ply]) else {
            return;
        };
        if let Some(m) = before.quiet
            && outlook.excluded == Packed::NONE
            && outlook.evaluation != NO_EVALUATION
            && before.evaluation != NO_EVALUATION
        {
            // Each is as the side to move sees it.
            let better = -outlook.evaluation - before.evaluation;
            let most = self.parameters.history_evaluation_maximum;
            let bonus = (self.parameters.history_evaluation * better).clamp(-most, most);
            let history = &mut self.memory.history;
            history.add_plain(!node.chess.turn(), m, before.threats, bonus);
        }
    }

    /// Learns of the quiet move that led to a position in which no move was better than alpha.
    fn learn_from_failure(&mut self, node: &Node, window: &Window) {
        if let Some(ply) = window.ply.checked_sub(1)
            && let Some(m) = self.frames[ply].quiet
        {
            let context = self.context(ply);
            let bonus = bonus(self.parameters, window.depth);
            let history = &mut self.memory.history;
            history.add_quiet(!node.chess.turn(), m, context, bonus);
        }
    }

    /// The score of a position after its moves were searched. The table keeps it, and the correction of static
    /// evaluations learns from it.
    fn conclude(&mut self, node: &Node, window: &Window, outlook: &Outlook, best: &Best) -> i32 {
        if best.is_empty() {
            return match outlook.excluded {
                Packed::NONE if outlook.in_check => mated(window.ply),
                Packed::NONE => DRAW,
                // There was no other move.
                _ => window.alpha,
            };
        }
        if best.m.is_none() && outlook.excluded == Packed::NONE {
            self.learn_from_failure(node, window);
        }
        let is_whole = !window.is_root() || self.walk.first_root == 0;
        if outlook.excluded == Packed::NONE && is_whole {
            let entry = best.entry(window, outlook.plain, outlook.was_pv);
            self.walk.table.put(node.key, window.ply, entry);
            // What captures win says little of the evaluation, and a bound only what it excludes.
            let says = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => best.score > outlook.evaluation,
                Bound::Upper => best.score < outlook.evaluation,
            };
            let is_about_evaluation =
                !outlook.in_check && best.m.is_none_or(is_quiet) && best.score.abs() < PROVEN;
            if says && is_about_evaluation {
                let missed = best.score - outlook.evaluation;
                let before = self.before(window.ply);
                let corrections = &mut self.memory.corrections;
                let [last, ..] = before;
                corrections.learn(self.parameters, &node.chess, last, window.depth, missed);
            }
        }
        best.score
    }
}
