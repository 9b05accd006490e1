//! Late moves: how much more or less than others they are reduced.

use shakmaty::{Move, Position};

use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::Hints;
use crate::outlook::Outlook;
use crate::packed::Packed;
use crate::parameters::LATE_REDUCTION_CUTOFFS;
use crate::reductions::PLY;
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

impl Worker<'_> {
    /// By how much more a late move is reduced, for what is known of it and of its position, in parts of a [`PLY`].
    pub(crate) fn late_reduction(
        &self,
        node: &Node,
        window: &Window,
        outlook: &Outlook,
        hints: &Hints,
        m: Move,
        child: &Node,
    ) -> i32 {
        let parameters = self.parameters;
        let mut more = 0;
        if is_quiet(m) {
            let history = &self.memory.history;
            let quiets = history.quiets(parameters, node.chess.turn(), hints.context);
            more -= PLY * quiets.score(m) / parameters.late_reduction_history;
            let is_killer = Packed::new(m) == hints.killer;
            more -= i32::from(is_killer) * parameters.late_reduction_killer;
            // Where a capture is best, quiet moves seldom are; after Stockfish.
            more += i32::from(outlook.captures_best) * parameters.late_reduction_captures_best;
        }
        more += i32::from(!outlook.improving) * parameters.late_reduction_not_improving;
        // After Stockfish 15.
        let many = self.frames[window.ply + 1].cutoffs > LATE_REDUCTION_CUTOFFS;
        more += i32::from(many) * parameters.late_reduction_many_cutoffs;
        let is_cut = window.kind == NodeKind::Cut;
        more += i32::from(is_cut) * parameters.late_reduction_cut_node;
        more -= i32::from(outlook.was_pv) * parameters.late_reduction_was_pv;
        more -= i32::from(window.is_pv()) * parameters.late_reduction_pv;
        more -= i32::from(window.is_root()) * parameters.late_reduction_root;
        more - i32::from(child.chess.is_check()) * parameters.late_reduction_check
    }
}
