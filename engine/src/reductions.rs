//! By how much late moves are reduced.

use std::sync::LazyLock;

use shakmaty::{Move, Position};

use crate::history::is_quiet;
use crate::node::Node;
use crate::ordering::Hints;
use crate::packed::Packed;
use crate::parameters::{LATE_CAPTURE_REDUCTION, LATE_REDUCTION, LATE_REDUCTION_HISTORY};
use crate::search::Outlook;
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

/// By how many plies late moves are reduced, by depth and by their number, of which the last one stands for all
/// after it: `base + ln(depth) * ln(number) / divisor`.
///
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
pub struct Reductions<const MOVES: usize>([[i32; MOVES]; 64]);

impl<const MOVES: usize> Reductions<MOVES> {
    /// The table for a base and a divisor.
    pub fn new(base: f64, divisor: f64) -> Reductions<MOVES> {
        let mut table = [[0; MOVES]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *reduction = (base + product / divisor) as i32;
            }
        }
        Reductions(table)
    }

    /// By how many plies a move is reduced before which `searched` others were searched.
    pub fn get(&self, depth: i32, searched: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][searched.clamp(0, MOVES as i32 - 1) as usize]
    }
}

/// Of quiet moves and of captures.
pub(crate) struct ByKind {
    quiet: Reductions<64>,
    capture: Reductions<64>,
}

/// The only ones there are.
pub(crate) static REDUCTIONS: LazyLock<ByKind> = LazyLock::new(|| ByKind {
    quiet: Reductions::new(LATE_REDUCTION.0, LATE_REDUCTION.1),
    capture: Reductions::new(LATE_CAPTURE_REDUCTION.0, LATE_CAPTURE_REDUCTION.1),
});

impl ByKind {
    /// By how many plies a move is reduced before which `searched` others were searched.
    pub(crate) fn get(&self, depth: i32, searched: i32, quiet: bool) -> i32 {
        let kind = if quiet { &self.quiet } else { &self.capture };
        kind.get(depth, searched)
    }
}

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
            more -= quiets.score(m) / LATE_REDUCTION_HISTORY;
            more -= i32::from(Packed::new(m) == hints.killer);
            // Where a capture is best, quiet moves seldom are; after Stockfish.
            more += i32::from(outlook.captures_best);
        }
        more += i32::from(!outlook.improving);
        more += i32::from(window.kind == NodeKind::Cut);
        more -= i32::from(outlook.was_pv);
        more -= i32::from(window.is_pv()) + i32::from(window.is_root());
        more - i32::from(child.chess.is_check())
    }
}
