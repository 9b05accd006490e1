//! `ingest --variations`: positions that were not played, found, shown as such, exported and ingested again.

use crate::tabiya::{Folder, numbers};

/// A game with a variation and one in it.
const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 (1... c5 {open} 2. Nf3 d6 (2... Nc6)) 2. Nf3 1-0\n";

/// After 2... Nc6 of the variation in the variation.
const INNER: &str = "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

#[test]
fn what_was_not_played_is_found() {
    let folder = Folder::new();
    folder.file("game.pgn", GAME);
    let ok = |args: &[&str]| {
        let output = folder.run(args);
        assert_eq!((output.code, &*output.stderr), (Some(0), ""), "{args:?}");
        output.stdout
    };
    let plain = ok(&["ingest", "game.pgn", "--from-move", "0", "--index", "plain"]);
    // Games, positions, duplicates.
    assert!(numbers(&plain).starts_with(&[1, 4, 0]), "{plain}");
    let ingest = ["ingest", "game.pgn", "--from-move", "0", "--variations"];
    let split = ok(&ingest);
    assert!(numbers(&split).starts_with(&[3, 8, 0]), "{split}");
    let again = folder.run(&ingest).stdout;
    assert!(numbers(&again).starts_with(&[0, 0, 3]), "{again}");

    let hit = ok(&["similar", INNER]);
    assert!(hit.contains("3 [?] Ann-Bob/2 B (variation)"), "{hit}");
    let found: serde_json::Value =
        serde_json::from_str(&ok(&["similar", INNER, "--json"])).expect("JSON");
    let game = &found["hits"][0]["game"];
    assert_eq!((&game["id"], &game["variationPly"]), (&3.into(), &3.into()));
    assert_eq!(
        (&game["result"], &game["white"]["name"]),
        (&"*".into(), &"Ann".into())
    );
    let listed = ok(&["positions", INNER]);
    assert!(listed.contains("3  Ann - Bob, variation, 0"), "{listed}");
    let of_ann = ok(&["similar", INNER, "--player", "Ann", "--json"]);
    let of_ann: serde_json::Value = serde_json::from_str(&of_ann).expect("JSON");
    assert_eq!(of_ann["passed"]["games"], 1);
    assert_eq!(
        of_ann["hits"][0]["game"]["variationPly"],
        serde_json::Value::Null
    );

    folder.file("all.pgn", ok(&["export"]));
    let moved = ok(&["ingest", "all.pgn", "--from-move", "0", "--index", "moved"]);
    assert!(numbers(&moved).starts_with(&[3, 8, 0]), "{moved}");
    assert_eq!(
        ok(&["similar", INNER, "--index", "moved"]).lines().count(),
        hit.lines().count()
    );
    for args in [&["verify"][..], &["verify", "--index", "moved"]] {
        assert_eq!(numbers(&ok(args)), [3, 8], "{args:?}");
    }
}
