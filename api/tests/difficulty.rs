//! How hard a position is.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{Refused, check_problem, post};

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
    let mut answers = Vec::new();
    for solution in [json!("d1d8"), json!(["d1d8"])] {
        let body = json!({"fen": BACK_RANK, "solution": solution});
        answers.push(post("/api/difficulty", &body).await.json());
    }
    let [one, list] = &answers[..] else {
        panic!("two answers");
    };
    assert_eq!(one, list);
    assert!(number(&one["rating"]) < number(&answer["rating"]));
    let both = post("/api/difficulty", &json!({"fens": [LARIN, "nonsense"]})).await;
    assert_eq!(both.json()["results"][0]["larin"], 1860);
    assert_eq!(both.json()["results"][1]["problem"]["status"], 400);

    // The move to find: of the solution, of a line that is known, or what an analysis begins with.
    assert_eq!(one["best"], json!({"uci": "d1d8", "san": "Rd8#"}));
    let body = json!({"fen": BACK_RANK, "best": ["d1d7", "g8f8"]});
    let known = post("/api/difficulty", &body).await.json();
    assert_eq!(known["best"]["san"], "Rd7");
    let analysis = post("/api/analyse", &json!({"fen": LARIN})).await.json();
    let first = analysis["pvs"][0]["moves"].as_str().expect("moves");
    assert_eq!(answer["best"]["uci"].as_str(), first.split(' ').next());

    for (body, expected) in [
        (json!({}), Refused(400, "", &["fen"])),
        (
            json!({"fen": BACK_RANK, "best": "d1a2"}),
            Refused(422, "best", &["d1a2"]),
        ),
        (
            json!({"fen": BACK_RANK, "best": "d1d8", "solution": "d1d8"}),
            Refused(422, "best", &["solution"]),
        ),
        (
            json!({"fens": [BACK_RANK], "best": "d1d8"}),
            Refused(422, "best", &["fen", "fens"]),
        ),
        (
            json!({"fen": BACK_RANK, "solution": "d1d9"}),
            Refused(400, "solution", &["d1d9"]),
        ),
        (
            json!({"fen": BACK_RANK, "solution": "d1a2"}),
            Refused(422, "solution", &["d1a2"]),
        ),
    ] {
        check_problem(Method::POST, "/api/difficulty", &body, expected).await;
    }
}
