//! Reports on players: as JSON, and as lines that refine themselves while the engine works.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{Refused, check_problem, get, post, request_as, send};

/// A report without the engine has the results of the player's record.
#[tokio::test]
async fn as_the_record() {
    let ask = json!({"player": "Kasparov,G", "games": 10_000});
    let answer = post("/api/report", &ask).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let report = answer.json();
    let record = get("/api/players/Kasparov,G").await.json();
    for side in ["white", "black"] {
        for field in ["games", "wins", "draws", "losses"] {
            assert_eq!(report[side][field], record[side][field], "{side} {field}");
        }
        let names = |of: &Value| -> Vec<String> {
            let openings = of[side]["openings"].as_array().expect("openings");
            openings
                .iter()
                .map(|opening| opening["name"].to_string())
                .collect()
        };
        assert_eq!(names(&report), names(&record));
    }
    assert_eq!(
        report["structures"].as_array().map(Vec::len),
        record["structures"].as_array().map(Vec::len)
    );
    assert_eq!(report["evaluatedGames"], 0);
    assert_eq!(report["all"]["averageLoss"], Value::Null);
    assert_eq!(report["complete"], false);
}

/// With the engine every line is a whole report, each with no fewer scores than the one before, and the last is complete.
#[tokio::test]
async fn refined_in_lines() {
    let ask = json!({"player": "Kasparov,G", "games": 3, "analyse": true, "nodes": 1000, "book": {"player": "Carlsen"}});
    let ask = ask.to_string();
    let request = request_as(Method::POST, "/api/report", &ask, "application/x-ndjson");
    let answer = send(request).await.1;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.content_type, "application/x-ndjson");
    let lines = answer
        .body
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    assert!(lines.len() >= 2, "{}", answer.body);
    let scores = |line: &Value| line["all"]["evaluated"].as_u64().expect("a number");
    assert!(lines.is_sorted_by_key(scores));
    let last = lines.last().expect("a line");
    assert_eq!(last["complete"], true);
    assert_eq!(last["evaluatedGames"], last["read"]);
    assert!(last["all"]["averageLoss"].as_f64() > Some(0.0), "{last}");
    let book = &last["book"];
    let games = ["byPlayer", "byOpponent"].map(|who| book[who]["games"].as_u64().expect("games"));
    let in_book = book["inBook"].as_u64().expect("games");
    assert_eq!(games.iter().sum::<u64>() + in_book, 3, "{book}");
}

#[tokio::test]
async fn what_cannot_be_reported() {
    for (ask, expected) in [
        (json!({}), Refused(400, "", &["player"])),
        (
            json!({"player": "nobody"}),
            Refused(422, "player", &["nobody"]),
        ),
        (json!({"player": "?"}), Refused(422, "player", &["?"])),
        (
            json!({"player": "Carlsen", "filter": {"player": "Anand"}}),
            Refused(422, "filter.player", &["player"]),
        ),
        (
            json!({"player": "Carlsen", "book": {"color": "white"}}),
            Refused(422, "book.color", &["player"]),
        ),
        (
            json!({"player": "Carlsen", "games": 0}),
            Refused(422, "games", &["0"]),
        ),
        (
            json!({"player": "Carlsen", "filter": {"turn": "white"}}),
            Refused(422, "filter.turn", &[]),
        ),
        (
            json!({"player": "Carlsen", "book": {"maxPly": 20}}),
            Refused(422, "book.maxPly", &[]),
        ),
    ] {
        check_problem(Method::POST, "/api/report", &ask, expected).await;
    }
}
