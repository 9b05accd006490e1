//! The annotations of games, in JSON and PGN, and found by their words.

use axum::http::Method;
use serde_json::{Value, json};

use crate::writing::{Service, local};
use crate::{Refused, check_answer};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    {The Carlsbad structure.} 1. d4 { [%eval 0.2,18] [%clk 0:03:00.5] } 1... d5!? { Solid. [%emt 0:00:02] } \
    (1... Nf6 $1 2. c4 {b} (2. Nf3) 2... Ke4 {c}) 2. c4 { [%eval #-3] } 1-0\n";

async fn service() -> Service {
    let service = Service::new(None);
    service.import(GAME).await;
    service.import("[White \"C\"]\n\n1. e4 *\n").await;
    service
}

async fn get(service: &Service, path: &str, accept: &str) -> crate::Answer {
    let mut request = local(Method::GET, path);
    let accept = accept.parse().expect("a value");
    request.headers_mut().insert("accept", accept);
    service.send(request).await.1
}

#[tokio::test]
async fn by_move() {
    let service = service().await;
    let nothing = json!({
        "clk": null, "emt": null, "eval": null, "comments": [], "nags": [], "variations": [],
    });
    let with = |fields: Value| {
        let mut all = nothing.clone();
        let (all_fields, fields) = (all.as_object_mut(), fields.as_object().cloned());
        all_fields
            .expect("an object")
            .extend(fields.expect("an object"));
        all
    };
    let game = get(&service, "/api/games/1", "application/json")
        .await
        .json();
    let played = |san: &str, comments: Value, nags: Value, variations: Value| json!({"san": san, "comments": comments, "nags": nags, "variations": variations});
    let inner = json!([{
        "comments": [], "moves": [played("Nf3", json!([]), json!([]), json!([]))], "rest": null,
    }]);
    assert_eq!(
        game["annotations"],
        json!([
            with(json!({"ply": 0, "comments": ["The Carlsbad structure."]})),
            with(json!({"ply": 1, "clk": 180.5, "eval": {"cp": 20, "mate": null, "depth": 18}})),
            with(
                json!({"ply": 2, "emt": 2.0, "comments": ["Solid."], "nags": [5], "variations": [{
                    "comments": [],
                    "moves": [
                        played("Nf6", json!([]), json!([1]), json!([])),
                        played("c4", json!(["b"]), json!([]), inner),
                    ],
                    "rest": "Ke4 {c}",
                }]})
            ),
            with(json!({"ply": 3, "eval": {"cp": null, "mate": -3, "depth": null}})),
        ])
    );
    let plain = get(&service, "/api/games/2", "application/json")
        .await
        .json();
    assert_eq!(plain["annotations"], json!([]));
}

#[tokio::test]
async fn parts_are_left_out() {
    let service = service().await;
    let moves = |pgn: &str| {
        pgn.split_once("\n\n")
            .expect("moves")
            .1
            .replace('\n', " ")
            .trim_end()
            .to_owned()
    };
    for (query, wanted) in [
        (
            "",
            "{The Carlsbad structure.} 1. d4 { [%eval 0.2,18] [%clk 0:03:00.5] } 1... d5 $5 { Solid. [%emt 0:00:02] } \
             (1... Nf6 $1 2. c4 {b} (2. Nf3) 2... Ke4 {c}) 2. c4 { [%eval #-3] } 1-0",
        ),
        (
            "?comments=false&clocks=false&evals=false&variations=false",
            "1. d4 d5 2. c4 1-0",
        ),
        (
            "?comments=false&evals=false&variations=false",
            "1. d4 { [%clk 0:03:00.5] } 1... d5 { [%emt 0:00:02] } 2. c4 1-0",
        ),
        (
            "?clocks=false&variations=false",
            "{The Carlsbad structure.} 1. d4 { [%eval 0.2,18] } 1... d5 $5 { Solid. } 2. c4 { [%eval #-3] } 1-0",
        ),
    ] {
        let of_one = get(
            &service,
            &format!("/api/games/1{query}"),
            "application/x-chess-pgn",
        )
        .await;
        assert_eq!(moves(&of_one.body), wanted, "{query}");
        let all = get(
            &service,
            &format!("/api/games{query}"),
            "application/x-chess-pgn",
        )
        .await;
        assert!(all.body.starts_with(&of_one.body), "{query}: {}", all.body);
    }
    let json = get(
        &service,
        "/api/games/1?comments=false&evals=false&variations=false",
        "*/*",
    )
    .await
    .json();
    assert_eq!(
        json["annotations"].as_array().map(Vec::len),
        Some(2),
        "{json}"
    );
    for path in [
        "/api/games/1?clocks=perhaps",
        "/api/games/1?moves=false",
        "/api/games?evals=0.5",
    ] {
        assert_eq!(get(&service, path, "*/*").await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn found_by_words() {
    let service = service().await;
    for (comment, games) in [
        ("carlsbad", 1),
        ("%22carlsbad%20structure%22", 1),
        ("%22structure%20carlsbad%22", 0),
        ("clk", 0),
    ] {
        let found = get(&service, &format!("/api/games?comment={comment}"), "*/*").await;
        assert_eq!(found.body.matches("[White ").count(), games, "{comment}");
    }
    let answer = get(&service, "/api/games?comment=%22", "*/*").await;
    check_answer(&answer, Refused(422, "comment", &[]), "a quote");
}
