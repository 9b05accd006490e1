//! Bughouse: moves for one of two boards.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use variants::bughouse::{Kind, PocketBoard};

use crate::{Refused, check_problem, post};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// White mates at once with the queen in hand.
const QUEEN: &str = "7k/7p/5P2/8/8/8/8/K7[Q] w - - 0 1";
/// The same with the queen on the board; without brackets and counters.
const NO_HANDS: &str = "7k/7p/5P2/8/8/8/8/K5Q1_w_-_-";
/// Whatever White does, Black mates.
const DOOMED: &str = "k7/8/8/8/8/5p1q/7P/7K[] w - - 0 1";
/// White has nothing to move, and is not mated: a man may come.
const STUCK: &str = "k7/8/8/8/8/8/5q2/7K[] w - - 0 1";

fn ask(boards: [&str; 2], board: &str, more: &Value) -> Value {
    let mut body = json!({"boards": boards, "board": board, "nodes": 5000});
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

async fn answer(body: &Value) -> Value {
    let answer = post("/api/bughouse", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{body}: {}", answer.body);
    answer.json()
}

#[tokio::test]
async fn moves_of_either_board() {
    // The boards, whose turn is asked about, how the move begins, the score.
    let cases = [
        ([QUEEN, START], "a", "Q@", Some(1)),
        ([START, QUEEN], "b", "Q@", Some(1)),
        ([QUEEN, START], "b", "", None),
        ([NO_HANDS, START], "a", "g1g7", Some(1)),
    ];
    for (boards, board, uci, mate) in cases {
        let answer = answer(&ask(boards, board, &json!({}))).await;
        let place = usize::from(board == "b");
        let position = PocketBoard::from_fen(&boards[place].replace('_', " "), Kind::Bughouse);
        let position = position.expect("a board");
        assert_eq!(answer["boards"][place], position.to_string());
        assert_eq!([&answer["board"], &answer["color"]], [board, "white"]);
        let played = answer["uci"].as_str().expect("a move");
        let m = position.parse_move(played).expect("a legal move");
        assert_eq!(answer["san"], position.san(m));
        assert!(played.starts_with(uci), "{boards:?}: {played}");
        assert_eq!(answer["mate"], json!(mate));
        assert_eq!(answer["cp"].is_null(), mate.is_some());
    }
}

/// Scores are White's; Black asks here.
#[tokio::test]
async fn scores_are_whites() {
    let black = "k7/8/8/8/8/5p2/7P/7K[q] b - - 0 1";
    let answer = answer(&ask([START, black], "b", &json!({}))).await;
    assert_eq!(
        (&answer["color"], &answer["mate"]),
        (&json!("black"), &json!(-1))
    );
}

/// Whoever is mated in any case waits while there is time, and moves when there is none; with no legal move one
/// waits, too.
#[tokio::test]
async fn sits() {
    let clocks = |own: u32, rival: u32| {
        json!({"clocksMs": {
            "a": {"white": own, "black": 60_000}, "b": {"white": rival, "black": 60_000},
        }})
    };
    for (board, clocks, waits) in [
        (DOOMED, clocks(60_000, 30_000), true),
        (DOOMED, clocks(30_000, 60_000), false),
        (DOOMED, clocks(1000, 500), false),
        (DOOMED, json!({}), false),
        (STUCK, json!({}), true),
    ] {
        let answer = answer(&ask([board, START], "a", &clocks)).await;
        assert_eq!(answer["uci"].is_null(), waits, "{board} {clocks}");
        assert_eq!(answer["san"].is_null(), waits, "{board} {clocks}");
    }
}

/// What it says to its partner are words that players know; who waits, mated in any case, says what would save it.
#[tokio::test]
async fn talks() {
    let clocks = json!({"clocksMs": {
        "a": {"white": 60_000, "black": 60_000}, "b": {"white": 30_000, "black": 60_000},
    }});
    let answer = answer(&ask([DOOMED, START], "a", &clocks)).await;
    let said = answer["say"].as_array().expect("words").iter();
    let said: Vec<&str> = said.filter_map(Value::as_str).collect();
    assert!(
        said.iter().any(|words| words.starts_with("+++")),
        "{said:?}"
    );
    for words in said {
        assert!(variants::bughouse::Message::parse(words).is_ok(), "{words}");
    }
}

/// With a clock alone it takes a part of what is left.
#[tokio::test]
async fn goes_by_its_clock() {
    let mut body = ask(
        [START, START],
        "a",
        &json!({"clocksMs": {"a": {"white": 3000, "black": 3000}, "b": {"white": 3000, "black": 3000}}}),
    );
    body.as_object_mut().expect("an object").remove("nodes");
    let answer = answer(&body).await;
    let took = answer["timeMs"].as_u64().expect("a time");
    assert!(took < 1000, "{took}");
    assert!(answer["uci"].is_string());
}

#[tokio::test]
async fn what_cannot_be() {
    let smothered = "6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1";
    let long = "4k3".repeat(101);
    let cases = [
        (json!({}), Refused(400, "", &["boards"])),
        (
            json!({"boards": [START, START]}),
            Refused(400, "", &["board"]),
        ),
        (
            json!({"boards": START, "board": "a"}),
            Refused(400, "boards", &[START]),
        ),
        (
            json!({"boards": [START], "board": "a"}),
            Refused(422, "boards", &["1"]),
        ),
        (
            ask([START, START], "c", &json!({})),
            Refused(422, "board", &["c", "a", "b"]),
        ),
        (
            ask(["nonsense", START], "a", &json!({})),
            Refused(400, "boards[0]", &["nonsense"]),
        ),
        (
            ask([START, &long], "a", &json!({})),
            Refused(400, "boards[1]", &["303"]),
        ),
        (
            ask([START, "8/8/8/8/8/8/8/8 w - - 0 1"], "a", &json!({})),
            Refused(422, "boards[1]", &[]),
        ),
        (
            ask(["4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", START], "a", &json!({})),
            Refused(422, "boards[0]", &[]),
        ),
        (
            ask(["4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", START], "a", &json!({})),
            Refused(400, "boards[0]", &[]),
        ),
        // The names of the players, of whom one is mated.
        (
            ask([START, smothered], "a", &json!({})),
            Refused(422, "boards", &["A", "a", "B", "b"]),
        ),
    ];
    for (body, expected) in cases {
        check_problem(Method::POST, "/api/bughouse", &body, expected).await;
    }
}

#[tokio::test]
async fn numbers_that_cannot_be() {
    let kings = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let clock = json!({"white": 1, "black": 1});
    let many = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "Q".repeat(62));
    let cases = [
        (
            ask([&many, kings], "a", &json!({})),
            Refused(422, "boards", &["66", "64"]),
        ),
        (
            ask([kings, kings], "a", &json!({"rules": "house"})),
            Refused(422, "rules", &["house", "usual", "thesis"]),
        ),
        (
            ask([kings, kings], "a", &json!({"nodes": 0})),
            Refused(422, "nodes", &["0"]),
        ),
        (
            ask([kings, kings], "a", &json!({"depth": 1.5})),
            Refused(422, "depth", &["1.5"]),
        ),
        (
            ask([kings, kings], "a", &json!({"movetimeMs": "1"})),
            Refused(400, "movetimeMs", &["1"]),
        ),
        (
            ask([kings, kings], "a", &json!({"clocksMs": {"a": clock}})),
            Refused(400, "", &["clocksMs.b.white"]),
        ),
        (
            ask(
                [kings, kings],
                "a",
                &json!({"clocksMs": {"a": clock, "b": {"white": -1, "black": 1}}}),
            ),
            Refused(422, "clocksMs.b.white", &["-1", "0", "86400000"]),
        ),
        (
            ask([kings, kings], "a", &json!({"clocksMs": [1]})),
            Refused(400, "clocksMs", &[]),
        ),
        (
            ask([kings, kings], "a", &json!({"elo": 1500})),
            Refused(400, "elo", &["elo"]),
        ),
    ];
    for (body, expected) in cases {
        check_problem(Method::POST, "/api/bughouse", &body, expected).await;
    }
    // As many pieces as there are, all in hand: it ends in time.
    let hands = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "QRBNqrbn".repeat(7));
    answer(&ask([&hands, kings], "a", &json!({}))).await;
}
