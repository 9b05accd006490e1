//! An index that is damaged, or of an older format: by command and server, one sentence that names the file and what to do.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::hostile::until;
use crate::serve::{Server, check_detail};
use crate::tabiya::{EXAMPLE, Folder, has_word, numbers};

/// A folder with an index of the first 200 games of `data/carlsen.pgn`.
fn indexed() -> Folder {
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/carlsen.pgn");
    let text = fs::read_to_string(path).expect("games");
    let (end, _) = text.match_indices("[Event ").nth(200).expect("games");
    folder.file("games.pgn", &text[..end]);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    folder
}

/// The largest file of the index with each ending, and `meta.json`.
fn files(folder: &Folder) -> Vec<PathBuf> {
    let size = |path: &PathBuf| fs::metadata(path).expect("a file").len();
    let all = fs::read_dir(folder.path().join("tabiya-index")).expect("an index");
    let all: Vec<PathBuf> = all.map(|file| file.expect("a file").path()).collect();
    let largest = |ending: &str| {
        let of = all
            .iter()
            .filter(|file| file.extension().is_some_and(|of| of == ending));
        of.max_by_key(|path| size(path))
            .expect("such a file")
            .clone()
    };
    ["idx", "term", "fast", "store", "json"]
        .map(largest)
        .to_vec()
}

/// Bytes with a bit flipped in the middle, flipped at the end, cut in the middle, and none.
fn damaged(bytes: &[u8]) -> [Vec<u8>; 4] {
    let flipped = |at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 16;
        bytes
    };
    let cut = bytes[..bytes.len() / 2].to_vec();
    [
        flipped(bytes.len() / 2),
        flipped(bytes.len() - 9),
        cut,
        Vec::new(),
    ]
}

/// The hits of an answer.
fn hits(answer: &Value) -> &Value {
    &answer["hits"]
}

#[test]
fn by_command_and_by_a_server_that_starts() {
    let folder = indexed();
    let ask = || folder.run(&["similar", EXAMPLE, "--json"]);
    let right = ask().stdout;
    let right: Value = serde_json::from_str(&right).expect("JSON");
    for file in files(&folder) {
        let name = file.file_name().expect("a name").display().to_string();
        let bytes = fs::read(&file).expect("readable");
        for damaged in damaged(&bytes) {
            fs::write(&file, &damaged).expect("written");
            let output = ask();
            assert!(
                !output.stderr.contains("panicked"),
                "{name}: {}",
                output.stderr
            );
            if output.code == Some(0) {
                let answer: Value = serde_json::from_str(&output.stdout).expect("JSON");
                assert_eq!(hits(&answer), hits(&right), "{name}");
            } else {
                output.check_failed(1, &["./tabiya-index", &name]);
            }
        }
        fs::write(&file, &bytes).expect("written");
    }
    let again: Value = serde_json::from_str(&ask().stdout).expect("JSON");
    assert_eq!(hits(&again), hits(&right));
}

#[test]
fn while_it_is_served() {
    let folder = indexed();
    let server = Server::start(&folder);
    let ask = || server.post("/api/similar", &json!({"fen": EXAMPLE}));
    let (status, right) = ask();
    assert_eq!(status, 200);
    for file in files(&folder) {
        if file.ends_with("meta.json") {
            continue;
        }
        let name = file.file_name().expect("a name").display().to_string();
        let bytes = fs::read(&file).expect("readable");
        for damaged in damaged(&bytes) {
            // In place: what is served is changed.
            fs::write(&file, &damaged).expect("written");
            let (status, problem) = ask();
            assert_eq!(status, 503, "{name}: {problem}");
            check_detail(&problem, "", &[&name]);
            let (ready, sentence) = server.get("/readyz");
            assert_eq!(ready, "HTTP/1.1 503 Service Unavailable");
            assert!(has_word(&sentence, &name), "{sentence}");
            assert_eq!(server.get("/healthz").0, "HTTP/1.1 200 OK");
            fs::write(&file, &bytes).expect("written");
            let (status, again) = ask();
            assert_eq!((status, hits(&again)), (200, hits(&right)), "{name}");
        }
    }
}

/// What nobody asks for is found in the background.
#[test]
fn in_the_background() {
    let folder = indexed();
    let store = files(&folder)
        .into_iter()
        .find(|file| file.extension().is_some_and(|of| of == "idx"));
    let store = store.expect("a file");
    let mut bytes = fs::read(&store).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&store, bytes).expect("written");
    let server = Server::start(&folder);
    until("it is not ready", 10, || {
        server.get("/readyz").0.contains("503")
    });
}

#[test]
fn of_an_older_format() {
    let folder = Folder::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("index/tests/formats/7");
    let copy = |name: &str| {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        for file in fs::read_dir(&old).expect("an index") {
            let file = file.expect("a file");
            let to = folder.path().join(name).join(file.file_name());
            fs::copy(file.path(), to).expect("copied");
        }
    };
    copy("tabiya-index");
    copy("served");
    let refused = folder.run(&["similar", EXAMPLE]);
    let upgrade = "`tabiya upgrade --index ./tabiya-index`";
    refused.check_failed(1, &["7", "13", upgrade]);
    let refused = folder.run(&["upgrade", "--index", "nowhere"]);
    refused.check_failed(1, &["nowhere"]);

    let upgraded = folder.run(&["upgrade"]);
    // Two formats, files, and bytes.
    let counts = numbers(&upgraded.stdout);
    assert!(counts.starts_with(&[7, 13, 20]), "{}", upgraded.stdout);
    assert_eq!(counts.len(), 4, "{}", upgraded.stdout);
    assert_eq!((upgraded.code, &*upgraded.stderr), (Some(0), ""));
    let again = folder.run(&["upgrade", "--json"]);
    assert_eq!(
        crate::tabiya::json(&again),
        json!({"from": 13, "to": 13, "files": 0, "bytes": 0})
    );
    let found = folder.run(&["similar", EXAMPLE]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let verified = folder.run(&["verify"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    assert_eq!(numbers(&verified.stdout), [18, 740]);

    let mut serve = folder.command(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--index",
        "served",
        "--upgrade",
    ]);
    let server = Server::run(serve.stderr(std::process::Stdio::null()));
    assert_eq!(server.games(), 18);
}
