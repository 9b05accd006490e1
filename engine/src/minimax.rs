//! The test that alpha-beta, all pruning off, is plain minimax.

use std::sync::atomic::AtomicBool;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use crate::control::Control;
use crate::correction::Corrections;
use crate::evaluation::{Evaluation, Evaluator};
use crate::history::History;
use crate::node::Node;
use crate::parameters::Parameters;
use crate::reductions::ByKind;
use crate::score::{DRAW, INFINITE, Score, mated};
use crate::table::Table;
use crate::walk::Walk;
use crate::window::{NodeKind, Window};
use crate::worker::{Memory, Worker};
use crate::{Engine, Game, Limits};

/// The best of all moves, without any bounds; quiescence has none either.
fn minimax(worker: &mut Worker, node: &Node, depth: u32, ply: usize) -> i32 {
    if depth == 0 {
        let window = Window {
            depth: 0,
            alpha: -INFINITE,
            beta: INFINITE,
            ply,
            kind: NodeKind::Pv,
        };
        return worker.quiesce(node, window);
    }
    if ply > 0 && worker.is_draw(node, ply) {
        return DRAW;
    }
    let moves = node.chess.legal_moves();
    if moves.is_empty() {
        return if node.chess.is_check() {
            mated(ply)
        } else {
            DRAW
        };
    }
    let mut best = -INFINITE;
    for m in moves {
        assert!(worker.note(node, m, ply), "there is no limit");
        let child = node.play(m, None);
        best = best.max(-minimax(worker, &child, depth - 1, ply + 1));
        worker.unmake();
    }
    best
}

fn score(position: &Chess, depth: u32) -> Score {
    let mut table = Table::new(1).expect("a mebibyte");
    let stop = AtomicBool::new(false);
    let control = Control::new(&Limits::default(), &stop, None, None);
    let mut memory = Memory {
        history: History::new(),
        corrections: Corrections::new(),
        evaluator: Evaluator::new(Evaluation::default()),
    };
    let walk = Walk::new(table.share(), &control, Vec::new(), Vec::new());
    let parameters = Parameters::default();
    let reductions = ByKind::new(&parameters);
    let mut worker = Worker::new(walk, &mut memory, &parameters, &reductions);
    worker.pruning = false;
    let node = Node::new(position.clone());
    Score::new(minimax(&mut worker, &node, depth, 0))
}

#[test]
fn alpha_beta_is_minimax() {
    for (fen, deepest) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            3,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 4),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 4),
        ("k7/7R/1K6/8/8/8/8/8 w - - 96 90", 5),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            2,
        ),
    ] {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen
            .clone()
            .into_position(CastlingMode::Standard)
            .expect("legal");
        let mut engine = Engine::new(1).expect("a mebibyte");
        engine.set_pruning(false);
        for depth in 1..=deepest {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let stop = AtomicBool::new(false);
            let found = engine.search(&Game::new(position.clone()), &limits, &stop, |_| ());
            assert_eq!(
                found.lines[0].score,
                score(&position, depth),
                "{fen}, depth {depth}"
            );
        }
    }
}
