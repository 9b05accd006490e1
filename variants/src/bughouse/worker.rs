//! What a search knows, and how it walks through the tree.

use std::sync::LazyLock;

use engine::parts::{DRAW, MAX_PLY, Packed, Reductions, Scored, Walk, mated, place};
use shakmaty::{Color, Move, Position};

use super::board::{Kind, PocketBoard};
use super::evaluation::evaluate;
use super::ordering::{Before, History};
use super::parameters::{LATE_REDUCTION, STUCK};
use super::values::Values;

/// A position with its key.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) position: PocketBoard,
    pub(crate) key: u64,
}

impl Node {
    pub(crate) fn new(position: PocketBoard) -> Node {
        let key = position.key();
        Node { position, key }
    }
}

/// What is known at a ply of the line that is looked at.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Where the piece went that was moved from here; none for a pass.
    pub(crate) moved: Option<usize>,
    pub(crate) killers: [Packed; 2],
}

/// A search.
pub(crate) struct Worker<'a> {
    pub(crate) walk: Walk<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) values: &'a Values,
    /// The side that searches.
    pub(crate) us: Color,
    /// The moves still to try, of all plies, the deepest last.
    pub(crate) scored: Vec<Scored>,
    pub(crate) frames: Vec<Frame>,
}

/// However many pieces there are in hand, no evaluation looks like a mate.
const MOST: i32 = 30_000;

/// By how many plies late moves are reduced.
pub(crate) static REDUCTIONS: LazyLock<Reductions<128>> =
    LazyLock::new(|| Reductions::new(LATE_REDUCTION.0, LATE_REDUCTION.1));

impl<'a> Worker<'a> {
    pub(crate) fn new(
        walk: Walk<'a>,
        history: &'a mut History,
        values: &'a Values,
        us: Color,
    ) -> Worker<'a> {
        Worker {
            walk,
            history,
            values,
            us,
            scored: Vec::with_capacity(8192),
            frames: vec![Frame::default(); MAX_PLY + 2],
        }
    }

    /// The static evaluation, from the view of the side to move.
    pub(crate) fn evaluate(&self, node: &Node) -> i32 {
        let value = evaluate(&node.position, self.values, node.position.turn() == self.us);
        value.clamp(-MOST, MOST)
    }

    /// What it is worth to have no move: mate, draw in crazyhouse, or a wait for the partner.
    pub(crate) fn without_moves(&self, node: &Node, ply: usize) -> i32 {
        let in_check = node.position.chess().is_check();
        if node.position.is_mate() {
            mated(ply)
        } else if node.position.kind() == Kind::Crazyhouse {
            DRAW
        } else {
            let cost = if in_check { STUCK.0 } else { STUCK.1 };
            self.evaluate(node) - cost
        }
    }

    /// Plays a move, unless the search is over.
    pub(crate) fn make(&mut self, node: &Node, m: Move, ply: usize) -> Option<Node> {
        if !self.walk.count() {
            return None;
        }
        self.frames[ply].moved = Some(place(node.position.turn(), m.role(), m.to()));
        self.walk.keys.push(node.key);
        let mut position = node.position.clone();
        position.play(m);
        let child = Node::new(position);
        self.walk.table.fetch(child.key);
        Some(child)
    }

    pub(crate) fn unmake(&mut self) {
        self.walk.keys.pop();
    }

    /// Where pieces went one and two plies before.
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2].map(|plies| self.frames[ply.checked_sub(plies)?].moved)
    }
}
