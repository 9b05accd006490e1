//! JSON bodies of the HTTP API, through the whole service.
//!
//! Laws: the answer is one that the OpenAPI document has, never a 500, and an error is a problem that says what is
//! wrong; the same value written with more spaces gets the same status; a search has no more hits than it was asked
//! for, best first.
//!
//! The first byte chooses the route, the rest is the body.
#![no_main]

use axum::body::Body;
use axum::http::{Request, header};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tabiya_fuzz::service::{Answer, send};

const ROUTES: [&str; 9] = [
    "/api/similar",
    "/api/positions",
    "/api/terms",
    "/api/motifs",
    "/api/analyse",
    "/api/difficulty",
    "/api/training",
    "/api/progressive",
    "/api/bughouse",
];

fuzz_target!(|input: &[u8]| {
    let Some((choice, body)) = input.split_first() else {
        return;
    };
    let route = ROUTES[usize::from(*choice) % ROUTES.len()];
    let Ok(mut value) = serde_json::from_slice::<Value>(body) else {
        let answer = post(route, body.to_vec());
        assert!(answer.status.is_client_error(), "{route}");
        return;
    };
    tame(&mut value, route);
    let asked = post(route, value.to_string().into_bytes());
    let pretty = serde_json::to_vec_pretty(&value).expect("JSON");
    let again = post(route, pretty);
    assert_eq!(asked.status, again.status, "{route}: {value}");
    if let (true, Some(answer), "/api/similar") = (asked.status.is_success(), &asked.json, route) {
        for answer in answer["results"]
            .as_array()
            .unwrap_or(&vec![answer.clone()])
        {
            hits(answer, value["limit"].as_u64().unwrap_or(10));
        }
    }
});

fn post(route: &str, body: Vec<u8>) -> Answer {
    let request = Request::post(route).header(header::CONTENT_TYPE, "application/json");
    send(route, request.body(Body::from(body)).expect("a request"))
}

/// At most as many as asked for, numbered from 1 on, each with a position and a score that is a number and no higher
/// than the one before.
fn hits(answer: &Value, limit: u64) {
    let Some(hits) = answer["hits"].as_array() else {
        return;
    };
    assert!(hits.len() as u64 <= limit, "{answer}");
    let mut highest = f64::MAX;
    for (hit, rank) in hits.iter().zip(1..) {
        assert_eq!(hit["rank"], rank, "{answer}");
        let score = hit["score"].as_f64().expect("a finite number");
        assert!(score <= highest, "{answer}");
        highest = score;
        assert!(
            hit["fen"]
                .as_str()
                .is_some_and(|fen| pgn::parse_fen(fen).is_ok()),
            "{answer}"
        );
    }
}

/// Keeps what is valid from taking seconds: fewer nodes, moves, positions and hits.
fn tame(value: &mut Value, route: &str) {
    let Some(fields) = value.as_object_mut() else {
        return;
    };
    for (name, most, largest) in [
        ("nodes", 1000, 1_000_000_000_000),
        ("movetimeMs", 10, 3_600_000),
        ("moves", 3, 30),
        ("limit", 20, 1000),
    ] {
        if let Some(number) = fields.get_mut(name)
            && number
                .as_u64()
                .is_some_and(|number| number > most && number <= largest)
        {
            *number = json!(most);
        }
    }
    if let Some(fens) = fields.get_mut("fens").and_then(Value::as_array_mut)
        && fens.len() <= 64
    {
        fens.truncate(2);
    }
    if ["/api/analyse", "/api/bughouse", "/api/training"].contains(&route) {
        fields.entry("nodes").or_insert(json!(1000));
    }
}
