//! Singular extensions: a move that alone is good is looked at more deeply.

use crate::node::Node;
use crate::parameters::{SINGULAR_DOUBLE_MARGIN, SINGULAR_DOUBLE_MAXIMUM, SINGULAR_MARGIN};
use crate::table::Entry;
use crate::worker::Worker;

/// What became of a search without the table's move.
pub(crate) enum Singular {
    /// It is to be extended by so many plies, maybe less than none.
    Extension(i32),
    /// Others refute as well.
    Refuted(i32),
}

impl Worker<'_> {
    /// Whether the table's move stands alone, by a search without it.
    ///
    /// Sources: <https://www.chessprogramming.org/Singular_Extensions>,
    /// <https://www.chessprogramming.org/Multi-Cut>.
    #[expect(clippy::too_many_arguments, reason = "the recursion's state")]
    pub(crate) fn singular(
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
        if self.walk.stopped {
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
}
