//! Impossible requests, and their problems.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use futures_util::stream;
use serde_json::{Value, json};

use crate::{check_answer, check_problem, request, send};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

#[tokio::test]
async fn positions_that_are_none() {
    let cases = [
        ("nonsense", 400, "fen: \"nonsense\" is not a FEN"),
        ("", 400, "fen: \"\" is not a FEN: it is empty"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", 422, "a king is missing"),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            422,
            "pawns on the first or last rank",
        ),
        (
            "qqqqkqqq/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPKPPP w - - 0 1",
            422,
            "more pieces than",
        ),
    ];
    for path in ["/api/similar", "/api/terms", "/api/motifs"] {
        for (fen, status, detail) in cases {
            check_problem(Method::POST, path, &json!({"fen": fen}), status, detail).await;
        }
    }
}

#[tokio::test]
async fn requests_that_cannot_be() {
    // The body, status, and what the detail names.
    let cases = [
        (
            json!({"fen": KINGS, "limit": 0}),
            422,
            "limit: 0 is out of range",
        ),
        (
            json!({"fen": KINGS, "limit": 1001}),
            422,
            "limit: 1001 is out of range",
        ),
        (
            json!({"fen": KINGS, "limit": -1}),
            422,
            "limit: -1 is out of range",
        ),
        (json!({"fen": KINGS, "limit": 1e20}), 422, "is out of range"),
        (
            json!({"fen": KINGS, "limit": 1.5}),
            422,
            "limit: 1.5 is out of range",
        ),
        (
            json!({"fen": KINGS, "limit": "ten"}),
            400,
            "limit: invalid type: string \"ten\", expected a number",
        ),
        (
            json!({"fen": KINGS, "limit": [1]}),
            400,
            "limit: invalid type: sequence, expected a number",
        ),
        (
            json!({"fen": KINGS, "explain": 1}),
            400,
            "explain: invalid type: integer `1`, expected true or false",
        ),
        (
            json!({"fen": KINGS, "scoring": "magic"}),
            422,
            "there is no profile \"magic\"; the profiles are tabiya, thesis, structure, tactics",
        ),
        (
            json!({"fen": KINGS, "weights": {"naive": -1}}),
            422,
            "weights: the weight of naive is -1; a weight is a number from 0 to 100",
        ),
        (
            json!({"fen": KINGS, "weights": {"nave": 1}}),
            422,
            "weights: there is no weight \"nave\"; the weights are naive, reachability",
        ),
        (
            json!({"fen": KINGS, "scoring": "thesis", "weights": {"naive": 1}}),
            422,
            "weights: the profile \"thesis\" has no weights",
        ),
        (
            json!({"fen": KINGS, "turn": "mine"}),
            422,
            "turn: \"mine\" is not one of any, same, white, black",
        ),
        (
            json!({"fen": KINGS, "limti": 3}),
            400,
            "unknown field `limti`",
        ),
        (json!({"limit": 3}), 400, "missing field `fen`"),
        (
            json!({"fen": "x".repeat(70_000)}),
            413,
            "length limit exceeded",
        ),
    ];
    for (body, status, detail) in cases {
        check_problem(Method::POST, "/api/similar", &body, status, detail).await;
    }
}

/// Where an object is wanted, a list of its values is refused, in the body and as the body.
#[tokio::test]
async fn lists_that_should_be_objects() {
    let cases = [
        ("/api/similar", json!([1, 2]), ""),
        ("/api/similar", json!([KINGS]), ""),
        (
            "/api/similar",
            json!({"fen": KINGS, "analyse": [3]}),
            "analyse: ",
        ),
        (
            "/api/similar",
            json!({"fen": KINGS, "filter": ["Carlsen"]}),
            "filter: ",
        ),
        (
            "/api/similar",
            json!({"fen": KINGS, "weights": [1]}),
            "weights: ",
        ),
        (
            "/api/positions",
            json!({"fen": KINGS, "filter": ["Carlsen"]}),
            "filter: ",
        ),
    ];
    for (path, body, field) in cases {
        let detail = format!("{field}invalid type: sequence, expected an object");
        check_problem(Method::POST, path, &body, 400, &detail).await;
    }
}

#[tokio::test]
async fn paths_that_lead_nowhere() {
    let cases = [
        (Method::GET, "/api/similar", 400, "missing field `fen`"),
        (
            Method::GET,
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&limit=x",
            400,
            "limit: invalid float literal",
        ),
        (
            Method::GET,
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&limit=",
            400,
            "limit: cannot parse float from empty string",
        ),
        (
            Method::GET,
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&limit=0",
            422,
            "limit: 0 is out of range",
        ),
        (
            Method::GET,
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&explain=maybe",
            400,
            "explain: provided string was not `true` or `false`",
        ),
        (
            Method::GET,
            "/api/games/99999",
            404,
            "there is no game 99999",
        ),
        (Method::GET, "/api/games/0", 404, "there is no game 0"),
        (
            Method::GET,
            "/api/games/abc",
            400,
            "\"abc\" is not the number of a game",
        ),
        (Method::GET, "/nothing", 404, "there is nothing at /nothing"),
        (Method::DELETE, "/api/status", 405, "does not accept DELETE"),
        (Method::PUT, "/api/games", 405, "does not accept PUT"),
        (Method::PUT, "/api/games/1", 405, "does not accept PUT"),
    ];
    for (method, path, status, detail) in cases {
        check_problem(method, path, &Value::Null, status, detail).await;
    }
}

#[tokio::test]
async fn bodies_that_are_not_json() {
    for (body, status, detail) in [
        ("", 400, "the body is empty"),
        ("{", 400, "EOF while parsing"),
    ] {
        let (_, answer) = send(request(Method::POST, "/api/similar", body)).await;
        assert_eq!(answer.status.as_u16(), status);
        assert!(answer.body.contains(detail), "{}", answer.body);
    }
    let mut form = request(Method::POST, "/api/similar", "fen=x");
    form.headers_mut().insert(
        header::CONTENT_TYPE,
        "application/x-www-form-urlencoded"
            .parse()
            .expect("a value"),
    );
    assert_eq!(
        send(form).await.1.status,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

/// The clock is stopped: it goes on when everybody waits for it.
#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes() {
    let mut request = request(Method::POST, "/api/similar", "");
    *request.body_mut() = Body::from_stream(stream::pending::<Result<String, Infallible>>());
    let answer = send(request).await.1;
    check_answer(
        &answer,
        408,
        "the body did not arrive within 10 seconds",
        "no body",
    );
}
