//! The command line: what it prints, and how it ends.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::tabiya::{EXAMPLE, Folder, GAMES, Output};

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", output.stdout))
}

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
        "tabiya: games.pgn: game 2, line 8: illegal move Ke3 (move 1, Black); left out\n"
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
    let told = json(&ingest);
    assert_eq!(
        (
            &told["done"],
            &told["games"],
            &told["positions"],
            &told["duplicates"]
        ),
        (&json!(true), &json!(3), &json!(56), &json!(0))
    );
    assert_eq!(
        told["rejected"],
        json!([{"file": "standard input", "game": 2, "line": 8, "reason": "illegal move Ke3 (move 1, Black)"}])
    );
    assert!(folder.path().join("other/meta.json").is_file());
}

#[test]
fn terms_and_motifs() {
    let folder = Folder::new();
    let fen = "2kr3r/2p1qnpp/1p3p2/pP1Np3/4P3/3PPR2/2P3PP/1R2Q1K1 b - - 1 17";
    let terms = folder.run(&["terms", fen]);
    for line in [
        "naive (24)",
        "reachability (69)",
        "connectivity (38)",
        "pawns (8)",
    ] {
        assert!(terms.stdout.contains(line), "{}", terms.stdout);
    }
    assert_eq!(
        json(&folder.run(&["terms", fen, "--json"]))["naive"]
            .as_array()
            .map(Vec::len),
        Some(24)
    );
    let motifs = folder.run(&["motifs", fen]);
    assert!(
        motifs
            .stdout
            .contains("protectedPassed   Black's a5 pawn is passed and protected.\n"),
        "{}",
        motifs.stdout
    );
    assert_eq!(
        json(&folder.run(&["motifs", fen, "--json"]))["motifs"][0]["term"],
        "S{e3-e4}"
    );
}

const CARLSBAD: &str = "r1bqr1k1/pp1nbpp1/2p2n1p/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 11";
const NAJDORF: &str = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6";

#[test]
fn structures_and_openings() {
    let folder = Folder::new();
    let carlsbad = folder.run(&["motifs", CARLSBAD]);
    for said in [
        "\nCarlsbad structure (white, 96%)\n",
        "\n  White: Attack with the minority, b2-b4-b5, ",
        "\n  Black: Put a knight on e4 or c4, ",
        "\nhalfOpenFile      The c-file is half-open for White.\n",
    ] {
        assert!(
            carlsbad.stdout.contains(said),
            "{said}: {}",
            carlsbad.stdout
        );
    }
    let najdorf = folder.run(&["motifs", NAJDORF]);
    let head = format!("{NAJDORF}\nB90 Sicilian Defense: Najdorf Variation\n\n");
    assert!(najdorf.stdout.starts_with(&head), "{}", najdorf.stdout);
}

/// Several positions: as typed, in a file, on standard input.
#[test]
fn motifs_of_several_positions() {
    let folder = Folder::new();
    let both = format!("{CARLSBAD}\n\n{NAJDORF}\n");
    folder.file("positions.txt", &both);
    let fens = |output: &Output| -> Vec<String> {
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let told = json(output);
        let list = told["results"].as_array().expect("a list");
        list.iter()
            .map(|one| one["fen"].as_str().expect("a FEN").to_owned())
            .collect()
    };
    let expected = [CARLSBAD, NAJDORF];
    assert_eq!(
        fens(&folder.run(&["motifs", "--json", CARLSBAD, NAJDORF])),
        expected
    );
    assert_eq!(
        fens(&folder.run(&["motifs", "--json", "--fens", "positions.txt"])),
        expected
    );
    let piped = folder.run_with_input(&["motifs", "--json", "--fens", "-"], both.as_bytes());
    assert_eq!(fens(&piped), expected);
    // Without quotes, where does the second one begin?
    let parts: Vec<&str> = ["motifs", "--json"]
        .into_iter()
        .chain(CARLSBAD.split(' '))
        .chain(NAJDORF.split(' '))
        .collect();
    assert_eq!(fens(&folder.run(&parts)), expected);
    // A list, however short.
    let one = folder.run_with_input(&["motifs", "--json", "--fens", "-"], CARLSBAD.as_bytes());
    assert_eq!(fens(&one), expected[..1]);
    let text = folder.run(&["motifs", CARLSBAD, "--fens", "positions.txt"]);
    assert_eq!(text.stdout.matches("Carlsbad structure").count(), 2);
}

/// A FEN may come in parts, as the shell makes them of one without quotes.
#[test]
fn a_fen_without_quotes() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    let parts: Vec<&str> = EXAMPLE.split(' ').collect();
    for command in ["terms", "motifs", "similar"] {
        let together = folder.run(&["--json", command, EXAMPLE]);
        let apart = folder.run(&[&[command][..], &parts, &["--json"]].concat());
        assert_eq!(apart.code, Some(0), "{command}: {}", apart.stderr);
        let told = |output| {
            let mut told = json(output);
            if let Some(took) = told.get_mut("tookMs") {
                took.take();
            }
            told
        };
        assert_eq!(told(&apart), told(&together), "{command}");
    }
}

/// What is typed, the exit code, and the sentence.
type Failure<'a> = (&'a [&'a str], i32, &'a str);

fn check_failures(folder: &Folder, cases: &[Failure]) {
    for (args, code, sentence) in cases {
        let output = folder.run(args);
        let said = format!("{args:?}: {}", output.stderr);
        assert_eq!(output.code, Some(*code), "{said}");
        assert!(output.stderr.contains(sentence), "{said}");
        if *code == 1 {
            assert_eq!(output.stderr.lines().count(), 1, "{said}");
            assert!(output.stderr.starts_with("tabiya: "), "{said}");
        }
    }
}

#[test]
fn failures_in_one_sentence() {
    let folder = Folder::new();
    folder.file(
        "photo.jpg",
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02\n\n\x03[\x04",
    );
    folder.file("games.pgn", GAMES);
    folder.file("mine.txt", "mine");
    folder.file("cut.pgn.zst", b"\x28\xb5\x2f\xfd\x24");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let cases: &[Failure] = &[
        (
            &["similar", EXAMPLE],
            1,
            "there is no index at ./tabiya-index: make one with `tabiya ingest",
        ),
        (
            &["similar", EXAMPLE, "--index", "empty"],
            1,
            "there is no index at empty",
        ),
        (
            &["similar", EXAMPLE, "--index", "."],
            1,
            ". holds no Tabiya index, but other files",
        ),
        (
            &["ingest", "games.pgn", "--index", "."],
            1,
            ". holds no Tabiya index, but other files",
        ),
        (
            &["serve", "--index", "nowhere"],
            1,
            "there is no index at nowhere",
        ),
        (&["terms", "nonsense"], 1, "\"nonsense\" is not a FEN"),
        (
            &["motifs", "8/8/8/8/8/8/8/8 w - - 0 1"],
            1,
            "a king is missing",
        ),
        (
            &["motifs", "--fens", "nothing.txt"],
            1,
            "nothing.txt: there is no such file",
        ),
        (
            &["motifs", "--fens", "mine.txt"],
            1,
            "mine.txt, line 1: \"mine\" is not a FEN",
        ),
        (
            &["motifs", "--fens", "-"],
            1,
            "standard input: there is no FEN in it",
        ),
        (
            &["ingest", "nothing.pgn"],
            1,
            "nothing.pgn: there is no such file",
        ),
        (
            &["ingest", "photo.jpg", "--index", "new"],
            1,
            "photo.jpg: there is no game in it; is it PGN?",
        ),
        (
            &["ingest", "cut.pgn.zst", "--index", "new"],
            1,
            "cut.pgn.zst: it ends in the middle of its compressed data",
        ),
        (
            &["ingest", "empty", "--index", "new"],
            1,
            "empty: there is no PGN file in this folder",
        ),
    ];
    check_failures(&folder, cases);
}

#[test]
fn wrong_usage() {
    let folder = Folder::new();
    let cases: &[Failure] = &[
        (
            &["similar", EXAMPLE, "--scoring", "magic"],
            2,
            "invalid value 'magic'",
        ),
        (
            &["similar", EXAMPLE, "--limit", "0"],
            2,
            "'--limit <N>': it must be a whole number from 1 to 1000",
        ),
        (
            &["similar", EXAMPLE, "--limit", "ten"],
            2,
            "'--limit <N>': it must be a whole number from 1 to 1000",
        ),
        (
            &["ingest", "games.pgn", "--from-move", "4294967296"],
            2,
            "'--from-move <N>': it must be a whole number from 0 to 4294967295",
        ),
        (
            &["ingest", "games.pgn", "--commit-every", "0"],
            2,
            "'--commit-every <N>': it must be a whole number from 1 on",
        ),
        (
            &["remove", "1", "x"],
            2,
            "invalid value 'x' for '<ID>...': it must be a whole number from 1 on",
        ),
        (
            &["serve", "--listen", "localhost:8080"],
            2,
            "it must be an IP address and a port, like 127.0.0.1:8080",
        ),
        (
            &["bench", "--queries", "0"],
            2,
            "error: --queries 0 leaves nothing to measure: add --fens FILE",
        ),
        (
            &[
                "similar",
                EXAMPLE,
                "--index",
                "x",
                "--cluster",
                "http://search-1:9200",
            ],
            2,
            "error: --index and --cluster (or TABIYA_CLUSTER): an index is in a folder or in a cluster, leave one",
        ),
        (&["frobnicate"], 2, "unrecognized subcommand"),
        (&["motifs"], 2, "required arguments were not provided"),
        (&["ingest"], 2, "required arguments were not provided"),
    ];
    check_failures(&folder, cases);
}

#[test]
fn archives_that_are_not_read() {
    let folder = Folder::new();
    folder.file("games.pgn.xz", b"\xfd7zXZ\0\0\x04");
    folder.file("games.7z", b"7z\xbc\xaf\x27\x1c\0\x04");
    folder.file("games.zip", b"PK\x03\x04\x14\0");
    folder.file("games.rar", b"Rar!\x1a\x07\x01\0");
    let cases: &[Failure] = &[
        (
            &["ingest", "games.pgn.xz", "--index", "new"],
            1,
            "games.pgn.xz: it is compressed with xz, which is not read: decompress it, or",
        ),
        (
            &["ingest", "games.7z", "--index", "new"],
            1,
            "games.7z: it is a 7z archive, which is not read: take the PGN files out of it",
        ),
        (
            &["ingest", "games.zip", "--index", "new"],
            1,
            "games.zip: it is a zip archive, which is not read: take the PGN files out of it",
        ),
        (
            &["ingest", "games.rar", "--index", "new"],
            1,
            "games.rar: it is a rar archive, which is not read: take the PGN files out of it",
        ),
    ];
    check_failures(&folder, cases);
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

/// Complaints that nobody hears do not end an import.
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
fn every_failure_is_said() {
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
                "tabiya: the index at ./tabiya-index has format 999, this Tabiya reads format "
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
    let mut told = json(&removed);
    let games = told["games"].take();
    assert_eq!(
        told,
        json!({"removed": [1, 3], "missing": [], "games": null})
    );
    assert_eq!(
        (&games[0]["event"], &games[1]["white"]["name"]),
        (&json!("First"), &json!("C"))
    );
    assert_eq!(removed.code, Some(0));
}

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
    assert!(
        last.starts_with("3 of 3 answers the same as by scoring every position"),
        "{}",
        table.stdout
    );
    let fens = json(&folder.run(&["--json", "bench", "--queries=0", "--fens=fens.txt"]));
    assert_eq!(fens["queries"][0]["from"], "fens.txt");
    assert_eq!(fens["check"]["same"], 2);
    let unchecked = json(&folder.run(&["--json", "bench", "--queries=3", "--check=0"]));
    assert_eq!(unchecked["check"], Value::Null);
}

/// What cannot be read is said before anything is measured; what was measured before a failure is
/// told.
#[test]
fn bench_fails_early_or_tells_what_it_has() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    folder.file("bad.txt", "4k3/8/8/8/8/8/8/4K3\nnonsense\n");
    folder.file("binary.txt", b"\xff\xfe");
    folder.file("games.zip", b"PK\x03\x04\x14\0");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let early = [
        (
            "--fens=bad.txt",
            "bad.txt, line 2: \"nonsense\" is not a FEN",
        ),
        ("--fens=binary.txt", "binary.txt: it is not text"),
        ("--fens=nowhere.txt", "nowhere.txt: there is no such file"),
        ("--pgn=nowhere.pgn", "nowhere.pgn: there is no such file"),
        ("--pgn=empty", "empty: there is no PGN file in this folder"),
        ("--pgn=games.zip", "games.zip: it is a zip archive"),
    ];
    for (argument, sentence) in early {
        let bench = folder.run(&["bench", argument]);
        assert_eq!((bench.code, bench.stdout.as_str()), (Some(1), ""));
        let said = format!("tabiya: {sentence}");
        assert!(bench.stderr.starts_with(&said), "{}", bench.stderr);
    }

    folder.file("hello.pgn", "hello");
    let why = "hello.pgn: there is no game in it; is it PGN?";
    let args = ["bench", "--queries=3", "--pgn=hello.pgn"];
    let bench = folder.run(&args);
    assert_eq!(
        (bench.code, bench.stderr),
        (Some(1), format!("tabiya: {why}\n"))
    );
    assert!(
        bench.stdout.contains("queries  threads"),
        "{}",
        bench.stdout
    );
    let bench = json(&folder.run(&[&args[..], &["--json"]].concat()));
    assert_eq!(bench["error"], why);
    assert_eq!(bench["queries"][0]["queries"], 3);
    assert_eq!(bench["ingest"], Value::Null);

    folder.run(&["remove", "1", "2"]);
    let empty = folder.run(&["bench"]);
    assert_eq!(
        empty.stderr,
        "tabiya: the index has no positions to ask for: ingest games first\n"
    );
}

/// Filters, plans, exact positions, patterns and players of two games.
#[test]
fn what_is_looked_for() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));

    let passed = |filter: &[&str]| {
        let mut args = vec!["--json", "similar", EXAMPLE];
        args.extend(filter);
        json(&folder.run(&args))["passed"].clone()
    };
    assert_eq!(passed(&[]), json!(null));
    assert_eq!(
        passed(&["--player", "Nobody"]),
        json!({"games": 0, "positions": 0})
    );
    assert_eq!(passed(&["--white", "a", "--turn", "black"])["games"], 1);
    let similar = folder.run(&["similar", EXAMPLE, "--white", "A", "--plans"]);
    assert!(
        similar.stdout.contains("positions pass the filter"),
        "{}",
        similar.stdout
    );
    assert!(
        similar.stdout.contains("what was played within six moves"),
        "{}",
        similar.stdout
    );
    let wrong = folder.run(&["similar", EXAMPLE, "--since", "soon"]);
    assert_eq!(wrong.code, Some(1));
    assert!(
        wrong.stderr.contains("--since: \"soon\" is no date"),
        "{}",
        wrong.stderr
    );

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let exact = json(&folder.run(&["--json", "positions", start]));
    assert_eq!(exact["games"], 2);
    let text = folder.run(&["positions", start]);
    assert!(text.stdout.contains("2 games, "), "{}", text.stdout);
    let any = "????????/????????/????????/????????/????????/????????/????????/????????";
    let pattern = json(&folder.run(&["--json", "positions", any]));
    assert_eq!(
        (&pattern["positions"], &pattern["isExact"]),
        (&json!(4), &json!(true))
    );
    let text = folder.run(&["positions", any, "--term", "Pe4", "--limit", "1"]);
    assert!(text.stdout.contains(" games, "), "{}", text.stdout);

    let players = json(&folder.run(&["--json", "players", "a"]));
    assert_eq!(players["players"][0], json!({"name": "A", "games": 1}));
}
