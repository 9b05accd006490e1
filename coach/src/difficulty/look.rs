//! What the engine sees in a position, at first and with time.

use std::sync::atomic::AtomicBool;

use engine::{Analysis, Engine, Game, Limits};
use shakmaty::{Chess, Move};

use crate::chances::chances;

/// The most moves made for the glances. Measured: of 2,810 looks at puzzles the longest takes 13,539; with nine queens
/// a side, one ply and its captures take 21 million.
const GLANCE_NODES: u64 = 100_000;

/// The most moves made for a single line where not even one ply of two is searched to its end. Guessed: with nine queens
/// a side it takes 250,000.
const ONE_NODES: u64 = 1_000_000;

/// What the engine sees in a position.
pub(crate) struct Look {
    /// All moves with their winning chances, the best first, by a search of one ply and of two; none if
    /// that takes too long.
    pub(crate) glances: [Vec<(Move, f64)>; 2],
    /// The two best lines at each depth.
    pub(crate) deepening: Vec<Analysis>,
}

/// How a move is seen, the deeper the search.
pub(crate) struct MoveView {
    /// How many moves the search had made before it was best, and remained so; twice all if it is not.
    pub(crate) nodes: u64,
    /// At which depth; two more than the last if it is not.
    pub(crate) depth: u32,
    /// At which share of all depths it was best.
    pub(crate) share: f64,
    /// Its winning chances.
    pub(crate) score: f64,
    /// How much better these are than those of the best other move.
    pub(crate) gap: f64,
}

impl Look {
    /// Looks at a position: a search of `nodes` moves made, besides the glances.
    pub(crate) fn new(engine: &mut Engine, position: &Chess, nodes: u64) -> Look {
        let game = Game::new(position.clone());
        let stop = AtomicBool::new(false);
        let mut glances = [Vec::new(), Vec::new()];
        let all = Limits {
            depth: Some(2),
            lines: usize::MAX,
            nodes: Some(GLANCE_NODES),
            ..Limits::default()
        };
        engine.search(&game, &all, &stop, |found| {
            let moves = found.lines.iter();
            let scored = moves.filter_map(|line| Some((*line.moves.first()?, chances(line.score))));
            if let Some(glance) = glances.get_mut(found.depth.saturating_sub(1) as usize) {
                *glance = scored.collect();
            }
        });
        let two = Limits {
            nodes: Some(nodes),
            lines: 2,
            ..Limits::default()
        };
        let mut deepening = Vec::new();
        engine.search(&game, &two, &stop, |found| deepening.push(found.clone()));
        if deepening.is_empty() {
            let one = Limits {
                nodes: Some(ONE_NODES),
                depth: Some(1),
                ..Limits::default()
            };
            deepening.push(engine.search(&game, &one, &stop, |_| ()));
        }
        Look { glances, deepening }
    }

    /// The deepest lines.
    pub(crate) fn last(&self) -> Option<&Analysis> {
        self.deepening.last()
    }

    /// How a move is seen.
    pub(crate) fn view(&self, m: Move) -> MoveView {
        let is_best = |found: &&Analysis| found.best_move() == Some(m);
        let depths = self.deepening.len();
        let steady = self.deepening.iter().rev().take_while(is_best).count();
        let before = depths - steady;
        let nodes_at = |nth: usize| self.deepening.get(nth).map_or(0, |found| found.nodes);
        let (nodes, depth) = if steady == 0 {
            (2 * nodes_at(depths.wrapping_sub(1)), depths + 2)
        } else {
            (nodes_at(before.wrapping_sub(1)), before + 1)
        };
        let lines = self.last().map_or(&[][..], |last| &last.lines);
        let of = |own: bool| {
            let line = lines
                .iter()
                .find(|line| (line.moves.first() == Some(&m)) == own);
            line.map(|line| chances(line.score))
        };
        let other = of(false).unwrap_or(-1.0);
        // Not among the best two: worse than they are.
        let own = of(true).unwrap_or(other - 0.1);
        MoveView {
            nodes,
            depth: depth as u32,
            share: self.deepening.iter().filter(is_best).count() as f64 / depths.max(1) as f64,
            score: own,
            gap: own - other,
        }
    }
}
