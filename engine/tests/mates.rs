//! Mates, stalemates and draws.

use engine::{Engine, Evaluation, Game, Limits, Score};
use shakmaty::uci::UciMove;
use std::sync::atomic::AtomicBool;

use super::tablebase::mates;
use super::{depth, position, search};

/// Positions, a depth at which the score must be found, and the score.
const TABLE: [(&str, u32, Score); 12] = [
    // Mated, and stalemated.
    ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 3, Score::Mate(0)),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, Score::Cp(0)),
    // Back rank.
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 2, Score::Mate(1)),
    // Mated whatever is played.
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", 5, Score::Mate(-1)),
    // Smothered: Qg8+ Rxg8 Nf7.
    ("5r1k/6pp/7N/3Q4/8/8/8/K7 w - - 0 1", 4, Score::Mate(2)),
    // Two rooks up the board.
    ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 8, Score::Mate(2)),
    // Bare kings; a bishop or knight too few.
    ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 6, Score::Cp(0)),
    ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", 6, Score::Cp(0)),
    ("8/8/4k3/8/8/3KN3/8/8 b - - 0 1", 6, Score::Cp(0)),
    // The fiftieth move mates: it counts as mate, not as a draw.
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 80", 2, Score::Mate(1)),
    // The fiftieth move does not mate.
    ("6k1/8/8/8/8/8/8/K3R3 w - - 99 80", 4, Score::Cp(0)),
    // The only move that saves gives stalemate or draw by perpetual check.
    ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", 4, Score::Cp(0)),
];

#[test]
fn scores() {
    for (fen, plies, score) in TABLE {
        let found = search(&Game::new(position(fen)), &depth(plies));
        assert_eq!(found.lines[0].score, score, "{fen}");
    }
}

#[test]
fn whoever_is_behind_repeats() {
    // Black has a queen more, White a perpetual check: Qe8+ Kh7 Qh5+ Kg8.
    let mut game = Game::new(position("6k1/6p1/8/7Q/8/1q6/1q6/7K w - - 0 1"));
    let found = search(&game, &depth(8));
    assert_eq!(found.lines[0].score, Score::Cp(0));
    // Once it has been played, too.
    for uci in ["h5e8", "g8h7", "e8h5", "h7g8"] {
        let uci: UciMove = uci.parse().expect("UCI");
        let m = uci.to_move(game.position()).expect("a legal move");
        game.play(m);
    }
    assert_eq!(search(&game, &depth(8)).lines[0].score, Score::Cp(0));
}

#[test]
fn every_evaluation_finds_mate() {
    for evaluation in Evaluation::ALL {
        let mut engine = Engine::new(1).expect("a mebibyte");
        engine.set_evaluation(evaluation);
        let game = Game::new(position("5r1k/6pp/7N/3Q4/8/8/8/K7 w - - 0 1"));
        let limits = Limits {
            mate: Some(2),
            ..Limits::default()
        };
        let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
        assert_eq!(
            found.lines[0].score,
            Score::Mate(2),
            "{}",
            evaluation.name()
        );
        let line: Vec<String> = found.lines[0]
            .moves
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(line, ["Qd5-g8", "Rf8xg8", "Nh6-f7"]);
    }
}

#[test]
fn lone_kings_are_mated() {
    for fen in [
        "8/8/8/4k3/8/8/8/K6Q w - - 0 1",
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
        "8/8/8/4k3/8/8/8/K5BB w - - 0 1",
        "8/4k3/8/8/8/8/4P3/K6R w - - 0 1",
        "7q/8/8/3K4/8/8/8/k7 b - - 0 1",
    ] {
        let engines = [1, 1].map(|mebibytes| Engine::new(mebibytes).expect("memory"));
        assert!(mates(fen, engines, 300), "{fen}");
    }
}
