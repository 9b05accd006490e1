//! Exercises of a player's mistakes.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::{Refused, check_problem, post};

/// Of a player's mistakes: each exercise is of a kind that the answer has, and each kind says how many there are. How many
/// games the engine scores depends on the machine: the kind that was asked for is there in any case.
#[tokio::test]
async fn of_mistakes() {
    for kind in ["middlegame", "allowed skewer"] {
        let ask = json!({
            "player": "Carlsen", "mistakes": true, "kind": kind, "color": "white", "games": 5, "limit": 2, "nodes": 1000,
        });
        let answer = post("/api/training", &ask).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let answer = answer.json();
        let [found] = &answer["mistakes"].as_array().expect("kinds")[..] else {
            panic!("one kind: {answer}");
        };
        assert_eq!(
            (&found["kind"], &answer["games"]),
            (&json!(kind), &json!(5))
        );
        let exercises = answer["exercises"].as_array().expect("exercises");
        assert!(
            exercises.iter().all(|one| one["mistake"] == kind),
            "{answer}"
        );
        assert_eq!(found["exercises"], exercises.len(), "{found}");
        assert_eq!(
            found["shortfall"].is_null(),
            exercises.len() == 2,
            "{found}"
        );
        let models = found["models"].as_array().expect("models").len();
        assert_eq!(found["modelsShortfall"].is_null(), models == 5, "{found}");
    }
}

#[tokio::test]
async fn mistakes_that_cannot_be() {
    for (body, expected) in [
        (
            json!({"mistakes": true}),
            Refused(400, "mistakes", &["player"]),
        ),
        (
            json!({"mistakes": true, "player": "Carlsen", "theme": "fork"}),
            Refused(400, "mistakes", &["fen", "pgn", "theme", "plan", "skip"]),
        ),
        (
            json!({"mistakes": true, "player": "Carlsen", "kind": "lost fork"}),
            Refused(422, "kind", &["lost fork", "missed", "allowed", "mate"]),
        ),
        (
            json!({"mistakes": true, "player": "Nobody, N"}),
            Refused(422, "player", &["Nobody, N"]),
        ),
        (
            json!({"player": "Carlsen", "kind": "missed fork"}),
            Refused(400, "", &["kind", "color", "games", "mistakes"]),
        ),
    ] {
        check_problem(Method::POST, "/api/training", &body, expected).await;
    }
}
