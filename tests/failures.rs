//! Commands that cannot be run: one sentence on standard error, and the exit code.

use crate::tabiya::{EXAMPLE, Folder, GAMES, SCID5};

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
            ". holds other files and no Tabiya index",
        ),
        (
            &["ingest", "games.pgn", "--index", "."],
            1,
            ". holds other files and no Tabiya index",
        ),
        (
            &["serve", "--index", "nowhere"],
            1,
            "there is no index at nowhere: make one with `tabiya ingest --index nowhere FILE.pgn`, \
             or begin with an empty one: `mkdir -p nowhere`, then serve again",
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
            "empty: there is no PGN file and no Scid database in this folder",
        ),
    ];
    check_failures(&folder, cases);
}

#[test]
fn folders_without_tables() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let cases: &[Failure] = &[
        (
            &["analyse", EXAMPLE, "--syzygy", "nowhere"],
            1,
            "--syzygy: cannot read the folder nowhere: ",
        ),
        (
            &["analyse", EXAMPLE, "--syzygy", "games.pgn"],
            1,
            "it must be a folder with files like KQvK.rtbw and KQvK.rtbz",
        ),
        (
            &["uci", "--syzygy", "empty"],
            1,
            "--syzygy: there are no Syzygy tables in empty; it must be a folder with files like KQvK.rtbw",
        ),
        (
            &["xboard", "--syzygy", "empty"],
            1,
            "--syzygy: there are no Syzygy tables in empty; ",
        ),
        (
            &["train", "--pgn", "games.pgn", "--syzygy", "empty"],
            1,
            "--syzygy: there are no Syzygy tables in empty; ",
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
            "'--commit-every <N>': it must be a whole number of at least 1",
        ),
        (
            &["remove", "1", "x"],
            2,
            "invalid value 'x' for '<ID>...': it must be a whole number of at least 1",
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
            "error: --index and --cluster (or TABIYA_CLUSTER): an index is in a folder or in a cluster, use only one",
        ),
        (&["frobnicate"], 2, "unrecognized subcommand"),
        (&["motifs"], 2, "required arguments were not provided"),
        (&["ingest"], 2, "required arguments were not provided"),
    ];
    check_failures(&folder, cases);
}

#[test]
fn databases_that_are_not_read() {
    let folder = Folder::new();
    for name in ["mega.cbh", "mega.cbg", "mega.CBV", "old.cbf", "old.si3"] {
        folder.file(name, b"anything");
    }
    std::fs::create_dir(folder.path().join("parts")).expect("a folder");
    for (name, bytes) in SCID5 {
        folder.file(&format!("parts/{name}"), bytes);
    }
    folder.file("alone.si5", SCID5[0].1);
    folder.file("games.pgn", SCID5[0].1);
    let chessbase = "it is a database of ChessBase, or a part of one, which is not supported: open it in ChessBase, \
                     and save its games as PGN";
    let names = |command: &'static str, name: &'static str| -> Vec<&'static str> {
        match command {
            "train" => vec!["train", "--pgn", name],
            "ingest" => vec!["ingest", name, "--index", "new"],
            _ => vec![command, name],
        }
    };
    for (name, why) in [
        ("mega.cbh", chessbase),
        ("mega.cbg", chessbase),
        ("mega.CBV", chessbase),
        ("old.cbf", chessbase),
        (
            "old.si3",
            "it is a database of Scid 3, which is not supported: open it in Scid, and save it as PGN or",
        ),
        (
            "parts/base5.sg5",
            "it is a part of a Scid database: give its index, base5.si5",
        ),
        (
            "parts/base5.sn5",
            "it is a part of a Scid database: give its index, base5.si5",
        ),
        (
            "alone.si5",
            "alone.sn5 is missing: a Scid database is three files, which belong in one folder",
        ),
        (
            "games.pgn",
            "it is one of the three files of a Scid database, which cannot be read alone:",
        ),
    ] {
        let sentence = format!("{name}: {why}");
        for command in ["ingest", "annotate", "train"] {
            check_failures(&folder, &[(&names(command, name), 1, &sentence)]);
        }
    }
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
            "games.pgn.xz: it is compressed with xz, which is not supported: decompress it, or",
        ),
        (
            &["ingest", "games.7z", "--index", "new"],
            1,
            "games.7z: it is a 7z archive, which is not supported: take the PGN files out of it",
        ),
        (
            &["ingest", "games.zip", "--index", "new"],
            1,
            "games.zip: it is a zip archive, which is not supported: take the PGN files out of it",
        ),
        (
            &["ingest", "games.rar", "--index", "new"],
            1,
            "games.rar: it is a rar archive, which is not supported: take the PGN files out of it",
        ),
    ];
    check_failures(&folder, cases);
}
