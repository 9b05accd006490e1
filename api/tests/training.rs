//! Difficulty, exercises, and games with comments.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::{EXAMPLE, check_answer, check_problem, post, send};

/// Larin's own example, and his result.
const LARIN: &str = "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

#[tokio::test]
async fn difficulty() {
    let answer = post("/api/difficulty", &json!({"fen": LARIN})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let answer = answer.json();
    assert_eq!(answer["larin"], 1860);
    let number = |value: &Value| value.as_i64().expect("a number");
    let [least, most] = [0, 1].map(|end| number(&answer["interval"][end]));
    assert!((least..=most).contains(&number(&answer["rating"])));
    assert!(!answer["why"].as_array().expect("reasons").is_empty());

    // Moves in one text or in a list, and several positions.
    let mut told = Vec::new();
    for solution in [json!("d1d8"), json!(["d1d8"])] {
        let body = json!({"fen": BACK_RANK, "solution": solution});
        told.push(post("/api/difficulty", &body).await.json());
    }
    let [one, list] = &told[..] else {
        panic!("two answers");
    };
    assert_eq!(one, list);
    assert!(number(&one["rating"]) < number(&answer["rating"]));
    let both = post("/api/difficulty", &json!({"fens": [LARIN, "nonsense"]})).await;
    assert_eq!(both.json()["results"][0]["larin"], 1860);
    assert_eq!(both.json()["results"][1]["problem"]["status"], 400);

    for (body, status, detail) in [
        (json!({}), 400, "fen"),
        (
            json!({"fen": BACK_RANK, "solution": "d1d9"}),
            400,
            "solution",
        ),
        (
            json!({"fen": BACK_RANK, "solution": "d1a2"}),
            422,
            "solution",
        ),
    ] {
        check_problem(Method::POST, "/api/difficulty", &body, status, detail).await;
    }
}

/// The solutions of exercises can be played, and their ratings rise, between those asked for.
#[tokio::test]
async fn training() {
    for source in [json!({"player": "carlsen"}), json!({"fen": EXAMPLE})] {
        let mut ask = source;
        ask["limit"] = json!(3);
        ask["maxRating"] = json!(2500);
        let answer = post("/api/training", &ask).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let answer = answer.json();
        let exercises = answer["exercises"].as_array().expect("exercises");
        assert!(!exercises.is_empty(), "{ask}");
        let mut last = 0;
        for exercise in exercises {
            let fen: Fen = exercise["fen"]
                .as_str()
                .and_then(|fen| fen.parse().ok())
                .expect("a FEN");
            let mut position: Chess = fen
                .into_position(CastlingMode::Standard)
                .expect("a position");
            for m in exercise["solution"].as_array().expect("moves") {
                let uci: UciMove = m["uci"]
                    .as_str()
                    .and_then(|m| m.parse().ok())
                    .expect("a move");
                position.play_unchecked(uci.to_move(&position).expect("legal"));
            }
            let rating = exercise["rating"].as_i64().expect("a rating");
            assert!((last..=2500).contains(&rating), "{exercise}");
            last = rating;
        }
    }
    let plan = post("/api/training", &json!({"fen": EXAMPLE, "plan": true})).await;
    assert!(plan.json()["plan"]["games"].as_u64() > Some(10));
    for (body, detail) in [
        (json!({}), "fen, player and theme"),
        (json!({"theme": "fork", "plan": true}), "plan"),
        (json!({"theme": "fork", "limit": 201}), "limit"),
    ] {
        let status = if detail == "fen, player and theme" {
            400
        } else {
            422
        };
        check_problem(Method::POST, "/api/training", &body, status, detail).await;
    }
}

#[tokio::test]
async fn annotate() {
    let ask = |query: &str, pgn: &'static str| {
        let request = Request::post(format!("/api/annotate{query}"))
            .header(header::CONTENT_TYPE, "application/x-chess-pgn")
            .body(Body::from(pgn))
            .expect("a request");
        async { send(request).await.1 }
    };
    let pgn = "1. e4 {Best by test.} e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    let plain = ask("", pgn).await;
    assert_eq!(plain.status, StatusCode::OK, "{}", plain.body);
    assert!(plain.body.contains("{Best by test.}") && plain.body.contains("(2. Nf3 Nc6)"));
    assert!(plain.body.contains("Wayward Queen Attack"));
    assert!(!plain.body.contains("%eval"));
    let scored = ask("?eval=true&nodes=5000", pgn).await;
    assert!(
        scored.body.contains("Nf6 $4 { [%eval #1]"),
        "{}",
        scored.body
    );
    for (body, detail) in [
        ("\n", "there is no PGN in the body"),
        ("0", "there is no game in it; is it PGN?"),
        ("7.07e+16", "there is no game in it; is it PGN?"),
        ("hello", "there is no game in it; is it PGN?"),
    ] {
        check_answer(&ask("", body).await, 400, detail, body);
    }
    for (query, detail) in [
        ("?eval=true&depth=128", "depth: 128 is out of range"),
        ("?nodes=0", "nodes: 0 is out of range"),
        ("?movetimeMs=3600001", "movetimeMs: 3600001 is out of range"),
    ] {
        check_answer(&ask(query, pgn).await, 422, detail, query);
    }
    let refused = ask("?nodes=none", pgn).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.body);
    assert!(refused.body.contains("nodes"), "{}", refused.body);
}
