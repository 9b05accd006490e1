//! The null move: a side that may pass and is still better needs no search.

use crate::alpha_beta::AlphaBeta;
use crate::node::Node;
use crate::parameters::{NULL_REDUCTION, NULL_VERIFICATION_DEPTH};
use crate::score::PROVEN;
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

impl Worker<'_> {
    /// What a position is worth at least if passing proves it to be beta or more.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    pub(crate) fn try_null(&mut self, node: &Node, window: &Window, estimate: i32) -> Option<i32> {
        let Window { beta, ply, .. } = *window;
        let child = node.pass(|key| self.walk.table.fetch(key))?;
        let reduction = NULL_REDUCTION
            + 100 * window.depth / self.parameters.null_depth_divisor
            + ((estimate - beta) / self.parameters.null_score_divisor)
                .min(self.parameters.null_score_maximum);
        let depth = window.depth - reduction;
        if !self.walk.count() {
            return None;
        }
        self.frames[ply].moved = None;
        self.frames[ply].quiet = None;
        self.frames[ply + 1].doubles = self.frames[ply].doubles;
        self.walk.keys.push(node.key);
        let score = -self.search(&child, window.after_pass(depth));
        self.walk.keys.pop();
        if self.walk.stopped || score < beta {
            return None;
        }
        // A win that needs the opponent to stand still is none.
        let score = if score >= PROVEN { beta } else { score };
        if window.depth < NULL_VERIFICATION_DEPTH || self.null_from > 0 {
            return Some(score);
        }
        // Verified without null moves, against zugzwang:
        // <https://www.chessprogramming.org/Null_Move_Pruning#Verification>.
        self.null_from = ply + depth.max(0) as usize;
        let verification = Window {
            depth,
            alpha: beta - 1,
            beta,
            ply,
            kind: NodeKind::All,
        };
        let verified = self.search(node, verification);
        self.null_from = 0;
        (verified >= beta && !self.walk.stopped).then_some(score)
    }
}
