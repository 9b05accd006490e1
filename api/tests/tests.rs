//! The service as its clients see it, in process: requests in, statuses and JSON out.

mod find;
mod lifecycle;
mod openapi;
mod training;
mod writing;

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use api::Analysts;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use futures_util::stream;
use http_body_util::BodyExt;
use index::{Index, Ingested};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

const EXAMPLE: &str = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";

/// A service over Carlsen's games, and the folder of its index.
static SERVICE: LazyLock<(Router, TempDir)> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/carlsen.pgn");
    let stream = index::open_pgn(&path, |_| {});
    index::ingest(
        &mut writer,
        "carlsen",
        stream,
        13,
        &mut Ingested::default(),
        |_, _| ControlFlow::Continue(()),
    )
    .expect("all games read");
    writer.commit().expect("a commit");
    drop(writer);
    index.reload().expect("the commit");
    (api::router(Arc::new(index), own_engines(), None), folder)
});

fn own_engines() -> Analysts {
    Analysts::new(None).expect("our own engine")
}

/// The answer to a request.
struct Answer {
    status: StatusCode,
    content_type: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

async fn send(request: Request<Body>) -> (Response<()>, Answer) {
    send_to(&SERVICE.0, request).await
}

async fn send_to(service: &Router, request: Request<Body>) -> (Response<()>, Answer) {
    let response = service.clone().oneshot(request).await.expect("infallible");
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    let content_type = parts.headers.get(header::CONTENT_TYPE);
    let answer = Answer {
        status: parts.status,
        content_type: content_type
            .map_or("", |v| v.to_str().expect("ASCII"))
            .to_owned(),
        body: String::from_utf8(bytes.to_vec()).expect("UTF-8"),
    };
    (Response::from_parts(parts, ()), answer)
}

fn request(method: Method, path: &str, body: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json; charset=utf-8")
        .body(Body::from(body.to_owned()))
        .expect("a request")
}

async fn get(path: &str) -> Answer {
    send(request(Method::GET, path, "")).await.1
}

async fn post(path: &str, body: &Value) -> Answer {
    send(request(Method::POST, path, &body.to_string())).await.1
}

#[tokio::test]
async fn similar() {
    let answer = post(
        "/api/similar",
        &json!({"fen": EXAMPLE, "limit": 2, "scoring": "thesis"}),
    )
    .await;
    assert_eq!(
        (answer.status, answer.content_type.as_str()),
        (StatusCode::OK, "application/json")
    );
    let answer = answer.json();
    assert_eq!(answer["fen"], EXAMPLE);
    assert_eq!(
        (&answer["games"], &answer["positions"]),
        (&json!(2851), &json!(190_130))
    );
    assert!(answer["tookMs"].is_f64());
    assert_eq!(answer["hits"].as_array().map(Vec::len), Some(2));

    let hit = &answer["hits"][0];
    let mut told = hit.clone();
    told["score"].take();
    told["explanation"].take();
    assert_eq!(
        told,
        json!({
            "rank": 1, "score": null, "ply": 30, "flipped": false, "analysis": null,
            "fen": "r1b3k1/pp1n1r1p/2n1p1p1/q2p4/2pP4/P1P2N2/2PBBPPP/R2QK2R w KQ - 2 16",
            "label": "1489 [5th Final Masters] Karjakin,Sergey-Carlsen,M/15 B",
            "played": {"uci": "f3g5", "san": "Ng5"},
            "game": {
                "id": 1489, "event": "5th Final Masters", "site": "Sao Paulo/Bilbao BRA/ESP", "date": "2012.10.11", "round": "8",
                "white": {"name": "Karjakin,Sergey", "rating": 2778},
                "black": {"name": "Carlsen,M", "rating": 2843},
                "winner": null, "result": "1/2-1/2", "eco": "C19",
            },
            "explanation": null,
        })
    );

    let explanation = &hit["explanation"];
    let score = hit["score"].as_f64().expect("a score");
    let number = |value: &Value| value.as_f64().expect("a number");
    let families: f64 = ["naive", "reachability", "connectivity", "pawns"]
        .iter()
        .map(|f| number(&explanation[f]))
        .sum();
    let terms: f64 = explanation["terms"]
        .as_array()
        .expect("terms")
        .iter()
        .map(|t| number(&t["score"]))
        .sum();
    assert!((families - score).abs() < 1e-9 && (terms - score).abs() < 1e-9);
    assert_eq!(explanation["terms"][0]["term"], "w[e6/d5/c4]");
    assert_eq!(explanation["terms"][0]["family"], "pawns");
}

/// Several positions are answered in their order, each as it is alone, or with its own problem.
#[tokio::test]
async fn several_positions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let alone = |fen| async move { post("/api/similar", &json!({"fen": fen, "limit": 3})).await };
    let several = json!({"fens": [EXAMPLE, "nonsense", start], "limit": 3});
    let several = post("/api/similar", &several).await;
    assert_eq!(several.status, StatusCode::OK, "{}", several.body);
    let mut results = several.json()["results"].take();
    for (place, fen) in [(0, EXAMPLE), (2, start)] {
        let mut alone = alone(fen).await.json();
        assert_eq!(alone["hits"].as_array().map(Vec::len), Some(3));
        alone["tookMs"].take();
        results[place]["tookMs"].take();
        assert_eq!(results[place], alone);
    }
    let refused = alone("nonsense").await.json();
    assert_eq!(results[1], json!({"fen": "nonsense", "problem": refused}));

    let many = post("/api/similar", &json!({"fens": vec![EXAMPLE; 65]})).await;
    assert_eq!(many.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        many.json()["detail"],
        "fens: there are 65; there must be 1 to 64"
    );
}

/// Every profile's families, less the penalty, add up to the score, and so do the terms.
#[tokio::test]
async fn explained_in_every_profile() {
    let weights = json!({"naive": 0, "pawnSkeleton": 10, "penalty": 0.5});
    for asked in [
        json!({"scoring": "tabiya"}),
        json!({"scoring": "structure"}),
        json!({"scoring": "tactics"}),
        json!({"weights": weights}),
    ] {
        let mut request = asked.clone();
        request["fen"] = json!(EXAMPLE);
        let answer = post("/api/similar", &request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let number = |value: &Value| value.as_f64().expect("a number");
        for hit in answer.json()["hits"].as_array().expect("hits") {
            let explanation = hit["explanation"].as_object().expect("an explanation");
            let penalty = number(&explanation["penalty"]);
            let families = explanation
                .iter()
                .filter(|(name, _)| !["terms", "penalty"].contains(&name.as_str()));
            let families: f64 = families.map(|(_, value)| number(value)).sum();
            let terms = explanation["terms"].as_array().expect("terms");
            let terms: f64 = terms.iter().map(|term| number(&term["score"])).sum();
            for sum in [families, terms] {
                assert!(
                    (sum - penalty - number(&hit["score"])).abs() < 1e-9,
                    "{asked}: {hit}"
                );
            }
            assert!(penalty > 0.0);
        }
    }
}

/// Unless said, the scoring is `tabiya`, for which counts how games went on; with the weights of that at
/// zero the same positions are found by what is on the board alone.
#[tokio::test]
async fn what_is_usual_counts_the_continuation() {
    let hits = |answer: Answer| answer.json()["hits"].as_array().expect("hits").clone();
    let similar = |request: Value| async move { hits(post("/api/similar", &request).await) };
    let continuation = |hit: &Value| hit["explanation"]["continuation"].as_f64();
    let usual = similar(json!({"fen": EXAMPLE, "limit": 30})).await;
    let tabiya = similar(json!({"fen": EXAMPLE, "limit": 30, "scoring": "tabiya"})).await;
    assert_eq!(usual, tabiya);
    for hit in &usual {
        let terms = hit["explanation"]["terms"].as_array().expect("terms");
        let typical = |term: &&Value| term["family"] == "continuation";
        for term in terms.iter().filter(typical) {
            assert!(
                term["term"]
                    .as_str()
                    .is_some_and(|term| term.starts_with('~'))
            );
        }
    }
    assert!(usual.iter().any(|hit| continuation(hit) > Some(0.0)));

    let weights = json!({"plan": 0, "opening": 0});
    let board = similar(json!({"fen": EXAMPLE, "limit": 30, "weights": weights})).await;
    assert!(board.iter().all(|hit| continuation(hit) == Some(0.0)));
    let mut games = [&usual, &board].map(|hits| {
        let ids = hits.iter().map(|hit| hit["game"]["id"].as_u64());
        ids.collect::<Vec<_>>()
    });
    assert_ne!(games[0], games[1]);
    for ids in &mut games {
        ids.sort_unstable();
    }
    assert_eq!(games[0], games[1]);
}

/// With `turn` only positions with the same side to move are hits; with `flip` those of the colours
/// reversed are found as well as the query finds those of its own.
#[tokio::test]
async fn turn_and_flip() {
    let hits = |answer: Answer| answer.json()["hits"].as_array().expect("hits").clone();
    let similar = |request: Value| async move { hits(post("/api/similar", &request).await) };
    let same = similar(json!({"fen": EXAMPLE, "turn": "same", "limit": 50})).await;
    assert_eq!(same.len(), 50);
    for hit in &same {
        let fen = hit["fen"].as_str().expect("a FEN");
        assert_eq!(fen.split(' ').nth(1), Some("w"), "{fen}");
    }

    // The example with the colours reversed.
    let reversed = "r1b1k2r/2pq1pbp/2p2np1/p1Pp4/Q2P4/2N1PR2/PP2N1PP/R1B3K1 b kq - 0 1";
    let whole = similar(json!({"fen": EXAMPLE})).await;
    let found = similar(json!({"fen": reversed, "flip": true})).await;
    assert_eq!(found.len(), 10);
    // Nothing is lost: what the reversed query finds of its own can only come before.
    assert!(found[0]["score"].as_f64() >= whole[0]["score"].as_f64());
    let flipped: Vec<&Value> = found.iter().filter(|hit| hit["flipped"] == true).collect();
    assert!(!flipped.is_empty());
    for hit in flipped {
        let original = whole
            .iter()
            .find(|one| one["game"]["id"] == hit["game"]["id"]);
        let original = original.expect("a hit of the query as it was");
        assert_eq!(
            (&hit["fen"], &hit["score"]),
            (&original["fen"], &original["score"])
        );
    }
}

#[tokio::test]
async fn the_same_by_get() {
    let underscored = EXAMPLE.replace(' ', "_");
    let answer = get(&format!(
        "/api/similar?fen={underscored}&limit=3&explain=false"
    ))
    .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let by_get = answer.json();
    let by_post = post(
        "/api/similar",
        &json!({"fen": EXAMPLE, "limit": 3, "explain": false}),
    )
    .await
    .json();
    assert_eq!(by_get["hits"], by_post["hits"]);
    assert_eq!(by_get["hits"][0]["explanation"], Value::Null);
}

#[tokio::test]
async fn ten_hits_of_ten_games_explained_unless_asked_otherwise() {
    let hits = post("/api/similar", &json!({"fen": EXAMPLE})).await.json()["hits"].take();
    let hits = hits.as_array().expect("hits").clone();
    let games: std::collections::HashSet<_> = hits
        .iter()
        .map(|hit| hit["game"]["id"].to_string())
        .collect();
    assert_eq!((hits.len(), games.len()), (10, 10));
    assert!(hits.iter().all(|hit| hit["explanation"].is_object()));
}

#[tokio::test]
async fn terms() {
    let answer = post("/api/terms", &json!({"fen": "4k3/8/8/8/8/8/4P3/4K3_w"}))
        .await
        .json();
    assert_eq!(answer["fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(answer["naive"], json!(["Pe2", "Ke1", "ke8"]));
    assert_eq!(
        answer["reachability"][0],
        json!({"term": "Pe3", "weight": 0.890_625})
    );
    assert_eq!(answer["connectivity"], json!(["K<Pe2"]));
    assert_eq!(answer["pawns"], json!(["Ie2", "Fe2", "P(1)", "p(0)"]));
}

#[tokio::test]
async fn motifs() {
    let answer = post(
        "/api/motifs",
        &json!({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}),
    )
    .await
    .json();
    assert_eq!(
        answer["motifs"][0],
        json!({
            "kind": "isolated", "color": "white", "squares": ["e2"], "pieces": ["P"], "moves": [],
            "term": "Ie2", "text": "White's e2 pawn is isolated.",
        })
    );
    assert_eq!(
        (&answer["opening"], &answer["structures"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(
        answer["squares"]
            .as_array()
            .expect("squares")
            .iter()
            .find(|square| square["square"] == "e2"),
        Some(&json!({
            "square": "e2", "piece": "P", "kinds": ["isolated", "passed", "pawnMajority"],
        }))
    );
}

/// One with moves: what stands where, what is played, what it is called.
#[tokio::test]
async fn motifs_with_moves() {
    let answer = post("/api/motifs", &json!({"fen": "r3k3/8/8/1N6/8/8/8/4K3_w"}))
        .await
        .json();
    let fork = answer["motifs"]
        .as_array()
        .and_then(|motifs| motifs.last())
        .expect("a fork");
    assert_eq!(
        *fork,
        json!({
            "kind": "fork", "color": "white", "squares": ["b5", "c7", "a8", "e8"],
            "pieces": ["N", null, "r", "k"], "moves": [{"uci": "b5c7", "san": "Nc7+"}], "term": null,
            "text": "With Nc7+ White forks Black's rook on a8 and king on e8.",
        })
    );
    let answer = post(
        "/api/motifs",
        &json!({"fen": "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"}),
    )
    .await
    .json();
    let mate = answer["motifs"]
        .as_array()
        .and_then(|motifs| motifs.last())
        .expect("a mate");
    assert_eq!(
        (&mate["kind"], mate["moves"].as_array().map(Vec::len)),
        (&json!("mateIn2"), Some(3))
    );
    let last = mate["moves"][2]["san"].as_str().expect("SAN");
    assert!(last.ends_with('#'), "{mate}");
}

#[tokio::test]
async fn structures_and_openings() {
    let chain = "rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4";
    let answer = post("/api/motifs", &json!({"fen": chain})).await.json();
    assert_eq!(
        answer["opening"],
        json!({"eco": "C02", "name": "French Defense: Advance Variation"})
    );
    let structure = &answer["structures"][0];
    assert_eq!(
        (&structure["name"], &structure["color"], &structure["grade"]),
        (&json!("French chain"), &json!("white"), &json!(0.97))
    );
    for text in [
        &structure["about"],
        &structure["plans"]["white"],
        &structure["plans"]["black"],
    ] {
        assert!(
            text.as_str().is_some_and(|text| text.ends_with('.')),
            "{structure}"
        );
    }
}

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
            "there is none named \"magic\"; there is tabiya, thesis, structure, tactics",
        ),
        (
            json!({"fen": KINGS, "weights": {"naive": -1}}),
            422,
            "weights: the weight of naive is -1; a weight is a number from 0 to 100",
        ),
        (
            json!({"fen": KINGS, "weights": {"nave": 1}}),
            422,
            "weights: there is no weight \"nave\"; there are naive, reachability",
        ),
        (
            json!({"fen": KINGS, "scoring": "thesis", "weights": {"naive": 1}}),
            422,
            "weights: the scoring \"thesis\" has none",
        ),
        (
            json!({"fen": KINGS, "turn": "mine"}),
            422,
            "turn: it is \"mine\"; there is any, same, white, black",
        ),
        (
            json!({"fen": KINGS, "limti": 3}),
            400,
            "unknown field `limti`",
        ),
        (json!({"limit": 3}), 400, "missing field `fen`"),
        (
            json!([1, 2]),
            400,
            "invalid type: sequence, expected an object",
        ),
        (
            json!([KINGS]),
            400,
            "invalid type: sequence, expected an object",
        ),
        (
            json!({"fen": KINGS, "analyse": [3]}),
            400,
            "analyse: invalid type: sequence, expected an object",
        ),
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
        (Method::DELETE, "/api/status", 405, "does not take DELETE"),
        (Method::GET, "/api/games", 405, "does not take GET"),
        (Method::PUT, "/api/games/1", 405, "does not take PUT"),
    ];
    for (method, path, status, detail) in cases {
        check_problem(method, path, &Value::Null, status, detail).await;
    }
}

async fn check_problem(method: Method, path: &str, body: &Value, status: u16, detail: &str) {
    let answer = send(request(method, path, &body.to_string())).await.1;
    check_answer(&answer, status, detail, &format!("{path} {body}"));
}

/// Checks that an answer is a problem of a status, with a detail that contains `detail`.
fn check_answer(answer: &Answer, status: u16, detail: &str, case: &str) {
    assert_eq!(answer.status.as_u16(), status, "{case}: {}", answer.body);
    assert_eq!(answer.content_type, "application/problem+json", "{case}");
    let problem = answer.json();
    assert_eq!(
        (&problem["status"], &problem["type"]),
        (&json!(status), &json!("about:blank"))
    );
    let told = problem["detail"].as_str().expect("a sentence");
    assert!(told.contains(detail), "{case}: {told}");
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
        "the request took more than 10 seconds",
        "no body",
    );
}

#[tokio::test]
async fn any_page_may_ask() {
    let mut preflight = request(Method::OPTIONS, "/api/similar", "");
    for (name, value) in [
        ("origin", "https://trainer.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ] {
        preflight
            .headers_mut()
            .insert(name, value.parse().expect("a value"));
    }
    let (response, answer) = send(preflight).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let (response, _) = send(request(Method::GET, "/api/status", "")).await;
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let (response, _) = send(request(Method::PUT, "/api/similar", "")).await;
    assert_eq!(response.headers()["allow"], "GET,HEAD,POST");
}

/// Where it was built the page, else how to get it; at all addresses of its views.
#[tokio::test]
async fn page() {
    for path in ["/", "/games/1489?ply=29", "/analysis", "/import", "/play"] {
        let (response, answer) = send(request(Method::GET, path, "")).await;
        let header = |name| {
            response
                .headers()
                .get(name)
                .map(|value| value.to_str().expect("ASCII"))
        };
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.content_type, "text/html; charset=utf-8", "{path}");
        assert!(answer.body.contains("<title>Tabiya</title>"), "{path}");
        let policy = header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert_eq!(header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{path}");

        let tag = header("etag").expect("a tag");
        let again = Request::builder().uri(path).header("if-none-match", tag);
        let (response, answer) = send(again.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(answer.body, "", "{path}");
        assert!(response.headers().contains_key("etag"), "{path}");
    }
    for path in [
        "/assets/none.js",
        "/assets/",
        "/games/",
        "/api/none",
        "/index",
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.content_type, "application/problem+json", "{path}");
    }
    let (_, answer) = send(request(Method::POST, "/", "")).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.content_type, "application/problem+json");
}

/// What the page loads is compressed for who takes it, and kept for ever.
#[tokio::test]
async fn assets() {
    let page = get("/").await.body;
    let script = page.split('"').find(|part| {
        part.starts_with("/assets/")
            && std::path::Path::new(part).extension() == Some("js".as_ref())
    });
    let Some(script) = script else {
        assert!(page.contains("npm run build"), "{page}");
        eprintln!("skipped: the page is not built (make page)");
        return;
    };
    let ask = |encoding: &'static str| {
        let request = Request::builder()
            .uri(script)
            .header("accept-encoding", encoding);
        SERVICE
            .0
            .clone()
            .oneshot(request.body(Body::empty()).expect("a request"))
    };
    let mut sizes = Vec::new();
    for (encoding, told) in [
        ("br, gzip", Some("gzip")),
        ("identity", None),
        ("gzip;q=0", None),
    ] {
        let response = ask(encoding).await.expect("infallible");
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map(|value| value.to_str().expect("ASCII").to_owned())
        };
        assert_eq!(header("content-encoding").as_deref(), told, "{encoding}");
        assert_eq!(
            header("content-type").as_deref(),
            Some("text/javascript; charset=utf-8")
        );
        let forever = "public, max-age=31536000, immutable";
        assert_eq!(header("cache-control").as_deref(), Some(forever));
        assert_eq!(header("vary").as_deref(), Some("accept-encoding"));
        sizes.push(
            response
                .into_body()
                .collect()
                .await
                .expect("a body")
                .to_bytes()
                .len(),
        );
    }
    assert!(sizes[0] * 2 < sizes[1], "{sizes:?}");
    assert_eq!(sizes[1], sizes[2]);
}

/// The weakest looks at fewer moves than the strongest, and each twice alike.
#[tokio::test]
async fn analysis_as_a_rating() {
    let mut nodes = Vec::new();
    for elo in [800, 1500, 2200] {
        let ask = json!({"fen": EXAMPLE, "elo": elo});
        let (one, other) = (
            post("/api/analyse", &ask).await,
            post("/api/analyse", &ask).await,
        );
        assert_eq!(one.status, StatusCode::OK, "{}", one.body);
        let (one, other) = (one.json(), other.json());
        assert_eq!(one["pvs"], other["pvs"], "{elo}");
        nodes.push(one["nodes"].as_u64().expect("a number"));
    }
    assert!(nodes.is_sorted_by(|one, next| one < next), "{nodes:?}");
    // The next one is as strong as ever.
    let full = post("/api/analyse", &json!({"fen": EXAMPLE})).await.json();
    assert!(full["nodes"].as_u64() >= nodes.last().copied(), "{full}");

    for (elo, detail) in [
        (
            json!(799),
            "elo: 799 is out of range; it is a whole number from 800 to 2200",
        ),
        (
            json!(1000.5),
            "elo: 1000.5 is out of range; it is a whole number from 800 to 2200",
        ),
    ] {
        let answer = post("/api/analyse", &json!({"fen": EXAMPLE, "elo": elo})).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["detail"], detail);
    }
}
