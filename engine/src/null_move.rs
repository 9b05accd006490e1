//! The null move: whoever may pass and is still better needs no search.

use crate::node::Node;
use crate::parameters::{
    NULL_DEPTH_DIVISOR, NULL_REDUCTION, NULL_SCORE_DIVISOR, NULL_VERIFICATION_DEPTH,
};
use crate::score::MATE_BOUND;
use crate::worker::Worker;

impl Worker<'_> {
    /// What a position is worth at least if passing proves it to be beta or more.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    pub(crate) fn try_null(
        &mut self,
        node: &Node,
        depth: i32,
        beta: i32,
        estimate: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let child = node.pass(|key| self.walk.table.fetch(key))?;
        let reduction = NULL_REDUCTION
            + depth / NULL_DEPTH_DIVISOR
            + ((estimate - beta) / NULL_SCORE_DIVISOR).min(3);
        if !self.walk.count() {
            return None;
        }
        self.frames[ply].moved = None;
        self.frames[ply + 1].doubles = self.frames[ply].doubles;
        self.walk.keys.push(node.key);
        let score = -self.search(
            &child,
            depth - reduction,
            -beta,
            1 - beta,
            ply + 1,
            false,
            !cut,
        );
        self.walk.keys.pop();
        if self.walk.stopped || score < beta {
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
        (verified >= beta && !self.walk.stopped).then_some(score)
    }
}
