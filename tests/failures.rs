//! Commands that cannot be run: one sentence on standard error, with the facts of the failure, and the exit code.

use crate::tabiya::{EXAMPLE, Folder, GAMES, SCID5};

/// The arguments, the exit code, and words of the sentence.
type Failure<'a> = (&'a [&'a str], i32, &'a [&'a str]);

fn check_failures(folder: &Folder, cases: &[Failure]) {
    for (args, code, words) in cases {
        folder.run(args).check_failed(*code, words);
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
    let here = folder.path().to_str().expect("UTF-8");
    let cases: &[Failure] = &[
        (
            &["similar", EXAMPLE],
            1,
            &[
                "./tabiya-index",
                "`tabiya ingest --index ./tabiya-index FILE.pgn`",
            ],
        ),
        (
            &["similar", EXAMPLE, "--index", "empty"],
            1,
            &["empty", "`tabiya ingest --index empty FILE.pgn`"],
        ),
        (&["similar", EXAMPLE, "--index", here], 1, &[here, "Tabiya"]),
        (
            &["ingest", "games.pgn", "--index", here],
            1,
            &[here, "Tabiya"],
        ),
        (
            &["serve", "--index", "nowhere"],
            1,
            &[
                "`tabiya ingest --index nowhere FILE.pgn`",
                "`mkdir -p nowhere`",
            ],
        ),
        (&["terms", "nonsense"], 1, &["\"nonsense\"", "FEN"]),
        (&["motifs", "8/8/8/8/8/8/8/8 w - - 0 1"], 1, &["king"]),
        (&["motifs", "--fens", "nothing.txt"], 1, &["nothing.txt"]),
        (
            &["motifs", "--fens", "mine.txt"],
            1,
            &["mine.txt", "1", "\"mine\"", "FEN"],
        ),
        (&["motifs", "--fens", "-"], 1, &["standard input", "FENs"]),
        (&["ingest", "nothing.pgn"], 1, &["nothing.pgn"]),
        (
            &["ingest", "photo.jpg", "--index", "new"],
            1,
            &["photo.jpg", "PGN"],
        ),
        (
            &["ingest", "cut.pgn.zst", "--index", "new"],
            1,
            &["cut.pgn.zst"],
        ),
        (
            &["ingest", "empty", "--index", "new"],
            1,
            &["empty", "PGN", "Scid"],
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
            &["--syzygy", "nowhere"],
        ),
        (
            &["analyse", EXAMPLE, "--syzygy", "games.pgn"],
            1,
            &["--syzygy", "games.pgn", "KQvK.rtbw", "KQvK.rtbz"],
        ),
        (
            &["uci", "--syzygy", "empty"],
            1,
            &["--syzygy", "empty", "KQvK.rtbw", "KQvK.rtbz"],
        ),
        (
            &["xboard", "--syzygy", "empty"],
            1,
            &["--syzygy", "empty", "KQvK.rtbw", "KQvK.rtbz"],
        ),
        (
            &["train", "--pgn", "games.pgn", "--syzygy", "empty"],
            1,
            &["--syzygy", "empty", "KQvK.rtbw", "KQvK.rtbz"],
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
            &["'magic'", "--scoring"],
        ),
        (
            &["similar", EXAMPLE, "--limit", "0"],
            2,
            &["'0'", "'--limit <N>'", "1", "1000"],
        ),
        (
            &["similar", EXAMPLE, "--limit", "ten"],
            2,
            &["'ten'", "'--limit <N>'", "1", "1000"],
        ),
        (
            &["ingest", "games.pgn", "--from-move", "4294967296"],
            2,
            &["'4294967296'", "'--from-move <N>'", "0", "4294967295"],
        ),
        (
            &["ingest", "games.pgn", "--commit-every", "0"],
            2,
            &["'0'", "'--commit-every <N>'", "1"],
        ),
        (&["remove", "1", "x"], 2, &["'x'", "'<ID>...'", "1"]),
        (
            &["serve", "--listen", "localhost:8080"],
            2,
            &["'localhost:8080'", "'--listen <ADDRESS>'", "127.0.0.1:8080"],
        ),
        (
            &["bench", "--queries", "0"],
            2,
            &["--queries 0", "--fens FILE"],
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
            &["--index", "--cluster", "TABIYA_CLUSTER"],
        ),
        (&["frobnicate"], 2, &["subcommand", "'frobnicate'"]),
        (&["report"], 2, &["--player:"]),
        (
            &["similar", EXAMPLE, "--weight", "foo=1"],
            2,
            &["'foo=1'", "--weight", "\"foo\"", "naive"],
        ),
        (
            &["quality", "--weight", "naive=101"],
            2,
            &["'naive=101'", "--weight", "101", "0", "100"],
        ),
        (&["motifs"], 2, &["required", "FEN"]),
        (&["ingest"], 2, &["required", "<FILE>"]),
    ];
    check_failures(&folder, cases);
}

/// A command that is not there, and the one that is suggested.
#[test]
fn likely_commands() {
    let folder = Folder::new();
    for (typed, suggested) in [
        ("nosuch", None),
        ("simlar", Some("'similar'")),
        ("nigest", Some("'ingest'")),
    ] {
        let output = folder.run(&[typed]);
        output.check_failed(2, &["subcommand", &format!("'{typed}'")]);
        let tip = output.stderr.lines().find(|line| line.contains("tip:"));
        assert_eq!(tip.is_some(), suggested.is_some(), "{}", output.stderr);
        assert!(
            tip.unwrap_or_default().ends_with(suggested.unwrap_or("")),
            "{}",
            output.stderr
        );
        assert!(!output.stderr.contains("\n\n\n"), "{}", output.stderr);
    }
    // Wrong usage that only the command sees has the usage of that command.
    let output = folder.run(&["report"]);
    assert!(
        output
            .stderr
            .contains("Usage: tabiya report --player <NAME>"),
        "{}",
        output.stderr
    );
}

/// A page for each command, with its usage as the synopsis.
#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["man", "pages"]).code, Some(0));
    for (page, synopsis) in [
        ("tabiya.1", "\\fBtabiya\\fR [OPTIONS] <COMMAND>"),
        (
            "tabiya-similar.1",
            "\\fBtabiya similar\\fR [OPTIONS] [FEN]...",
        ),
        (
            "tabiya-keys-add.1",
            "\\fBtabiya keys add\\fR [OPTIONS] \\-\\-keys <FILE> <NAME>",
        ),
    ] {
        let path = folder.path().join("pages").join(page);
        let text = std::fs::read_to_string(path).expect(page);
        let title = text
            .lines()
            .find(|line| line.starts_with(".TH "))
            .expect(page);
        let parts: Vec<&str> = title.split(' ').collect();
        assert_eq!(parts[1..3], [page.strip_suffix(".1").expect(page), "1"]);
        let day = parts[3];
        assert!(day.len() == 10 && day.starts_with("20"), "{title}");
        assert!(title.contains("\"Tabiya "), "{title}");
        let mut lines = text.lines().skip_while(|line| *line != ".SH SYNOPSIS");
        assert_eq!(lines.nth(1), Some(synopsis), "{page}");
    }
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
    let names = |command: &'static str, name: &'static str| -> Vec<&'static str> {
        match command {
            "train" => vec!["train", "--pgn", name],
            "ingest" => vec!["ingest", name, "--index", "new"],
            _ => vec![command, name],
        }
    };
    for (name, words) in [
        ("mega.cbh", &["ChessBase", "PGN"][..]),
        ("mega.cbg", &["ChessBase", "PGN"]),
        ("mega.CBV", &["ChessBase", "PGN"]),
        ("old.cbf", &["ChessBase", "PGN"]),
        ("old.si3", &["Scid", "3", "PGN"]),
        ("parts/base5.sg5", &["Scid", "base5.si5"]),
        ("parts/base5.sn5", &["Scid", "base5.si5"]),
        ("alone.si5", &["Scid", "alone.sn5"]),
        ("games.pgn", &["Scid"]),
    ] {
        let words = [&[name], words].concat();
        for command in ["ingest", "annotate", "train"] {
            check_failures(&folder, &[(&names(command, name), 1, &words)]);
        }
    }
}

#[test]
fn archives_that_are_not_read() {
    let folder = Folder::new();
    // No name says the format, so only the sentence about the first bytes can.
    for (name, bytes, format) in [
        ("a.pgn", &b"\xfd7zXZ\0\0\x04"[..], "xz"),
        ("b.pgn", b"7z\xbc\xaf\x27\x1c\0\x04", "7z"),
        ("c.pgn", b"PK\x03\x04\x14\0", "zip"),
        ("d.pgn", b"Rar!\x1a\x07\x01\0", "rar"),
    ] {
        folder.file(name, bytes);
        let args = ["ingest", name, "--index", "new"];
        check_failures(&folder, &[(&args, 1, &[name, format])]);
    }
}

/// Unknown names, by their options, and the command that lists the known ones.
#[test]
fn unknown_names() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    let players = "`tabiya players NAME`";
    let collections = "`tabiya collections`";
    let cases: &[Failure] = &[
        (
            &["similar", EXAMPLE, "--player", "Xyzzy"],
            1,
            &["--player", "\"Xyzzy\"", players],
        ),
        (
            &["positions", EXAMPLE, "--opponent", "Xyzzy"],
            1,
            &["--opponent", "\"Xyzzy\"", players],
        ),
        (
            &["export", "--white", "Xyzzy"],
            1,
            &["--white", "\"Xyzzy\"", players],
        ),
        (
            &["report", "--player", "Xyzzy"],
            1,
            &["--player", "\"Xyzzy\"", players],
        ),
        (
            &["report", "--player", "A", "--book", "xyzzy"],
            1,
            &["--book", "\"xyzzy\"", collections],
        ),
        (
            &["similar", EXAMPLE, "--collection", "xyzzy"],
            1,
            &["--collection", "\"xyzzy\"", collections],
        ),
        (
            &["players", "a", "--collection", "xyzzy"],
            1,
            &["--collection", "\"xyzzy\"", collections],
        ),
        (
            &["train", "--theme", "fork", "--collection", "xyzzy"],
            1,
            &["--collection", "\"xyzzy\"", collections],
        ),
    ];
    check_failures(&folder, cases);
}
