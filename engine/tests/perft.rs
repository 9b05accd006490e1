//! Perft: the rules, as tables of others have them.
//!
//! The whole tables take six seconds: `cargo test -p tabiya-engine -- --ignored`.

use engine::divide;

use super::position;

/// Up to this many paths are counted in every run.
const QUICK: u64 = 1_000_000;

fn check(name: &str, fen: &str, depth: u32, expected: u64, most: u64) {
    if expected <= most {
        let paths = divide(&position(fen), depth);
        let sum: u64 = paths.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, expected, "{name}, depth {depth}: {fen}");
    }
}

/// `FEN ;D1 20 ;D2 400`, to depth 5.
fn suite(most: u64) {
    for line in include_str!("../../data/suites/perftsuite.epd").lines() {
        let mut fields = line.split(';');
        let fen = fields.next().expect("a position").trim();
        for field in fields {
            let Some((depth, count)) = field.trim().split_once(' ') else {
                continue;
            };
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            if depth <= 5 {
                check("suite", fen, depth, number(count), most);
            }
        }
    }
}

fn number(text: &str) -> u64 {
    let parsed = text.trim().parse();
    parsed.unwrap_or_else(|e| panic!("{text:?}: {e}"))
}

/// `id`, `epd` and `perft DEPTH COUNT` lines.
fn table(text: &str, most: u64) {
    let (mut name, mut fen) = ("", "");
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("id", rest)) => name = rest,
            Some(("epd", rest)) => fen = rest,
            Some(("perft", rest)) => {
                let (depth, count) = rest.split_once(' ').expect("depth and count");
                let depth = depth.parse().expect("a depth");
                check(name, fen, depth, number(count), most);
            }
            _ => {}
        }
    }
}

const TRICKY: &str = include_str!("../../data/suites/tricky.perft");
const CHESS960: &str = include_str!("../../data/suites/chess960.perft");

#[test]
fn quick() {
    suite(QUICK);
    table(TRICKY, QUICK);
    let first: Vec<&str> = CHESS960.lines().take(1000).collect();
    table(&first.join("\n"), QUICK / 10);
}

#[test]
#[ignore = "takes six seconds"]
fn whole() {
    suite(u64::MAX);
    table(TRICKY, u64::MAX);
    let first: Vec<&str> = CHESS960.lines().take(1000).collect();
    table(&first.join("\n"), 10_000_000);
    table(CHESS960, 1_000_000);
}
