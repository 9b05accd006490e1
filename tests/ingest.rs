//! `tabiya ingest` and `remove`: what goes in, what is skipped, one writer at a time.

use std::process::Stdio;

use serde_json::json;

use crate::tabiya::{EXAMPLE, Folder, GAMES, Output, SCID5, check_sentence, json, numbers};

/// The numbers of games, positions, duplicates and rejected games in the last line, without the rate, which differs from
/// run to run.
#[track_caller]
fn summary(output: &Output) -> [u64; 4] {
    let line = output.stdout.lines().last().unwrap_or_default();
    let [games, positions, duplicates, rejected, _] = numbers(line)[..] else {
        panic!("{line}");
    };
    [games, positions, duplicates, rejected]
}

/// The numbers of games and of positions of an index.
#[track_caller]
fn indexed(folder: &Folder) -> [u64; 2] {
    let similar = folder.run(&["similar", EXAMPLE, "--limit", "1"]);
    assert_eq!((similar.code, similar.stderr.as_str()), (Some(0), ""));
    let line = similar.stdout.lines().nth(1).unwrap_or_default();
    let [games, positions] = numbers(line)[..] else {
        panic!("{line}");
    };
    [games, positions]
}

#[test]
fn ingest_and_search() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let ingest = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(summary(&ingest), [2, 4, 0, 1]);
    let said = ingest.sentences();
    assert_eq!(said.len(), 1, "{said:?}");
    check_sentence(said[0], &["games.pgn", "2", "8", "Ke3", "1", "Black"]);
    assert_eq!(ingest.code, Some(0));

    let again = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(summary(&again), [0, 0, 2, 1]);
    assert_eq!(indexed(&folder), [2, 4]);

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
    let mut response = json(&ingest);
    let reason = response["rejected"][0]["reason"].take();
    check_sentence(reason.as_str().expect("a reason"), &["Ke3", "1", "Black"]);
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
        json!([{"file": "standard input", "game": 2, "line": 8, "reason": null}])
    );
    assert!(folder.path().join("other/meta.json").is_file());
}

/// What was put right is said by kind, with the places; what is to be done with games is an option.
#[test]
fn games_are_put_right() {
    let folder = Folder::new();
    let header = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n\n";
    folder.file(
        "games.pgn",
        format!("{header}1. e4 d5 2. ed5 *\n\n{header}1. e4 *\n\n1. c4 c5 2. Ke4 *\n"),
    );
    let run = |options: &[&str]| {
        let all = [
            &[
                "ingest",
                "games.pgn",
                "--from-move",
                "0",
                "--index",
                options[0],
            ],
            &options[1..],
        ]
        .concat();
        folder.run(&all)
    };
    let kept = run(&["kept"]);
    assert_eq!(summary(&kept), [2, 6, 0, 1]);
    let said = kept.sentences();
    assert_eq!(said.len(), 3, "{said:?}");
    check_sentence(said[0], &["games.pgn", "3", "15", "Ke4", "2", "White"]);
    check_sentence(
        said[1],
        &["1", "games.pgn", "1", "1", "ed5", "exd5", "2", "White"],
    );
    check_sentence(said[2], &["1", "games.pgn", "2", "8", "1"]);
    let legal = run(&["legal", "--keep-legal", "--contained", "skip"]);
    assert_eq!(summary(&legal), [2, 7, 1, 0]);
    // Of each kind one, and that a game was there already.
    let said = legal.sentences();
    assert_eq!(said.len(), 3 + 1, "{said:?}");
    let wrong = run(&["wrong", "--contained", "all"]);
    assert_eq!(wrong.code, Some(2));
    let names = ["all", "--contained", "keep, skip, replace"];
    assert!(names.iter().all(|name| wrong.stderr.contains(name)));
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
    assert_eq!(damaged.code, Some(0));
    let response = json(&damaged);
    assert_eq!(response["games"], json!(8));
    let reason = response["rejected"][0]["reason"].as_str();
    let reason = reason.expect("a reason");
    check_sentence(reason, &["e1e2", "1", "White"]);
    assert_eq!(
        response["rejected"],
        json!([{"file": "bases/base5.si5", "game": 8, "line": 0, "reason": reason}])
    );
    let annotate = folder.run(&["annotate", "bases/base5.si5"]);
    for output in [&damaged, &annotate] {
        let said = output.sentences();
        assert_eq!(said.len(), 1, "{said:?}");
        check_sentence(said[0], &["bases/base5.si5", "8", reason]);
    }
    let pgn = &annotate.stdout;
    assert!(
        pgn.contains("[Black \"Иванов, Иван\"]") && !pgn.contains("%tabiya"),
        "{pgn}"
    );

    file(2, &SCID5[2].1[..300]);
    let cut = ingest("cut");
    cut.check_failed(1, &["bases/base5.si5", "base5.sg5"]);
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
    assert_eq!(summary(&ingest), [2, 4, 0, 1]);
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
    assert_eq!(indexed(&folder), [2, 4]);
}

#[test]
fn every_failure_is_reported() {
    let folder = Folder::new();
    let output = folder.run(&["ingest", "a.pgn", "b.pgn"]);
    assert_eq!(output.code, Some(1));
    let said = output.sentences();
    assert_eq!(said.len(), 2, "{said:?}");
    for (sentence, file) in said.iter().zip(["a.pgn", "b.pgn"]) {
        check_sentence(sentence, &[file]);
    }
    assert!(!folder.path().join("tabiya-index").exists());
}

/// Words about an index that another process is writing to.
const BUSY: [&str; 2] = ["Tabiya", "./tabiya-index"];

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
        let output = Output::from(output);
        if output.code == Some(0) {
            done += 1;
        } else {
            output.check_failed(1, &BUSY);
        }
    }
    assert!(done > 0);
    assert_eq!(indexed(&folder), [2, 4]);
}

#[test]
fn one_writer_at_a_time() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let index = index::Index::open(&folder.path().join("tabiya-index")).expect("the index");
    let writer = index.writer().expect("the writer");
    let second = folder.run(&["ingest", "games.pgn"]);
    second.check_failed(1, &BUSY);
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
    let version = index::FORMAT_VERSION.to_string();
    let format = format!("tabiya format {version}");
    std::fs::write(&meta, text.replace(&format, "tabiya format 999")).expect("written");
    for args in [
        &["similar", EXAMPLE][..],
        &["ingest", "games.pgn"],
        &["serve"],
    ] {
        let output = folder.run(args);
        output.check_failed(1, &["./tabiya-index", "999", &version]);
    }
}

#[test]
fn removed_games_are_gone_and_may_come_again() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);

    let removed = folder.run(&["remove", "2", "2", "7"]);
    removed.check_failed(1, &["7"]);
    let [game, sum] = removed.stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", removed.stdout);
    };
    check_sentence(game, &["2", "C", "D", "Third"]);
    assert_eq!(numbers(sum), [1]);
    assert_eq!(indexed(&folder)[0], 1);

    let again = folder.run(&["ingest", "games.pgn"]);
    assert_eq!(summary(&again), [1, 2, 1, 1]);
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
