//! Late moves: how much more or less than others they are reduced.

use shakmaty::{Move, Position};

use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::Hints;
use crate::outlook::Outlook;
use crate::packed::Packed;
use crate::parameters::LATE_REDUCTION_CUTOFFS;
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

impl Worker<'_> {
    /// By how many plies more a late move is reduced, for what is known of it and of its position.
    pub(crate) fn late_reduction(
        &self,
        node: &Node,
        window: &Window,
        outlook: &Outlook,
        hints: &Hints,
        m: Move,
        child: &Node,
    ) -> i32 {
        let mut more = 0;
        if is_quiet(m) {
            let history = &self.memory.history;
            let quiets = history.quiets(node.chess.turn(), hints.before);
            more -= quiets.score(m) / self.parameters.late_reduction_history;
            more -= i32::from(Packed::new(m) == hints.killer);
            // Where a capture is best, quiet moves seldom are; after Stockfish.
            more += i32::from(outlook.captures_best);
        }
        more += i32::from(!outlook.improving);
        // After Stockfish 15.
        let cutoffs = self.frames[window.ply + 1].cutoffs;
        more += i32::from(cutoffs > LATE_REDUCTION_CUTOFFS);
        more += i32::from(window.kind == NodeKind::Cut);
        more -= i32::from(outlook.was_pv);
        more -= i32::from(window.is_pv()) + i32::from(window.is_root());
        more - i32::from(child.chess.is_check())
    }
}
