//! Annotating reads games as ingesting does: it accepts and rejects the same ones, for the same
//! reasons.

use std::convert::Infallible;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use coach::{Analyse, AnnotateError, annotate, annotated};
use pgn::{Rejected, pgn_games};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use testing::sentences::Sentences;

/// What is read of a stream: the number of games, those rejected, and why all of it is refused.
struct Outcome {
    games: u64,
    rejected: Vec<Rejected>,
    error: Option<AnnotateError<Infallible>>,
}

/// Annotates a stream without an engine.
fn annotating(pgn: &[u8]) -> (Outcome, Vec<u8>) {
    let (mut written, mut games, mut rejected) = (Vec::new(), 0, Vec::new());
    let see = |count, left: Vec<Rejected>| {
        games = count;
        rejected.extend(left);
    };
    let no_engine = None::<&Analyse<'_, Infallible>>;
    let result = annotate(pgn, &mut written, no_engine, see);
    let outcome = Outcome {
        games,
        rejected,
        error: result.err(),
    };
    (outcome, written)
}

fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Checks the files of a folder against `data/messy.tsv`, which says what comes of ingesting them.
fn check(folder: &str, path: &Path) -> usize {
    let table = fs::read_to_string(workspace("data/messy.tsv")).expect("the table");
    let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row[0] == folder).collect();
    let mut reasons = Sentences::default();
    for row in &rows {
        let pgn = fs::read(path.join(row[1])).expect("readable");
        let (outcome, written) = annotating(&pgn);
        let rejected: Vec<&str> = match (row[5], &outcome.error) {
            ("no game", Some(AnnotateError::NoGame)) | ("-", None) => Vec::new(),
            (rejected, None) => rejected.split(" | ").collect(),
            (_, error) => panic!("{folder}/{}: {error:?}", row[1]),
        };
        assert_eq!(
            outcome.rejected.len(),
            rejected.len(),
            "{folder}/{}",
            row[1]
        );
        for (game, expected) in outcome.rejected.iter().zip(rejected) {
            let (place, reason) = expected.split_once(": ").expect("a reason");
            assert_eq!(format!("game {}, line {}", game.game, game.line), place);
            let (kind, values) = reason.split_once("; ").unwrap_or((reason, ""));
            let values = values.split("; ").filter(|value| !value.is_empty());
            reasons.check(kind, &game.reason, &values.collect::<Vec<_>>());
        }
        let count = |column: usize| row[column].parse::<u64>().expect("a count");
        let all = count(2) + count(4) + outcome.rejected.len() as u64;
        assert_eq!(outcome.games, all, "{folder}/{}", row[1]);
        // UTF-16 comes out as UTF-8, and a file without games not at all.
        if !pgn.starts_with(b"\xff\xfe") && all > 0 {
            assert!(is_within(&pgn, &written), "{folder}/{}", row[1]);
        }
    }
    rows.len()
}

/// Whether all bytes of a text stand in another one, in their order.
fn is_within(text: &[u8], other: &[u8]) -> bool {
    let mut rest = other.iter();
    text.iter().all(|byte| rest.any(|other| other == byte))
}

#[test]
fn odd_files() {
    assert!(check("handmade", &workspace("data/messy")) > 30);
}

/// Those of other projects, where they are at hand.
#[test]
fn odd_files_of_other_projects() {
    let parent = env::var_os("TABIYA_MESSY")
        .map_or_else(|| workspace("../shared/data/messy"), PathBuf::from);
    for folder in ["notnil-chess", "pgn-extract", "python-chess", "scalachess"] {
        let path = parent.join(folder);
        if path.is_dir() {
            assert!(check(folder, &path) > 0, "{folder}");
        }
    }
}

/// Names are looked up: comparing each with every other would take minutes.
#[test]
fn many_tags() {
    for (between, count) in [("\n", 75_000), ("\n\n", 75_000)] {
        let mut pgn = String::new();
        for number in 0..count {
            let _ = write!(pgn, "[A{number} \"x\"]{between}");
        }
        let (outcome, written) = annotating([&pgn, "\n1. e4 e5 *\n"].concat().as_bytes());
        assert_eq!((outcome.games, outcome.rejected), (1, Vec::new()));
        assert!(written.starts_with(pgn.as_bytes()));
    }
}

#[test]
fn reserved_tokens_stay() {
    let pgn = "1. e4 e5 2. Nf3 <x y> Nc6 <z>\n3. Bb5 a6 *\n";
    let wanted = "1. e4 e5 2. Nf3 <x y> Nc6 <z>\n3. Bb5 a6 { C70 Ruy Lopez: Morphy Defense. } *\n";
    assert_eq!(annotated(pgn), wanted);
}

/// A note never stands within a word: the first of its two moves gets none.
#[test]
fn two_moves_in_one_word() {
    let pgn = "1. e4e5 2. Nf3Nc6 3. Bb5a6 4. c3 *\n";
    let wanted = "1. e4e5 2. Nf3Nc6 3. Bb5a6 { C70 Ruy Lopez: Morphy Defense. } 4. c3 *\n";
    assert_eq!(annotated(pgn), wanted);
}

/// What PGN is made of, and what it is not.
const PARTS: [&str; 27] = [
    "1. e4 ",
    "e5 ",
    "2. Nf3 ",
    "Nc6 ",
    "d4d5 ",
    "e4e5 ",
    "xyz ",
    "-- ",
    "$1 ",
    "!? ",
    "1-0 ",
    "* ",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "; ",
    "% ",
    "\n",
    "\n\n",
    "\r",
    "[Event \"x\"]\n",
    "[White \"A\"]\n",
    "[White \"A\"] 1. d4 ",
    "[A \"b",
];

proptest! {
    #[test]
    fn as_ingesting_does(parts in vec(select(&PARTS[..]), 0..50)) {
        let pgn = parts.concat();
        let (outcome, written) = annotating(pgn.as_bytes());
        let games: Vec<_> = pgn_games(pgn.as_bytes()).map(|game| game.expect("readable")).collect();
        prop_assert_eq!(outcome.games, games.len() as u64);
        let rejected: Vec<_> = games.into_iter().filter_map(Result::err).collect();
        prop_assert_eq!(outcome.rejected, rejected);
        if outcome.error.is_none() {
            prop_assert!(is_within(pgn.as_bytes(), &written));
        }
    }
}
