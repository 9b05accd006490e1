//! One thread of a search: what it knows, and how it walks through the tree.

use std::sync::atomic::Ordering::Relaxed;

use shakmaty::{Move, Position};

use crate::control::{BATCH, Control};
use crate::correction::Corrections;
use crate::evaluation::Evaluator;
use crate::history::{Before, History};
use crate::node::Node;
use crate::ordering::Scored;
use crate::packed::{Packed, place};
use crate::reductions::{REDUCTIONS, Reductions};
use crate::root::RootMove;
use crate::score::{MATE_BOUND, MAX_PLY};
use crate::strength::noise;
use crate::table::{NO_EVALUATION, SharedTable};

/// What a thread keeps from search to search.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) corrections: Corrections,
    pub(crate) evaluator: Evaluator,
}

/// What is known at a ply of the line that is looked at.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The static evaluation; [`NO_EVALUATION`] in check.
    pub(crate) evaluation: i32,
    /// Where the piece went that was moved from here; none for a pass.
    pub(crate) moved: Option<usize>,
    pub(crate) killer: Packed,
    /// The move that is left out, to see whether it is singular.
    pub(crate) excluded: Packed,
    /// Double extensions on the way here.
    pub(crate) doubles: u8,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) table: SharedTable<'a>,
    pub(crate) control: &'a Control<'a>,
    pub(crate) memory: &'a mut Memory,
    /// Without pruning the score is that of plain minimax.
    pub(crate) pruning: bool,
    /// Whether other threads search, too.
    pub(crate) alone: bool,
    /// How far the evaluation is off at most, to play weaker, and a number that decides how.
    pub(crate) noise: (i32, u64),
    /// Moves made by this thread.
    pub(crate) nodes: u64,
    /// The deepest ply seen, quiescence included.
    pub(crate) deepest: usize,
    pub(crate) stopped: bool,
    pub(crate) root: Vec<RootMove>,
    /// The depth of this iteration.
    pub(crate) iteration: usize,
    /// Root moves before this one are the best ones, already searched in this iteration.
    pub(crate) first_root: usize,
    /// Keys of the positions before the one looked at: the game's, then the line's.
    pub(crate) keys: Vec<u64>,
    /// The moves still to try, of all plies, the deepest last.
    pub(crate) scored: Vec<Scored>,
    pub(crate) frames: Vec<Frame>,
    /// The principal variations from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    /// No null moves before this ply, while one is verified.
    pub(crate) null_from: usize,
    pub(crate) reductions: &'static Reductions,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: SharedTable<'a>,
        control: &'a Control<'a>,
        memory: &'a mut Memory,
        keys: Vec<u64>,
        root: Vec<RootMove>,
    ) -> Worker<'a> {
        Worker {
            table,
            control,
            memory,
            pruning: true,
            alone: true,
            noise: (0, 0),
            nodes: 0,
            deepest: 0,
            stopped: false,
            root,
            iteration: 0,
            first_root: 0,
            keys,
            scored: Vec::with_capacity(4096),
            frames: vec![Frame::default(); MAX_PLY + 3],
            lines: vec![Vec::new(); MAX_PLY + 2],
            null_from: 0,
            reductions: &REDUCTIONS,
        }
    }

    /// The static evaluation, from the view of the side to move.
    pub(crate) fn evaluate(&mut self, node: &Node) -> i32 {
        let value = self.memory.evaluator.evaluate(&node.chess);
        match self.noise {
            (0, _) => value,
            (most, seed) => value + noise(node.key ^ seed, most),
        }
    }

    /// By how much static evaluations of positions like this one were wrong.
    pub(crate) fn correction(&self, node: &Node) -> i32 {
        if self.pruning {
            self.memory.corrections.get(&node.chess)
        } else {
            0
        }
    }

    /// Notes and counts a move that is made now; false, and it is not to be made, if the search is over.
    pub(crate) fn note(&mut self, node: &Node, m: Move, ply: usize) -> bool {
        self.count();
        if self.stopped {
            return false;
        }
        self.frames[ply].moved = Some(place(node.chess.turn(), m.role(), m.to()));
        self.keys.push(node.key);
        true
    }

    /// Begins to fetch what the table knows of the position after a move, and tells its key, where
    /// it can be told without playing the move.
    pub(crate) fn fetch(&self, node: &Node, m: Move) -> Option<u64> {
        let key = node.key_after(m)?;
        self.table.fetch(key);
        Some(key)
    }

    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Counts a move, unless there may be no more.
    pub(crate) fn count(&mut self) {
        if self.alone && self.nodes >= self.control.node_limit {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) {
            let all = self.control.nodes.fetch_add(BATCH, Relaxed) + BATCH;
            let spent = !self.alone && all >= self.control.node_limit;
            self.stopped |= spent || self.control.is_over();
        }
    }

    /// Where pieces went one, two and four plies before.
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|plies| self.frames[ply.checked_sub(plies)?].moved)
    }

    /// Whether the position is drawn: by repetition, by fifty moves, or for want of material.
    ///
    /// A position that was on the line before counts as drawn at once, one of the game before
    /// only if it was there twice. Source: <https://www.chessprogramming.org/Repetitions>.
    pub(crate) fn is_draw(&self, node: &Node, ply: usize) -> bool {
        let chess = &node.chess;
        if chess.halfmoves() >= 100 {
            return !chess.is_checkmate();
        }
        if chess.board().occupied().count() <= 4 && chess.is_insufficient_material() {
            return true;
        }
        let reversible = (chess.halfmoves() as usize).min(self.keys.len());
        let mut seen = 0;
        for back in (4..=reversible).step_by(2) {
            if self.keys[self.keys.len() - back] == node.key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// A static evaluation, corrected by how wrong such ones were; there is none in check.
pub(crate) fn corrected(evaluation: i32, correction: i32) -> i32 {
    if evaluation == NO_EVALUATION {
        return evaluation;
    }
    (evaluation + correction).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
}
