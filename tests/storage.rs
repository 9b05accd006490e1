//! A server whose storage fails while it serves: a problem that says so for whatever writes, answers for whatever reads,
//! and the same words from the command line. Once the storage works again, so does the server.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testing::sites::{Imitation, games};

use crate::faults::with_state;
use crate::hostile::until;
use crate::serve::Server;
use crate::tabiya::{EXAMPLE, Folder, GAMES, Output};

/// A way to fail.
struct Condition {
    name: &'static str,
    begin: fn(&Service),
    end: fn(&Service),
    /// Status and code of a problem.
    problem: (u16, &'static str),
    /// Whether an import fails before its first game.
    fails_at_once: bool,
    /// Status of `/readyz`.
    ready: u16,
}

const CONDITIONS: [Condition; 6] = [
    Condition {
        name: "full",
        begin: |service| service.set_state("full"),
        end: Service::heal,
        problem: (507, "storageFull"),
        fails_at_once: false,
        ready: 200,
    },
    Condition {
        name: "over quota",
        begin: |service| service.set_state("quota"),
        end: Service::heal,
        problem: (507, "storageFull"),
        fails_at_once: false,
        ready: 200,
    },
    Condition {
        name: "read-only",
        begin: |service| service.set_state("read-only"),
        end: Service::heal,
        problem: (503, "storageReadOnly"),
        fails_at_once: true,
        ready: 200,
    },
    Condition {
        name: "denied",
        begin: |service| service.set_state("denied"),
        end: Service::heal,
        problem: (503, "storageReadOnly"),
        fails_at_once: true,
        ready: 200,
    },
    Condition {
        name: "broken",
        begin: |service| service.set_state("broken"),
        end: Service::heal,
        problem: (503, "storageFailed"),
        fails_at_once: false,
        ready: 200,
    },
    Condition {
        name: "gone",
        begin: |service| fs::rename(service.index(), service.away()).expect("moved away"),
        end: |service| fs::rename(service.away(), service.index()).expect("moved back"),
        problem: (503, "storageGone"),
        fails_at_once: true,
        ready: 503,
    },
];

/// A server over an index of two games, which are in a collection.
struct Service {
    /// The folder of the index, and of the file with the state of its storage.
    outer: Folder,
    site: Imitation,
    server: Server,
}

/// The options of a server.
const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

impl Service {
    /// Begins to serve; the storage fails as `set_state` says.
    fn start() -> Service {
        let (outer, site) = (Folder::new(), Imitation::start());
        site.state().games = games(3, 3);
        outer.file("games.pgn", GAMES);
        fs::create_dir_all(outer.path().join("disk/saved")).expect("a folder");
        let made = outer.run(&[
            "ingest",
            "games.pgn",
            "--collection",
            "mine",
            "--index",
            "disk/index",
        ]);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        let path = |name: &str| outer.path().join(name);
        let mut command = outer.command(&SERVE);
        command.arg("--index").arg(path("disk/index"));
        command.arg("--snapshots").arg(path("disk/saved"));
        command.args(["--lichess-url", &site.url]);
        with_state(&mut command, &path("disk"), &path("state"));
        let server = Server::run(command.stderr(Stdio::null()));
        Service {
            outer,
            site,
            server,
        }
    }

    fn index(&self) -> PathBuf {
        self.outer.path().join("disk/index")
    }

    fn away(&self) -> PathBuf {
        self.outer.path().join("disk/away")
    }

    fn set_state(&self, state: &str) {
        // At once: the server reads it while it is written.
        self.outer.file("new", state);
        let path = |name: &str| self.outer.path().join(name);
        fs::rename(path("new"), path("state")).expect("renamed");
    }

    fn heal(&self) {
        self.set_state("well");
    }

    /// A command on the same storage.
    fn run(&self, args: &[&str]) -> Output {
        let mut command = self.outer.command(args);
        command.arg("--index").arg(self.index());
        let path = |name: &str| self.outer.path().join(name);
        with_state(&mut command, &path("disk"), &path("state"));
        command.output().expect("the binary").into()
    }

    fn ask(&self, request: &str, body: &str) -> (u16, String) {
        let (head, rest) = request.split_once('\n').unwrap_or((request, ""));
        let (status, answer) = self.server.ask(&format!("{head} HTTP/1.1{rest}"), body);
        let status = status
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), answer)
    }
}

/// Requests that write, without those that add games: the request, and its body.
const WRITES: [(&str, &str); 5] = [
    ("DELETE /api/games/1", ""),
    ("PATCH /api/collections/mine", r#"{"name": "others"}"#),
    ("DELETE /api/collections/mine", ""),
    ("DELETE /api/collections/mine?games=true", ""),
    ("POST /api/snapshots", ""),
];

/// A game that the index does not have.
const NEW: &str = "[White \"X\"]\n\n1. d4 d5 2. c4 *\n";

/// Requests that add games, as lines, text and one document.
const IMPORTS: [(&str, &str); 5] = [
    ("POST /api/games", NEW),
    ("POST /api/games\n\r\nAccept: text/plain", NEW),
    ("POST /api/games\n\r\nAccept: application/json", NEW),
    ("POST /api/fetch", r#"{"site": "lichess", "name": "Ann"}"#),
    (
        "POST /api/fetch\n\r\nAccept: application/json",
        r#"{"site": "lichess", "name": "Ann"}"#,
    ),
];

/// Requests that read.
fn reads() -> Vec<(&'static str, String)> {
    let fen = json!({"fen": EXAMPLE}).to_string();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "collections",
    }});
    vec![
        ("POST /api/similar", fen.clone()),
        ("POST /api/positions", fen.clone()),
        ("POST /api/terms", fen),
        ("GET /api/games", String::new()),
        ("GET /api/games/1", String::new()),
        ("GET /api/collections", String::new()),
        ("GET /api/players?q=a", String::new()),
        ("GET /api/snapshots", String::new()),
        ("GET /masters?fen=4k3/8/8/8/8/8/8/4K3", String::new()),
        ("GET /healthz", String::new()),
        ("GET /metrics", String::new()),
        ("GET /openapi.json", String::new()),
        (
            "POST /mcp\n\r\nAccept: application/json, text/event-stream",
            call.to_string(),
        ),
    ]
}

/// The last line of an answer; between its lines may be the sizes of chunks.
#[track_caller]
fn last_line(answer: &str) -> Value {
    let mut lines = answer.lines().rev();
    let last = lines.find(|line| line.starts_with('{'));
    serde_json::from_str(last.expect("a line")).unwrap_or_else(|e| panic!("{e}: {answer}"))
}

/// Checks a problem, and returns what it says about the index.
#[track_caller]
fn check_problem(case: &str, answer: &str, expected: (u16, &str)) -> String {
    let problem: Value =
        serde_json::from_str(answer).unwrap_or_else(|e| panic!("{case}: {e}: {answer}"));
    assert_eq!(
        (&problem["status"], &problem["code"]),
        (&expected.0.into(), &expected.1.into()),
        "{case}: {answer}"
    );
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(!detail.contains("disk/"), "{case}: {detail}");
    detail.to_owned()
}

#[test]
fn each_request_on_a_storage_that_fails() {
    for condition in &CONDITIONS {
        let service = Service::start();
        (condition.begin)(&service);
        check_condition(condition, &service);
        (condition.end)(&service);
        check_healed(condition.name, &service);
    }
}

fn check_condition(condition: &Condition, service: &Service) {
    let Condition {
        name,
        problem,
        fails_at_once,
        ..
    } = *condition;
    let mut sentence = None;
    for (request, body) in WRITES {
        let case = format!("{name}: {request}");
        let (status, answer) = service.ask(request, body);
        assert_eq!(status, problem.0, "{case}: {answer}");
        let said = check_problem(&case, &answer, problem);
        if !request.contains("snapshots") {
            assert_eq!(*sentence.get_or_insert(said.clone()), said, "{case}");
        }
    }
    let sentence = sentence.expect("a request");
    for (request, body) in IMPORTS {
        let case = format!("{name}: {request}");
        let (status, answer) = service.ask(request, body);
        // What an import has left that failed before may keep the next one from its first game.
        if fails_at_once || request.ends_with("json") || status != 200 {
            assert_eq!(status, problem.0, "{case}: {answer}");
            assert_eq!(check_problem(&case, &answer, problem), sentence, "{case}");
        } else {
            assert_eq!(status, 200, "{case}: {answer}");
            let last = last_line(&answer);
            assert_eq!(
                (&last["done"], &last["error"]),
                (&false.into(), &sentence.as_str().into()),
                "{case}: {answer}"
            );
        }
    }
    for (request, body) in reads() {
        let (status, answer) = service.ask(request, &body);
        assert_eq!(status, 200, "{name}: {request}: {answer}");
    }
    let (status, answer) = service.ask("GET /api/status", "");
    assert_eq!(status, condition.ready, "{name}: {answer}");
    let (status, answer) = service.ask("GET /readyz", "");
    assert_eq!(status, condition.ready, "{name}: {answer}");
    assert!(answer.contains(&sentence), "{name}: {answer}");
    let metrics = service.ask("GET /metrics", "").1;
    assert!(metrics.contains("\ntabiya_index_writable 0\n"), "{name}");

    if condition.ready == 503 {
        // For a command there is none, and an import would make one.
        return;
    }
    // The command line says the same of the index, and names it.
    let (_, predicate) = sentence.split_once("the index ").expect("the index");
    let predicate = predicate
        .split(": the server's log")
        .next()
        .expect("a part");
    let expected = format!("{} {predicate} (", service.index().display());
    service.outer.file("new.pgn", NEW);
    for args in [
        &["remove", "1"][..],
        &["collections", "--rename", "mine", "others"],
        &["ingest", "new.pgn"],
    ] {
        let output = service.run(args);
        assert_eq!(output.code, Some(1), "{name}: {args:?}");
        assert!(
            output.stderr.contains(&expected),
            "{name}: {args:?}: {}, not {expected}",
            output.stderr
        );
    }
}

/// All that could not be done can be done.
fn check_healed(name: &str, service: &Service) {
    until("it is not ready", 10, || {
        service.ask("GET /readyz", "") == (200, "ready\n".to_owned())
    });
    for (request, body) in IMPORTS.iter().chain(&WRITES[..3]).chain(&WRITES[4..]) {
        let (status, answer) = service.ask(request, body);
        let expected = match (*request, name) {
            // It has another name by now.
            ("DELETE /api/collections/mine", _) => 404,
            ("DELETE /api/games/1", _) => 204,
            _ => 200,
        };
        assert_eq!(status, expected, "{name}: {request}: {answer}");
        if request.starts_with("POST /api/games") || request.starts_with("POST /api/fetch") {
            let last = last_line(&answer);
            assert_eq!(last["done"], true, "{name}: {request}: {answer}");
        }
    }
    // Two and one and three games, one of which was removed.
    assert_eq!(service.server.games(), 5, "{name}");
    assert_eq!(service.site.state().games.len(), 3);
    let verified = service.run(&["verify"]);
    assert_eq!(verified.code, Some(0), "{name}: {}", verified.stderr);
}

/// If the storage does not answer, like a network share that is gone, each readiness check is answered in time, and the
/// checks together hold one thread.
#[test]
fn a_storage_that_does_not_answer() {
    let mut service = Service::start();
    let process = service.server.child.id();
    let threads = || {
        let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process");
        tasks.count()
    };
    assert_eq!(service.ask("GET /readyz", "").0, 200);
    service.set_state("stalled");
    // The outcome of the last check is good for a second.
    thread::sleep(Duration::from_secs(2));
    let before = threads();
    for _ in 0..3 {
        let begun = Instant::now();
        thread::scope(|scope| {
            for request in ["GET /readyz", "GET /metrics"].repeat(20) {
                let service = &service;
                scope.spawn(move || {
                    let (status, answer) = service.ask(request, "");
                    if request.ends_with("metrics") {
                        assert_eq!(status, 200, "{answer}");
                        assert!(answer.contains("\ntabiya_index_writable 0\n"), "{answer}");
                    } else {
                        check_problem(request, &answer, (503, "storageFailed"));
                    }
                });
            }
        });
        assert!(begun.elapsed() < Duration::from_secs(9));
        assert_eq!(service.ask("GET /healthz", "").0, 200);
    }
    // One that waits, and those that wrote metrics, which have not ended yet.
    let (now, most) = (threads(), before + 24);
    assert!(now <= most, "{now} threads, {before} before");
    service.heal();
    until("it is not ready", 10, || {
        service.ask("GET /readyz", "") == (200, "ready\n".to_owned())
    });
    service.set_state("stalled");
    thread::sleep(Duration::from_secs(2));
    assert_eq!(service.ask("GET /readyz", "").0, 503);
    assert_eq!(service.server.signal("TERM"), Some(0));
}

/// The folder of snapshots can fail alone.
#[test]
fn snapshots_on_a_storage_that_fails() {
    let service = Service::start();
    let (saved, away) = (service.outer.path().join("disk/saved"), service.away());
    fs::rename(&saved, &away).expect("moved away");
    for request in ["POST /api/snapshots", "GET /api/snapshots"] {
        let (status, answer) = service.ask(request, "");
        assert_eq!(status, 503, "{request}: {answer}");
        let said = check_problem(request, &answer, (503, "storageGone"));
        assert!(said.contains("snapshots"), "{request}: {said}");
    }
    assert_eq!(service.ask("GET /readyz", ""), (200, "ready\n".to_owned()));
    fs::rename(&away, &saved).expect("moved back");
    assert_eq!(service.ask("POST /api/snapshots", "").0, 200);
}

/// A limit of the size of files (`ulimit -f`) is a disk that is full, and does not end the server.
#[test]
fn a_limit_of_the_size_of_files() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -f 1; exec \"$0\" \"$@\"",
        env!("CARGO_BIN_EXE_tabiya"),
    ]);
    command
        .args(SERVE)
        .current_dir(folder.path())
        .stderr(Stdio::null());
    let mut server = Server::run(&mut command);
    for request in [
        "DELETE /api/games/1",
        "POST /api/games HTTP/1.1\r\nAccept: application/json",
    ] {
        let head = if request.contains("HTTP") {
            request.to_owned()
        } else {
            format!("{request} HTTP/1.1")
        };
        let (_, answer) = server.ask(&head, NEW);
        check_problem(request, &answer, (507, "storageFull"));
    }
    assert!(server.get("/readyz").1.starts_with("ready; "));
    assert!(server.child.try_wait().expect("its state").is_none());
    assert_eq!(server.games(), 2);
}

/// `tabiya doctor` names a folder that cannot be written to, and not the room on its disk.
#[test]
fn by_the_doctor() {
    let service = Service::start();
    for (state, findings) in [("well", 0), ("read-only", 1), ("denied", 1), ("full", 1)] {
        service.set_state(state);
        let report = crate::tabiya::json(&service.run(&["doctor", "--json"]));
        let found = report["findings"].as_array().expect("findings");
        assert_eq!(found.len(), findings, "{state}: {report}");
        let names = found.iter().all(|finding| {
            finding["what"]
                .as_str()
                .is_some_and(|what| what.contains("index"))
        });
        assert!(names, "{state}: {report}");
    }
    assert!(Path::new(&service.index()).join("meta.json").exists());
}
