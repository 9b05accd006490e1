//! Requests as careless programs write them, and what they mean.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{EXAMPLE, Refused, check_problem, get, post, request, send};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Filters as programs write them that ignore the types of JSON, and as the API describes them.
#[tokio::test]
async fn filters_of_other_kinds() {
    for (written, described) in [
        (json!({"since": 2010}), json!({"since": "2010"})),
        (
            json!({"until": 2008, "minRating": "2700"}),
            json!({"until": "2008", "minRating": 2700}),
        ),
        (
            json!({"played": "Bxh7+ Ng5"}),
            json!({"played": ["Bxh7+", "Ng5"]}),
        ),
        (json!({"speeds": "blitz"}), json!({"speeds": ["blitz"]})),
        (
            json!({"speeds": " blitz, rapid,", "collection": null}),
            json!({"speeds": ["blitz", "rapid"]}),
        ),
        (
            json!({"collection": "Carlsen's games"}),
            json!({"collection": ["Carlsen's games"]}),
        ),
        (
            json!({"player": "Carlsen", "since": null}),
            json!({"player": "Carlsen"}),
        ),
    ] {
        let passed = async |filter: &Value| {
            let body = json!({"fen": "StartPos", "limit": 1, "filter": filter});
            let answer = post("/api/similar", &body).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
            answer.json()["passed"].take()
        };
        assert_eq!(
            passed(&written).await,
            passed(&described).await,
            "{written}"
        );
    }
}

/// `startpos` is accepted wherever a FEN is.
#[tokio::test]
async fn initial_position() {
    for (path, body, pointer) in [
        ("/api/positions", json!({"fen": "startpos"}), "/fen"),
        (
            "/api/similar",
            json!({"fen": "STARTPOS", "limit": 1}),
            "/fen",
        ),
        (
            "/api/motifs",
            json!({"fens": ["startpos", EXAMPLE]}),
            "/results/0/fen",
        ),
    ] {
        let answer = post(path, &body).await.json();
        assert_eq!(
            answer.pointer(pointer),
            Some(&json!(START)),
            "{path} {answer}"
        );
    }
    let answer = get("/api/similar?fen=startpos&limit=1").await.json();
    assert_eq!(answer["fen"], START);
    let explored = get("/masters?fen=startpos&play=e2e4").await.json();
    assert_eq!(explored, get("/masters?play=e2e4").await.json());
    // Moves in SAN, with numbers.
    let sicilian = get("/masters?play=e2e4,c7c5").await.json();
    for play in ["e4,c5", "e4+c5", "1.+e4+c5", "1.e4,c5!"] {
        let answer = get(&format!("/masters?play={play}")).await.json();
        assert_eq!(answer, sicilian, "{play}");
    }
}

/// Items of a list may be parameters of their own, other fields may not.
#[tokio::test]
async fn repeated_parameters() {
    let passed = async |filter: &str| {
        let path = format!("/api/similar?fen=startpos&limit=1&{filter}");
        get(&path).await.json()["passed"].take()
    };
    let both = passed("played=Rab1,b4").await["games"].as_u64();
    assert!(both > Some(0) && both < passed("played=b4").await["games"].as_u64());
    for repeated in ["played=Rab1&played=b4", "played=Rab1&played=&played=b4"] {
        assert_eq!(passed(repeated).await["games"].as_u64(), both, "{repeated}");
    }
    for field in ["color=white&color=black", "eco=B90&eco=B90"] {
        let path = format!("/api/games?player=carlsen&{field}");
        let name = field.split('=').next().unwrap_or_default();
        check_problem(
            Method::GET,
            &path,
            &Value::Null,
            Refused(400, name, &["twice"]),
        )
        .await;
    }
}

/// A byte order mark before a body is skipped.
#[tokio::test]
async fn byte_order_mark() {
    let body = format!("\u{feff}{}", json!({"fen": "startpos"}));
    let answer = send(request(Method::POST, "/api/terms", &body)).await.1;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
}

/// Exercises have lists that no filter has.
#[tokio::test(flavor = "multi_thread")]
async fn lists_of_exercises() {
    let made = async |collection: Value, speeds: Value| {
        let body =
            json!({"theme": "mateIn1", "limit": 1, "collection": collection, "speeds": speeds});
        let answer = post("/api/training", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{body}: {}", answer.body);
        answer.json()["exercises"].take()
    };
    let expected = made(json!(["Carlsen's games"]), Value::Null).await;
    assert_eq!(expected.as_array().map(Vec::len), Some(1));
    assert_eq!(made(json!("Carlsen's games"), Value::Null).await, expected);
    let expected = made(Value::Null, json!(["blitz", "rapid"])).await;
    assert_eq!(made(Value::Null, json!("blitz, rapid")).await, expected);
}

/// Values without a clear meaning are rejected.
#[tokio::test]
async fn what_is_not_understood() {
    let filtered = |filter: Value| json!({"fen": "startpos", "filter": filter});
    let exercises = |field: &str, value: Value| json!({"theme": "fork", field: value});
    for (path, body, expected) in [
        (
            "/api/similar",
            filtered(json!({"since": 2010.5})),
            Refused(400, "filter.since", &["2010.5"]),
        ),
        (
            "/api/similar",
            filtered(json!({"until": -3})),
            Refused(422, "filter.until", &["-3"]),
        ),
        (
            "/api/similar",
            filtered(json!({"speeds": "blitz,slow"})),
            Refused(422, "filter.speeds", &["slow", "blitz"]),
        ),
        (
            "/api/similar",
            filtered(json!({"collection": 5})),
            Refused(400, "filter.collection", &["5"]),
        ),
        (
            "/api/training",
            exercises("speeds", json!("slow")),
            Refused(422, "speeds", &["slow", "ultraBullet"]),
        ),
        (
            "/api/training",
            exercises("collection", json!(5)),
            Refused(400, "collection", &["5", "list"]),
        ),
    ] {
        check_problem(Method::POST, path, &body, expected).await;
    }
}
