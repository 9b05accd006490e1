//! `tabiya analyse` and `/api/analyse`: our engine, and programs in its place.

use std::io::Write as _;
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::Server;
use crate::tabiya::{EXAMPLE, Folder, GAMES, check_sentence, has_word, json};

/// White mates with 1. Re8; the same with the colours reversed.
const MATES: [(&str, i64); 2] = [
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1),
    ("k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1", -1),
];

/// Without the time that it took.
fn timeless(mut analysis: Value) -> Value {
    analysis["timeMs"].take();
    analysis
}

#[test]
fn on_the_command_line() {
    let folder = Folder::new();
    for (fen, mate) in MATES {
        let output = folder.run(&["analyse", fen, "--depth=3", "--json"]);
        let analysis = json(&output);
        assert_eq!(analysis["fen"], fen);
        let pv = &analysis["pvs"][0];
        assert_eq!((&pv["cp"], &pv["mate"]), (&Value::Null, &json!(mate)));
        let text = folder.run(&["analyse", fen, "--depth=3"]).stdout;
        let san = if mate > 0 { "Re8#" } else { "Re1#" };
        assert!(text.contains(&format!("#{mate}  {san}")), "{text}");
    }
    // Exactly this number of nodes and lines, the same each time.
    let args = ["analyse", EXAMPLE, "--nodes=5000", "--multipv=3", "--json"];
    let analysis = json(&folder.run(&args));
    assert_eq!(analysis["nodes"], 5000);
    assert_eq!(analysis["pvs"].as_array().map(Vec::len), Some(3));
    assert!(analysis["pvs"][0]["cp"].is_i64());
    assert_eq!(timeless(analysis), timeless(json(&folder.run(&args))));
}

/// Several positions, whole or in parts, typed or in a file: the same as one by one.
#[test]
fn several_positions() {
    let folder = Folder::new();
    let [(one, _), (other, _)] = MATES;
    let alone = [one, other].map(|fen| {
        let output = folder.run(&["analyse", fen, "--depth=4", "--json"]);
        timeless(json(&output))
    });
    let parts: Vec<&str> = [one, other].iter().flat_map(|fen| fen.split(' ')).collect();
    let list = folder.file("list.epd", format!("{one}\n\n{other}\r\n"));
    let list = format!("--fens={}", list.display());
    for fens in [&[one, other][..], &parts, &[&list]] {
        let output = folder.run(&[&["analyse", "--depth=4", "--json"], fens].concat());
        let results = json(&output)["results"].take();
        let results = results.as_array().expect("results").clone();
        let results: Vec<Value> = results.into_iter().map(timeless).collect();
        assert_eq!(results, alone, "{fens:?}");
    }
    let kingless = "8/8/8/8/8/8/8/K7 w - - 0 1";
    // In a file the others are answered.
    folder.file("bad.epd", format!("{one}\nnonsense\n\n{other}\n{kingless}"));
    let output = folder.run(&["analyse", "--depth=4", "--json", "--fens=bad.epd"]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    let [nonsense, no_king] = output.sentences()[..] else {
        panic!("{}", output.stderr);
    };
    check_sentence(nonsense, &["bad.epd", "2", "\"nonsense\"", "FEN"]);
    check_sentence(no_king, &["bad.epd", "5", "king"]);
    let results = json(&output)["results"].take();
    let results = results.as_array().expect("results").clone();
    let results: Vec<Value> = results.into_iter().map(timeless).collect();
    assert_eq!(results, alone);
    // What is typed is answered as a whole.
    let output = folder.run(&["analyse", "--depth=4", one, kingless, other]);
    assert_eq!(output.stdout, "");
    output.check_failed(1, &["king"]);
}

#[test]
fn hits_are_analysed() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let args = ["similar", EXAMPLE, "--depth=2", "--json"];
    let answer = json(&folder.run(&args));
    assert_eq!(
        (&answer["analysis"]["depth"], &answer["unfinished"]),
        (&json!(2), &json!(0))
    );
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 2);
    for hit in hits {
        assert_eq!(
            (&hit["analysis"]["fen"], &hit["analysis"]["depth"]),
            (&hit["fen"], &json!(2))
        );
    }
    let several = json(&folder.run(&["similar", EXAMPLE, MATES[0].0, "--limit=1", "--json"]));
    let results = several["results"].as_array().expect("results");
    let fens = results.iter().map(|result| result["fen"].as_str());
    assert_eq!(fens.collect::<Vec<_>>(), [Some(EXAMPLE), Some(MATES[0].0)]);
    // By default a short search scores the position; without ideas nothing does.
    for (options, nodes) in [(&[][..], json!(1000)), (&["--no-idea"][..], Value::Null)] {
        let args = ["similar", EXAMPLE, "--json"];
        let answer = json(&folder.run(&[&args[..], options].concat()));
        assert_eq!(
            (&answer["analysis"]["nodes"], &answer["hits"][0]["analysis"]),
            (&nodes, &Value::Null)
        );
    }
}

#[test]
fn over_http() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let server = Server::start(&folder);
    let (fen, mate) = MATES[1];
    let one = server.post("/api/analyse", &json!({"fen": fen, "depth": 3}));
    assert_eq!((one.0, &one.1["pvs"][0]["mate"]), (200, &json!(mate)));
    let cases = [
        (json!({}), 400, "", &["`fen`"][..]),
        (json!({"fen": fen, "fens": [fen]}), 400, "fens", &["fen"]),
        (json!({"fens": []}), 422, "fens", &["0", "1", "64"]),
        (
            json!({"fen": fen, "depth": 0}),
            422,
            "depth",
            &["0", "1", "127"],
        ),
        (
            json!({"fen": fen, "multiPv": 1.5}),
            422,
            "multiPv",
            &["1.5", "1", "218"],
        ),
    ];
    for (request, status, field, words) in cases {
        server.check_problem("/api/analyse", &request, status, field, words);
    }
    // Each has its own result, or its own problem.
    let kingless = "8/8/8/8/8/8/8/K7 w - - 0 1";
    let several = json!({"fens": [kingless, fen], "depth": 3});
    let (status, several) = server.post("/api/analyse", &several);
    let [refused, done] = [0, 1].map(|place| several["results"][place].clone());
    assert_eq!(
        (status, &refused["fen"], &refused["problem"]["status"]),
        (200, &json!(kingless), &json!(422))
    );
    assert_eq!(
        (&done["fen"], &done["pvs"][0]["mate"]),
        (&json!(fen), &json!(mate))
    );
    let similar = json!({"fen": EXAMPLE, "analyse": {"depth": 2}, "analyseHits": false});
    let (status, answer) = server.post("/api/similar", &similar);
    assert_eq!((status, &answer["analysis"]["depth"]), (200, &json!(2)));
    assert_eq!(answer["hits"][0]["analysis"], Value::Null);
    let request = json!({"fen": EXAMPLE, "analyse": {"nodes": 0}});
    server.check_problem("/api/similar", &request, 422, "analyse.nodes", &["0"]);
}

/// A program that speaks UCI, as a script of `sh`.
#[cfg(unix)]
fn program(folder: &Folder, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.file("engine.sh", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    path.display().to_string()
}

/// Our own engine over UCI answers what it answers without.
#[cfg(unix)]
#[test]
fn another_program() {
    let folder = Folder::new();
    let ours = env!("CARGO_BIN_EXE_tabiya");
    let path = program(&folder, &format!("exec {ours} uci"));
    let args = ["analyse", EXAMPLE, "--nodes=20000", "--multipv=2", "--json"];
    let own = json(&folder.run(&args));
    let other = json(&folder.run(&[&args[..], &["--engine", &path]].concat()));
    assert_eq!(other["engine"], own["engine"]);
    for part in ["fen", "depth", "nodes", "pvs"] {
        assert_eq!(own[part], other[part], "{part}");
    }
}

/// What introduces itself, and searches as little as can be.
#[cfg(unix)]
const POLITE: &str = r#"
while read word rest; do
  case $word in
    uci) echo "hello"; echo "id name Polite 1.0"; echo uciok;;
    isready) echo readyok;;
    go) echo "info depth 1 score cp 12 pv e2e4 x9x9"; echo "no such word"; echo "bestmove e2e4";;
    quit) exit;;
  esac
done"#;

/// A client that goes away stops its search, long before the eight seconds that it may take.
#[cfg(unix)]
#[test]
fn who_goes_away_stops_the_work() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let patient = POLITE.replace(
        "go) ",
        "stop) touch stopped; echo bestmove e2e4;; go) touch going; continue; ",
    );
    let path = program(&folder, &patient);
    let args = ["serve", "--listen=127.0.0.1:0", "--engine", &path];
    let server = Server::run(folder.command(&args).stderr(Stdio::null()));
    let body = json!({"fen": EXAMPLE, "depth": 99}).to_string();
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let length = body.len();
    write!(
        stream,
        "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .expect("sent");
    let until = |name: &str| {
        let deadline = Instant::now() + Duration::from_secs(5);
        while !folder.path().join(name).exists() {
            assert!(Instant::now() < deadline, "not {name}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    until("going");
    drop(stream);
    until("stopped");
}

/// Programs that are odd, and programs that fail: what comes of them.
#[cfg(unix)]
#[test]
fn programs_that_are_odd() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let dies_once = POLITE.replace("go) ", "go) test -e died || { touch died; exit; }; ");
    for script in [POLITE, &dies_once] {
        let folder = Folder::new();
        let path = program(&folder, script);
        let analysis = json(&folder.run(&["analyse", start, "--engine", &path, "--json"]));
        assert_eq!(
            (&analysis["engine"], &analysis["pvs"][0]["moves"]),
            (&json!("Polite 1.0"), &json!("e2e4"))
        );
        assert_eq!(analysis["pvs"][0]["cp"], 12);
    }
    let dies = POLITE.replace("go) ", "go) exit; ");
    let hangs = POLITE.replace("go) ", "go) sleep 60; ");
    // Only the one that hangs is said not to answer, by the word that is waited for.
    for (script, does_not_answer) in [(dies.as_str(), false), (&hangs, true), ("exit", false)] {
        let folder = Folder::new();
        let path = program(&folder, script);
        let args = ["analyse", start, "--movetime=10", "--engine", &path];
        let output = folder.run(&args);
        output.check_failed(1, &[&path]);
        let said = &output.stderr;
        assert_eq!(has_word(said, "bestmove"), does_not_answer, "{said}");
    }
    let folder = Folder::new();
    let output = folder.run(&["serve", "--listen=127.0.0.1:0", "--engine=/no/such/engine"]);
    output.check_failed(1, &["/no/such/engine"]);
}
