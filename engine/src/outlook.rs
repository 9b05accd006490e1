//! What is known of a position before its moves are searched.

use shakmaty::{Position, Square};

use crate::alpha_beta::AlphaBeta;
use crate::node::Node;
use crate::packed::Packed;
use crate::quiescence::has_pieces;
use crate::table::{Entry, NO_EVALUATION};
use crate::window::Window;
use crate::worker::{Worker, corrected};

/// What is known of a position before its moves are searched.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of a position, independent of each other"
)]
pub(crate) struct Outlook {
    pub(crate) in_check: bool,
    /// What the table knows.
    pub(crate) entry: Option<Entry>,
    /// The move that is excluded, to see whether it is singular.
    pub(crate) excluded: Packed,
    /// The static evaluation as it is stored; [`NO_EVALUATION`] in check.
    pub(crate) plain: i32,
    /// The same, corrected by how wrong such evaluations were.
    pub(crate) evaluation: i32,
    /// The evaluation, or what the table knows better.
    pub(crate) estimate: i32,
    /// Whether the evaluation is better than at our last move, so that pruning may be bolder where we are above beta
    /// and must be more careful where we are below alpha.
    pub(crate) improving: bool,
    /// Whether the side to move has more than king and pawns.
    pub(crate) has_pieces: bool,
    /// Whether the position is on a principal variation now or was on one before.
    pub(crate) was_pv: bool,
    /// Whether the best move of the table is a capture.
    pub(crate) captures_best: bool,
    /// What the tablebase says that the position is worth at least, and at most.
    pub(crate) proven: (i32, i32),
}

impl Outlook {
    /// The best move of the table.
    pub(crate) fn table_move(&self) -> Packed {
        self.entry.map_or(Packed::NONE, |entry| entry.best)
    }
}

impl Worker<'_> {
    /// What is known of a position before its moves are searched.
    pub(crate) fn outlook(
        &mut self,
        node: &Node,
        window: &Window,
        entry: Option<Entry>,
        correction: i32,
        proven: (i32, i32),
    ) -> Outlook {
        let chess = &node.chess;
        let in_check = chess.is_check();
        let plain = self.known_evaluation(node, entry, in_check);
        let evaluation = corrected(plain, correction);
        self.frames[window.ply].evaluation = evaluation;
        let estimate = if in_check {
            evaluation
        } else {
            self.estimate(evaluation, entry)
        };
        let improving = !in_check
            && [2, 4]
                .into_iter()
                .filter_map(|plies| Some(self.frames[window.ply.checked_sub(plies)?].evaluation))
                .find(|before| *before != NO_EVALUATION)
                .is_some_and(|before| evaluation > before);
        let table_move = entry.map_or(Packed::NONE, |entry| entry.best);
        let target = Square::new(table_move.squares().1 as u32);
        Outlook {
            in_check,
            entry,
            excluded: self.frames[window.ply].excluded,
            plain,
            evaluation,
            estimate,
            improving,
            has_pieces: has_pieces(node),
            was_pv: window.is_pv() || entry.is_some_and(|entry| entry.pv),
            captures_best: table_move != Packed::NONE && chess.them().contains(target),
            proven,
        }
    }
}
