//! `tabiya mcp`, and `/mcp` of a server, as processes and on real sockets.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::hostile::{exchange, metric, server, status, until};
use crate::tabiya::{EXAMPLE, Folder, GAMES, Output, has_word};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A call of a tool.
fn call(id: u32, tool: &str, arguments: &Value) -> String {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

/// Lines of input; then how it ends, and what the answers to ids have in them. Whatever comes, standard output has
/// nothing but messages, and the process ends with its input.
#[test]
fn on_standard_input() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let motifs = call(2, "motifs", &json!({ "fen": EXAMPLE }));
    let game = call(3, "game", &json!({"id": 2}));
    let text = call(3, "game", &json!("{\"id\": 2}"));
    let unknown = call(4, "game", &json!({"id": 9}));
    let long = call(5, "motifs", &json!({ "fen": "x".repeat(100_000) }));
    let ping = r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#;
    let endless = call(7, "analyse", &json!({"fen": EXAMPLE, "movetimeMs": 60000}));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let old = HELLO.replace("2025-11-25", "2025-03-26");
    let hello: (u32, &[&str]) = (1, &[]);
    let answered: (u32, &[&str]) = (6, &["{}"]);
    for (lines, answers) in [
        (&[][..], &[][..]),
        (&[HELLO], &[(1, &["2025-11-25"][..])]),
        (&[&old], &[(1, &["2024-11-05"])]),
        (&[HELLO, READY, &motifs], &[hello, (2, &["isolated"])]),
        (&[HELLO, READY, &game], &[hello, (3, &["1. Nc3 Nf6"])]),
        (&[HELLO, READY, &text], &[hello, (3, &["1. Nc3 Nf6"])]),
        (
            &[HELLO, READY, &unknown],
            &[hello, (4, &["\"isError\":true", "9"])],
        ),
        // What cannot be read does not end it.
        (
            &[HELLO, READY, "nonsense", "[]", "", ping],
            &[hello, answered],
        ),
        (&[HELLO, READY, &long, ping], &[hello, answered]),
        (&[HELLO, READY, &endless, cancel, ping], &[hello, answered]),
    ] {
        let input = lines.join("\n") + "\n";
        let output = folder.run_with_input(&["mcp"], input.as_bytes());
        let case = pgn::shortened(&input);
        assert_eq!(output.code, Some(0), "{case}: {}", output.stderr);
        let messages = messages(&output);
        assert!(
            messages.iter().all(|message| message["jsonrpc"] == "2.0"),
            "{case}"
        );
        let results = messages
            .iter()
            .filter(|message| message["result"].is_object());
        assert_eq!(results.count(), answers.len(), "{case}: {}", output.stdout);
        for (id, words) in answers {
            let answer = messages.iter().find(|message| message["id"] == *id);
            let answer = answer.unwrap_or_else(|| panic!("{case}: {}", output.stdout));
            let result = answer["result"].to_string();
            assert!(
                words.iter().all(|word| has_word(&result, word)),
                "{case}: {answer}"
            );
        }
    }
    for (args, words) in [
        (&["--index", "nowhere"][..], &["nowhere"][..]),
        (&["--engine", "nothing-here"], &["nothing-here"]),
    ] {
        folder.check_refused("mcp", args, 1, words);
    }
}

/// Lines; then the id and the code of each error.
type Case<'a> = (&'a [&'a [u8]], &'a [(Value, i32)]);

/// A line that is not a message is answered with an error of JSON-RPC, before and after the client has initialized, and
/// the next line is read.
#[test]
fn what_is_no_message() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let ping = r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#;
    let long = call(5, "motifs", &json!({ "fen": "x".repeat(100_000) }));
    let list = call(8, "game", &json!([]));
    let batch = format!("[{ping}]");
    let marked = format!("\u{feff}{ping}");
    let none = Value::Null;
    let cases: [Case; _] = [
        (&[b"nonsense"], &[(none.clone(), -32700)]),
        (&[b"{\"jsonrpc\":\"2.0\","], &[(none.clone(), -32700)]),
        (&[b"\"\xff\""], &[(none.clone(), -32700)]),
        (&[b"{} {}"], &[(none.clone(), -32700)]),
        (&[b"", b"  ", marked.as_bytes()], &[]),
        (&[b"{}"], &[(none.clone(), -32600)]),
        (
            &[b"5", b"null"],
            &[(none.clone(), -32600), (none.clone(), -32600)],
        ),
        (&[b"[]"], &[(none.clone(), -32600)]),
        (&[batch.as_bytes()], &[(none.clone(), -32600)]),
        (
            &[
                br#"{"id":7,"method":"ping"}"#,
                br#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
            ],
            &[(json!(7), -32600), (json!("a"), -32600)],
        ),
        (
            &[br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#],
            &[(none.clone(), -32600)],
        ),
        (
            &[
                br#"{"jsonrpc":"2.0","id":7,"method":5}"#,
                br#"{"jsonrpc":"2.0","id":"a"}"#,
                br#"{"id":8,"result":{}}"#,
                br#"{"id":9,"error":{}}"#,
            ],
            &[
                (json!(7), -32600),
                (json!("a"), -32600),
                (none.clone(), -32600),
                (none.clone(), -32600),
            ],
        ),
        (
            &[
                br#"{"jsonrpc":"2.0","id":7,"method":"nosuch"}"#,
                br#"{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"a:b"}}"#,
            ],
            &[(json!(7), -32601), (json!("a"), -32601)],
        ),
        (&[list.as_bytes()], &[(json!(8), -32602)]),
        (
            &[
                br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}"#,
                br#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":5}}"#,
                br#"{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"_meta":5}}"#,
                br#"{"jsonrpc":"2.0","id":"a","method":"prompts/get","params":[]}"#,
            ],
            &[
                (json!(7), -32602),
                (json!(8), -32602),
                (json!(9), -32602),
                (json!("a"), -32601),
            ],
        ),
        (&[long.as_bytes()], &[(none.clone(), -32600)]),
    ];
    for (lines, errors) in cases {
        for begin in [&[][..], &[HELLO.as_bytes(), READY.as_bytes()]] {
            let input = [begin, lines, &[ping.as_bytes()]].concat().join(&b'\n');
            let case = pgn::shortened(&String::from_utf8_lossy(&lines.concat()));
            // The last line has no end.
            let output = folder.run_with_input(&["mcp"], &input);
            assert_eq!(output.code, Some(0), "{case}: {}", output.stderr);
            let messages = messages(&output);
            let found = found_errors(&messages, &case);
            let expected: Vec<(Value, i64)> = errors
                .iter()
                .map(|(id, code)| (id.clone(), i64::from(*code)))
                .collect();
            assert_eq!(found, expected, "{case}: {}", output.stdout);
            let is_answer = |message: &&Value| message["id"] == 6 && message["result"].is_object();
            assert!(
                messages.iter().any(|message| is_answer(&message)),
                "{case}: {}",
                output.stdout
            );
        }
    }
}

/// The id and the code of each error among messages.
fn found_errors(messages: &[Value], case: &str) -> Vec<(Value, i64)> {
    let errors = messages
        .iter()
        .filter(|message| message["error"].is_object());
    errors
        .map(|message| {
            assert_eq!(message["jsonrpc"], "2.0", "{case}");
            assert!(message.get("id").is_some(), "{case}: {message}");
            let code = message["error"]["code"].as_i64().unwrap_or(0);
            (message["id"].clone(), code)
        })
        .collect()
}

/// The messages on standard output, a line each.
fn messages(output: &Output) -> Vec<Value> {
    let lines = output.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

/// A request to `/mcp` of a client behind a proxy.
fn request(client: &str, message: &str) -> String {
    let length = message.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {client}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\r\n{message}"
    )
}

/// Calls cost what routes cost: a client that fills the line is the one whose work is turned away, and the work of one
/// that goes away ends.
#[test]
fn calls_share_the_processors() {
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "0", "--trust-proxy"]);
    let long = call(1, "analyse", &json!({"fen": EXAMPLE, "movetimeMs": 60000}));
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let room = processors * 9;
    let greedy: Vec<TcpStream> = (0..room)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            let request = request("192.0.2.1", &long);
            stream.write_all(request.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let line = || metric(&server, "tabiya_analyses_waiting_or_running");
    until("the line is full", 5, || {
        usize::try_from(line()) == Ok(room)
    });
    let short = call(2, "analyse", &json!({"fen": EXAMPLE, "depth": 1}));
    let answer = exchange(&server.address, request("192.0.2.2", &short));
    assert_eq!(status(&answer), 200, "{answer}");
    assert!(answer.contains(r#""isError":false"#), "{answer}");
    // Of the one who has most, the last one is turned away: at once, and not because its time is up.
    let asked = Instant::now();
    let answer = exchange(&server.address, request("192.0.2.1", &long));
    assert!(answer.contains(r#""isError":true"#), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{answer}");
    // They would take eight seconds each.
    drop(greedy);
    until("they have left", 3, || line() == 0);
    let (_, metrics) = server.get("/metrics");
    assert!(metrics.contains(r#"route="/mcp""#), "{metrics}");
}

#[test]
fn calls_count_for_the_rate_limit() {
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "2", "--trust-proxy"]);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answers: Vec<u16> = (0..20)
        .map(|_| status(&exchange(&server.address, request("192.0.2.1", ping))))
        .collect();
    assert!(
        answers.contains(&200) && answers.contains(&429),
        "{answers:?}"
    );
    let other = exchange(&server.address, request("192.0.2.2", ping));
    assert_eq!(status(&other), 200, "{other}");
}
