//! `tabiya annotate`: files in, files out, and the messages about them.

use crate::tabiya::{Folder, Output, check_sentence};

/// A game, one that does not play by the rules, and another one.
const GAMES: &str = "\
[Event \"Shepherd's\"]

1. e4 {Best by test.} e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Wrong\"]

1. e4 e5 2. Ke3 *

[Event \"Spanish\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
";

/// The same with what is said without an engine; REASON stands for the sentence about the second game.
const ANNOTATED: &str = "\
[Event \"Shepherd's\"]

1. e4 {Best by test.} e5 2. Qh5 { C20 King's Pawn Game: Wayward Queen Attack. } (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Wrong\"]

{ REASON } 1. e4 e5 2. Ke3 *

[Event \"Spanish\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 { C70 Ruy Lopez: Morphy Defense. } *
";

/// Checks that games are annotated as in [`ANNOTATED`].
#[track_caller]
fn check_annotated(pgn: &str) {
    let (_, rest) = pgn
        .split_once("[Event \"Wrong\"]\n\n{ ")
        .expect("a comment");
    let (reason, _) = rest.split_once(" }").expect("its end");
    check_sentence(reason, &["Ke3", "2", "White"]);
    assert_eq!(pgn.replacen(reason, "REASON", 1), ANNOTATED);
}

/// Checks that a file was annotated, and that its second game is the only one of which something is said.
#[track_caller]
fn check_left(output: &Output, name: &str) {
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let sentences = output.sentences();
    assert_eq!(sentences.len(), 1, "{sentences:?}");
    check_sentence(sentences[0], &[name, "2", "5", "Ke3", "White"]);
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
        check_left(&output, name);
        if args.len() > 2 {
            assert_eq!(output.stdout, "");
            let written = std::fs::read_to_string(folder.path().join("out.pgn"));
            check_annotated(&written.expect("a file"));
        } else {
            check_annotated(&output.stdout);
        }
    }
    // What is said already is not said again.
    let once = folder.run(&["annotate", "games.pgn"]).stdout;
    let again = folder.run_with_input(&["annotate", "-"], once.as_bytes());
    assert_eq!(again.stdout, once);
}

/// With the engine every move has a score, and the blunder a mark and the better line.
#[test]
fn with_the_engine() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    for effort in [&["--eval", "--nodes=2000"][..], &["--depth=4"]] {
        let output = folder.run(&[&["annotate", "games.pgn"], effort].concat());
        check_left(&output, "games.pgn");
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
    for (args, code, words) in [
        (&["games.pgn", "--json"][..], 2, &["annotate", "--json"][..]),
        (&[][..], 2, &["required", "<FILE>"]),
        (&["games.pgn", "--depth=0"], 2, &["--depth", "'0'"]),
        (&["missing.pgn"], 1, &["missing.pgn"]),
        (&["words.txt"], 1, &["words.txt", "PGN"]),
        (
            &["games.pgn", "--output=no/such/folder.pgn"],
            1,
            &["no/such/folder.pgn"],
        ),
        (
            &["games.pgn", "--eval", "--engine=no-such-engine"],
            1,
            &["no-such-engine"],
        ),
    ] {
        folder.check_refused("annotate", args, code, words);
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
        check_annotated(&read(output));
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
