//! The Model Context Protocol at `/mcp`: messages, answers and who may send them.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::writing::Service;
use crate::{Answer, EXAMPLE, Refused, check_answer, send, send_to};

/// The most bytes of an answer, as a client gets it.
pub(crate) const LONGEST: usize = 6000;

pub(crate) fn message(headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(Method::POST).uri("/mcp");
    let host = ("host", "localhost:8080");
    let own = (!headers.iter().any(|(name, _)| *name == "host")).then_some(&host);
    for (name, value) in [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ]
    .iter()
    .chain(own)
    .chain(headers)
    {
        request = request.header(*name, *value);
    }
    request.body(body.into()).expect("a request")
}

pub(crate) fn call(tool: &str, arguments: &Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
}

pub(crate) async fn ask(message: &Value) -> Answer {
    send(self::message(&[], message.to_string())).await.1
}

/// The JSON of a tool's answer. It is not longer than it may be, and its text is the same.
pub(crate) fn answered(answer: &Answer, case: &str) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{case}: {}", answer.body);
    assert!(
        answer.body.len() <= LONGEST,
        "{case}: {}",
        answer.body.len()
    );
    let mut result = answer.json()["result"].take();
    assert_eq!(result["isError"], false, "{case}: {result}");
    let text = result["content"][0]["text"].as_str().expect("a text");
    let text: Value = serde_json::from_str(text).expect("JSON");
    let answer = result["structuredContent"].take();
    assert_eq!(text, answer, "{case}");
    answer
}

pub(crate) fn request(method: &str) -> String {
    json!({"jsonrpc": "2.0", "id": "x", "method": method}).to_string()
}

/// A request of a version without a handshake.
pub(crate) fn modern(method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

/// Sends a message; the answer has a status and a part.
pub(crate) async fn check(headers: &[(&str, &str)], body: &str, status: u16, part: &str) {
    let (_, answer) = send(message(headers, body.to_owned())).await;
    let case = pgn::shortened(body);
    assert_eq!(answer.status.as_u16(), status, "{case}: {}", answer.body);
    match status {
        200 | 404 => assert_eq!(answer.content_type, "application/json", "{case}"),
        _ => assert_eq!(answer.body, "", "{case}"),
    }
    assert!(answer.body.contains(part), "{case}: {}", answer.body);
}

/// Messages, and the status and a part of what is answered.
#[tokio::test]
async fn messages() {
    let initialize = |version: &str| {
        let about = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": about});
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
    };
    let note = |method: &str| json!({"jsonrpc": "2.0", "method": method}).to_string();
    for (body, status, part) in [
        (
            initialize("2025-11-25"),
            200,
            r#""protocolVersion":"2025-11-25""#,
        ),
        (
            initialize("2025-06-18"),
            200,
            r#""protocolVersion":"2025-06-18""#,
        ),
        // Versions that are not offered: the one before, or else the latest.
        (
            initialize("2025-03-26"),
            200,
            r#""protocolVersion":"2024-11-05""#,
        ),
        (
            initialize("2025-09-01"),
            200,
            r#""protocolVersion":"2025-06-18""#,
        ),
        (
            initialize("2026-07-28"),
            200,
            r#""protocolVersion":"2025-11-25""#,
        ),
        (
            initialize("1999-01-01"),
            200,
            r#""protocolVersion":"2025-11-25""#,
        ),
        (initialize("2025-11-25"), 200, r#""name":"tabiya""#),
        (request("ping"), 200, r#""id":"x","result":{}"#),
        (request("tools/list"), 200, r#""readOnlyHint":true"#),
        (request("prompts/list"), 200, r#""prompts":[]"#),
        (request("resources/list"), 200, r#""resources":[]"#),
        (
            request("resources/templates/list"),
            200,
            r#""resourceTemplates":[]"#,
        ),
        (
            call("checkmate", &json!({})).to_string(),
            200,
            "similar_positions",
        ),
        (note("notifications/initialized"), 202, ""),
        (note("notifications/cancelled"), 202, ""),
        (note("notifications/nonsense"), 202, ""),
    ] {
        check(&[], &body, status, part).await;
    }
    let long = format!("\"{}\"", "a".repeat(1 << 17));
    let (_, answer) = send(message(&[], long)).await;
    check_answer(&answer, Refused(413, "", &[]), "a long message");
    for method in [Method::GET, Method::DELETE] {
        let request = crate::request(method.clone(), "/mcp", "");
        let (response, answer) = send(request).await;
        let expected = Refused(405, "", &["/mcp", method.as_str()]);
        check_answer(&answer, expected, "no stream, no session");
        assert_eq!(response.headers()["allow"], "POST");
    }
}

/// Headers, and the status.
#[tokio::test]
async fn origins_and_media_types() {
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    for (headers, status) in [
        (&[][..], 200),
        (&[("host", "chess.example")], 200),
        (
            &[
                ("host", "localhost:8080"),
                ("origin", "http://localhost:8080"),
            ],
            200,
        ),
        (
            &[("host", "localhost:8080"), ("origin", "http://[::1]:6274")],
            200,
        ),
        (
            &[("host", "192.168.1.5"), ("origin", "http://192.168.1.5")],
            200,
        ),
        (
            &[("host", "localhost"), ("origin", "https://evil.example")],
            403,
        ),
        (
            &[("host", "evil.example"), ("origin", "http://evil.example")],
            403,
        ),
        (&[("host", "localhost"), ("origin", "null")], 403),
        (&[("mcp-protocol-version", "2024-11-05")], 200),
        (&[("mcp-protocol-version", "2025-03-26")], 400),
        (&[("mcp-protocol-version", "1999-01-01")], 400),
    ] {
        let (_, answer) = send(message(headers, ping.clone())).await;
        if status == 403 {
            let (_, origin) = headers[1];
            let expected = Refused(403, "Origin", &[origin]);
            check_answer(&answer, expected, &format!("{headers:?}"));
        } else {
            assert_eq!(
                answer.status.as_u16(),
                status,
                "{headers:?}: {}",
                answer.body
            );
        }
    }
    let mut request = message(&[], ping);
    request.headers_mut().remove("accept");
    let accepts = ["application/json", "text/event-stream"];
    let answer = send(request).await.1;
    check_answer(&answer, Refused(406, "", &accepts), "Accept");
}

/// The most moves that there are, the most captures, much on the board.
const LARGE: [&str; 6] = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1P2PN2/PB3PPP/RN1QKB1R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    EXAMPLE,
];

/// Answers that would be long are cut, and say so.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_short() {
    check_cut(24).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: three times as many positions"]
async fn more_answers_are_short() {
    check_cut(8).await;
}

/// Asks for every `step`-th position of two tables.
async fn check_cut(step: usize) {
    let mut cut = 0;
    let tables = ["../data/openings.epd", "../data/suites/wac.epd"];
    let lines = tables.map(|table| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(table);
        std::fs::read_to_string(path).expect("a table")
    });
    let lines = lines.iter().flat_map(|table| table.lines().step_by(step));
    let lines = lines.filter(|line| !line.starts_with('#'));
    for fen in LARGE.into_iter().chain(lines) {
        let fen = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        for (tool, more) in [
            ("similar_positions", json!({"limit": 10})),
            ("explorer", json!({"moves": 12, "games": 8})),
            ("plans", json!({})),
            ("motifs", json!({})),
            ("analyse", json!({"nodes": 2000, "multiPv": 218})),
        ] {
            let mut arguments = more;
            arguments["fen"] = json!(fen);
            let answer = ask(&call(tool, &arguments)).await;
            let answer = answered(&answer, &format!("{tool} {fen}"));
            assert!(
                answer["fen"]
                    .as_str()
                    .is_some_and(|read| read.starts_with(&fen[..8]))
            );
            cut += u32::from(answer["leftOut"] != 0);
        }
    }
    assert!(cut > 20, "{cut}");
    let all = json!({"fen": LARGE[0], "nodes": 2000, "multiPv": 218});
    let lines = ask(&call("analyse", &all)).await;
    let lines = answered(&lines, "218 lines");
    let shown = lines["pvs"].as_array().expect("lines").len();
    assert_eq!(lines["leftOut"], 218 - shown);
    for fen in LARGE.iter().skip(2) {
        let answer = ask(&call("difficulty", &json!({ "fen": fen }))).await;
        answered(&answer, fen);
    }
    let themes = json!({"theme": "mateIn1", "limit": 10});
    let made = answered(&ask(&call("exercises", &themes)).await, "ten exercises");
    assert!(made["exercises"][0]["game"]["path"].is_string(), "{made}");
}

/// Games with long tags, and a long game, are cut, too; `ply` shows the rest.
#[tokio::test]
async fn long_games() {
    let service = Service::new(None);
    let name = "\u{1F451}\\\"".repeat(5000);
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let rounds: Vec<String> = (0..150)
        .map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8", 2 * n + 1, 2 * n + 2))
        .collect();
    let tags: String = ["Event", "White", "Black", "Result"]
        .map(|tag| format!("[{tag} \"{name}\"]\n"))
        .concat();
    let game = format!("{tags}\n{} 301. e4 e5 *\n", rounds.join(" "));
    let mut import = crate::writing::local(Method::POST, "/api/games?fromMove=0");
    *import.body_mut() = Body::from(game);
    assert_eq!(service.send(import).await.1.status, StatusCode::OK);
    let ask = async |tool: &str, arguments: Value| {
        let message = message(&[], call(tool, &arguments).to_string());
        let answer = send_to(&service.router, message).await.1;
        answered(&answer, &format!("{tool} {arguments}"))
    };
    let mut moves = Vec::new();
    let mut ply = 0;
    loop {
        let part = ask("game", json!({"id": 1, "ply": ply})).await;
        let shown = part["moves"].as_array().expect("moves").clone();
        ply += 2 * shown.len();
        moves.extend(shown);
        if part["leftOut"] == 0 {
            break;
        }
        assert!(moves.len() > 30, "{}", moves.len());
    }
    assert_eq!((moves.len(), &moves[300]), (301, &json!("301. e4 e5")));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for tool in ["similar_positions", "explorer", "plans"] {
        ask(tool, json!({ "fen": start })).await;
    }
}

/// What is found names its game: players, event, year, number and path, as the API has them.
#[tokio::test]
async fn sources() {
    let found = answered(
        &ask(&call(
            "similar_positions",
            &json!({"fen": EXAMPLE, "limit": 1}),
        ))
        .await,
        EXAMPLE,
    );
    let game = &found["hits"][0]["game"];
    let expected = json!({
        "id": 1489, "path": "/games/1489", "white": "Karjakin,Sergey", "whiteRating": 2778, "black": "Carlsen,M",
        "blackRating": 2843, "event": "5th Final Masters", "year": 2012, "result": "1/2-1/2", "variationPly": null,
    });
    assert_eq!(*game, expected);
    let page = crate::get("/api/games/1489").await.json();
    assert_eq!(page["white"]["name"], game["white"]);
}
