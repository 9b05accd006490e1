//! How a position is to be searched: between which bounds, and how deep.

use crate::score::mated;

/// The bounds that a position is searched between, and how deep.
///
/// Source: <https://www.chessprogramming.org/Window>.
#[derive(Copy, Clone, Debug)]
pub struct Window {
    /// How deep, in plies; 0 in quiescence.
    pub depth: i32,
    /// The lower bound: how far a score is below it does not matter.
    pub alpha: i32,
    /// The upper bound: how far a score is above it does not matter.
    pub beta: i32,
    /// How many plies below the root the position is.
    pub ply: usize,
    /// What is expected of the position.
    pub kind: NodeKind,
}

/// What is expected of a position in the tree.
///
/// Source: <https://www.chessprogramming.org/Node_Types>.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// It may be on the principal variation.
    Pv,
    /// A move refutes.
    Cut,
    /// No move is better than alpha.
    All,
}

impl NodeKind {
    /// What is expected of the position after a move that is searched with a null window.
    #[must_use]
    pub fn reply(self) -> NodeKind {
        match self {
            NodeKind::Cut => NodeKind::All,
            NodeKind::Pv | NodeKind::All => NodeKind::Cut,
        }
    }
}

impl Window {
    /// Whether the position is the one that the search begins at.
    pub fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// Whether the position may be on the principal variation.
    pub fn is_pv(&self) -> bool {
        self.kind == NodeKind::Pv
    }

    /// The position after a move, with the whole window.
    #[must_use]
    pub fn full(&self, depth: i32) -> Window {
        Window {
            depth,
            alpha: -self.beta,
            beta: -self.alpha,
            ply: self.ply + 1,
            kind: NodeKind::Pv,
        }
    }

    /// The position after a move, asking only whether the move is better than alpha.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Window>.
    #[must_use]
    pub fn null(&self, depth: i32, kind: NodeKind) -> Window {
        Window {
            depth,
            alpha: -self.alpha - 1,
            beta: -self.alpha,
            ply: self.ply + 1,
            kind,
        }
    }

    /// The position after a pass, asking only whether the pass reaches beta.
    #[must_use]
    pub fn after_pass(&self, depth: i32) -> Window {
        Window {
            depth,
            alpha: -self.beta,
            beta: 1 - self.beta,
            ply: self.ply + 1,
            kind: self.kind.reply(),
        }
    }

    /// Excludes scores that no line through this position can have; true if none is left, and alpha is the score.
    ///
    /// Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
    #[must_use]
    pub fn narrow_to_mates(&mut self) -> bool {
        self.alpha = self.alpha.max(mated(self.ply));
        self.beta = self.beta.min(-mated(self.ply + 1));
        self.alpha >= self.beta
    }
}
