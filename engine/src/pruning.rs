//! What is not searched: positions that are decided already, and moves that hardly matter.

use crate::checks::Checks;
use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::is_losing;
use crate::outlook::Outlook;
use crate::packed::Packed;
use crate::parameters::{
    FUTILITY_DEPTH, LATE_MOVE_DEPTH, NULL_DEPTH, Parameters, REVERSE_FUTILITY_DEPTH, SEE_DEPTH,
};
use crate::reductions::PLY;
use crate::score::{DRAW, PROVEN};
use crate::scored::Scored;
use crate::see::wins;
use crate::window::Window;
use crate::worker::Worker;

impl Worker<'_> {
    /// The score of a position whose moves need not be searched, because it is far above beta or far below alpha.
    pub(crate) fn prune(&mut self, node: &Node, window: &Window, outlook: &Outlook) -> Option<i32> {
        if !self.pruning
            || window.is_pv()
            || outlook.in_check
            || outlook.excluded != Packed::NONE
            || window.beta <= -PROVEN
        {
            return None;
        }
        let (depth, estimate) = (window.depth, outlook.estimate);
        let parameters = self.parameters;
        // Reverse futility pruning,
        // <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
        let margin = parameters.reverse_futility_margin * (depth - i32::from(outlook.improving));
        if depth <= REVERSE_FUTILITY_DEPTH
            && !outlook.was_pv
            && estimate - margin >= window.beta
            && estimate < PROVEN
        {
            return Some(i32::midpoint(estimate, window.beta));
        }

        // Razoring, <https://www.chessprogramming.org/Razoring>.
        let margin = parameters.razoring_base + parameters.razoring_margin * depth * depth;
        if estimate + margin < window.alpha {
            let beta = window.alpha + 1;
            let score = self.quiesce(node, Window { beta, ..*window });
            if score <= window.alpha {
                return Some(score);
            }
        }

        // Null move, <https://www.chessprogramming.org/Null_Move_Pruning>: not twice in a row,
        // and not without pieces, for then every move may be worse than none (zugzwang).
        let enough = window.beta + parameters.null_base - parameters.null_margin * depth;
        if depth >= NULL_DEPTH
            && estimate >= window.beta.max(outlook.evaluation)
            && outlook.evaluation >= enough
            && window.ply >= self.null_from
            && self.frames[window.ply - 1].moved.is_some()
            && outlook.has_pieces
            && let Some(score) = self.try_null(node, window, estimate)
        {
            return Some(score);
        }
        self.walk.stopped.then_some(DRAW)
    }

    /// Whether of the quiet moves that are left only checks are worth a search, after as many moves as were searched.
    pub(crate) fn are_quiets_hopeless(
        &self,
        window: &Window,
        outlook: &Outlook,
        searched: i32,
    ) -> bool {
        let depth = window.depth;
        // Late move pruning,
        // <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>.
        let enough =
            self.parameters.late_move_base + self.parameters.late_move_margin * depth * depth;
        let enough = enough / 100;
        let enough = if outlook.improving {
            enough
        } else {
            enough / 2
        };
        let late = depth <= LATE_MOVE_DEPTH && searched >= enough;
        // Futility pruning, <https://www.chessprogramming.org/Futility_Pruning>.
        let reduction = self.reductions.get(depth, searched, true);
        let reduced = (depth - reduction / PLY).max(0);
        let gain = self.parameters.futility_base + self.parameters.futility_margin * reduced;
        let hope = outlook.evaluation + gain;
        let futile = !outlook.in_check && reduced <= FUTILITY_DEPTH && hope <= window.alpha;
        late || futile
    }
}

/// Whether a move loses so much material that it is not worth a search of `depth`, which late moves have reduced.
pub(crate) fn loses_too_much(
    parameters: &Parameters,
    node: &Node,
    scored: Scored,
    depth: i32,
    reduction: i32,
    checks: &Checks,
) -> bool {
    let Scored { m, score } = scored;
    let quiet = is_quiet(m);
    if quiet && !checks.has(m) {
        let reduced = (depth - reduction / PLY).max(0);
        let loss = parameters.see_quiet_margin * reduced * reduced;
        reduced <= SEE_DEPTH && !wins(&node.chess, m, -loss)
    } else {
        let loss = parameters.see_capture_margin * depth;
        depth <= SEE_DEPTH && (quiet || is_losing(score)) && !wins(&node.chess, m, -loss)
    }
}
