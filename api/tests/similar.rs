//! Similar positions: found, explained, filtered by who is to move, several at once.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::writing::{Service, local};
use crate::{Answer, EXAMPLE, Refused, check_answer, check_problem, get, post};
use testing::words::check_words;

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
    let mut place = hit.clone();
    place["score"].take();
    place["likeness"].take();
    place["explanation"].take();
    let summary = place["summary"].take();
    let summary = summary.as_str().expect("a summary");
    check_words(summary, &["a5", "h1", "c6"], "summary");
    assert_eq!(
        place,
        json!({
            "rank": 1, "score": null, "likeness": null, "ply": 30, "flipped": false, "identical": false, "analysis": null,
            // The thesis may have several hits of one board.
            "games": null, "sameBoard": [],
            "fen": "r1b3k1/pp1n1r1p/2n1p1p1/q2p4/2pP4/P1P2N2/2PBBPPP/R2QK2R w KQ - 2 16",
            "label": "1489 [5th Final Masters] Karjakin,Sergey-Carlsen,M/15 B",
            "played": {"uci": "f3g5", "san": "Ng5"},
            "game": {
                "id": 1489, "event": "5th Final Masters", "site": "Sao Paulo/Bilbao BRA/ESP", "date": "2012.10.11", "round": "8",
                "white": {"name": "Karjakin,Sergey", "rating": 2778},
                "black": {"name": "Carlsen,M", "rating": 2843},
                "winner": null, "result": "1/2-1/2", "eco": "C19", "variationPly": null,
            },
            "summary": null,
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
        for answer in [&mut alone, &mut results[place]] {
            answer["tookMs"].take();
            answer["analysis"]["timeMs"].take();
        }
        assert_eq!(results[place], alone);
    }
    let refused = alone("nonsense").await.json();
    assert_eq!(results[1], json!({"fen": "nonsense", "problem": refused}));

    let many = post("/api/similar", &json!({"fens": vec![EXAMPLE; 65]})).await;
    let expected = Refused(422, "fens", &["65", "1", "64"]);
    check_answer(&many, expected, "65 positions");
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

/// By default the scoring is `tabiya`, which adds what a model has learned; with weights for it, what the games of several
/// hits share counts, too, and with the model's at zero there is neither.
#[tokio::test]
async fn what_is_usual_counts_the_games() {
    let hits = |answer: Answer| answer.json()["hits"].as_array().expect("hits").clone();
    let similar = |request: Value| async move { hits(post("/api/similar", &request).await) };
    let part = |hit: &Value, family: &str| hit["explanation"][family].as_f64().expect("a number");
    let usual = similar(json!({"fen": EXAMPLE, "limit": 30})).await;
    let tabiya = similar(json!({"fen": EXAMPLE, "limit": 30, "scoring": "tabiya"})).await;
    assert_eq!(usual, tabiya);
    assert!(usual.iter().all(|hit| part(hit, "learned") > 0.0));
    assert!(usual.iter().all(|hit| part(hit, "continuation") == 0.0));

    let weights = json!({"plan": 3, "opening": 2});
    let typical = similar(json!({"fen": EXAMPLE, "limit": 30, "weights": weights})).await;
    assert!(typical.iter().any(|hit| part(hit, "continuation") > 0.0));
    for (family, start) in [("continuation", "~"), ("learned", "+")] {
        for hit in &typical {
            let terms = hit["explanation"]["terms"].as_array().expect("terms");
            for term in terms.iter().filter(|term| term["family"] == family) {
                let notation = term["term"].as_str().expect("a term");
                assert!(notation.starts_with(start), "{term}");
            }
        }
    }

    let weights = json!({"learned": 0});
    let board = similar(json!({"fen": EXAMPLE, "limit": 30, "weights": weights})).await;
    assert!(board.iter().all(|hit| part(hit, "learned") == 0.0));
    let games = [&usual, &board].map(|hits| {
        let ids = hits.iter().map(|hit| hit["game"]["id"].as_u64());
        ids.collect::<Vec<_>>()
    });
    assert_ne!(games[0], games[1]);
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

/// Games that were removed do not count.
#[tokio::test]
async fn of_openings_of_removed_games() {
    let service = Service::new(None);
    let mut removed = String::from("[White \"A\"]\n\n1. a3 h6 2. a4 h5 1-0\n\n");
    removed.push_str("[White \"B\"]\n\n1. e4 e5 1-0\n");
    service.import(removed).await;
    let fen = "rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR_w_KQkq_-";
    let path = format!("/api/similar?fen={fen}");
    let has_notice = async || {
        let answer = service.send(local(Method::GET, &path)).await.1;
        !answer.json()["notice"].is_null()
    };
    assert!(has_notice().await);
    let answer = service.send(local(Method::DELETE, "/api/games/1")).await.1;
    assert_eq!(answer.status, 204);
    assert!(!has_notice().await);
}

/// That games had a position in their openings, and with a filter nothing of the kind.
#[tokio::test]
async fn of_openings() {
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "",
            true,
        ),
        (
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
            "",
            true,
        ),
        (
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
            "&player=Carlsen",
            false,
        ),
        (
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
            "&flip=true",
            true,
        ),
        // Indexed, in no game, and in none with so few men.
        (EXAMPLE, "", false),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -",
            "",
            false,
        ),
        ("8/8/8/4k3/8/8/4P3/4K3 w - -", "", false),
    ];
    for (fen, more, expected) in cases {
        let path = format!("/api/similar?limit=2&fen={}{more}", fen.replace(' ', "_"));
        let answer = get(&path).await.json();
        let notice = answer["notice"].as_str();
        assert_eq!(notice.is_some(), expected, "{path}");
        if let Some(notice) = notice {
            check_words(notice, &["openings", "exact position"], &path);
        }
    }
}

/// Pages are parts of one list.
#[tokio::test]
async fn hits_go_on_where_an_answer_ended() {
    for more in [
        json!({}),
        json!({"flip": true}),
        json!({"scoring": "thesis"}),
        json!({"idea": false, "filter": {"player": "Anand"}}),
        json!({"distinct": "game", "turn": "same"}),
    ] {
        let mut asked = json!({"fen": EXAMPLE, "explain": false});
        asked["limit"] = json!(90);
        let with = |asked: &Value| {
            let mut all = asked.clone();
            let more = more.as_object().expect("an object").clone();
            all.as_object_mut().expect("an object").extend(more);
            all
        };
        let whole = post("/api/similar", &with(&asked)).await.json();
        for (offset, limit) in [(0, 10), (10, 10), (60, 20), (89, 1), (90, 0)] {
            asked["offset"] = json!(offset);
            asked["limit"] = json!(limit.max(1));
            let page = post("/api/similar", &with(&asked)).await.json();
            let page = page["hits"].as_array().expect("hits");
            for (nth, hit) in page.iter().take(limit).enumerate() {
                let expected = &whole["hits"][offset + nth];
                for member in ["rank", "fen", "ply", "score"] {
                    assert_eq!(hit[member], expected[member], "{more} {offset} {nth}");
                }
            }
            assert_eq!(page.len(), limit.max(1), "{more} {offset}");
        }
    }
    for (method, path, body, most) in [
        (
            Method::POST,
            "/api/similar",
            json!({"fen": EXAMPLE, "limit": 10, "offset": 991}),
            "990",
        ),
        (
            Method::POST,
            "/api/similar",
            json!({"fen": EXAMPLE, "offset": 1000}),
            "999",
        ),
        (
            Method::GET,
            "/api/similar?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1&offset=-1",
            json!(null),
            "999",
        ),
    ] {
        check_problem(method, path, &body, Refused(422, "offset", &[most])).await;
    }
}

/// `fields` leaves out what a list does not show.
#[tokio::test]
async fn hits_have_the_members_that_are_asked_for() {
    // The fields, the members of a hit, and those of its game.
    let cases = [
        ("fen,score", "fen score", ""),
        ("rank,game.id,game.white", "game rank", "id white"),
        ("game.id , game.date", "game", "date id"),
        (
            "game",
            "game",
            "black date eco event id result round site variationPly white winner",
        ),
        ("summary", "summary", ""),
        ("analysis,played", "analysis played", ""),
    ];
    let fen = EXAMPLE.replace(' ', "_");
    let names = |value: &Value| {
        let members = value
            .as_object()
            .map(|members| members.keys().cloned().collect::<Vec<_>>());
        members.unwrap_or_default().join(" ")
    };
    for (fields, members, of_game) in cases {
        let path = format!(
            "/api/similar?fen={fen}&fields={}",
            fields.replace(' ', "%20")
        );
        let list: Vec<&str> = fields.split(',').map(str::trim).collect();
        for mut answer in [
            get(&path).await.json(),
            post("/api/similar", &json!({"fen": EXAMPLE, "fields": list}))
                .await
                .json(),
            post("/api/similar", &json!({"fens": [EXAMPLE], "fields": list}))
                .await
                .json()["results"][0]
                .take(),
        ] {
            let hits = answer["hits"].take();
            assert_eq!(hits.as_array().map(Vec::len), Some(10), "{fields}");
            assert_eq!(names(&hits[0]), members, "{fields}");
            assert_eq!(names(&hits[0]["game"]), of_game, "{fields}");
            assert_eq!(answer["positions"], 190_130, "{fields}");
        }
    }
    for none in [json!([]), json!("")] {
        let body = json!({"fen": EXAMPLE, "limit": 1, "fields": none});
        let hit = post("/api/similar", &body).await.json()["hits"][0].take();
        assert_eq!(hit["rank"], 1, "{none}");
    }
    let list = "fen,ply,score,likeness,game.id,game.white,game.black,game.date";
    let length = get(&format!("/api/similar?fen={fen}&fields={list}"))
        .await
        .body
        .len();
    assert!(length < 4096, "{length}");
    for fields in ["fem", "game.name", "games.id", "hits"] {
        let body = json!({"fen": EXAMPLE, "fields": ["fen", fields]});
        let expected = Refused(422, "fields", &[fields, "likeness", "game.id"]);
        check_problem(Method::POST, "/api/similar", &body, expected).await;
    }
}
