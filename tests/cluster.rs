//! The whole program on a real OpenSearch cluster of two nodes: every command and route answers as with a folder.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testing::nodes::{Nodes, nodes};

use crate::import::{Import, delete};
use crate::quality::table;
use crate::serve::{Server, check_detail};
use crate::tabiya::{EXAMPLE, Folder, GAMES, check_sentence, json};

/// A folder in which commands mean the cluster with `--cluster`, and an index in it without.
struct Both {
    folder: Folder,
    urls: String,
}

impl Both {
    fn run(&self, args: &[&str]) -> [Value; 2] {
        let cluster = [args, &["--cluster", &self.urls]].concat();
        [args, &cluster].map(|args| {
            let output = self.folder.run(&[args, &["--json"]].concat());
            let mut answer = json(&output);
            forget(&mut answer);
            answer
        })
    }

    fn check(&self, args: &[&str]) {
        let [one, other] = self.run(args);
        assert_eq!(other, one, "{args:?}");
    }

    fn importing(&self) -> Child {
        let args = ["ingest", "--commit-every", "5000", "games.pgn", "--cluster"];
        let mut command = self.folder.command(&[&args[..], &[&self.urls]].concat());
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.spawn().expect("the binary")
    }
}

/// Leaves out what differs from one time to the next, and from one place to the other.
fn forget(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            for name in [
                "tookMs",
                "timeMs",
                "indexBytes",
                "openingBytes",
                "uptime",
                "positionsPerSecond",
                "seconds",
            ] {
                fields.remove(name);
            }
            fields.values_mut().for_each(forget);
        }
        Value::Array(items) => items.iter_mut().for_each(forget),
        _ => {}
    }
}

/// The first 400 of Carlsen's games.
fn games() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/carlsen.pgn");
    let pgn = fs::read_to_string(path).expect("readable");
    let games: Vec<&str> = pgn.split_inclusive("\r\n\r\n[Event ").take(400).collect();
    games.concat().trim_end_matches("[Event ").to_owned()
}

#[test]
fn as_with_a_folder() {
    let Some(mut nodes) = nodes() else { return };
    let both = Both {
        folder: Folder::new(),
        urls: nodes.urls().join(","),
    };
    both.folder.file("games.pgn", games());

    // Killed in the middle, then gone on with.
    let mut child = both.importing();
    nodes.wait_for_state("tabiya", |state| {
        let seen = state["passages"].as_u64().is_some_and(|seen| seen > 0);
        seen && state["pending"][0]["ids"].as_u64() > Some(0)
    });
    child.kill().expect("killed");
    child.wait().expect("its end");
    let [one, other] = both.run(&["ingest", "games.pgn"]);
    let sum = |answer: &Value, name: &str| answer[name].as_u64().expect("a number");
    assert_eq!(sum(&one, "games"), 400);
    assert_eq!(sum(&other, "games") + sum(&other, "duplicates"), 400);
    assert!(
        sum(&other, "games") > 0 && sum(&other, "duplicates") > 0,
        "{other}"
    );

    let weights = ["--weight", "naive=2", "--weight", "penalty=1"];
    both.check(&["similar", EXAMPLE, "--plans", "--flip"]);
    both.check(&[&["similar", EXAMPLE], &weights[..]].concat());
    both.check(&[
        "similar",
        EXAMPLE,
        "--player",
        "Anand",
        "--scoring",
        "thesis",
    ]);
    both.check(&["players", "c"]);
    both.check(&[
        "positions",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ]);
    both.check(&["train", "--plan", EXAMPLE]);
    both.check(&["remove", "5", "17"]);
    both.folder.file("queries.tsv", table("", ""));
    both.check(&["quality", "--queries=queries.tsv"]);
    let measure = [
        "bench",
        "--queries=2",
        "--check=2",
        "--json",
        "--cluster",
        &both.urls,
    ];
    let measured = json(&both.folder.run(&measure));
    assert_eq!(measured["check"]["same"], 2, "{measured}");

    check_copied(&both);
    check_served(&both, &mut nodes);
    let missing = [
        "similar",
        EXAMPLE,
        "--cluster-index",
        "other",
        "--cluster",
        &both.urls,
    ];
    let output = both.folder.run(&missing);
    let make = "`tabiya ingest --cluster URL --cluster-index other FILE.pgn`";
    output.check_failed(1, &["other", make]);
}

/// A command makes a copy first, and answers from it; a copy that cannot be used is said, and the cluster answers.
fn check_copied(both: &Both) {
    let folder = &both.folder;
    let similar = ["similar", EXAMPLE, "--json"];
    let with_copy = ["--cluster", &*both.urls, "--cluster-copy", "copies"];
    let run = |unusable: Option<&str>| {
        let expected = folder.run(&similar);
        let found = folder.run(&[&similar[..], &with_copy].concat());
        let sentences = found.stderr.lines();
        assert_eq!(sentences.count(), usize::from(unusable.is_some()));
        if let Some(copy) = unusable {
            check_sentence(&found.stderr, &[copy]);
        }
        let [mut expected, mut found] = [expected, found].map(|output| json(&output));
        forget(&mut expected);
        forget(&mut found);
        assert_eq!(found, expected);
    };
    run(None);
    run(None);
    let copies: Vec<_> = fs::read_dir(folder.path().join("copies"))
        .expect("copies")
        .collect();
    let [copy] = &copies[..] else {
        panic!("{copies:?}");
    };
    let copy = copy.as_ref().expect("a copy").path();
    let name = copy.file_name().expect("a name").display().to_string();
    let copy = copy.to_str().expect("UTF-8");
    let verified = json(&folder.run(&["verify", "--json", "--index", copy]));
    assert_eq!(verified["games"], 398, "{verified}");
    assert_eq!(verified["problems"], json!([]), "{verified}");
    let measured = json(
        &folder.run(
            &[
                &["bench", "--queries=2", "--check=2", "--json"],
                &with_copy[..],
            ]
            .concat(),
        ),
    );
    assert_eq!(measured["check"]["same"], 2, "{measured}");
    // A cluster does not report it.
    assert!(measured["openingBytes"].as_u64() > Some(0), "{measured}");
    // Two games come that the cluster does not have, and one goes that it has.
    folder.file("other.pgn", GAMES);
    folder.run(&["ingest", "other.pgn", "--index", copy]);
    folder.run(&["remove", "1", "--index", copy]);
    run(Some(&name));
    folder.file("file", "");
    let no_folder = ["--cluster", &*both.urls, "--cluster-copy", "file"];
    let output = folder.run(&[&similar[..], &no_folder].concat());
    assert_eq!(output.code, Some(0));
    let names_copy = output.stderr.contains("file/tabiya-");
    assert!(names_copy, "{}", output.stderr);
}

fn check_served(both: &Both, nodes: &mut Nodes) {
    let serve = ["serve", "--listen", "127.0.0.1:0", "--cluster", &both.urls];
    let servers = [&serve[..3], &serve].map(|args| {
        let mut command = both.folder.command(args);
        Server::run(command.stderr(Stdio::null()))
    });
    let pattern = "????????/????????/????????/???N????/????????/????????/????????/????????";
    let posts = [
        (
            "/api/similar",
            json!({"fen": EXAMPLE, "limit": 20, "plans": true, "filter": {"minRating": 2500, "turn": "white"}}),
        ),
        (
            "/api/similar",
            json!({"fens": [EXAMPLE, "no"], "scoring": "structure", "turn": "same"}),
        ),
        (
            "/api/positions",
            json!({"pattern": pattern, "filter": {"eco": "B"}}),
        ),
        ("/api/positions", json!({"fen": EXAMPLE})),
        ("/api/training", json!({"fen": EXAMPLE, "plan": true})),
        (
            "/api/similar",
            json!({"fen": EXAMPLE, "filter": {"material": "nonsense"}}),
        ),
    ];
    for (path, body) in &posts {
        let [one, other] = servers.each_ref().map(|server| {
            let (status, mut answer) = server.post(path, body);
            forget(&mut answer);
            (status, answer)
        });
        assert_eq!(other, one, "{path} {body}");
    }
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    for path in [
        "/api/status",
        "/api/games/3",
        "/api/games/5",
        "/masters/pgn/3",
        "/api/players?q=kram",
        &format!("/masters?fen={fen}&play=e2e4,c7c5"),
        &format!("/lichess?fen={fen}&ratings=2500"),
        &format!("/player?player=carlsen&color=white&fen={fen}"),
        "/readyz",
    ] {
        let [one, other] = servers.each_ref().map(|server| get(server, path));
        assert_eq!(other, one, "{path}");
    }

    check_written(both, &servers);
    let [_, server] = servers;
    // A node that does not stir: the answer is whole or there is none, in time.
    let similar = json!({"fen": EXAMPLE});
    let (frozen, asked) = (nodes.freeze_second(), Instant::now());
    let (status, answer) = server.post("/api/similar", &similar);
    assert!([200, 503].contains(&status), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(10));
    drop(frozen);
    nodes.kill_all();
    let asked = Instant::now();
    let (status, problem) = server.post("/api/similar", &similar);
    assert_eq!(status, 503, "{problem}");
    assert!(asked.elapsed() < Duration::from_secs(10));
    check_detail(&problem, "", &["cluster"]);
    let detail = &problem["detail"];
    // A moment ago the cluster answered, and for half a second that is enough to be ready.
    let problem = loop {
        let (status, problem) = get(&server, "/readyz");
        if status == "HTTP/1.1 503 Service Unavailable" {
            break problem;
        }
        assert!(asked.elapsed() < Duration::from_secs(10), "still {status}");
    };
    assert_eq!(&problem["detail"], detail);
    nodes.revive();
    let answered = Instant::now();
    while server.post("/api/similar", &similar).0 != 200 {
        assert!(answered.elapsed() < Duration::from_mins(1), "no answer");
    }
    let [one, _] = both.run(&["similar", EXAMPLE]);
    let (_, mut answer) = server.post("/api/similar", &similar);
    forget(&mut answer);
    assert_eq!(answer, one);
}

/// Status and JSON, or text, of a GET.
fn get(server: &Server, path: &str) -> (String, Value) {
    let (status, body) = server.get(path);
    let mut answer = serde_json::from_str(body.trim()).unwrap_or_else(|_| json!(body));
    forget(&mut answer);
    (status, answer)
}

/// Games that are imported by one node are seen by another one, and those that this one removes are gone there.
fn check_written(both: &Both, servers: &[Server; 2]) {
    let [of_folder, one] = servers;
    let serve = ["serve", "--listen", "127.0.0.1:0", "--cluster", &both.urls];
    let copied = ["--cluster-copy", "copies-of-servers"];
    let mut command = both.folder.command(&[&serve[..], &copied].concat());
    let other = Server::run(command.stderr(Stdio::null()));
    let nodes = [of_folder, one, &other];
    let same = || {
        let changed = Instant::now();
        for path in [
            "/api/status",
            "/api/games/401",
            "/api/games/402",
            "/api/players?q=c",
        ] {
            let expected = get(of_folder, path);
            for node in nodes {
                while get(node, path) != expected {
                    // A node looks for news twice in a second.
                    assert!(changed.elapsed() < Duration::from_secs(10), "{path}");
                    sleep(Duration::from_millis(50));
                }
            }
        }
        let similar = json!({"fen": EXAMPLE, "scoring": "thesis", "limit": 12});
        let answers = nodes.map(|node| {
            let (status, mut answer) = node.post("/api/similar", &similar);
            forget(&mut answer);
            (status, answer)
        });
        assert_eq!(answers[1], answers[0]);
        assert_eq!(answers[2], answers[0]);
    };

    let imported = |pgn: &str| {
        [of_folder, one].map(|server| {
            let mut import = Import::start(server, "");
            import.send(pgn.as_bytes());
            import.end();
            let head = import.head();
            let mut sum = import.last_line();
            forget(&mut sum);
            (head.lines().next().map(str::to_owned), sum)
        })
    };
    let [expected, sum] = imported(GAMES);
    assert_eq!(sum, expected);
    assert_eq!(sum.1["games"], 2, "{sum:?}");
    same();
    let [mut expected, sum] = imported(GAMES);
    // A cluster does not name the games that duplicates are of.
    let named = expected.1["duplicateGames"].as_array_mut();
    assert_eq!(named.map(|games| games.drain(..).count()), Some(2));
    assert_eq!(sum, expected);
    assert_eq!(sum.1["duplicates"], 2, "{sum:?}");
    for (id, status) in [
        (401, "204 No Content"),
        (401, "404 Not Found"),
        (999, "404 Not Found"),
    ] {
        for server in [of_folder, &other] {
            assert_eq!(delete(server, id, ""), format!("HTTP/1.1 {status}"), "{id}");
        }
    }
    same();
    // By then the copy has followed: a cluster reports no segments.
    let started = Instant::now();
    while other
        .get("/metrics")
        .1
        .contains("tabiya_index_segments 0\n")
    {
        assert!(started.elapsed() < Duration::from_mins(1), "no copy");
        sleep(Duration::from_millis(50));
    }
    same();
    for server in nodes {
        let (status, problem) = server.post("/api/games", &json!("no game"));
        assert_eq!(status, 400, "{problem}");
    }
}
