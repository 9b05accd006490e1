//! The table `data/messy.tsv`, file by file: the odd files of `data/messy`, and those of other
//! projects where they are at hand.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use similarity::Ingested;

use crate::import::ingested;

/// A row of the table: folder and file, and what must come of ingesting it.
struct Row {
    folder: String,
    file: String,
    games: u64,
    positions: u64,
    duplicates: u64,
    /// The reasons of rejected games, or of the file.
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

    for row in rows {
        let text = fs::read(path.join(&row.file)).expect("readable");
        let outcome = ingested(&text);
        let said: Vec<String> = outcome
            .rejected
            .iter()
            .map(|game| format!("game {}, line {}: {}", game.game, game.line, game.reason))
            .collect();
        let of_file = outcome.error.as_deref().map(|error| {
            let error = error.strip_prefix("file: ").unwrap_or(error);
            error.to_owned()
        });
        let sum = Ingested {
            games: row.games,
            positions: row.positions,
            duplicates: row.duplicates,
            rejected: said.len() as u64,
        };
        let all_said: Vec<String> = said.into_iter().chain(of_file).collect();
        let what = format!("{folder}/{}", row.file);
        assert_eq!(all_said, row.rejected, "{what}");
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
