//! `tabiya difficulty`: one position or several, with and without a solution.

use serde_json::{Value, json};

use crate::tabiya::{Folder, json, numbers};

/// Larin's own example, and what his formula says of it.
const LARIN: &str = "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17";
/// A mate on the back rank.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// The rating is within its interval, and there are reasons.
fn check(estimate: &Value, fen: &str) {
    let number = |value: &Value| value.as_u64().expect("a number");
    let [low, high] = [0, 1].map(|end| number(&estimate["interval"][end]));
    let rating = number(&estimate["rating"]);
    assert!(low <= rating && rating <= high, "{estimate}");
    assert_eq!(estimate["fen"], fen);
    assert!(
        estimate["why"]
            .as_array()
            .is_some_and(|why| !why.is_empty())
    );
}

#[test]
fn text_and_json() {
    let folder = Folder::new();
    let estimate = json(&folder.run(&["difficulty", LARIN, "--json"]));
    check(&estimate, LARIN);
    assert_eq!(estimate["larin"], 1860);
    let (rating, low, high) = (
        &estimate["rating"],
        &estimate["interval"][0],
        &estimate["interval"][1],
    );
    let output = folder.run(&["difficulty", LARIN]);
    assert_eq!((output.code, &*output.stderr), (Some(0), ""));
    let mut lines = output.stdout.lines();
    let head = json!([rating, low, high, 1860]);
    assert_eq!(lines.next(), Some(LARIN));
    assert_eq!(json!(numbers(lines.next().expect("a line"))), head);
    let why: Vec<Value> = lines.map(|line| json!(line.trim_start())).collect();
    assert_eq!(json!(why), estimate["why"]);
}

/// A known solution counts, and makes it the easier mate in one.
#[test]
fn with_a_solution() {
    let folder = Folder::new();
    let solved = json(&folder.run(&["difficulty", BACK_RANK, "--solution=d1d8", "--json"]));
    let looked_for = json(&folder.run(&["difficulty", BACK_RANK, "--json"]));
    let hard = json(&folder.run(&["difficulty", LARIN, "--json"]));
    for estimate in [&solved, &looked_for] {
        check(estimate, BACK_RANK);
        assert!(estimate["rating"].as_u64() < hard["rating"].as_u64());
    }
    assert_ne!(solved["interval"], looked_for["interval"]);
}

/// Several positions, typed or in a file, are answered as one by one.
#[test]
fn several_positions() {
    let folder = Folder::new();
    let alone = [LARIN, BACK_RANK].map(|fen| json(&folder.run(&["difficulty", fen, "--json"])));
    let list = folder.file("list.epd", format!("{LARIN}\n\n{BACK_RANK}\n"));
    let list = format!("--fens={}", list.display());
    for fens in [&[LARIN, BACK_RANK][..], &[&list]] {
        let output = folder.run(&[&["difficulty", "--json"], fens].concat());
        assert_eq!(json(&output), json!({ "results": alone }), "{fens:?}");
    }
}

#[test]
fn what_cannot_be_estimated() {
    let folder = Folder::new();
    let mated = "6k1/5ppp/8/8/8/8/r4PPP/3r2K1 w - - 0 1";
    for (args, code, words) in [
        (&[][..], 2, &["required", "<FEN>"][..]),
        (&["nonsense"], 1, &["\"nonsense\"", "FEN"]),
        (&["8/8/8/8/8/8/8/K7 w - - 0 1"], 1, &["king"]),
        (&[mated], 1, &["fen:"]),
        (
            &[BACK_RANK, "--solution=d1d9"],
            1,
            &["--solution", "\"d1d9\"", "UCI"],
        ),
        (
            &[BACK_RANK, "--solution=d1a2"],
            1,
            &["--solution", "d1a2", BACK_RANK],
        ),
        (&[BACK_RANK, "--solution= "], 1, &["--solution:"]),
        (
            &[BACK_RANK, LARIN, "--solution=d1d8"],
            1,
            &["--solution", "one"],
        ),
        (&["--fens=missing.epd"], 1, &["missing.epd"]),
    ] {
        folder.check_refused("difficulty", args, code, words);
    }
}
