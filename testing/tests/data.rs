//! Every data file has its source, its licence and its checksum in `data/README.md`, and what a crate builds in
//! lies in its folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ring::digest::{SHA256, digest};

use crate::docs::{files_below, is, normal, root};

/// The extensions of files that hold data.
const DATA: [&str; 15] = [
    "bin", "bpgn", "csv", "epd", "gz", "perft", "pgn", "sg4", "sg5", "si4", "si5", "sn4", "sn5",
    "tsv", "zst",
];

#[test]
fn data_files_are_listed_and_unchanged() {
    let document = fs::read_to_string(root().join("data/README.md")).expect("the document");
    let sums = sums(&document);
    let sources = sources(&document);
    let files = data_files();

    let mut problems = Vec::new();
    for file in &files {
        let bytes = fs::read(root().join(file)).expect("a data file");
        let sum = hex(digest(&SHA256, &bytes).as_ref());
        match sums.get(file.as_str()) {
            None => problems.push(format!("{file}: no checksum; it is {sum}")),
            Some(listed) if *listed != sum => {
                problems.push(format!("{file}: the checksum is {sum}, not {listed}"));
            }
            Some(_) => {}
        }
        let is_of =
            |source: &&str| file == source || (source.ends_with('/') && file.starts_with(*source));
        if !sources.iter().any(is_of) {
            problems.push(format!("{file}: no source and licence"));
        }
    }
    for file in sums.keys() {
        if !files.iter().any(|other| other == file) {
            problems.push(format!("{file}: listed, but not there"));
        }
    }
    for source in sources {
        if !files.iter().any(|file| file.starts_with(source)) {
            problems.push(format!("{source}: has a source, but is not there"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn data_that_a_crate_builds_in_is_in_its_folder() {
    let mut built_in = 0;
    for folder in crates() {
        for file in files_below(&format!("{folder}/src")) {
            let source = fs::read(root().join(&file)).expect("a source");
            let source = String::from_utf8_lossy(&source);
            // What only tests include may be elsewhere: a package has no tests.
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for macro_name in ["include_str!(\"", "include_bytes!(\""] {
                for rest in source.split(macro_name).skip(1) {
                    let name = rest.split('"').next().unwrap_or_default();
                    let here = Path::new(&file).parent().expect("a folder");
                    let path = normal(&here.join(name));
                    assert!(path.starts_with(&folder), "{file} includes {name}");
                    built_in += 1;
                }
            }
        }
    }
    assert!(built_in > 10, "{built_in}");
}

/// The folders of the crates but the root's.
fn crates() -> Vec<String> {
    let names = fs::read_dir(root()).expect("the root").map(|entry| {
        let name = entry.expect("an entry").file_name();
        name.into_string().expect("a name in UTF-8")
    });
    names
        .filter(|name| root().join(name).join("Cargo.toml").exists())
        .collect()
}

/// The data files: in `data` all but its document, elsewhere those with an extension of data. Paths are
/// relative to the root.
fn data_files() -> Vec<String> {
    let is_data = |file: &String| {
        let of_data = file.starts_with("data/") && file != "data/README.md";
        of_data || DATA.iter().any(|extension| is(file, extension))
    };
    let mut folders = vec!["data".to_owned(), "tests".to_owned()];
    for folder in crates() {
        folders.extend(["data", "src", "tests"].map(|name| format!("{folder}/{name}")));
    }
    let files = folders.iter().flat_map(|folder| files_below(folder));
    files.filter(is_data).collect()
}

/// The checksums, by file: lines as `sha256sum` writes them.
fn sums(document: &str) -> BTreeMap<&str, &str> {
    let lines = document.lines().filter_map(|line| line.split_once("  "));
    lines
        .filter(|(sum, _)| sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .map(|(sum, file)| (file, sum))
        .collect()
}

/// The files and folders of the table, which ends where the checksums begin. A row has a licence in its
/// last column.
fn sources(document: &str) -> Vec<&str> {
    let rows = document.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let columns: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(columns.len(), 4, "file, what it is, source, licence: {row}");
        assert!(columns.iter().all(|column| !column.is_empty()), "{row}");
        columns[0].split(", ").map(|file| file.trim_matches('`'))
    })
    .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
