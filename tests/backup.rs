//! Snapshots: whole whatever happens meanwhile, and restored.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use index::{Error, Index, Snapshot};
use pgn::Game;
use serde_json::{Value, json as value};

use crate::import::Import;
use crate::serve::{Server, check_detail};
use crate::tabiya::{Folder, GAMES, check_sentence, json};

/// Magnus Carlsen's 2,851 games, one by one.
pub(crate) fn carlsens_games() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/carlsen.pgn");
    let text = fs::read_to_string(file).expect("readable");
    let games = text.split("[Event ").skip(1);
    games.map(|game| format!("[Event {game}")).collect()
}

/// The newest commit of an index, which is whole.
pub(crate) fn whole(path: &Path) -> std::sync::Arc<Snapshot> {
    let found = Index::verify(path, |_, _| ()).expect("readable");
    assert_eq!(found.problems, [""; 0], "{}", path.display());
    let index = Index::open(path).expect("an index");
    index.snapshot().expect("a snapshot")
}

pub(crate) fn games(snapshot: &Snapshot) -> Vec<Game> {
    let ids = 1..=snapshot.statistics().last_game;
    ids.filter_map(|id| snapshot.game(id).expect("readable"))
        .collect()
}

/// After how many positions the imports that are killed commit.
const COMMIT_EVERY: usize = 2500;

/// The numbers of games that an import of them has committed at some time.
fn batches(all: &[Game], indexed: u64) -> BTreeSet<usize> {
    let positions = |game: &Game| (game.plies() + 1).saturating_sub(25);
    let counted: usize = all.iter().map(positions).sum();
    assert_eq!(counted as u64, indexed);
    let (mut batches, mut pending) = (BTreeSet::from([0, all.len()]), 0);
    for (number, game) in all.iter().enumerate() {
        pending += positions(game).max(1);
        if pending >= COMMIT_EVERY {
            batches.insert(number + 1);
            pending = 0;
        }
    }
    batches
}

fn importing(folder: &Folder) -> Child {
    let every = COMMIT_EVERY.to_string();
    folder
        .command(&["ingest", "--commit-every", &every, "games.pgn"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary")
}

/// Snapshots of an index into which another process imports, until it is killed: each is one of its commits.
#[test]
fn during_an_import_that_is_killed() {
    let texts = carlsens_games()[..700].concat();
    let complete = Folder::new();
    complete.file("games.pgn", &texts);
    assert!(importing(&complete).wait().expect("its end").success());
    let complete = whole(&complete.path().join("tabiya-index"));
    let all = games(&complete);
    let batches = batches(&all, complete.statistics().positions);
    assert!(batches.len() > 10, "{batches:?}");

    let mut seen = BTreeSet::new();
    for round in 0..3 {
        let folder = Folder::new();
        folder.file("games.pgn", &texts);
        let mut import = importing(&folder);
        let meta = folder.path().join("tabiya-index/meta.json");
        let mut names = Vec::new();
        let mut different = BTreeSet::new();
        // Until there are some that differ.
        while names.len() < 2
            || different.len() < 4 && import.try_wait().expect("its state").is_none()
        {
            if meta.exists() {
                let name = format!("snapshot-{}", names.len());
                let saved = folder.run(&["snapshot", "--output", &name]);
                assert_eq!((saved.code, &*saved.stderr), (Some(0), ""));
                different.insert(saved.stdout);
                names.push(name);
            }
            sleep(Duration::from_millis(10 * (round + 1)));
        }
        import.kill().expect("killed");
        import.wait().expect("its end");
        for name in &names {
            let to = format!("restored-{name}");
            let restored = folder.run(&["restore", "--from", name, "--index", &to]);
            assert_eq!((restored.code, &*restored.stderr), (Some(0), ""));
            let restored = whole(&folder.path().join(to));
            let stored = games(&restored);
            assert!(all.starts_with(&stored));
            assert!(batches.contains(&stored.len()), "{}", stored.len());
            seen.insert(stored.len());
        }
        // The import goes on from a restored index.
        let to = format!("restored-{}", names[0]);
        let rest = folder.run(&["ingest", "games.pgn", "--index", &to]);
        assert_eq!(rest.code, Some(0), "{}", rest.stderr);
        let rest = whole(&folder.path().join(to));
        assert!(games(&rest) == all);
        assert_eq!(rest.statistics(), complete.statistics());
    }
    assert!(seen.len() > 2, "{seen:?}");
}

/// Whichever operation on its files fails, or is the last one: there is all of a snapshot or of a restored index, or
/// nothing that looks like one; and the same command again makes it.
#[cfg(target_os = "linux")]
#[test]
fn every_operation_of_them_that_can_fail() {
    let folder = Folder::new();
    folder.file("games.pgn", carlsens_games()[..8].concat());
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let saved = folder.run(&["snapshot", "--output", "saved"]);
    assert_eq!(saved.code, Some(0), "{}", saved.stderr);
    let expected = games(&whole(&folder.path().join("tabiya-index")));
    let mut refused = 0;
    for (name, args, option) in [
        ("snapshot", &["snapshot"][..], "--output"),
        ("restore", &["restore", "--from", "saved"], "--index"),
    ] {
        for mode in crate::faults::MODES {
            for at in 1.. {
                let made = format!("{name}-{mode}-{at}");
                let to = folder.path().join(&made);
                let path = to.to_str().expect("UTF-8");
                let run = || folder.command(&[args, &[option, path]].concat());
                let count = folder.path().join("count");
                let fault = Some((at, mode));
                let output = crate::faults::failing(&mut run(), &to, fault, &count);
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(!said.contains("panicked"), "{made}: {said}");
                if output.status.success() {
                    assert!(games(&whole(&to)) == expected, "{made}");
                } else {
                    refused += 1;
                    if to.join("meta.json").exists() {
                        assert!(games(&whole(&to)) == expected, "{made}");
                        continue;
                    }
                    let error = Index::open(&to).err().expect("no index");
                    assert!(
                        matches!(error, Error::Missing(_) | Error::Unfinished(_)),
                        "{made}: {error}"
                    );
                    let again = run().output().expect("the binary");
                    assert!(again.status.success(), "{made}: {again:?}");
                    assert!(games(&whole(&to)) == expected, "{made}");
                }
                let operations = fs::read_to_string(&count).unwrap_or_default();
                let operations: usize = operations.trim().parse().unwrap_or(usize::MAX);
                let _ = fs::remove_file(&count);
                if output.status.success() && at > operations {
                    break;
                }
            }
        }
        // Nothing of the index or of the snapshot was touched.
        assert!(games(&whole(&folder.path().join("saved"))) == expected);
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    for (command, args, code, words) in [
        ("snapshot", &[][..], 2, &["required", "--output <DIR>"][..]),
        (
            "snapshot",
            &["--output", "tabiya-index"],
            1,
            &["tabiya-index"],
        ),
        (
            "snapshot",
            &["--output", "new", "--index", "nowhere"],
            1,
            &["nowhere", "`tabiya ingest --index nowhere FILE.pgn`"],
        ),
        (
            "restore",
            &["--from", "nowhere", "--index", "new"],
            1,
            &["nowhere"],
        ),
        (
            "restore",
            &["--from", "tabiya-index"],
            1,
            &["./tabiya-index", "2"],
        ),
        (
            "export",
            &["--json"],
            2,
            &["export", "--json", "--output FILE"],
        ),
        (
            "export",
            &["--since", "tomorrow"],
            1,
            &["--since", "\"tomorrow\""],
        ),
        (
            "export",
            &["--output", "nowhere/games.pgn"],
            1,
            &["nowhere/games.pgn"],
        ),
    ] {
        folder.check_refused(command, args, code, words);
    }
    #[cfg(feature = "cluster")]
    for args in [
        &["snapshot", "--output", "new"][..],
        &["restore", "--from", "tabiya-index"],
        &["serve", "--snapshots", "new"],
    ] {
        let (command, args) = (
            args[0],
            [&args[1..], &["--cluster", "http://127.0.0.1:1"]].concat(),
        );
        folder.check_refused(command, &args, 1, &["PUT /_snapshot/REPOSITORY"]);
    }
    assert!(!folder.path().join("new").exists());
}

/// Status and JSON of the answer to a request without a body.
fn ask(server: &Server, request: &str) -> (String, Value) {
    let (status, body) = server.ask(&format!("{request} HTTP/1.1"), "");
    let body = serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"));
    (status, body)
}

/// While games are imported through the server, one asks it for snapshots.
#[test]
fn by_a_server() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("tabiya-index")).expect("a folder");
    let mut command = folder.command(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--snapshots",
        "saved/here",
    ]);
    let server = Server::run(command.stderr(Stdio::null()));
    let (status, none) = ask(&server, "GET /api/snapshots");
    assert_eq!(
        (&*status, none),
        ("HTTP/1.1 200 OK", value!({"snapshots": []}))
    );
    // What a server that was killed has left, and what is none.
    fs::create_dir(at("saved/here/notes")).expect("a folder");
    fs::create_dir(at("saved/here/begun")).expect("a folder");
    fs::write(at("saved/here/begun/.tabiya-unfinished"), "").expect("written");

    let mut import = Import::start(&server, "");
    let texts = carlsens_games();
    import.send(texts[..300].concat().as_bytes());
    import.head();
    let (status, first) = ask(&server, "POST /api/snapshots");
    assert_eq!(status, "HTTP/1.1 200 OK", "{first}");
    import.end();
    assert_eq!(import.last_line()["games"], 300);
    let (status, second) = ask(&server, "POST /api/snapshots");
    assert_eq!(status, "HTTP/1.1 200 OK", "{second}");
    assert_eq!(
        (&first["games"], &second["games"]),
        (&0.into(), &300.into())
    );
    let (_, listed) = ask(&server, "GET /api/snapshots");
    assert_eq!(listed, value!({"snapshots": [first, second]}));
    assert!(at("saved/here/notes").exists() && !at("saved/here/begun").exists());

    let name = second["name"].as_str().expect("a name");
    let from = format!("saved/here/{name}");
    // Into the folder of a running server with an empty index.
    fs::create_dir(at("other")).expect("a folder");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--index", "other"]);
    let other = Server::run(command.stderr(Stdio::null()));
    let restored = folder.run(&["--json", "restore", "--from", &from, "--index", "other"]);
    let report = json(&restored);
    assert_eq!(
        (&report["games"], &report["positions"]),
        (&second["games"], &second["positions"])
    );
    assert_eq!(report["bytes"], second["bytes"]);
    let deadline = Instant::now() + Duration::from_secs(20);
    while other.games() != 300 {
        assert!(
            Instant::now() < deadline,
            "the server does not see the restored games"
        );
        sleep(Duration::from_millis(50));
    }
    let (status, problem) = ask(&other, "POST /api/snapshots");
    assert_eq!(status, "HTTP/1.1 409 Conflict");
    check_detail(&problem, "", &["--snapshots DIR"]);

    // One that is damaged is listed with what is wrong.
    let meta = at(&from).join("meta.json");
    fs::write(&meta, "tabiya").expect("written");
    let (_, listed) = ask(&server, "GET /api/snapshots");
    let damaged = &listed["snapshots"][1];
    assert_eq!(
        (&damaged["name"], &damaged["games"]),
        (&second["name"], &Value::Null)
    );
    let problem = damaged["problem"].as_str().expect("a sentence");
    check_sentence(problem, &["meta.json"]);
}
