//! The arguments of tools for language models: what is refused, and what is understood.

use axum::http::StatusCode;
use serde_json::{Value, json};
use testing::words::check_words;

use crate::mcp::{LONGEST, answered, ask, call};
use crate::{EXAMPLE, check_detail};

/// The sentence with which a tool refuses arguments.
async fn refusal(tool: &str, arguments: &Value, case: &str) -> String {
    let answer = ask(&call(tool, arguments)).await;
    assert_eq!(answer.status, StatusCode::OK, "{case}: {}", answer.body);
    assert!(answer.body.len() <= LONGEST, "{case}");
    let result = answer.json()["result"].take();
    assert_eq!(result["isError"], true, "{case}: {result}");
    let text = result["content"][0]["text"].as_str();
    text.expect("a text").to_owned()
}

/// A tool, arguments, the field that the sentence names, and words in it.
type Case<'a> = (&'a str, Value, &'a str, &'a [&'a str]);

async fn check_refusals(cases: &[Case<'_>]) {
    for (tool, arguments, field, words) in cases {
        let case = pgn::shortened(&format!("{tool} {arguments}"));
        let text = refusal(tool, arguments, &case).await;
        check_detail(&text, field, words, &case);
    }
}

/// Arguments that are refused: an answer of the tool, in one sentence.
#[tokio::test]
async fn bad_arguments() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let long = "x".repeat(50_000);
    let cases: [Case; _] = [
        ("motifs", json!({}), "", &["fen"]),
        ("motifs", json!({"fen": 1}), "fen", &["1"]),
        ("motifs", json!({"fen": fen, "fens": []}), "fens", &["fens"]),
        (
            "motifs",
            json!({"fen": "8/8/8/8/8/8/8/8"}),
            "fen",
            &["8/8/8/8/8/8/8/8"],
        ),
        ("motifs", json!({ "fen": long }), "fen", &[]),
        (
            "similar_positions",
            json!({"fen": fen, "limit": 0}),
            "limit",
            &["0", "1", "10"],
        ),
        (
            "similar_positions",
            json!({"fen": fen, "filter": []}),
            "filter",
            &["object"],
        ),
        (
            "similar_positions",
            json!({"fen": fen, "filter": {"color": "white"}}),
            "filter.color",
            &["player"],
        ),
        (
            "similar_positions",
            json!({"fen": fen, "scoring": "x"}),
            "scoring",
            &["x"],
        ),
        (
            "plans",
            json!({"fen": fen, "filter": {"minRating": -1}}),
            "filter.minRating",
            &["-1"],
        ),
        (
            "explorer",
            json!({"fen": fen, "filter": {"turn": "white"}}),
            "filter.turn",
            &[],
        ),
        (
            "explorer",
            json!({"fen": fen, "play": "e2e4,e2e4"}),
            "play",
            &["e2e4"],
        ),
        (
            "analyse",
            json!({"fen": fen, "multiPv": 219}),
            "multiPv",
            &["219"],
        ),
        (
            "difficulty",
            json!({"fen": fen, "solution": ""}),
            "solution",
            &[],
        ),
        (
            "exercises",
            json!({"limit": 1}),
            "",
            &["fen", "player", "theme"],
        ),
        ("exercises", json!({"theme": "x"}), "theme", &["x"]),
        ("game", json!({"id": 0}), "id", &["0"]),
        ("game", json!({"id": 1_u64 << 40}), "", &["1099511627776"]),
        ("game", json!({"id": 1, "ply": 1000}), "ply", &["1000", "1"]),
    ];
    check_refusals(&cases).await;
    // What is too long is cut.
    let text = refusal("motifs", &json!({ long.as_str(): 1 }), "a long name").await;
    check_words(&text, &[], "a long name");
    assert!(text.contains("xxx"), "{text}");
}

/// Arguments of another type and without a clear meaning are refused.
#[tokio::test]
async fn kinds_that_do_not_fit() {
    let fen = EXAMPLE;
    let cases: [Case; _] = [
        ("motifs", json!({"fen": null}), "", &["fen"]),
        ("motifs", json!({"fen": ["a"]}), "fen", &["list", "text"]),
        (
            "similar_positions",
            json!({"fen": fen, "limit": "ten"}),
            "limit",
            &["ten", "number"],
        ),
        (
            "similar_positions",
            json!({"fen": fen, "filter": "{since: 2010}"}),
            "filter",
            &["object"],
        ),
        // Fractions, and numbers that are rounded when they are parsed, are not written as texts.
        (
            "explorer",
            json!({"filter": {"since": 2010.10}}),
            "filter.since",
            &["2010.1", "text"],
        ),
        (
            "similar_positions",
            json!({"fen": fen, "filter": {"player": 1.234_567_890_123_456_8e20}}),
            "filter.player",
            &["text"],
        ),
        (
            "plans",
            json!({"fen": fen, "filter": {"speeds": "blitz,slow"}}),
            "filter.speeds",
            &["slow", "blitz"],
        ),
        (
            "exercises",
            json!({"player": "Carlsen", "mistakes": "yes"}),
            "mistakes",
            &["yes", "true", "false"],
        ),
    ];
    check_refusals(&cases).await;
}

/// Arguments as models send them, and as the schemas describe them: the answers are the same.
#[tokio::test(flavor = "multi_thread")]
async fn arguments_of_other_kinds() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (tool, sent, described) in [
        (
            "similar_positions",
            json!({"fen": EXAMPLE, "limit": "2", "turn": null, "filter": {"since": 2010, "minRating": "2500"}}),
            json!({"fen": EXAMPLE, "limit": 2, "filter": {"since": "2010", "minRating": 2500}}),
        ),
        (
            "similar_positions",
            json!({"fen": "startpos", "limit": 1.0, "filter": "{\"played\": \"e4\"}"}),
            json!({"fen": start, "limit": 1, "filter": {"played": ["e4"]}}),
        ),
        (
            "similar_positions",
            json!({"fen": EXAMPLE, "filter": {"speeds": "blitz", "collection": "carlsen's games"}}),
            json!({"fen": EXAMPLE, "filter": {"speeds": ["blitz"], "collection": ["Carlsen's games"]}}),
        ),
        (
            "explorer",
            json!({"play": "e2e4", "moves": "3", "filter": null}),
            json!({"fen": start, "play": "e2e4", "moves": 3}),
        ),
        ("explorer", json!({}), json!({"fen": "StartPos"})),
        ("explorer", json!({"filter": ""}), json!({})),
        ("explorer", json!({"filter": "null"}), json!({})),
        (
            "explorer",
            json!({"filter": {"collection": ["Carlsen's games", null]}}),
            json!({"filter": {"collection": ["Carlsen's games"]}}),
        ),
        (
            "explorer",
            json!({"play": ["e2e4", "e7e5"]}),
            json!({"play": "e2e4,e7e5"}),
        ),
        (
            "explorer",
            json!({"play": "1. e4 e5"}),
            json!({"play": "e2e4,e7e5"}),
        ),
        (
            "explorer",
            json!({"play": "e2e4 e7e5"}),
            json!({"play": "e2e4,e7e5"}),
        ),
        (
            "difficulty",
            json!({"fen": start, "solution": "e2e4, e7e5,g1f3"}),
            json!({"fen": start, "solution": "e2e4 e7e5 g1f3"}),
        ),
        (
            "difficulty",
            json!({"fen": start, "solution": ["e2e4", "e7e5", "g1f3"]}),
            json!({"fen": start, "solution": "e2e4 e7e5 g1f3"}),
        ),
        (
            "plans",
            json!({"fen": EXAMPLE, "filter": "{\"until\": 2012}"}),
            json!({"fen": EXAMPLE, "filter": {"until": "2012"}}),
        ),
        ("motifs", json!({"fen": "STARTPOS"}), json!({"fen": start})),
        (
            "analyse",
            json!({"fen": EXAMPLE, "depth": "2", "multiPv": "2", "nodes": null}),
            json!({"fen": EXAMPLE, "depth": 2, "multiPv": 2}),
        ),
        (
            "difficulty",
            json!({"fen": EXAMPLE, "solution": null}),
            json!({"fen": EXAMPLE}),
        ),
        (
            "exercises",
            json!({"theme": "mateIn1", "limit": "1", "mistakes": "False", "speeds": null, "collection": "[\"Carlsen's games\"]"}),
            json!({"theme": "mateIn1", "limit": 1, "mistakes": false, "collection": ["Carlsen's games"]}),
        ),
        (
            "game",
            json!({"id": "7", "ply": "10"}),
            json!({"id": 7, "ply": 10}),
        ),
        ("collections", json!({"name": null}), json!({})),
    ] {
        let case = format!("{tool} {sent}");
        let answer = answered(&ask(&call(tool, &sent)).await, &case);
        let expected = answered(&ask(&call(tool, &described)).await, &case);
        assert_eq!(answer, expected, "{case}");
    }
}
