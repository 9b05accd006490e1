//! Limits are obeyed, and answers do not vary.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::{Clock, Engine, Game, Limits};
use shakmaty::{Chess, Position};

use super::{depth, position, search};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn nodes_are_exact() {
    let game = Game::new(position(MIDDLEGAME));
    for limit in [0, 1, 2, 3, 10, 33, 511, 512, 513, 1000, 4321, 20_000] {
        let found = search(&game, &nodes(limit));
        assert_eq!(found.nodes, limit);
        assert!(found.best_move().is_some());
    }
}

#[test]
fn the_same_search_finds_the_same() {
    let game = Game::new(position(MIDDLEGAME));
    let one = search(&game, &nodes(30_000));
    let other = search(&game, &nodes(30_000));
    assert_eq!((&one.lines, one.depth), (&other.lines, other.depth));
}

#[test]
fn a_new_game_forgets() {
    let mut engine = Engine::new(1).expect("a mebibyte");
    let game = Game::default();
    let stop = AtomicBool::new(false);
    let one = engine.search(&game, &depth(9), &stop, |_| ());
    // More often than the hash table tells searches apart.
    for _ in 0..35 {
        engine.search(&Game::new(position(MIDDLEGAME)), &depth(8), &stop, |_| ());
        engine.forget();
        let other = engine.search(&game, &depth(9), &stop, |_| ());
        assert_eq!((one.nodes, &one.lines), (other.nodes, &other.lines));
    }
}

#[test]
fn each_depth_is_reported_once() {
    let mut depths = Vec::new();
    let mut engine = Engine::new(1).expect("a mebibyte");
    let game = Game::default();
    let stop = AtomicBool::new(false);
    let found = engine.search(&game, &depth(7), &stop, |found| depths.push(found.depth));
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(found.depth, 7);
    assert!(found.seldepth >= 7);
}

#[test]
fn a_stop_beforehand_still_gives_a_move() {
    let mut engine = Engine::new(1).expect("a mebibyte");
    let found = engine.search(
        &Game::default(),
        &Limits::default(),
        &AtomicBool::new(true),
        |_| (),
    );
    assert!(found.best_move().is_some());
}

/// 512 moves are a third of a millisecond.
#[test]
fn a_stop_ends_the_search_within_512_moves() {
    for deepest in [1, 6, 9] {
        let mut engine = Engine::new(1).expect("a mebibyte");
        let (game, stop) = (Game::default(), AtomicBool::new(false));
        let mut made = None;
        let found = engine.search(&game, &Limits::default(), &stop, |found| {
            if found.depth >= deepest {
                stop.store(true, Relaxed);
                made.get_or_insert(found.nodes);
            }
        });
        let made = made.expect("a search without limits goes so deep");
        assert!(found.nodes - made <= 512, "{made}, then {}", found.nodes);
    }
}

#[test]
fn short_times_end() {
    let times = [Duration::ZERO, Duration::from_millis(20)];
    for time in times {
        let limits = Limits {
            time: Some(time),
            ..Limits::default()
        };
        assert!(search(&Game::default(), &limits).best_move().is_some());
        let limits = Limits {
            clock: Some(Clock {
                left: time,
                increment: Duration::ZERO,
                moves_to_go: None,
                overhead: Duration::from_millis(10),
            }),
            ..Limits::default()
        };
        assert!(search(&Game::default(), &limits).best_move().is_some());
    }
}

#[test]
fn several_lines_differ_and_descend() {
    let limits = Limits {
        lines: 300,
        ..depth(5)
    };
    let found = search(&Game::default(), &limits);
    assert_eq!(found.lines.len(), 20);
    let mut first: Vec<String> = found
        .lines
        .iter()
        .map(|line| line.moves[0].to_string())
        .collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 20);
    let scores: Vec<i32> = found
        .lines
        .iter()
        .map(|line| match line.score {
            engine::Score::Cp(cp) => cp,
            engine::Score::Mate(_) => panic!("no mate at the start"),
        })
        .collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let position = Chess::default();
    let moves: Vec<_> = position.legal_moves().into_iter().skip(7).take(2).collect();
    let limits = Limits {
        moves: moves.clone(),
        lines: 5,
        ..depth(4)
    };
    let found = search(&Game::new(position), &limits);
    assert_eq!(found.lines.len(), 2);
    assert!(
        found
            .lines
            .iter()
            .all(|line| moves.contains(&line.moves[0]))
    );
}

#[test]
fn lines_are_legal() {
    let fens = include_str!("../data/bk.epd").lines().skip(1);
    for fen in fens {
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let start = position(&fields.join(" "));
        let found = search(&Game::new(start.clone()), &depth(6));
        let mut position = start;
        for m in &found.lines[0].moves {
            assert!(position.is_legal(*m), "{m} in {fen}");
            position.play_unchecked(*m);
        }
    }
}

#[test]
fn threads_find_mate_together() {
    let mut engine = Engine::new(1).expect("a mebibyte");
    engine.set_threads(3);
    let game = Game::new(position("7k/8/8/8/8/8/R7/1R5K w - - 0 1"));
    let found = engine.search(&game, &depth(9), &AtomicBool::new(false), |_| ());
    assert_eq!(found.lines[0].score, engine::Score::Mate(2));
}
