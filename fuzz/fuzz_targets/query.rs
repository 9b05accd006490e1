//! Query strings and paths of the HTTP API, through the whole service: the explorer as lichess has it, players, games
//! and searches.
//!
//! Laws: the answer is one that the OpenAPI document has, never a 500, and an error is a problem that says what is
//! wrong; the games of an explorer's moves are no more than those of the position; a parameter that nobody knows
//! changes nothing of an explorer's answer.
//!
//! The first byte chooses the route, the rest is the query or the last part of the path.
#![no_main]

use axum::body::Body;
use axum::http::{Request, Uri};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tabiya_fuzz::service::{Answer, send};

const EXPLORERS: [&str; 6] = [
    "/masters",
    "/lichess",
    "/player",
    "/master",
    "/lichess/history",
    "/personal",
];
const QUERIES: [&str; 2] = ["/api/similar", "/api/players"];
const PATHS: [&str; 3] = ["/masters/pgn/{id}", "/master/pgn/{id}", "/api/games/{id}"];

fuzz_target!(|input: &[u8]| {
    let Some((choice, rest)) = input.split_first() else {
        return;
    };
    let Ok(rest) = std::str::from_utf8(rest) else {
        return;
    };
    let choice = usize::from(*choice) % (EXPLORERS.len() + QUERIES.len() + PATHS.len());
    if let Some(route) = EXPLORERS.get(choice) {
        explorer(route, rest);
    } else if let Some(route) = QUERIES.get(choice - EXPLORERS.len()) {
        get(route, &format!("{route}?{rest}"));
    } else if !rest.is_empty() && !rest.contains(['/', '?', '#']) {
        let route = PATHS[choice - EXPLORERS.len() - QUERIES.len()];
        get(route, &route.replace("{id}", rest));
    }
});

/// The answer; none if it is no URI.
fn get(route: &str, uri: &str) -> Option<Answer> {
    let uri: Uri = uri.parse().ok()?;
    // A server decodes the path.
    let request = Request::get(uri).body(Body::empty()).ok()?;
    Some(send(route, request))
}

fn explorer(route: &str, query: &str) {
    let Some(answer) = get(route, &format!("{route}?{query}")) else {
        return;
    };
    if !query.contains("nobodyKnows") {
        let other = get(route, &format!("{route}?nobodyKnows=this&{query}")).expect("a URI");
        assert_eq!(other.status, answer.status, "{query}");
        assert_eq!(other.json, answer.json, "{query}");
    }
    let Some(found) = answer.json.filter(|_| answer.status.is_success()) else {
        return;
    };
    let count = |value: &Value| {
        let numbers = ["white", "draws", "black"].map(|name| value[name].as_u64().unwrap_or(0));
        numbers.iter().sum::<u64>()
    };
    let moves = found["moves"]
        .as_array()
        .into_iter()
        .flatten()
        .map(count)
        .sum::<u64>();
    assert!(moves <= count(&found), "{query}: {found}");
}
