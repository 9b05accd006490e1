//! `tabiya ingest` and `remove`: what goes in, what is skipped, one writer at a time.

use std::process::Stdio;

use serde_json::json;

use crate::tabiya::{EXAMPLE, Folder, GAMES, Output, SCID5, json};

/// The last line without its rate, which differs from run to run.
fn summary(output: &Output) -> &str {
    let line = output.stdout.lines().last().unwrap_or_default();
    assert!(line.ends_with(" positions/s"), "{line}");
    line.rsplit_once(", ").expect("a rate").0
}

#[test]
fn ingest_and_search() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let ingest = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(
        summary(&ingest),
        "games 2, positions 4, duplicates 0, rejected 1"
    );
    assert_eq!(
        ingest.stderr,
        "tabiya: games.pgn: game 2, line 8: illegal move Ke3 (move 1, Black); rejected\n"
    );
    assert_eq!(ingest.code, Some(0));

    let again = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(
        summary(&again),
        "games 0, positions 0, duplicates 2, rejected 1"
    );

    let similar = folder.run(&["similar", EXAMPLE, "--limit", "1"]);
    assert_eq!((similar.code, similar.stderr.as_str()), (Some(0), ""));
    assert!(
        similar.stdout.contains("2 games, 4 positions"),
        "{}",
        similar.stdout
    );

    let similar = json(&folder.run(&[
        "--json",
        "similar",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 14",
        "--scoring",
        "thesis",
    ]));
    assert_eq!(similar["hits"][0]["label"], "1 [First] A-B/13 W");
    assert_eq!(
        (&similar["hits"][0]["ply"], &similar["hits"][0]["played"]),
        (&json!(25), &json!({"uci": "e7e5", "san": "e5"}))
    );
    assert_eq!(similar["hits"].as_array().map(Vec::len), Some(2));
}

#[test]
fn ingest_from_everywhere() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    folder.file("games/a.pgn.gz", include_bytes!("games.pgn.gz"));
    folder.file("games/notes.txt", "not meant");
    let ingest = folder.run_with_input(
        &[
            "ingest",
            "-",
            "games",
            "--from-move",
            "0",
            "--index",
            "other",
            "--json",
        ],
        GAMES.as_bytes(),
    );
    assert_eq!(ingest.code, Some(0), "{}", ingest.stderr);
    let response = json(&ingest);
    assert_eq!(
        (
            &response["done"],
            &response["games"],
            &response["positions"],
            &response["duplicates"]
        ),
        (&json!(true), &json!(3), &json!(56), &json!(0))
    );
    assert_eq!(
        response["rejected"],
        json!([{"file": "standard input", "game": 2, "line": 8, "reason": "illegal move Ke3 (move 1, Black)"}])
    );
    assert!(folder.path().join("other/meta.json").is_file());
}

#[test]
fn databases_of_scid() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("bases")).expect("a folder");
    let file = |number: usize, bytes: &[u8]| {
        folder.file(&format!("bases/{}", SCID5[number].0), bytes);
    };
    for (number, (_, bytes)) in SCID5.iter().enumerate() {
        file(number, bytes);
    }
    let ingest = |index: &str| {
        let all = ["--from-move", "0", "--json", "--index", index];
        folder.run(&[&["ingest", "bases"][..], &all].concat())
    };
    let whole = ingest("whole");
    let response = json(&whole);
    assert_eq!((whole.code, whole.stderr.as_str()), (Some(0), ""));
    // Without the deleted one.
    assert_eq!(response["games"], json!(9), "{response}");
    let export = folder.run(&["export", "--index", "whole"]).stdout;
    assert!(
        export.contains("[Event \"A pass\"]") && !export.contains("Deleted"),
        "{export}"
    );

    // The first move of game 8, `f3`, becomes one of the king.
    let mut games = SCID5[2].1.to_vec();
    let comment = games.windows(4).position(|text| text == "röd".as_bytes());
    let first = comment.expect("the comment of game 8") - 7;
    games[first] = 7;
    file(2, &games);
    let damaged = ingest("damaged");
    let rejected = "illegal move e1e2 (move 1, White)";
    assert_eq!(damaged.code, Some(0));
    assert_eq!(
        damaged.stderr,
        format!("tabiya: bases/base5.si5: game 8: {rejected}; rejected\n")
    );
    let response = json(&damaged);
    assert_eq!(response["games"], json!(8));
    assert_eq!(
        response["rejected"],
        json!([{"file": "bases/base5.si5", "game": 8, "line": 0, "reason": rejected}])
    );
    let annotate = folder.run(&["annotate", "bases/base5.si5"]);
    assert_eq!(
        annotate.stderr,
        format!("tabiya: bases/base5.si5: game 8: {rejected}; not annotated\n")
    );
    let pgn = &annotate.stdout;
    assert!(
        pgn.contains("[Black \"Иванов, Иван\"]") && !pgn.contains("%tabiya"),
        "{pgn}"
    );

    file(2, &SCID5[2].1[..300]);
    let cut = ingest("cut");
    assert_eq!(cut.code, Some(1));
    assert!(
        cut.stderr
            .starts_with("tabiya: bases/base5.si5: base5.sg5 is cut off or damaged"),
        "{}",
        cut.stderr
    );
    let games = json(&cut)["games"].as_u64().expect("a number");
    assert!((1..9).contains(&games), "{games}");
}

#[test]
fn what_can_be_read_is_in() {
    let folder = Folder::new();
    folder.file("photo.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF");
    folder.file("games.pgn", GAMES);
    let ingest = folder.run(&["ingest", "photo.jpg", "missing.pgn", "games.pgn"]);
    assert_eq!(ingest.code, Some(1));
    assert_eq!(
        summary(&ingest),
        "games 2, positions 4, duplicates 0, rejected 1"
    );
}

/// A closed standard error does not end an import.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("the device");
    let mut command = folder.command(&["ingest", "games.pgn"]);
    assert_eq!(
        command.stderr(full).status().expect("the binary").code(),
        Some(0)
    );
    let similar = folder.run(&["similar", EXAMPLE]);
    assert!(
        similar.stdout.contains("2 games, 4 positions"),
        "{}",
        similar.stdout
    );
}

#[test]
fn every_failure_is_reported() {
    let folder = Folder::new();
    let output = folder.run(&["ingest", "a.pgn", "b.pgn"]);
    assert_eq!(output.code, Some(1));
    assert_eq!(
        output.stderr,
        "tabiya: a.pgn: there is no such file\ntabiya: b.pgn: there is no such file\n"
    );
    assert!(!folder.path().join("tabiya-index").exists());
}

#[test]
fn many_begin_at_once() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let mut children: Vec<_> = (0..4)
        .map(|_| {
            let mut command = folder.command(&["ingest", "games.pgn"]);
            command
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary")
        })
        .collect();
    let mut done = 0;
    for child in children.drain(..) {
        let output = child.wait_with_output().expect("its end");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        done += usize::from(output.status.success());
        assert!(
            output.status.success() || said.contains("another Tabiya is writing"),
            "{said}"
        );
    }
    assert!(done > 0);
    let similar = folder.run(&["similar", EXAMPLE]);
    assert!(
        similar.stdout.contains("2 games, 4 positions"),
        "{}",
        similar.stdout
    );
}

#[test]
fn one_writer_at_a_time() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let index = index::Index::open(&folder.path().join("tabiya-index")).expect("the index");
    let writer = index.writer().expect("the writer");
    let second = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(second.code, Some(1));
    assert_eq!(
        second.stderr,
        "tabiya: another Tabiya is writing to the index at ./tabiya-index: try again when it has finished\n"
    );
    drop(writer);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
}

#[test]
fn an_index_of_another_format() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let meta = folder.path().join("tabiya-index/meta.json");
    let text = std::fs::read_to_string(&meta).expect("readable");
    let format = format!("tabiya format {}", index::FORMAT_VERSION);
    std::fs::write(&meta, text.replace(&format, "tabiya format 999")).expect("written");
    for args in [
        &["similar", EXAMPLE][..],
        &["ingest", "games.pgn"],
        &["serve"],
    ] {
        let output = folder.run(args);
        assert_eq!(output.code, Some(1));
        assert!(
            output.stderr.starts_with(
                "tabiya: the index at ./tabiya-index has format 999, but this Tabiya reads format "
            ),
            "{}",
            output.stderr
        );
    }
}

#[test]
fn removed_games_are_gone_and_may_come_again() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);

    let removed = folder.run(&["remove", "2", "2", "7"]);
    assert_eq!(removed.code, Some(1));
    assert_eq!(removed.stderr, "tabiya: there is no game 7\n");
    assert_eq!(
        removed.stdout,
        "removed game 2: C - D, Third\ngames removed 1\n"
    );

    let similar = folder.run(&["similar", EXAMPLE]);
    assert!(similar.stdout.contains("1 games"), "{}", similar.stdout);

    let again = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(
        summary(&again),
        "games 1, positions 2, duplicates 1, rejected 1"
    );
    let removed = folder.run(&["--json", "remove", "1", "3"]);
    let mut response = json(&removed);
    let games = response["games"].take();
    assert_eq!(
        response,
        json!({"removed": [1, 3], "missing": [], "games": null})
    );
    assert_eq!(
        (&games[0]["event"], &games[1]["white"]["name"]),
        (&json!("First"), &json!("C"))
    );
    assert_eq!(removed.code, Some(0));
}
