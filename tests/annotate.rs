//! `tabiya annotate`: files in, files out, and the messages about them.

use crate::tabiya::Folder;

/// A game, one that does not play by the rules, and another one.
const GAMES: &str = "\
[Event \"Shepherd's\"]

1. e4 {Best by test.} e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Wrong\"]

1. e4 e5 2. Ke3 *

[Event \"Spanish\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
";

/// The same with what is said without an engine.
const ANNOTATED: &str = "\
[Event \"Shepherd's\"]

1. e4 {Best by test.} e5 2. Qh5 { C20 King's Pawn Game: Wayward Queen Attack. } (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Wrong\"]

{ Not annotated: illegal move Ke3 (move 2, White). } 1. e4 e5 2. Ke3 *

[Event \"Spanish\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 { C70 Ruy Lopez: Morphy Defense. } *
";

/// What is said of the second game.
fn left(name: &str) -> String {
    format!("tabiya: {name}: game 2, line 5: illegal move Ke3 (move 2, White); not annotated\n")
}

/// A file, compressed or not, or standard input, to standard output or to a file.
#[test]
fn from_and_to_anywhere() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let packed = zstd::encode_all(GAMES.as_bytes(), 0).expect("compressed");
    folder.file("games.pgn.zst", &packed);
    for (args, name, input) in [
        (&["games.pgn"][..], "games.pgn", ""),
        (&["games.pgn.zst"], "games.pgn.zst", ""),
        (&["-"], "standard input", GAMES),
        (&["games.pgn", "--output=out.pgn"], "games.pgn", ""),
    ] {
        let args = [&["annotate"], args].concat();
        let output = folder.run_with_input(&args, input.as_bytes());
        assert_eq!(
            (output.code, output.stderr),
            (Some(0), left(name)),
            "{args:?}"
        );
        if args.len() > 2 {
            assert_eq!(output.stdout, "");
            let written = std::fs::read_to_string(folder.path().join("out.pgn"));
            assert_eq!(written.expect("a file"), ANNOTATED);
        } else {
            assert_eq!(output.stdout, ANNOTATED, "{args:?}");
        }
    }
    // What is said already is not said again.
    let again = folder.run_with_input(&["annotate", "-"], ANNOTATED.as_bytes());
    assert_eq!(again.stdout, ANNOTATED);
}

/// With the engine every move has a score, and the blunder a mark and the better line.
#[test]
fn with_the_engine() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    for effort in [&["--eval", "--nodes=2000"][..], &["--depth=4"]] {
        let output = folder.run(&[&["annotate", "games.pgn"], effort].concat());
        assert_eq!((output.code, output.stderr), (Some(0), left("games.pgn")));
        let written = output.stdout;
        // All moves but the mate: there is nothing to score after it.
        assert_eq!(written.matches("[%eval ").count(), 6 + 6, "{written}");
        assert!(written.contains("Nf6 $4 { [%eval #1] ("), "{written}");
        assert!(
            written.contains("Blunder. ") && written.contains(" (3... "),
            "{written}"
        );
        assert!(written.contains("(2. Nf3 Nc6)") && written.contains("{Best by test.}"));
    }
}

#[test]
fn what_cannot_be_annotated() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.file("words.txt", "These are words, and no game.\n");
    for (args, code, sentence) in [
        (
            &["games.pgn", "--json"][..],
            2,
            "annotate writes PGN, not JSON: omit --json",
        ),
        (&[][..], 2, "required"),
        (&["games.pgn", "--depth=0"], 2, "--depth"),
        (&["missing.pgn"], 1, "missing.pgn: there is no such file"),
        (
            &["words.txt"],
            1,
            "words.txt: there is no game in it; is it PGN?",
        ),
        (
            &["games.pgn", "--output=no/such/folder.pgn"],
            1,
            "no/such/folder.pgn: ",
        ),
        (
            &["games.pgn", "--eval", "--engine=no-such-engine"],
            1,
            "the engine no-such-engine failed: ",
        ),
    ] {
        folder.check_refused("annotate", args, code, sentence);
    }
    let unchanged = std::fs::read_to_string(folder.path().join("games.pgn"));
    assert_eq!(unchanged.expect("a file"), GAMES);
}

/// What is written may be what is read, by whatever name; and a file that is there stays if nothing comes
/// of it.
#[test]
fn nothing_is_lost() {
    let folder = Folder::new();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("a file");
    for output in ["./games.pgn", "hard.pgn", "soft.pgn"] {
        for name in ["games.pgn", "hard.pgn", "soft.pgn"] {
            let _ = std::fs::remove_file(path(name));
        }
        folder.file("games.pgn", GAMES);
        std::fs::hard_link(path("games.pgn"), path("hard.pgn")).expect("a link");
        #[cfg(unix)]
        std::os::unix::fs::symlink("games.pgn", path("soft.pgn")).expect("a link");
        #[cfg(not(unix))]
        folder.file("soft.pgn", GAMES);
        let run = folder.run(&["annotate", "games.pgn", "--output", output]);
        assert_eq!(run.code, Some(0), "{output}: {}", run.stderr);
        assert_eq!(read(output), ANNOTATED, "{output}");
    }
    folder.file("words.txt", "These are words, and no game.\n");
    folder.file("good.pgn", ANNOTATED);
    let run = folder.run(&["annotate", "words.txt", "--output=good.pgn"]);
    assert_eq!(
        (run.code, read("good.pgn")),
        (Some(1), ANNOTATED.to_owned())
    );
    let names = std::fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(names.count(), 5, "nothing else is left there");
}
