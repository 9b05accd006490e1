//! One thread of a search: what it knows, and how it walks through the tree.

use shakmaty::{Move, Position};

use crate::correction::Corrections;
use crate::evaluation::Evaluator;
use crate::history::{Before, Context, History, is_quiet};
use crate::node::Node;
use crate::packed::{Packed, place};
use crate::parameters::Parameters;
use crate::reductions::ByKind;
use crate::score::{MAX_PLY, PROVEN};
use crate::scored::Scored;
use crate::strength::noise;
use crate::table::{Entry, NO_EVALUATION};
use crate::tablebase::Tablebase;
use crate::threats::Threats;
use crate::walk::Walk;

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
    /// The move made from here, if it was quiet.
    pub(crate) quiet: Option<Move>,
    /// What the opponent attacks, where quiet moves were tried or learnt of.
    pub(crate) threats: Threats,
    pub(crate) killer: Packed,
    /// The move that is excluded, to see whether it is singular.
    pub(crate) excluded: Packed,
    /// Double extensions on the way here.
    pub(crate) doubles: u8,
    /// Cut-offs here since the position two plies before was reached.
    pub(crate) cutoffs: u32,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) walk: Walk<'a>,
    pub(crate) memory: &'a mut Memory,
    /// Without pruning the score is that of plain minimax.
    pub(crate) pruning: bool,
    /// How far the evaluation is off at most, to play weaker, and a number that decides how.
    pub(crate) noise: (i32, u64),
    /// The tablebase, and up to how many pieces it is asked.
    pub(crate) tablebase: Option<(&'a Tablebase, usize)>,
    /// The moves still to try, of all plies, the deepest last.
    pub(crate) scored: Vec<Scored>,
    pub(crate) frames: Vec<Frame>,
    /// No null moves before this ply, while one is verified.
    pub(crate) null_from: usize,
    pub(crate) parameters: &'a Parameters,
    pub(crate) reductions: &'a ByKind,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        walk: Walk<'a>,
        memory: &'a mut Memory,
        parameters: &'a Parameters,
        reductions: &'a ByKind,
    ) -> Worker<'a> {
        Worker {
            walk,
            memory,
            pruning: true,
            noise: (0, 0),
            tablebase: None,
            scored: Vec::with_capacity(4096),
            frames: vec![Frame::default(); MAX_PLY + 3],
            null_from: 0,
            parameters,
            reductions,
        }
    }

    /// The static evaluation, from the view of the side to move.
    pub(crate) fn evaluate(&mut self, node: &Node) -> i32 {
        let ply = self.walk.keys.len();
        let value = self.memory.evaluator.evaluate(&node.chess, ply);
        match self.noise {
            (0, _) => value,
            (most, seed) => value + noise(node.key ^ seed, most),
        }
    }

    /// What a position seems to be worth: the static evaluation, or what the table knows better.
    pub(crate) fn estimate(&self, evaluation: i32, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) if self.pruning && entry.decides(evaluation, evaluation + 1) => entry.score,
            _ => evaluation,
        }
    }

    /// By how much static evaluations of positions like this one were wrong.
    pub(crate) fn correction(&self, node: &Node, ply: usize) -> i32 {
        if self.pruning {
            let [last, ..] = self.before(ply);
            let corrections = &self.memory.corrections;
            corrections.get(self.parameters, &node.chess, last)
        } else {
            0
        }
    }

    /// Notes and counts a move before it is made; false if the search is over, so that it must not be made.
    pub(crate) fn note(&mut self, node: &Node, m: Move, ply: usize) -> bool {
        if !self.walk.count() {
            return false;
        }
        self.frames[ply].moved = Some(place(node.chess.turn(), m.role(), m.to()));
        self.frames[ply].quiet = is_quiet(m).then_some(m);
        self.walk.keys.push(node.key);
        true
    }

    /// Begins to fetch what the table knows of the position after a move, and returns its key, where it is known
    /// without playing the move.
    pub(crate) fn fetch(&self, node: &Node, m: Move) -> Option<u64> {
        let key = node.key_after(m)?;
        self.walk.table.fetch(key);
        Some(key)
    }

    pub(crate) fn unmake(&mut self) {
        self.walk.keys.pop();
    }

    /// Where pieces went one, two and four plies before.
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|plies| self.frames[ply.checked_sub(plies)?].moved)
    }

    /// What the history of quiet moves at a ply depends on.
    pub(crate) fn context(&self, ply: usize) -> Context {
        Context {
            threats: self.frames[ply].threats,
            before: self.before(ply),
        }
    }

    /// Whether the position is drawn: by repetition, by fifty moves, or for want of material.
    ///
    /// A position that was on the line before counts as drawn at once, one of the game before
    /// only if it was there twice.
    pub(crate) fn is_draw(&self, node: &Node, ply: usize) -> bool {
        let chess = &node.chess;
        if chess.halfmoves() >= 100 {
            return !chess.is_checkmate();
        }
        if chess.board().occupied().count() <= 4 && chess.is_insufficient_material() {
            return true;
        }
        self.walk.is_repeated(node.key, chess.halfmoves(), ply)
    }
}

/// A static evaluation, corrected by how wrong such ones were; there is none in check.
pub(crate) fn corrected(evaluation: i32, correction: i32) -> i32 {
    if evaluation == NO_EVALUATION {
        return evaluation;
    }
    (evaluation + correction).clamp(1 - PROVEN, PROVEN - 1)
}
