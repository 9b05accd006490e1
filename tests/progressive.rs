//! `tabiya progressive` and `/api/progressive`.

use serde_json::json;

use crate::serve::Server;
use crate::tabiya::{Folder, GAMES, check_sentence, has_word, json, numbers};

const TASK: &str = "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4";
const FEN: &str = "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b - - 0 1";

#[test]
fn a_position_has_a_mate_or_none() {
    let folder = Folder::new();
    let output = folder.run(&["progressive", TASK]);
    assert_eq!(output.code, Some(0));
    let steps: Vec<&str> = output.stdout.trim().split(';').collect();
    assert_eq!(steps.len(), 4, "{}", output.stdout);
    // Without quotes, and as a FEN.
    let parts: Vec<&str> = ["progressive"].into_iter().chain(TASK.split(' ')).collect();
    assert_eq!(folder.run(&parts).stdout, output.stdout);
    let fen = format!("{FEN} 4");
    assert_eq!(folder.run(&["progressive", &fen]).stdout, output.stdout);

    let all = folder.run(&["progressive", TASK, "--all"]).stdout;
    assert_eq!(all.lines().count(), 2, "{all}");
    let fewer = TASK.replace("b 4", "b 2");
    let none = folder.run(&["progressive", &fewer]).stdout;
    check_sentence(&none, &["mate"]);
    assert!(!none.contains(';'), "{none}");
    let answer = json(&folder.run(&["progressive", &fewer, "--json"]));
    assert_eq!(
        (&answer["verdict"], &answer["complete"]),
        (&json!("noMate"), &json!(true))
    );
}

#[test]
fn a_file_has_many() {
    let folder = Folder::new();
    let data = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/data/variants/progressive_mates.tsv"
    );
    let output = folder.run(&["progressive", data]);
    assert_eq!(
        output
            .stdout
            .lines()
            .filter(|line| line.contains(';'))
            .count(),
        30
    );
    let answer = json(&folder.run(&["progressive", data, "--json", "--italian"]));
    let results = answer["results"].as_array().expect("results");
    assert!(results.iter().all(|result| result["verdict"] == "mate"));

    // What is made up can be read.
    let made = folder
        .run(&["progressive", "--generate=3", "--moves=3", "--seed=7"])
        .stdout;
    assert_eq!(
        made,
        folder
            .run(&["progressive", "--generate=3", "--moves=3", "--seed=7"])
            .stdout
    );
    let solved = folder.run_with_input(&["progressive", "-"], made.as_bytes());
    assert_eq!(
        solved
            .stdout
            .lines()
            .filter(|line| line.matches(';').count() == 2)
            .count(),
        3
    );
}

#[test]
fn games_are_replayed_and_played() {
    let folder = Folder::new();
    let game = folder.file("game.txt", "1. e4 2. f6 g5 3. Qh5#");
    let game = format!("--game={}", game.display());
    let output = folder.run(&["progressive", &game]).stdout;
    assert!(output.starts_with("1. e4\n2. f6 g5\n3. Qh5#\n"), "{output}");
    check_mated(&output, "White");
    let answer = json(&folder.run(&["progressive", &game, "--json"]));
    assert_eq!(
        answer["series"][1],
        json!({"number": 2, "san": "f6 g5", "uci": "f7f6 g7g5"})
    );
    // Its check comes two moves too early.
    let italian = folder.run(&["progressive", &game, "--italian"]);
    italian.check_failed(1, &["3", "1", "Qh5#"]);

    let args = ["progressive", "--play=white", "--movetime=200"];
    let output = folder.run_with_input(&args, b"e5\ne4\nquit\n").stdout;
    let illegal = output.lines().find(|line| has_word(line, "e5"));
    assert_eq!(numbers(illegal.expect("a sentence")), [1, 1], "{output}");
    assert!(output.contains("\n2. "), "{output}");
    // The program mates.
    let args = ["progressive", "--play=white", TASK];
    check_mated(&folder.run(&args).stdout, "Black");
}

/// Checks that the last line says who mates, not how many moves are left.
#[track_caller]
fn check_mated(output: &str, side: &str) {
    let last = output.lines().last().expect("a line");
    check_sentence(last, &[side, "mates"]);
    assert_eq!(numbers(last), [0; 0], "{output}");
}

#[test]
fn mistakes_are_named() {
    let folder = Folder::new();
    let bad = folder.file("bad.txt", format!("{TASK}\n\n{TASK}4\n"));
    let bad = bad.display().to_string();
    let quoted = format!("{FEN:?}");
    for (args, words) in [
        (&["progressive"][..], &["position", "moves", "file"][..]),
        (&["progressive", "nothing.txt"], &["nothing.txt"]),
        // A FEN without a number ends in its move number, and has a field too few.
        (&["progressive", FEN], &[&quoted, TASK]),
        (&["progressive", &bad], &[&bad, "3", "44", "1", "30"]),
        (&["progressive", "--game=nothing.txt"], &["nothing.txt"]),
    ] {
        folder.run(args).check_failed(1, words);
    }
}

#[test]
fn over_http() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let server = Server::start(&folder);
    let (status, answer) = server.post(
        "/api/progressive",
        &json!({"fen": FEN, "moves": 4, "all": true}),
    );
    assert_eq!((status, &answer["verdict"]), (200, &json!("mate")));
    assert_eq!(answer["mates"].as_array().map(Vec::len), Some(2));
    for (request, status, field, words) in [
        (json!({"fen": FEN}), 400, "", &["`moves`"][..]),
        (
            json!({"fen": FEN, "moves": 31}),
            422,
            "moves",
            &["31", "1", "30"],
        ),
        (
            json!({"fen": FEN, "moves": 4, "rules": "welsh"}),
            422,
            "rules",
            &["\"welsh\"", "italian", "scottish"],
        ),
        (
            json!({"fen": FEN, "moves": 4, "enPassant": "never"}),
            422,
            "enPassant",
            &["\"never\"", "last", "series"],
        ),
    ] {
        server.check_problem("/api/progressive", &request, status, field, words);
    }
    let request = json!({"moves": 3, "seed": 5});
    let (status, puzzle) = server.post("/api/progressive/puzzle", &request);
    assert_eq!((status, &puzzle["moves"]), (200, &json!(3)));
    assert_eq!(puzzle, server.post("/api/progressive/puzzle", &request).1);
    let found = json!({"fen": puzzle["fen"], "moves": 3, "all": true});
    let (_, found) = server.post("/api/progressive", &found);
    assert_eq!(
        found["mates"].as_array().map(Vec::len),
        puzzle["solutions"].as_u64().map(|n| n as usize)
    );
    let request = json!({"moves": 1});
    let words = ["1", "3", "10"];
    server.check_problem("/api/progressive/puzzle", &request, 422, "moves", &words);
}
