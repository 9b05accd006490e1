//! Difficulty on real puzzles: the order it puts them in, and what it says of them.

use std::sync::atomic::AtomicBool;

use coach::{Difficulty, Estimator, Sought};
use engine::{Engine, Game, Limits};
use shakmaty::{Chess, Move, Position};

use crate::positions::{line, position};

fn estimate(fen: &str, solution: Option<&str>) -> Option<Difficulty> {
    let position = position(fen);
    let mut estimator = Estimator::new().expect("two mebibytes");
    match solution {
        Some(moves) => estimator.estimate(&position, Sought::Solution(&line(&position, moves))),
        None => estimator.estimate(&position, Sought::Best(&best(&position))),
    }
}

/// The best line of a short analysis; none where there is no legal move.
fn best(position: &Chess) -> Vec<Move> {
    if position.legal_moves().is_empty() {
        return Vec::new();
    }
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut engine = Engine::new(2).expect("two mebibytes");
    let game = Game::new(position.clone());
    let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
    found.lines[0].moves.clone()
}

/// A mate in one, and a long endgame study of a pawn move.
const EASY: (&str, &str) = ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8");
const HARD: (&str, &str) = (
    "2kr4/ppp3pp/2p5/8/7q/7b/PPPPQP1b/RNB1R2K b - - 2 15",
    "h3g4 e2g4 h4g4",
);

#[test]
fn a_mate_in_one_is_easier_than_a_combination() {
    for with_solution in [false, true] {
        let rating = |(fen, moves): (&str, &str)| {
            let found = estimate(fen, with_solution.then_some(moves)).expect("legal moves");
            let [low, high] = found.interval;
            assert!(low <= found.rating && found.rating <= high, "{found:?}");
            assert!(!found.why.is_empty(), "{found:?}");
            found.rating
        };
        assert!(
            rating(EASY) + 300 < rating(HARD),
            "solution: {with_solution}"
        );
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let (fen, moves) = HARD;
    let mut estimator = Estimator::new().expect("two mebibytes");
    let position = position(fen);
    let moves = line(&position, moves);
    let first = estimator.estimate(&position, Sought::Solution(&moves));
    let easy = crate::positions::position(EASY.0);
    estimator.estimate(&easy, Sought::Best(&best(&easy)));
    assert_eq!(
        estimator.estimate(&position, Sought::Solution(&moves)),
        first
    );
}

#[test]
fn without_moves_there_is_nothing_to_find() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    ] {
        assert_eq!(estimate(fen, None), None, "{fen}");
    }
}

#[test]
fn any_position_has_an_estimate() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/8/k7/8/K6R w - - 0 1",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // One legal move.
        "8/8/8/8/8/5k2/7r/7K w - - 0 1",
    ] {
        let found = estimate(fen, None).expect("legal moves");
        assert!((300..3500).contains(&found.rating), "{fen}: {found:?}");
    }
}
