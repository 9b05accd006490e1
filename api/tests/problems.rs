//! Impossible requests, and their problems.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use futures_util::stream;
use serde_json::{Value, json};

use crate::{Answer, Refused, check_answer, check_problem, get, request, send};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

#[tokio::test]
async fn positions_that_are_none() {
    let (no_king, pawn, crowd) = (
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "qqqqkqqq/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPKPPP w - - 0 1",
    );
    let cases = [
        ("nonsense", Refused(400, "fen", &["nonsense"])),
        ("", Refused(400, "fen", &[])),
        // The reasons are tested where they are found: in `pgn`.
        (no_king, Refused(422, "fen", &[no_king])),
        (pawn, Refused(422, "fen", &[pawn])),
        (crowd, Refused(422, "fen", &[crowd])),
    ];
    for path in ["/api/similar", "/api/terms", "/api/motifs"] {
        for (fen, expected) in cases {
            check_problem(Method::POST, path, &json!({"fen": fen}), expected).await;
        }
    }
}

#[tokio::test]
async fn requests_that_cannot_be() {
    let cases = [
        (json!({"limit": 0}), Refused(422, "limit", &["0"])),
        (json!({"limit": 1001}), Refused(422, "limit", &["1001"])),
        (json!({"limit": -1}), Refused(422, "limit", &["-1"])),
        (
            json!({"limit": 1e20}),
            Refused(422, "limit", &["100000000000000000000"]),
        ),
        (json!({"limit": 1.5}), Refused(422, "limit", &["1.5"])),
        (json!({"limit": "ten"}), Refused(400, "limit", &["ten"])),
        (json!({"limit": [1]}), Refused(400, "limit", &[])),
        (json!({"explain": 1}), Refused(400, "explain", &["1"])),
        (
            json!({"scoring": "magic"}),
            Refused(
                422,
                "scoring",
                &["magic", "tabiya", "thesis", "structure", "tactics"],
            ),
        ),
        (
            json!({"weights": {"naive": 100.000_000_000_000_01}}),
            Refused(422, "weights", &["naive", "100"]),
        ),
        (
            json!({"weights": {"naive": -1}}),
            Refused(422, "weights", &["naive", "-1", "0", "100"]),
        ),
        (
            json!({"weights": {"nave": 1}}),
            Refused(422, "weights", &["nave", "naive", "reachability"]),
        ),
        (
            json!({"scoring": "thesis", "weights": {"naive": 1}}),
            Refused(422, "weights", &["thesis"]),
        ),
        (
            json!({"turn": "mine"}),
            Refused(422, "turn", &["mine", "any", "same", "white", "black"]),
        ),
        (json!({"limti": 3}), Refused(400, "limti", &["limti"])),
        (json!({"fen": "x".repeat(70_000)}), Refused(413, "", &[])),
    ];
    for (fields, expected) in cases {
        let mut body = json!({"fen": KINGS});
        for (name, value) in fields.as_object().expect("fields") {
            body[name] = value.clone();
        }
        check_problem(Method::POST, "/api/similar", &body, expected).await;
    }
    let body = json!({"limit": 3});
    let expected = Refused(400, "", &["fen"]);
    check_problem(Method::POST, "/api/similar", &body, expected).await;
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
            "analyse",
        ),
        (
            "/api/similar",
            json!({"fen": KINGS, "filter": ["Carlsen"]}),
            "filter",
        ),
        (
            "/api/similar",
            json!({"fen": KINGS, "weights": [1]}),
            "weights",
        ),
        (
            "/api/positions",
            json!({"fen": KINGS, "filter": ["Carlsen"]}),
            "filter",
        ),
    ];
    for (path, body, field) in cases {
        // By its name in JSON.
        let expected = Refused(400, field, &["object"]);
        check_problem(Method::POST, path, &body, expected).await;
    }
}

#[tokio::test]
async fn paths_that_lead_nowhere() {
    for (query, expected) in [
        ("", Refused(400, "", &["fen"])),
        (
            "fen=4k3/8/8/8/8/8/8/4K3&limit=x",
            Refused(400, "limit", &[]),
        ),
        (
            "fen=4k3/8/8/8/8/8/8/4K3&limit=0",
            Refused(422, "limit", &["0"]),
        ),
        (
            "fen=4k3/8/8/8/8/8/8/4K3&explain=maybe",
            Refused(400, "explain", &["true", "false"]),
        ),
    ] {
        let path = format!("/api/similar?{query}");
        check_problem(Method::GET, &path, &Value::Null, expected).await;
    }
    for (method, path, expected) in [
        (
            Method::GET,
            "/api/games/99999",
            Refused(404, "", &["99999"]),
        ),
        (Method::GET, "/api/games/0", Refused(404, "", &["0"])),
        (Method::GET, "/api/games/abc", Refused(400, "id", &["abc"])),
        (Method::GET, "/nothing", Refused(404, "", &["/nothing"])),
        (
            Method::DELETE,
            "/api/status",
            Refused(405, "", &["/api/status", "DELETE"]),
        ),
        (
            Method::PUT,
            "/api/games",
            Refused(405, "", &["/api/games", "PUT"]),
        ),
        (
            Method::PUT,
            "/api/games/1",
            Refused(405, "", &["/api/games/1", "PUT"]),
        ),
    ] {
        check_problem(method, path, &Value::Null, expected).await;
    }
}

#[tokio::test]
async fn bodies_that_are_not_json() {
    let refused = async |body: &str, expected| {
        let (_, answer) = send(request(Method::POST, "/api/similar", body)).await;
        check_answer(&answer, expected, body)
    };
    let empty = refused("", Refused(400, "", &["JSON"])).await;
    // The line and the column.
    let cut = refused("{", Refused(400, "", &["1"])).await;
    assert_ne!(empty, cut);
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

/// An empty field counts as absent where it cannot be empty, and only there.
#[tokio::test]
async fn empty_fields() {
    for (path, same) in [
        (
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&limit=&flip=&since=&player=",
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3",
        ),
        ("/api/players?q=&limit=", "/api/players?q="),
        ("/masters?fen=&play=&since=&moves=&variant=", "/masters"),
    ] {
        let [found, expected] = [get(path).await, get(same).await];
        assert_eq!(found.status, StatusCode::OK, "{path}: {}", found.body);
        let list = |answer: &Answer| {
            let answer = answer.json();
            ["hits", "players", "moves"].map(|name| answer[name].clone())
        };
        assert_eq!(list(&found), list(&expected), "{path}");
    }
    let fields = &["unknown", "color", "since", "limit"];
    for (path, expected) in [
        (
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&limit=&limit=0",
            Refused(422, "limit", &["0"]),
        ),
        (
            "/player?player=&color=white",
            Refused(422, "player", &["/player"]),
        ),
        ("/api/similar?fen=", Refused(400, "fen", &[])),
        // Another name is not known the better for being empty.
        (
            "/api/players?q=&colour=",
            Refused(400, "colour", &["unknown", "q", "limit"]),
        ),
        ("/api/games?colour=white", Refused(400, "colour", fields)),
        (
            "/api/similar?fen=8/8/8/8/8/8/8/8&colour=",
            Refused(400, "colour", fields),
        ),
    ] {
        check_problem(Method::GET, path, &Value::Null, expected).await;
    }
}

/// Many empty fields take no longer than as many others.
#[tokio::test]
async fn many_empty_fields() {
    for pair in ["limit=&", "a=&", "&"] {
        let started = std::time::Instant::now();
        let path = format!("/api/players?{}q=x", pair.repeat(9_000));
        let answer = get(&path).await;
        let is_known = pair != "a=&";
        assert_eq!(answer.status == StatusCode::OK, is_known, "{}", answer.body);
        // Ten seconds when each took a reading of all.
        assert!(started.elapsed().as_secs() < 3, "{pair}");
    }
}

/// A body that is cut off names the last whole field name, or none.
#[tokio::test]
async fn bodies_that_are_cut_off() {
    let cases = [
        ("{", "early ("),
        (r#"{"fe"#, "early ("),
        (r#"{"fen": "4k3/8"#, " in fen ("),
        (r#"{"filter": {"pla"#, " in filter ("),
        (r#"{"filter": {"player": "Car"#, " in filter.player ("),
    ];
    for (body, within) in cases {
        let answer = send(request(Method::POST, "/api/similar", body)).await.1;
        let detail = check_answer(&answer, Refused(400, "", &["JSON"]), body);
        assert!(detail.contains(within), "{body}: {detail}");
    }
}

/// The clock is stopped: it goes on when everybody waits for it.
#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes() {
    let mut request = request(Method::POST, "/api/similar", "");
    *request.body_mut() = Body::from_stream(stream::pending::<Result<String, Infallible>>());
    let answer = send(request).await.1;
    check_answer(&answer, Refused(408, "", &["10"]), "no body");
}
