//! One thread's way through a tree, whatever kind of chess is played in it.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use shakmaty::Move;

use crate::analysis::{Analysis, Line};
use crate::best::Best;
use crate::control::{BATCH, Control};
use crate::root::RootMove;
use crate::score::{MAX_PLY, Score};
use crate::scored::Scored;
use crate::table::SharedTable;
use crate::window::Window;

/// One thread's way through a tree: how far it is, and what it shares with others.
pub struct Walk<'a> {
    /// What is known of positions seen before.
    pub table: SharedTable<'a>,
    /// When it must stop.
    pub control: &'a Control<'a>,
    /// Whether no other thread searches.
    pub alone: bool,
    /// Moves made by this thread.
    pub nodes: u64,
    /// The deepest ply seen, quiescence included.
    pub deepest: usize,
    /// Whether it is over; what is being searched then says nothing.
    pub stopped: bool,
    /// The moves of the position that is searched, the best first.
    pub root: Vec<RootMove>,
    /// The depth of this iteration.
    pub iteration: usize,
    /// Root moves before this one are the best ones, already searched in this iteration.
    pub first_root: usize,
    /// Keys of the positions before the one looked at: the game's, then the line's.
    pub keys: Vec<u64>,
    /// The principal variations from each ply on.
    pub lines: Vec<Vec<Move>>,
}

impl<'a> Walk<'a> {
    /// At the root, of which `root` are the moves and `keys` those of the positions before.
    pub fn new(
        table: SharedTable<'a>,
        control: &'a Control<'a>,
        keys: Vec<u64>,
        root: Vec<RootMove>,
    ) -> Walk<'a> {
        Walk {
            table,
            control,
            alone: true,
            nodes: 0,
            deepest: 0,
            stopped: false,
            root,
            iteration: 0,
            first_root: 0,
            keys,
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Counts a move before it is made; false if the search is over, so that it must not be made.
    #[must_use]
    pub fn count(&mut self) -> bool {
        if self.alone && self.nodes >= self.control.node_limit {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BATCH) {
            let all = self.control.nodes.fetch_add(BATCH, Relaxed) + BATCH;
            let spent = !self.alone && all >= self.control.node_limit;
            self.stopped |= spent || self.control.is_over();
        }
        !self.stopped
    }

    /// Whether the position of this key was on the line before, or twice in the game before;
    /// `reversible` are the half-moves since one that cannot be taken back.
    ///
    /// Source: <https://www.chessprogramming.org/Repetitions>.
    pub fn is_repeated(&self, key: u64, reversible: u32, ply: usize) -> bool {
        let reversible = (reversible as usize).min(self.keys.len());
        let mut seen = 0;
        for back in (4..=reversible).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The places of the root moves that are searched now: those of one rank, which are next to each other.
    pub(crate) fn searched_root(&self) -> Range<usize> {
        let first = self.first_root;
        let rank = self.root[first].rank;
        let alike = self.root[first..].iter().take_while(|m| m.rank == rank);
        first..first + alike.count()
    }

    /// The root moves that are searched now, in the order of the last iteration.
    pub fn ordered_root(&self) -> impl Iterator<Item = Scored> {
        let moves = self.root[self.searched_root()].iter().zip(0..);
        moves.map(|(root, nth): (_, i32)| Scored {
            m: root.m,
            score: -nth,
        })
    }

    /// Records the score of a move, before which `nodes` moves had been made. True if it refutes, so that no other
    /// move needs to be searched.
    pub fn note(
        &mut self,
        best: &mut Best,
        window: &mut Window,
        m: Move,
        score: i32,
        nodes: u64,
    ) -> bool {
        if window.is_root() {
            let better = best.is_empty() || score > window.alpha;
            if let Some(root) = self.root.iter_mut().find(|root| root.m == m) {
                root.note(score, better, self.nodes - nodes, &self.lines[1]);
            }
        }
        if best.note(window, m, score) && window.is_pv() {
            self.extend_line(window.ply, m);
        }
        best.refutes(window)
    }

    /// Sets the principal variation of a ply to a move and the principal variation a ply deeper.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (here, deeper) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&deeper[0]);
    }

    /// The best `lines` found so far; the last whole iteration was as deep as `depth`.
    pub(crate) fn report(&self, depth: u32, lines: usize) -> Analysis {
        let lines = self.root[..lines].iter().map(|root| Line {
            score: Score::new(root.shown()),
            moves: root.line.clone(),
        });
        let all = self.control.nodes.load(Relaxed);
        Analysis {
            depth,
            seldepth: self.deepest as u32,
            nodes: if self.alone { self.nodes } else { all },
            time: self.control.start.elapsed(),
            hashfull: self.table.full(),
            tbhits: self.control.tbhits.load(Relaxed),
            lines: lines.collect(),
        }
    }
}
