//! `tabiya collections`, and the filters `--collection` and `--speeds`.

use serde_json::json;

use crate::tabiya::{EXAMPLE, Folder, GAMES, check_sentence, json, numbers};

/// Two games of other speeds: 1 and 2.
fn games() -> String {
    let games = GAMES.replace(
        "[Event \"First\"]",
        "[Event \"First\"]\n[TimeControl \"180+2\"]",
    );
    games.replace(
        "[Event \"Third\"]",
        "[Event \"Third\"]\n[TimeControl \"40/7200:3600\"]",
    )
}

#[test]
fn from_ingest_to_the_end() {
    let folder = Folder::new();
    folder.file("games.pgn", games());
    let first = GAMES.split("[Event \"Second\"]").next().expect("a game");
    folder.file("first.pgn", first);
    let ok = |args: &[&str]| {
        let output = folder.run(args);
        assert_eq!((output.code, &*output.stderr), (Some(0), ""), "{args:?}");
        output.stdout
    };
    folder.run(&["ingest", "games.pgn", "--collection", "all of them"]);
    // Duplicates get the label, too.
    let ingested = ok(&["ingest", "first.pgn", "--collection", "mine"]);
    assert!(numbers(&ingested).starts_with(&[0, 0, 1]), "{ingested}");
    assert_eq!(
        ok(&["collections"]),
        "       2  all of them\n       1  mine\n"
    );

    let hits = |args: &[&str]| {
        let found = ok(&[&["similar", EXAMPLE, "--json"], args].concat());
        let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
        let hits = found["hits"].as_array().expect("hits").clone();
        let mut ids: Vec<u64> = hits
            .iter()
            .filter_map(|hit| hit["game"]["id"].as_u64())
            .collect();
        ids.sort_unstable();
        ids
    };
    assert_eq!(hits(&["--collection", "MINE"]), [1]);
    assert_eq!(hits(&["--collection", "mine,all of them"]), [1, 2]);
    assert_eq!(hits(&["--speeds", "classical"]), [2]);
    assert_eq!(hits(&["--speeds", "blitz,classical"]), [1, 2]);
    assert_eq!(hits(&["--speeds", "bullet"]), [0_u64; 0]);
    assert_eq!(
        ok(&["export", "--collection", "mine"])
            .matches("[Event ")
            .count(),
        1
    );
    assert_eq!(
        ok(&["players", "a", "--collection", "mine"]),
        "       1  A\n"
    );
    folder.check_refused(
        "similar",
        &[EXAMPLE, "--speeds", "slow"],
        2,
        &["--speeds", "\"slow\"", "blitz", "correspondence"],
    );
    folder.check_refused("similar", &[EXAMPLE, "--collection", "x"], 1, &["\"x\""]);
    folder.check_refused(
        "ingest",
        &["first.pgn", "--collection", "a,b"],
        2,
        &["--collection", "\"a,b\"", "64"],
    );
    folder.check_refused(
        "ingest",
        &["first.pgn", "--collection", "\u{202e}evil"],
        2,
        &["--collection", "U+202E"],
    );
    let words = ["\"\\u{200b}\"", "U+200B"];
    folder.check_refused("collections", &["--rename", "mine", "\u{200b}"], 1, &words);

    let renamed = ok(&["collections", "--rename", "mine", "my games"]);
    check_sentence(&renamed, &["my games", "1"]);
    folder.check_refused("collections", &["--rename", "mine", "x"], 1, &["\"mine\""]);
    folder.check_refused(
        "collections",
        &["--rename", "my games", "All of them"],
        1,
        &["\"All of them\""],
    );
    folder.check_refused("collections", &["--games"], 2, &["required", "--drop"]);
    let words = ["nope", "`tabiya collections`"];
    folder.check_refused("collections", &["--drop", "nope"], 1, &words);

    let dropped = folder.run(&["collections", "--json", "--drop", "all of them", "--games"]);
    assert_eq!(
        json(&dropped),
        json!({"name": "all of them", "games": 2, "removed": 1})
    );
    let listed = json(&folder.run(&["collections", "--json"]));
    assert_eq!(
        listed,
        json!({"collections": [{"name": "my games", "games": 1}]})
    );
    let dropped = ok(&["collections", "--drop", "My games"]);
    check_sentence(&dropped, &["my games"]);
    assert_eq!(numbers(&dropped), [1, 0]);
    assert_eq!(ok(&["collections"]), "");
    assert_eq!(numbers(&ok(&["verify"]))[0], 1);
}
