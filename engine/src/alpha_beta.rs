//! What alpha-beta does in every kind of chess.

use crate::score::INFINITE;
use crate::table::{Entry, NO_EVALUATION};
use crate::walk::Walk;
use crate::window::{NodeKind, Window};

/// A search by alpha-beta, of chess or of boards with pockets.
pub trait AlphaBeta<'a> {
    /// A position of the tree.
    type Node;

    /// The way through the tree.
    fn walk(&mut self) -> &mut Walk<'a>;

    /// The static evaluation of a position, from the view of the side to move.
    fn evaluate(&mut self, node: &Self::Node) -> i32;

    /// The score of a position within alpha and beta (fail-soft), from the view of the side to move. At the root it
    /// searches the moves of [`Walk::root`] from [`Walk::first_root`] on and notes their scores there.
    fn search(&mut self, node: &Self::Node, window: Window) -> i32;

    /// The static evaluation from the table, where it is known, or else from the board; `NO_EVALUATION` in check.
    fn known_evaluation(&mut self, node: &Self::Node, entry: Option<Entry>, in_check: bool) -> i32 {
        match entry {
            _ if in_check => NO_EVALUATION,
            Some(entry) if entry.evaluation != NO_EVALUATION => entry.evaluation,
            _ => self.evaluate(node),
        }
    }

    /// The score of a move by the position after it, `child`, `depth` plies deep. A late move is first searched only
    /// `reduced` plies deep; `first` is the first move of its position.
    ///
    /// Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
    /// <https://www.chessprogramming.org/Late_Move_Reductions>.
    fn search_move(
        &mut self,
        child: &Self::Node,
        window: &Window,
        depth: i32,
        reduced: Option<i32>,
        first: bool,
    ) -> i32 {
        let mut score = -INFINITE;
        let mut again = !window.is_pv() || !first;
        if let Some(reduced) = reduced {
            score = -self.search(child, window.null(reduced, NodeKind::Cut));
            again = score > window.alpha && reduced < depth;
        }
        if again && !self.walk().stopped {
            score = -self.search(child, window.null(depth, window.kind.reply()));
        }
        if window.is_pv() && (first || score > window.alpha) && !self.walk().stopped {
            score = -self.search(child, window.full(depth));
        }
        score
    }
}
