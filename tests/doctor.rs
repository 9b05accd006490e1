//! `tabiya doctor`: what it finds, and what to do about it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::tabiya::{Folder, GAMES, check_sentence, has_word, json};

fn folder_with_index() -> Folder {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    folder
}

/// A file of the index with some ending.
fn file(folder: &Folder, ending: &str) -> std::path::PathBuf {
    let files = fs::read_dir(folder.path().join("tabiya-index")).expect("an index");
    let mut files = files.map(|file| file.expect("a file").path());
    let found = files.find(|file| file.extension().is_some_and(|of| of == ending));
    found.expect("such a file")
}

#[test]
fn all_is_well() {
    let folder = folder_with_index();
    let page = folder.run(&["doctor"]);
    assert_eq!((page.code, &*page.stderr), (Some(0), ""), "{}", page.stdout);
    for (name, words) in [
        ("index", &["./tabiya-index", "13"][..]),
        ("games", &["2"]),
        ("positions", &["4"]),
        ("segments", &["1"]),
        ("writing", &["nobody"]),
        ("damage", &["none", "--full"]),
    ] {
        check_sentence(row(&page.stdout, name), words);
    }
    assert!(to_do(&page.stdout).is_empty(), "{}", page.stdout);
    let report = json(&folder.run(&["doctor", "--json", "--full"]));
    assert_eq!(report["isBeingWritten"], false);
    assert_eq!(report["findings"], Value::Array(Vec::new()));
    let parts = report["parts"].as_object().expect("parts");
    let names: Vec<&str> = parts.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["columns", "dictionaries", "posting lists", "stored games"]
    );
    // Without `meta.json` they are all of it.
    let sum: u64 = parts.values().filter_map(Value::as_u64).sum();
    let meta = fs::metadata(folder.path().join("tabiya-index/meta.json")).expect("a file");
    assert_eq!(report["bytes"], sum + meta.len());
    assert!(
        report["memory"]["kept"]
            .as_u64()
            .is_some_and(|kept| kept > 0),
        "{report}"
    );
    assert_eq!(
        report["memory"]["read"],
        sum - parts["stored games"].as_u64().expect("a size")
    );
    assert!(report["freeDisk"].is_u64(), "{report}");
}

/// The text of a row of the table.
#[track_caller]
fn row<'a>(page: &'a str, name: &str) -> &'a str {
    let mut lines = page.lines();
    let row = lines.find_map(|line| line.strip_prefix(&format!("{name} ")));
    row.unwrap_or_else(|| panic!("no {name} in {page}"))
}

/// The sentences of the list of things to do, at the end of the page.
fn to_do(page: &str) -> Vec<&str> {
    let lines = page.lines();
    lines.filter_map(|line| line.strip_prefix("- ")).collect()
}

/// A case: its name, options, what is done to the index, words of what the doctor says, and a command that helps.
type Case = (
    &'static str,
    &'static [&'static str],
    fn(&Folder),
    &'static [&'static str],
    &'static [&'static str],
);

/// Changes a bit.
fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("readable");
    bytes[at] ^= 1;
    fs::write(path, bytes).expect("written");
}

const CASES: [Case; 7] = [
    (
        "an older format",
        &[],
        |folder| {
            let index = folder.path().join("tabiya-index");
            fs::remove_dir_all(&index).expect("removed");
            fs::create_dir(&index).expect("a folder");
            let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("index/tests/formats/7");
            for file in fs::read_dir(old).expect("an index") {
                let file = file.expect("a file");
                fs::copy(file.path(), index.join(file.file_name())).expect("copied");
            }
        },
        &["7", "13", "`tabiya upgrade --index ./tabiya-index`"],
        &["upgrade"],
    ),
    (
        "a writer was killed",
        &[],
        |folder| {
            let path = folder
                .path()
                .join("tabiya-index")
                .join("0123456789abcdef0123456789abcdef.idx");
            fs::write(path, "half of a file").expect("written");
        },
        &["1", "14 bytes"],
        &["remove", "1"],
    ),
    (
        "a file is missing",
        &[],
        |folder| fs::remove_file(file(folder, "store")).expect("removed"),
        &[".store", "`tabiya restore --from DIR --index NEW`"],
        &[],
    ),
    (
        "a file is cut",
        &[],
        |folder| {
            let path = file(folder, "idx");
            let bytes = fs::read(&path).expect("readable");
            fs::write(path, &bytes[..bytes.len() - 1]).expect("written");
        },
        &[".idx", "`tabiya restore --from DIR --index NEW`"],
        &[],
    ),
    (
        "the list of segments is damaged",
        &[],
        |folder| flip(&folder.path().join("tabiya-index/meta.json"), 200),
        &["meta.json", "`tabiya restore --from DIR --index NEW`"],
        &[],
    ),
    (
        "what nobody has read is damaged",
        &["--full"],
        |folder| flip(&file(folder, "store"), 9),
        &[".store", "`tabiya restore --from DIR --index NEW`"],
        &[],
    ),
    (
        "a restore was cut short",
        &[],
        |folder| {
            let index = folder.path().join("tabiya-index");
            fs::remove_file(index.join("meta.json")).expect("removed");
            fs::write(index.join(".tabiya-unfinished"), "").expect("written");
        },
        &["`tabiya snapshot`", "`tabiya restore`", "./tabiya-index"],
        &[],
    ),
];

/// Once more after the command that helps, all is well.
#[test]
fn what_it_finds() {
    for (case, options, harm, words, cure) in CASES {
        let folder = folder_with_index();
        harm(&folder);
        let page = folder.run(&[&["doctor"], options].concat());
        assert_eq!((page.code, &*page.stderr), (Some(1), ""), "{case}");
        let to_do = to_do(&page.stdout);
        assert_eq!(to_do.len(), 1, "{case}: {}", page.stdout);
        check_sentence(to_do[0], words);
        let report = json(&folder.run(&[&["doctor", "--json"], options].concat()));
        assert_eq!(
            report["findings"].as_array().map(Vec::len),
            Some(1),
            "{case}"
        );
        if !cure.is_empty() {
            assert_eq!(folder.run(cure).code, Some(0), "{case}");
            let page = folder.run(&["doctor", "--full"]);
            assert_eq!(page.code, Some(0), "{case}: {}", page.stdout);
        }
    }
    let folder = Folder::new();
    let make = "`tabiya ingest --index nowhere FILE.pgn`";
    folder.check_refused("doctor", &["--index", "nowhere"], 1, &["nowhere", make]);
}

/// The limits of the process are those that a server would have.
#[cfg(unix)]
#[test]
fn too_few_open_files() {
    let folder = folder_with_index();
    let output = Command::new("sh")
        .arg("-c")
        .arg("ulimit -n 100; exec \"$0\" doctor")
        .arg(env!("CARGO_BIN_EXE_tabiya"))
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1));
    let page = String::from_utf8(output.stdout).expect("UTF-8");
    let to_do = to_do(&page);
    assert_eq!(to_do.len(), 1, "{page}");
    check_sentence(to_do[0], &["100", "576", "`ulimit -n 576`"]);
}

/// What a writer is about to write is not left over.
#[test]
fn while_somebody_writes() {
    let folder = folder_with_index();
    let index = index::Index::open(&folder.path().join("tabiya-index")).expect("an index");
    let left = folder
        .path()
        .join("tabiya-index/0123456789abcdef0123456789abcdef.idx");
    let writer = index.writer().expect("the writer");
    fs::write(&left, "half of a file").expect("written");
    let page = folder.run(&["doctor"]);
    assert_eq!(page.code, Some(0), "{}", page.stdout);
    assert!(!has_word(row(&page.stdout, "writing"), "nobody"));
    let report = json(&folder.run(&["doctor", "--json"]));
    assert_eq!(report["isBeingWritten"], true);
    drop(writer);
    assert_eq!(folder.run(&["doctor"]).code, Some(1));
}
