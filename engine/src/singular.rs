//! Singular extensions: a move that alone is good is looked at more deeply.

use shakmaty::Move;

use crate::alpha_beta::AlphaBeta;
use crate::node::Node;
use crate::outlook::Outlook;
use crate::packed::Packed;
use crate::parameters::{SINGULAR_DEPTH, SINGULAR_DOUBLE_MAXIMUM};
use crate::score::PROVEN;
use crate::table::{Bound, Entry};
use crate::window::{NodeKind, Window};
use crate::worker::Worker;

/// The result of a search without the table's move.
pub(crate) enum Singular {
    /// The move is searched this many plies deeper; a negative number is a reduction.
    Extension(i32),
    /// Others refute as well.
    Refuted(i32),
}

impl Worker<'_> {
    /// How much deeper a move is searched: the table's move, if it stands alone.
    pub(crate) fn extension(
        &mut self,
        node: &Node,
        window: &Window,
        outlook: &Outlook,
        m: Move,
    ) -> Singular {
        if self.pruning
            && !window.is_root()
            && window.depth >= SINGULAR_DEPTH
            && Packed::new(m) == outlook.table_move()
            && outlook.excluded == Packed::NONE
            && window.ply < 2 * self.walk.iteration
            && let Some(entry) = outlook.entry
            && entry.depth >= window.depth - 3
            && entry.bound != Bound::Upper
            && entry.score.abs() < PROVEN
        {
            self.singular(node, window, &entry)
        } else {
            Singular::Extension(0)
        }
    }

    /// Whether the table's move stands alone, by a search without it.
    ///
    /// Sources: <https://www.chessprogramming.org/Singular_Extensions>,
    /// <https://www.chessprogramming.org/Multi-Cut>.
    fn singular(&mut self, node: &Node, window: &Window, entry: &Entry) -> Singular {
        let Window {
            beta, ply, kind, ..
        } = *window;
        let target = entry.score - self.parameters.singular_margin * window.depth / 16;
        let saved = self.frames[ply];
        self.frames[ply].excluded = entry.best;
        let without = Window {
            depth: (window.depth - 1) / 2,
            alpha: target - 1,
            beta: target,
            ply,
            kind: match kind {
                NodeKind::Cut => NodeKind::Cut,
                NodeKind::Pv | NodeKind::All => NodeKind::All,
            },
        };
        let score = self.search(node, without);
        self.frames[ply] = saved;
        if self.walk.stopped {
            return Singular::Extension(0);
        }
        if score < target {
            let double = kind != NodeKind::Pv
                && score < target - self.parameters.singular_double_margin
                && saved.doubles < SINGULAR_DOUBLE_MAXIMUM;
            Singular::Extension(1 + i32::from(double))
        } else if target >= beta {
            // Several moves refute.
            Singular::Refuted(target)
        } else if entry.score >= beta {
            Singular::Extension(-2 + i32::from(kind == NodeKind::Pv))
        } else if kind == NodeKind::Cut {
            Singular::Extension(-1)
        } else {
            Singular::Extension(0)
        }
    }
}
