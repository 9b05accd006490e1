//! The answer of an import: the ids in it, and the answer as one document.

use std::io;

use axum::body::Body;
use axum::http::{Method, Request, header};
use futures_util::stream;
use serde_json::{Value, json};

use testing::sites::{Imitation, games};

use crate::Answer;
use crate::fetch::{asking, sites};
use crate::writing::{Service, last_line, local};

fn game(name: &str, moves: &str) -> String {
    format!(
        "[White \"{name}\"]\n[Black \"B\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n\n{moves} *\n\n"
    )
}

fn import(query: &str, pgn: impl Into<Body>) -> Request<Body> {
    let mut request = local(Method::POST, &format!("/api/games?fromMove=0{query}"));
    *request.body_mut() = pgn.into();
    request
}

fn as_json(mut request: Request<Body>) -> Request<Body> {
    let json = "application/json".parse().expect("a value");
    request.headers_mut().insert(header::ACCEPT, json);
    request
}

/// Stored ids, and each duplicate with the id of the stored game, of imports one after the other.
#[tokio::test]
async fn ids() {
    let service = Service::new(None);
    let named = |names: &str| -> String {
        let names = names.chars();
        names
            .map(|name| game(&format!("{name}, A"), "1. e4 e5 2. Nf3"))
            .collect()
    };
    let longer = game("a, A", "1. e4 e5 2. Nf3 Nc6");
    let shorter = game("a, A", "1. e4 e5");
    let collection = "&collection=mine";
    // Of a duplicate: its number, its line, and the id of the stored game.
    for (case, (query, pgn, stored, duplicates)) in [
        ("", named("ab"), json!([[1, 2]]), json!([])),
        ("", named("ab"), json!([]), json!([[1, 1, 1], [2, 8, 2]])),
        (
            "",
            named("cbc"),
            json!([[3, 3]]),
            json!([[2, 8, 2], [3, 15, 3]]),
        ),
        (collection, named("bd"), json!([[4, 4]]), json!([[1, 1, 2]])),
        (
            "&contained=skip",
            shorter + &named("e"),
            json!([[5, 5]]),
            json!([[1, 1, 1]]),
        ),
        (
            "&contained=replace",
            longer.clone(),
            json!([[6, 6]]),
            json!([]),
        ),
        (
            "",
            longer + &named("a"),
            json!([[7, 7]]),
            json!([[1, 1, 6]]),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = service.send(import(query, pgn)).await.1;
        let answer = last_line(&answer);
        let list = |name: &str| answer[name].as_array().expect("a list").clone().into_iter();
        let ranges = list("stored").map(|range| json!([range["first"], range["last"]]));
        assert_eq!(ranges.collect::<Value>(), stored, "{case}: {answer}");
        let named = list("duplicateGames").map(|game| {
            assert_eq!(game["file"], Value::Null, "{case}");
            json!([game["game"], game["line"], game["id"]])
        });
        assert_eq!(named.collect::<Value>(), duplicates, "{case}: {answer}");
        assert_eq!(
            answer["duplicates"],
            duplicates.as_array().map_or(0, Vec::len),
            "{case}"
        );
    }
}

/// Of very many duplicates, the first thousand are named.
#[tokio::test]
async fn duplicates_are_all_counted() {
    let service = Service::new(None);
    let last = last_line(&service.import(game("a", "1. e4").repeat(1502)).await);
    assert_eq!(
        (&last["games"], &last["duplicates"]),
        (&json!(1), &json!(1501))
    );
    let named = last["duplicateGames"].as_array().expect("a list");
    let (first, last) = (&named[0], &named[999]);
    assert_eq!(
        (named.len(), &first["game"], &last["game"]),
        (1000, &json!(2), &json!(1001))
    );
    assert!(named.iter().all(|game| game["id"] == 1));
}

/// Checks status, media type and members of a document.
fn check(answer: &Answer, status: u16, media_type: &str, members: &Value) {
    let document = answer.json();
    assert_eq!(answer.status.as_u16(), status, "{document}");
    assert_eq!(answer.content_type, media_type, "{document}");
    for (name, value) in members.as_object().expect("members") {
        assert_eq!(&document[name], value, "{name}: {document}");
    }
}

const PROBLEM: &str = "application/problem+json";

/// One document with the status of the outcome; it counts the stored games even if the import fails half-way.
#[tokio::test]
async fn one_document() {
    let games: String = (0..200)
        .map(|number| game(&number.to_string(), "1. e4 e5"))
        .collect();
    let cut_off = || {
        let start = games.clone() + "[Event \"half\"]\n\n1. e4 e5 2. Nf3";
        Body::from_stream(stream::iter([Ok(start), Err(io::Error::other("gone"))]))
    };
    let all = json!([{"first": 1, "last": 200}]);
    let whole = json!({"done": true, "error": null, "games": 200, "stored": all, "duplicates": 0, "rejected": []});
    let half = json!({
        "type": "about:blank", "status": 400, "code": "malformed", "field": null,
        "done": false, "games": 200, "stored": all, "duplicates": 0, "rejectedCount": 0,
    });
    let none = json!({"status": 400, "games": null, "done": null});
    for (body, status, media_type, members) in [
        (Body::from(games.clone()), 200, "application/json", &whole),
        (cut_off(), 400, PROBLEM, &half),
        (Body::from("no game"), 400, PROBLEM, &none),
        (Body::empty(), 400, PROBLEM, &none),
    ] {
        let service = Service::new(None);
        let (parts, answer) = service.send(as_json(import("", body))).await;
        check(&answer, status, media_type, members);
        if status == 200 || members == &half {
            assert_eq!(parts.headers()[header::VARY], "accept");
            assert_eq!(service.games().await, 200);
            let document = answer.json();
            assert_eq!(document["error"], document["detail"], "{document}");
        }
        service.index.writer().expect("the writer is free");
    }
}

#[tokio::test]
async fn a_fetch_in_one_document() {
    let site = Imitation::start();
    site.state().games = games(3, 1);
    let service = Service::with_snapshots(sites(&site));
    let stored = json!([{"first": 1, "last": 3}]);
    for (games, stored) in [(3, stored), (0, json!([]))] {
        let request = asking(&json!({"site": "lichess", "name": "Ann"}));
        let answer = service.send(as_json(request)).await.1;
        let members = json!({"done": true, "games": games, "stored": stored});
        check(&answer, 200, "application/json", &members);
    }
    let request = asking(&json!({"site": "lichess", "name": "Nobody"}));
    let answer = service.send(as_json(request)).await.1;
    check(&answer, 404, PROBLEM, &json!({"code": "notFound"}));
}
