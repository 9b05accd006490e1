//! What a search knows, and how it walks through the tree.

use engine::parts::{BATCH, Control, DRAW, MAX_PLY, Packed, RootMove, SharedTable, mated, place};
use shakmaty::{Color, Move, Position};

use super::evaluation::evaluate;
use super::house::House;
use super::ordering::{Before, History, Scored};
use super::parameters::{LATE_REDUCTION, STUCK};
use super::values::Values;

/// A position with its key.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) house: House,
    pub(crate) key: u64,
}

impl Node {
    pub(crate) fn new(house: House) -> Node {
        let key = house.key();
        Node { house, key }
    }
}

/// What is known at a ply of the line that is looked at.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Where the man went that was moved from here; none for a pass.
    pub(crate) moved: Option<usize>,
    pub(crate) killers: [Packed; 2],
}

/// A search.
pub(crate) struct Worker<'a> {
    pub(crate) table: SharedTable<'a>,
    pub(crate) control: &'a Control<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) values: &'a Values,
    /// The side that searches.
    pub(crate) us: Color,
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
    pub(crate) stopped: bool,
    pub(crate) root: Vec<RootMove>,
    pub(crate) iteration: usize,
    /// Keys of the positions before the one looked at: the game's, then the line's.
    pub(crate) keys: Vec<u64>,
    /// The moves still to try, of all plies, the deepest last.
    pub(crate) scored: Vec<Scored>,
    pub(crate) frames: Vec<Frame>,
    /// The principal variations from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    reductions: Vec<i32>,
}

/// However many men there are in hand, no evaluation looks like a mate.
const MOST: i32 = 30_000;

/// Moves that are reduced alike from here on.
const MOVES: usize = 128;

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: SharedTable<'a>,
        control: &'a Control<'a>,
        history: &'a mut History,
        values: &'a Values,
        us: Color,
        keys: Vec<u64>,
        root: Vec<RootMove>,
    ) -> Worker<'a> {
        let (base, divisor) = LATE_REDUCTION;
        let reduction = |index: usize| {
            let [depth, tried] = [index / MOVES, index % MOVES].map(|n| (n.max(1) as f64).ln());
            (base + depth * tried / divisor) as i32
        };
        Worker {
            table,
            control,
            history,
            values,
            us,
            nodes: 0,
            deepest: 0,
            stopped: false,
            root,
            iteration: 0,
            keys,
            scored: Vec::with_capacity(8192),
            frames: vec![Frame::default(); MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions: (0..64 * MOVES).map(reduction).collect(),
        }
    }

    /// By how much a late move is reduced.
    pub(crate) fn reduction(&self, depth: i32, tried: usize) -> i32 {
        self.reductions[(depth.clamp(0, 63) as usize) * MOVES + tried.min(MOVES - 1)]
    }

    /// The static evaluation, from the view of the side to move.
    pub(crate) fn evaluate(&self, node: &Node) -> i32 {
        let value = evaluate(&node.house, self.values, node.house.turn() == self.us);
        value.clamp(-MOST, MOST)
    }

    /// What it is worth to have no move: mate, draw in crazyhouse, or a wait for the partner.
    pub(crate) fn without_moves(&self, node: &Node, ply: usize) -> i32 {
        let in_check = node.house.chess().is_check();
        if node.house.is_mate() {
            mated(ply)
        } else if node.house.kind() == super::Kind::Crazyhouse {
            DRAW
        } else {
            let cost = if in_check { STUCK.0 } else { STUCK.1 };
            self.evaluate(node) - cost
        }
    }

    /// Plays a move, unless the search is over.
    pub(crate) fn make(&mut self, node: &Node, m: Move, ply: usize) -> Option<Node> {
        self.count();
        if self.stopped {
            return None;
        }
        self.frames[ply].moved = Some(place(node.house.turn(), m.role(), m.to()));
        self.keys.push(node.key);
        let mut house = node.house.clone();
        house.play(m);
        let child = Node::new(house);
        self.table.fetch(child.key);
        Some(child)
    }

    pub(crate) fn unmake(&mut self) {
        self.keys.pop();
    }

    /// Counts a move, unless there may be no more.
    pub(crate) fn count(&mut self) {
        if self.nodes >= self.control.node_limit {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) {
            self.stopped |= self.control.is_over();
        }
    }

    /// Where men went one and two plies before.
    pub(crate) fn before(&self, ply: usize) -> Before {
        [1, 2].map(|plies| self.frames[ply.checked_sub(plies)?].moved)
    }

    /// Whether the position was on the line before, or twice in the game before.
    pub(crate) fn is_repeated(&self, node: &Node, ply: usize) -> bool {
        let reversible = (node.house.chess().halfmoves() as usize).min(self.keys.len());
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
