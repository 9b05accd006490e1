//! A storage that fails: whichever write, sync, rename or removal of an import, a removal or a merge fails, is torn, or is the
//! last before the process ends, no game is lost, doubled or half there, and the same command again does the rest.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use rayon::prelude::*;
use tempfile::TempDir;

use crate::backup::{self, carlsens_games, whole};
use crate::tabiya::Folder;

/// The storage: `tests/faults/faults.c`, compiled, which is loaded before the C library.
static STORAGE: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let library = folder.path().join("faults.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faults.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]);
    let compiled = compiler.arg(&library).arg(source).arg("-ldl").status();
    assert!(compiled.expect("a C compiler").success());
    (folder, library)
});

/// How an operation fails: see `faults.c`.
pub(crate) const MODES: [&str; 3] = ["error", "full", "crash"];

/// Runs a command with a storage that fails so, if at all; the number of operations below `path` goes to the file
/// `count`.
pub(crate) fn failing(
    command: &mut Command,
    path: &Path,
    fault: Option<(usize, &str)>,
    count: &Path,
) -> Output {
    command
        .env("LD_PRELOAD", &STORAGE.1)
        .env("FAULT_DIR", path)
        .env("FAULT_COUNT", count);
    if let Some((at, mode)) = fault {
        command
            .env("FAULT_AT", at.to_string())
            .env("FAULT_MODE", mode);
    }
    command.output().expect("the binary")
}

/// Makes the storage below `path` fail as the file `state` says while the command runs: see `faults.c`.
pub(crate) fn with_state(command: &mut Command, path: &Path, state: &Path) {
    command
        .env("LD_PRELOAD", &STORAGE.1)
        .env("FAULT_DIR", path)
        .env("FAULT_STATE", state);
}

/// The games of an index by number: who played.
type Games = BTreeMap<u64, String>;

/// A command and the index before it.
struct Case {
    name: &'static str,
    folder: Folder,
    args: Vec<String>,
}

impl Case {
    /// Copies the index, and runs the command on it with a storage that fails so.
    fn run(&self, index: &Path, fault: Option<(usize, &str)>, count: &Path) -> Output {
        copy(&self.folder.path().join("before"), index);
        failing(&mut self.command(index), index, fault, count)
    }

    fn command(&self, index: &Path) -> Command {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let mut command = self.folder.command(&args);
        command.arg("--index").arg(index);
        command
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for file in fs::read_dir(from).expect("an index") {
        let file = file.expect("a file");
        fs::copy(file.path(), to.join(file.file_name())).expect("copied");
    }
}

/// The games of an index, which is whole.
fn games(index: &Path, case: &str) -> Games {
    let snapshot = whole(index);
    let stored = backup::games(&snapshot).into_iter();
    let stored = stored.map(|game| {
        let told = format!("{:?}: {}", game.tags, game.sans().join(" "));
        (game.id, told)
    });
    let stored: Games = stored.collect();
    assert_eq!(stored.len() as u64, snapshot.statistics().games, "{case}");
    stored
}

/// An index of some files, ingested one after the other, and the command.
fn case(name: &'static str, files: &[&[String]], command: &str, given: &[String]) -> Case {
    let folder = Folder::new();
    for (number, games) in files.iter().enumerate() {
        let file = format!("{number}.pgn");
        folder.file(&file, games.concat());
        let ingested = folder.run(&["ingest", &file, "--index", "before"]);
        assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
    }
    let args = if command == "ingest" {
        folder.file("new.pgn", given.concat());
        vec!["new.pgn".to_owned()]
    } else {
        given.to_vec()
    };
    let args = std::iter::once(command.to_owned()).chain(args).collect();
    Case { name, folder, args }
}

#[test]
fn operations_that_can_fail() {
    check_every(16);
}

#[test]
#[ignore = "slow: 768 imports and removals"]
fn every_operation_that_can_fail() {
    check_every(1);
}

/// Makes every `step`-th operation fail, in each mode.
fn check_every(step: usize) {
    let texts = &carlsens_games()[..40];
    let one_by_one: Vec<&[String]> = texts[..7].chunks(1).collect();
    let ids: Vec<String> = (1..=6).map(|id: u64| id.to_string()).collect();
    let cases = [
        case("import", &[&texts[..8]], "ingest", &texts[8..16]),
        // With the eighth segment, all are merged.
        case("import and merge", &one_by_one, "ingest", &texts[8..12]),
        // More than a third of a segment is removed, so that it is merged with itself.
        case(
            "removal and merge",
            &[&texts[..12], &texts[12..16]],
            "remove",
            &ids,
        ),
    ];
    for case in &cases {
        let before = games(&case.folder.path().join("before"), case.name);
        let path = |name: &str| case.folder.path().join(name);
        let whole = case.run(&path("whole"), None, &path("whole.count"));
        assert!(whole.status.success(), "{}: {whole:?}", case.name);
        let after = games(&path("whole"), case.name);
        assert_ne!(before, after);
        let count = fs::read_to_string(path("whole.count")).expect("a count");
        let count: usize = count.trim().parse().expect("a number");
        assert!(count >= 30, "{}: {count}", case.name);
        // Some more, as threads may write in another order.
        let faults: Vec<_> = (1..=count + 5)
            .step_by(step)
            .flat_map(|at| MODES.map(|mode| (at, mode)))
            .collect();
        let refused: usize = faults
            .par_iter()
            .map(|(at, mode)| {
                let name = format!("{}, {mode} at {at} of {count}", case.name);
                let index = path(&format!("{mode}-{at}"));
                let output = case.run(&index, Some((*at, mode)), &path("ignored.count"));
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(!said.contains("panicked"), "{name}: {said}");
                let found = games(&index, &name);
                // All of it or nothing.
                assert!(found == before || found == after, "{name}: {found:?}");
                match output.status.code() {
                    Some(0) => assert!(found == after, "{name}: {said}"),
                    Some(99) => {}
                    code => {
                        assert_eq!(code, Some(1), "{name}: {said}");
                        assert!(said.contains("tabiya: "), "{name}: {said}");
                    }
                }
                if found == before {
                    let again = case.command(&index).output().expect("the binary");
                    assert!(again.status.success(), "{name}: {again:?}");
                }
                assert_eq!(games(&index, &name), after, "{name}");
                // A reader that ends may still write a lock.
                let _ = fs::remove_dir_all(&index);
                usize::from(!output.status.success())
            })
            .sum();
        assert!(
            4 * refused > faults.len(),
            "{}: {refused} of {}",
            case.name,
            faults.len()
        );
        println!("{}: {} faults", case.name, faults.len());
    }
}
