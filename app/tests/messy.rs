//! The table `data/messy.tsv`, file by file: the odd files of `data/messy`, and those of other
//! projects where they are at hand.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use app::IngestError;
use similarity::Ingested;

use crate::import::ingested;
use testing::sentences::Sentences;

/// A row of the table: folder and file, and what must come of ingesting it.
struct Row {
    folder: String,
    file: String,
    games: u64,
    positions: u64,
    duplicates: u64,
    /// The rejected games: place, kind of reason, and what it names; or that there is no game.
    rejected: Vec<String>,
}

fn rows() -> Vec<Row> {
    let table = fs::read_to_string(workspace("data/messy.tsv")).expect("the table");
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [
            folder,
            file,
            games,
            positions,
            duplicates,
            rejected,
            _,
            _,
            _,
        ] = columns[..]
        else {
            panic!("nine columns: {line}");
        };
        let count = |text: &str| text.parse().expect("a count");
        Row {
            folder: folder.to_owned(),
            file: file.to_owned(),
            games: count(games),
            positions: count(positions),
            duplicates: count(duplicates),
            rejected: rejected
                .split(" | ")
                .filter(|reason| *reason != "-")
                .map(str::to_owned)
                .collect(),
        }
    };
    table.lines().skip(1).map(row).collect()
}

fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Checks every file of a folder against its row; none may lack one.
fn check(folder: &str, path: &Path) {
    let mut rows = rows();
    rows.retain(|row| row.folder == folder);
    let expected: BTreeSet<String> = rows.iter().map(|row| row.file.clone()).collect();
    let found: BTreeSet<String> = fs::read_dir(path)
        .expect("the folder")
        .map(|entry| entry.expect("a file").file_name())
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    assert_eq!(found, expected, "the files of {folder}");

    let mut reasons = Sentences::default();
    for row in rows {
        let text = fs::read(path.join(&row.file)).expect("readable");
        let outcome = ingested(&text);
        let what = format!("{folder}/{}", row.file);
        let rejected = if row.rejected == ["no game"] {
            assert!(
                matches!(outcome.error, Some(IngestError::NoGame(_))),
                "{what}: {:?}",
                outcome.error
            );
            &[]
        } else {
            assert!(outcome.error.is_none(), "{what}: {:?}", outcome.error);
            &row.rejected[..]
        };
        assert_eq!(outcome.rejected.len(), rejected.len(), "{what}");
        for (game, expected) in outcome.rejected.iter().zip(rejected) {
            let (place, reason) = expected.split_once(": ").expect("a reason");
            assert_eq!(
                format!("game {}, line {}", game.game, game.line),
                place,
                "{what}"
            );
            let (kind, values) = reason.split_once("; ").unwrap_or((reason, ""));
            let values: Vec<&str> = values
                .split("; ")
                .filter(|value| !value.is_empty())
                .collect();
            reasons.check(kind, &game.reason, &values);
        }
        let sum = Ingested {
            games: row.games,
            positions: row.positions,
            duplicates: row.duplicates,
            rejected: rejected.len() as u64,
        };
        assert_eq!(outcome.sum, sum, "{what}");
    }
}

#[test]
fn handmade() {
    check("handmade", &workspace("data/messy"));
}

#[test]
fn of_other_projects() {
    let parent = env::var_os("TABIYA_MESSY")
        .map_or_else(|| workspace("../shared/data/messy"), PathBuf::from);
    for folder in ["notnil-chess", "pgn-extract", "python-chess", "scalachess"] {
        let path = parent.join(folder);
        if path.is_dir() {
            check(folder, &path);
        } else {
            // Not eprintln!, which is only heard where a test fails.
            let skipped = format!("skipped: there is no {}\n", path.display());
            let _ = io::stderr().write_all(skipped.as_bytes());
        }
    }
}
