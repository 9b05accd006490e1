//! `tabiya bench`: what it measures, and how it fails.

use serde_json::Value;

use crate::tabiya::{EXAMPLE, Folder, GAMES, json, numbers};

#[test]
fn bench_measures_and_checks() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    folder.file("fens.txt", format!("{EXAMPLE}\n\n4k3/8/8/8/8/8/8/4K3\n"));
    let bench = folder.run(&[
        "--json",
        "bench",
        "--queries=3",
        "--check=2",
        "--fens=fens.txt",
        "--pgn=games.pgn",
    ]);
    assert_eq!(bench.code, Some(0), "{}", bench.stderr);
    let bench = json(&bench);
    assert_eq!(
        (&bench["games"], &bench["positions"]),
        (&2.into(), &4.into())
    );
    assert_eq!(bench["ingest"]["positions"], 4);
    // Of either set two.
    assert_eq!(bench["check"]["queries"], 4);
    assert_eq!(bench["check"]["same"], 4);
    let queries = bench["queries"].as_array().expect("a list");
    assert_eq!(
        (&queries[0]["from"], &queries[0]["queries"]),
        (&"index".into(), &3.into())
    );
    let last = &queries[queries.len() - 1];
    assert_eq!(
        (&last["from"], &last["queries"]),
        (&"fens.txt".into(), &2.into())
    );

    assert_eq!(bench["error"], Value::Null);

    let table = folder.run(&["bench", "--queries=3"]);
    let last = table.stdout.lines().last().unwrap_or_default();
    // The right answers, and all of them.
    assert!(numbers(last).starts_with(&[3, 3]), "{}", table.stdout);
    let fens = json(&folder.run(&["--json", "bench", "--queries=0", "--fens=fens.txt"]));
    assert_eq!(fens["queries"][0]["from"], "fens.txt");
    assert_eq!(fens["check"]["same"], 2);
    let unchecked = json(&folder.run(&["--json", "bench", "--queries=3", "--check=0"]));
    assert_eq!(unchecked["check"], Value::Null);
}

/// What passes a filter is asked for and checked, too; what two hits may not have in common is accepted.
#[test]
fn bench_of_what_is_asked_for() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    let scored = |options: &[&str]| {
        let bench = folder.run(&[&["--json", "bench", "--queries=3"], options].concat());
        assert_eq!(bench.code, Some(0), "{}", bench.stderr);
        let bench = json(&bench);
        assert_eq!(bench["check"]["same"], 3, "{options:?}");
        bench["queries"][0]["passagesScored"]
            .as_u64()
            .expect("a number")
    };
    for distinct in ["--distinct=board", "--distinct=game"] {
        for scoring in ["--scoring=tabiya", "--scoring=thesis"] {
            let all = scored(&[distinct, scoring]);
            let some = scored(&[distinct, scoring, "--white=A"]);
            let none = scored(&[distinct, scoring, "--min-rating=4000"]);
            assert_eq!((all, some, none), (2, 1, 0), "{distinct} {scoring}");
        }
    }
    let wrong = folder.run(&["bench", "--result=win"]);
    wrong.check_failed(1, &["--result", "win", "loss", "player"]);
    assert_eq!(wrong.stdout, "");
}

/// What cannot be read is reported before anything is measured; what was measured before a failure is
/// printed.
#[test]
fn bench_fails_early_or_reports_what_it_has() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    folder.file("bad.txt", "4k3/8/8/8/8/8/8/4K3\nnonsense\n");
    folder.file("binary.txt", b"\xff\xfe");
    folder.file("packed.pgn", b"PK\x03\x04\x14\0");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let early = [
        (
            "--fens=bad.txt",
            &["bad.txt", "2", "\"nonsense\"", "FEN"][..],
        ),
        ("--fens=binary.txt", &["binary.txt"]),
        ("--fens=nowhere.txt", &["nowhere.txt"]),
        ("--pgn=nowhere.pgn", &["nowhere.pgn"]),
        ("--pgn=empty", &["empty", "PGN", "Scid"]),
        ("--pgn=packed.pgn", &["packed.pgn", "zip"]),
    ];
    for (argument, words) in early {
        folder.check_refused("bench", &[argument], 1, words);
    }

    folder.file("hello.pgn", "hello");
    let words = ["hello.pgn", "PGN"];
    let args = ["bench", "--queries=3", "--pgn=hello.pgn"];
    let bench = folder.run(&args);
    bench.check_failed(1, &words);
    let said = bench.sentences()[0];
    assert!(
        bench.stdout.contains("queries  threads"),
        "{}",
        bench.stdout
    );
    let bench = json(&folder.run(&[&args[..], &["--json"]].concat()));
    assert_eq!(bench["error"], said);
    assert_eq!(bench["queries"][0]["queries"], 3);
    assert_eq!(bench["ingest"], Value::Null);

    folder.run(&["remove", "1", "2"]);
    // The index is there; it is empty.
    let empty = folder.run(&["bench"]);
    empty.check_failed(1, &["positions"]);
}
