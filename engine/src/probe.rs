//! The tablebase in the search: positions with few pieces need none.

use std::sync::atomic::Ordering::Relaxed;

use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::node::Node;
use crate::packed::Packed;
use crate::parameters::TABLEBASE_DEPTH;
use crate::score::{CURSED_WIN, DRAW, INFINITE, MAX_PLY, TB_WIN};
use crate::table::{Bound, Entry, NO_EVALUATION};
use crate::window::Window;
use crate::worker::Worker;

/// The least and the greatest score of a position that the tablebase says nothing of.
pub(crate) const UNPROVEN: (i32, i32) = (-INFINITE, INFINITE);

/// Whether the tablebase can have a position, if it has those with this many pieces or fewer.
pub(crate) fn fits(chess: &Chess, men: usize) -> bool {
    chess.board().occupied().count() <= men && chess.castles().is_empty()
}

impl Worker<'_> {
    /// What the tablebase says of a position right after a capture or a pawn move: a draw, or that the score is at least
    /// or at most that of a win, because there may be a mate.
    ///
    /// Source: <https://www.chessprogramming.org/Endgame_Tablebases>, as Stockfish does it.
    pub(crate) fn probe(&mut self, node: &Node, window: &Window) -> Option<Entry> {
        let (tablebase, men) = self.tablebase?;
        let is_excluding = self.frames[window.ply].excluded != Packed::NONE;
        if window.is_root() || is_excluding || node.chess.halfmoves() != 0 {
            return None;
        }
        let wdl = fits(&node.chess, men).then(|| tablebase.wdl(&node.chess))??;
        self.walk.control.tbhits.fetch_add(1, Relaxed);
        let win = TB_WIN - window.ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (win, Bound::Lower),
            Wdl::CursedWin => (CURSED_WIN, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::BlessedLoss => (-CURSED_WIN, Bound::Exact),
            Wdl::Loss => (-win, Bound::Upper),
        };
        Some(Entry {
            best: Packed::NONE,
            score,
            evaluation: NO_EVALUATION,
            depth: (window.depth + TABLEBASE_DEPTH).min(MAX_PLY as i32),
            bound,
            pv: window.is_pv(),
        })
    }
}

/// The least and the greatest score of a position on the principal variation by the tablebase; elsewhere it is asked only
/// whether there is more than that.
pub(crate) fn within(proof: Entry, window: &Window) -> (i32, i32) {
    match proof.bound {
        _ if !window.is_pv() => UNPROVEN,
        Bound::Lower => (proof.score, INFINITE),
        Bound::Upper => (-INFINITE, proof.score),
        Bound::Exact => (proof.score, proof.score),
    }
}
