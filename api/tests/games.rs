//! Games as JSON or PGN, and how many there are.

use axum::http::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::{Answer, get, request, send};

#[tokio::test]
async fn games() {
    let game = get("/api/games/2").await.json();
    assert_eq!(game["white"]["name"], "Carlsen,Magnus");
    assert_eq!(
        (&game["white"]["rating"], &game["black"]["rating"]),
        (&Value::Null, &json!(2095))
    );
    assert_eq!(
        (&game["winner"], &game["plies"]),
        (&json!("black"), &json!(70))
    );
    assert!(
        game["opening"]["ply"].as_u64().is_some_and(|ply| ply > 0),
        "{game}"
    );
    assert_eq!(game["opening"]["eco"], game["eco"]);
    assert_eq!(
        (&game["initialFen"], &game["tags"]["Result"]),
        (&Value::Null, &json!("0-1"))
    );
    assert!(
        game["moves"]
            .as_str()
            .expect("moves")
            .starts_with("e4 Nf6 e5 Nd5 ")
    );

    let pgn = game_as("application/x-chess-pgn").await;
    assert_eq!(pgn.content_type, "application/x-chess-pgn");
    assert!(
        pgn.body
            .starts_with("[Event \"Troll Masters\"]\n[Site \"Gausdal NOR\"]\n")
    );
    assert!(pgn.body.ends_with(" Rd3 0-1\n"), "{}", pgn.body);
}

/// Game 2 for a client that accepts so much.
async fn game_as(accept: &str) -> Answer {
    let mut request = request(Method::GET, "/api/games/2", "");
    request
        .headers_mut()
        .insert(header::ACCEPT, accept.parse().expect("a value"));
    send(request).await.1
}

#[tokio::test]
async fn json_or_pgn() {
    // What is accepted, and whether PGN is answered.
    let cases = [
        ("*/*", false),
        ("application/json", false),
        ("application/x-chess-pgn, */*", true),
        ("application/json, application/x-chess-pgn", false),
        ("application/json, application/x-chess-pgn;q=0", false),
        (
            "application/x-chess-pgn;q=0.5, application/json;q=0.1",
            true,
        ),
        ("application/x-chess-pgn;q=0.5, application/json", false),
        ("text/html, application/x-chess-pgn", true),
        ("application/x-chess-pgn;q=0", false),
    ];
    for (accept, pgn) in cases {
        let answer = game_as(accept).await;
        assert_eq!(answer.content_type.contains("pgn"), pgn, "{accept}");
    }
}

#[tokio::test]
async fn status_and_health() {
    let status = get("/api/status").await.json();
    assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (&status["games"], &status["positions"]),
        (&json!(2851), &json!(190_130))
    );
    assert!(status["indexBytes"].as_u64() > Some(1_000_000) && status["uptime"].is_u64());
    assert_eq!(get("/healthz").await.status, StatusCode::OK);
    assert_eq!(get("/readyz").await.status, StatusCode::OK);
}
