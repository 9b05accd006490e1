//! Pages of games without their moves.

use axum::http::{Method, header};
use serde_json::{Value, json};

use crate::writing::{Service, local};
use crate::{Refused, check_answer, get, request_as, send};

/// The JSON of a page.
async fn page(service: &Service, query: &str) -> Value {
    let mut request = local(Method::GET, &format!("/api/games?{query}"));
    let json = "application/json".parse().expect("a value");
    request.headers_mut().insert(header::ACCEPT, json);
    let (parts, answer) = service.send(request).await;
    assert_eq!(parts.status(), 200, "{query}: {}", answer.body);
    assert_eq!(answer.content_type, "application/json");
    answer.json()
}

fn ids(page: &Value) -> Vec<u64> {
    let games = page["games"].as_array().expect("games").iter();
    games
        .map(|game| game["id"].as_u64().expect("an id"))
        .collect()
}

fn game(name: &str) -> String {
    format!("[White \"{name}\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n\n1. e4 e5 2. Nf3 1-0\n\n")
}

/// Headers, the number of half-moves and collections; no moves.
#[tokio::test]
async fn a_game() {
    let service = Service::new(None);
    service.import(game("First")).await;
    let mut request = local(Method::POST, "/api/games?collection=mine");
    *request.body_mut() = (game("First") + &game("Second")).into();
    service.send(request).await;
    let listed = |id, name: &str| {
        json!({
            "id": id, "event": null, "site": null, "date": null, "round": null,
            "white": {"name": name, "rating": 2500}, "black": {"name": "B", "rating": null},
            "winner": "white", "result": "1-0", "eco": null, "variationPly": null,
            "plies": 3, "collections": ["mine"],
        })
    };
    let expected = json!({"games": [listed(1, "First"), listed(2, "Second")], "next": null});
    assert_eq!(page(&service, "").await, expected);
    for (query, expected) in [
        ("limit=1", json!([[1], 1])),
        ("limit=1&after=1", json!([[2], null])),
        ("limit=2", json!([[1, 2], null])),
        ("after=2", json!([[], null])),
        ("white=second", json!([[2], null])),
        ("collection=mine&after=0", json!([[1, 2], null])),
        ("after=9007199254740991", json!([[], null])),
    ] {
        let page = page(&service, query).await;
        assert_eq!(json!([ids(&page), page["next"]]), expected, "{query}");
    }
}

/// Each game is on one page, even while others are added and removed; removed games are on none.
#[tokio::test]
async fn pages_while_games_come_and_go() {
    let service = Service::new(None);
    let games = |from: u32, to: u32| -> String {
        let names = from..=to;
        names
            .map(|number| game(&format!("Player{number}")))
            .collect()
    };
    service.import(games(1, 250)).await;
    let first = page(&service, "").await;
    assert_eq!((ids(&first).len(), &first["next"]), (100, &json!(100)));
    let (mut seen, mut after, mut pages) = (Vec::new(), json!(0), 0);
    while let Some(last) = after.as_u64() {
        let page = page(&service, &format!("limit=7&after={last}")).await;
        seen.extend(ids(&page));
        after = page["next"].clone();
        pages += 1;
        // The next game, the last one of this page, and one further on; and a new one.
        if [2, 30].contains(&pages) {
            for id in [last + 7, last + 8, last + 20] {
                let path = format!("/api/games/{id}");
                let removed = service.send(local(Method::DELETE, &path)).await.1;
                assert_eq!(removed.status, 204, "{path}");
            }
            service.import(games(1000 + pages, 1000 + pages)).await;
        }
    }
    // The two added games are listed, and of the six removed games the two that had been on a page.
    assert!(seen.is_sorted_by(|id, next| id < next), "{seen:?}");
    assert_eq!((seen.len(), seen.last()), (248, Some(&252)));
}

/// PGN unless `Accept` names JSON; `limit` and `after` apply to both.
#[tokio::test]
async fn media_types() {
    let query = "/api/games?player=carlsen&opponent=anand&limit=3";
    let pgn = get(query).await;
    for (accept, expected) in [
        ("*/*", "application/x-chess-pgn"),
        ("application/*", "application/x-chess-pgn"),
        ("application/x-chess-pgn", "application/x-chess-pgn"),
        (
            "application/x-chess-pgn, application/json",
            "application/x-chess-pgn",
        ),
        ("application/json;q=0.5, */*", "application/x-chess-pgn"),
        ("text/html, */*;q=0.8", "application/x-chess-pgn"),
        ("text/plain", "text/plain; charset=utf-8"),
        ("application/json", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
    ] {
        let (parts, answer) = send(request_as(Method::GET, query, "", accept)).await;
        assert_eq!(answer.content_type, expected, "{accept}");
        assert_eq!(parts.headers()[header::VARY], "accept", "{accept}");
        if expected == "application/json" {
            assert_eq!(ids(&answer.json()).len(), 3, "{accept}");
        } else {
            assert_eq!(answer.body, pgn.body, "{accept}");
        }
    }
    // The PGN of a page is that of its games.
    let list = request_as(Method::GET, query, "", "application/json");
    let list = send(list).await.1.json();
    let mut games = String::new();
    for id in ids(&list) {
        let path = format!("/api/games/{id}");
        let one = request_as(Method::GET, &path, "", "application/x-chess-pgn");
        games += &(send(one).await.1.body + "\n");
    }
    assert_eq!(pgn.body, games);
    let next = get(&format!("{query}&after={}", list["next"])).await;
    let events = |pgn: &str| pgn.matches("[Event ").count();
    assert_eq!((events(&next.body), next.body == pgn.body), (3, false));
    assert_eq!(
        events(&get("/api/games?limit=70&after=2000").await.body),
        70
    );
}

#[tokio::test]
async fn parameters_that_cannot_be() {
    for (query, expected) in [
        ("limit=0", Refused(422, "limit", &["1", "1000"])),
        ("limit=1001", Refused(422, "limit", &["1", "1000"])),
        ("limit=all", Refused(400, "limit", &[])),
        ("after=-1", Refused(422, "after", &[])),
        ("after=last", Refused(400, "after", &[])),
    ] {
        for accept in ["application/json", "*/*"] {
            let path = format!("/api/games?{query}");
            let (_, answer) = send(request_as(Method::GET, &path, "", accept)).await;
            check_answer(&answer, expected, &format!("{query}, {accept}"));
        }
    }
}
