//! Games as JSON or PGN, and how many there are.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::writing::{Service, local};
use crate::{Answer, SERVICE, get, request_as, send, send_to};

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
    send(request_as(Method::GET, "/api/games/2", "", accept))
        .await
        .1
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
        ("APPLICATION/X-CHESS-PGN", true),
        ("application/x-chess-pgn;q=0", false),
    ];
    for (accept, pgn) in cases {
        let answer = game_as(accept).await;
        assert_eq!(answer.content_type.contains("pgn"), pgn, "{accept}");
    }
}

/// Texts are of a type of their own, and `text/plain` to those who put that first.
#[tokio::test]
async fn text_or_its_own_type() {
    let service = Service::new(None);
    let pgn = "1. e4 e5 *\n";
    for (method, path, body, own) in [
        (
            Method::POST,
            "/api/annotate",
            pgn,
            "application/x-chess-pgn",
        ),
        (Method::GET, "/masters/pgn/1", "", "application/x-chess-pgn"),
        (Method::POST, "/api/games", pgn, "application/x-ndjson"),
    ] {
        for (accept, media_type) in [
            ("*/*", own),
            ("application/json", own),
            (own, own),
            ("text/plain", "text/plain; charset=utf-8"),
            ("text/plain;q=0.1, */*", own),
        ] {
            let mut request = local(method.clone(), path);
            *request.body_mut() = Body::from(body);
            let accept_value = accept.parse().expect("a value");
            request.headers_mut().insert(header::ACCEPT, accept_value);
            let imports = path == "/api/games";
            // A document instead of lines.
            let media_type = match accept {
                "application/json" if imports => accept,
                _ => media_type,
            };
            let router = if imports { &service.router } else { &SERVICE.0 };
            let (response, answer) = send_to(router, request).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            assert_eq!(answer.content_type, media_type, "{path}: {accept}");
            let vary = response.headers().get_all("vary");
            assert!(vary.iter().any(|vary| vary == "accept"), "{path}");
        }
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
