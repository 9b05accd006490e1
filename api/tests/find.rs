//! Filters, plans, exact positions, patterns, players, and lichess's explorer.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{EXAMPLE, Method, Refused, check_problem, get, post};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ANY: &str = "????????/????????/????????/????????/????????/????????/????????/????????";

/// Every hit passes; the scores are those that the same positions have without a filter.
#[tokio::test]
async fn filtered() {
    let filter = json!({"player": "carlsen magnus", "color": "white", "since": "2010", "until": "2015-06", "result": "win", "turn": "black"});
    let request = json!({"fen": EXAMPLE, "limit": 20, "filter": filter, "scoring": "thesis"});
    let answer = post("/api/similar", &request).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let answer = answer.json();
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 20);
    assert_eq!(
        (&answer["games"], &answer["positions"]),
        (&json!(2851), &json!(190_130))
    );
    let (games, positions) = (&answer["passed"]["games"], &answer["passed"]["positions"]);
    assert!(
        (100..1000).contains(&games.as_u64().expect("a number")),
        "{games}"
    );
    assert!(positions.as_u64() > games.as_u64());
    let all = post(
        "/api/similar",
        &json!({"fen": EXAMPLE, "limit": 1000, "scoring": "thesis"}),
    )
    .await
    .json();
    assert_eq!(
        (&all["passed"], &all["plans"]),
        (&Value::Null, &Value::Null)
    );
    let unfiltered = all["hits"].as_array().expect("hits");
    let mut same = 0;
    for hit in hits {
        let game = &hit["game"];
        assert!(
            game["white"]["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("Carlsen,M"))
        );
        assert_eq!(game["winner"], "white");
        assert!(hit["fen"].as_str().is_some_and(|fen| fen.contains(" b ")));
        let date = game["date"].as_str().expect("a date");
        assert!(("2010".."2015.07").contains(&date), "{date}");
        let twin = |other: &&Value| other["game"]["id"] == game["id"] && other["ply"] == hit["ply"];
        if let Some(twin) = unfiltered.iter().find(twin) {
            assert_eq!(twin["score"], hit["score"]);
            same += 1;
        }
    }
    assert!(same > 3, "{same}");

    // The same over GET, with fields of a form that nobody filled in, and for several positions.
    let query = "player=carlsen+magnus&color=white&since=2010&until=2015-06&result=win&turn=black\
                 &event=&material=&opponent=&minRating=&played=&opening=&flip=&distinct=";
    let fen = EXAMPLE.replace(' ', "_");
    let over_get = get(&format!(
        "/api/similar?fen={fen}&limit=20&scoring=thesis&{query}"
    ))
    .await;
    assert_eq!(over_get.json()["hits"], answer["hits"], "{}", over_get.body);
    let mut several = request.clone();
    several["fens"] = json!([EXAMPLE]);
    several.as_object_mut().expect("an object").remove("fen");
    let several = post("/api/similar", &several).await.json();
    assert_eq!(several["results"][0]["hits"], answer["hits"]);

    let none = json!({"fen": EXAMPLE, "filter": {"player": "Carlsen", "since": "2030"}});
    let none = post("/api/similar", &none).await.json();
    assert_eq!(
        (&none["hits"], &none["passed"]),
        (&json!([]), &json!({"games": 0, "positions": 0}))
    );
}

/// Only rook endgames with two pawns each.
#[tokio::test]
async fn filtered_by_material() {
    let fen = "8/5pk1/6p1/8/8/r5P1/5PK1/1R6 w - - 3 41";
    let request = json!({"fen": fen, "filter": {"material": "KRPPvKRPP"}, "flip": true});
    let answer = post("/api/similar", &request).await.json();
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 10, "{answer}");
    for hit in hits {
        let board = hit["fen"]
            .as_str()
            .and_then(|fen| fen.split(' ').next())
            .expect("a board");
        let mut pieces: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
        pieces.sort_unstable();
        assert_eq!(String::from_iter(pieces), "KPPRkppr");
    }
}

#[tokio::test]
async fn plans() {
    let answer = post("/api/similar", &json!({"fen": EXAMPLE, "plans": true}))
        .await
        .json();
    let plain = post("/api/similar", &json!({"fen": EXAMPLE})).await.json();
    assert_eq!(answer["hits"], plain["hits"]);
    let plans = &answer["plans"];
    assert_eq!(plans["games"], 100);
    for (side, is_own) in [
        ("white", char::is_ascii_uppercase as fn(&char) -> bool),
        ("black", char::is_ascii_lowercase),
    ] {
        let moves = plans[side].as_array().expect("moves");
        assert_eq!(moves.len(), 20);
        let number = |plan: &Value, name: &str| plan[name].as_u64().expect("a number");
        assert!(moves.is_sorted_by(|one, next| number(one, "games") >= number(next, "games")));
        for plan in moves {
            let results: u64 = ["white", "draws", "black"]
                .iter()
                .map(|name| number(plan, name))
                .sum();
            assert_eq!(results, number(plan, "games"), "{plan}");
            assert!(
                (1500..2900).contains(&number(plan, "averageRating")),
                "{plan}"
            );
            assert!(
                plan["piece"]
                    .as_str()
                    .and_then(|piece| piece.chars().next())
                    .is_some_and(|piece| is_own(&piece))
            );
            assert_eq!(plan["to"].as_str().map(str::len), Some(2));
        }
    }
}

/// The usual start: nearly all games, and as `GET /masters` and the others say.
#[tokio::test]
async fn exact() {
    let exact = post("/api/positions", &json!({"fen": START, "limit": 4})).await;
    assert_eq!(exact.status, StatusCode::OK, "{}", exact.body);
    let exact = exact.json();
    assert_eq!(
        (&exact["fen"], &exact["opening"]),
        (&json!(START), &Value::Null)
    );
    let number = |value: &Value| value.as_u64().expect("a number");
    let results: u64 = ["white", "draws", "black"]
        .iter()
        .map(|name| number(&exact[name]))
        .sum();
    assert_eq!(number(&exact["games"]), results);
    assert!((2800..=2851).contains(&results), "{results}");
    let moves = exact["moves"].as_array().expect("moves");
    assert_eq!(
        (&moves[0]["uci"], &moves[0]["san"]),
        (&json!("e2e4"), &json!("e4"))
    );
    let of_moves = moves
        .iter()
        .map(|m| number(&m["white"]) + number(&m["draws"]) + number(&m["black"]));
    assert!(of_moves.sum::<u64>() <= results);

    let masters = get("/masters?topGames=4").await;
    assert_eq!(masters.content_type, "application/json");
    let masters = masters.json();
    for field in ["white", "draws", "black", "topGames", "opening"] {
        assert_eq!(masters[field], exact[field], "{field}");
    }
    assert_eq!(
        masters["moves"].as_array().map(Vec::len),
        Some(12.min(moves.len()))
    );
    // What lichess omits is absent, what it sends as null is null.
    let has = |value: &Value, name: &str| {
        value
            .as_object()
            .is_some_and(|fields| fields.contains_key(name))
    };
    assert!(!has(&masters, "recentGames") && !has(&masters, "queuePosition"));
    assert!(has(&masters, "opening") && has(&moves[0], "game"));
    assert!(!has(&moves[0], "performance") && !has(&moves[0], "averageOpponentRating"));
    let mut best = masters["topGames"][0].clone();
    let id = best["id"].take();
    let pgn = get(&format!("/masters/pgn/{}", id.as_str().expect("text"))).await;
    assert_eq!(pgn.content_type, "application/x-chess-pgn");
    let white = best["white"]["name"].as_str().expect("a name");
    assert!(
        pgn.body.contains(&format!("[White \"{white}\"]")),
        "{}",
        pgn.body
    );
    let month = best["month"].as_str().expect("a month");
    assert!(
        month.starts_with(&best["year"].to_string()) && month.len() == 7,
        "{month}"
    );

    let lichess = get("/lichess?variant=standard&speeds=blitz,rapid&ratings=2500&play=e2e4,c7c5&moves=3&history=true").await.json();
    assert_eq!(
        lichess["opening"],
        json!({"eco": "B20", "name": "Sicilian Defense"})
    );
    assert_eq!(
        (
            lichess["moves"].as_array().map(Vec::len),
            lichess["recentGames"].as_array().map(Vec::len)
        ),
        (Some(3), Some(4))
    );
    assert_eq!(lichess["moves"][0]["opening"]["name"], "Sicilian Defense");

    let player = get("/player?player=Carlsen&color=black&play=e2e4&recentGames=2").await;
    assert_eq!(player.content_type, "application/x-ndjson");
    assert_eq!(player.body.lines().count(), 1);
    let player = player.json();
    assert_eq!(player["queuePosition"], 0);
    assert!(!has(&player, "topGames"));
    for game in player["recentGames"].as_array().expect("games") {
        assert!(
            game["black"]["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("Carlsen"))
        );
    }
    let m = &player["moves"][0];
    assert!(
        number(&m["averageOpponentRating"]) > 2000 && m["performance"].as_i64() > Some(2000),
        "{m}"
    );
}

/// One move order is as good as another, and castling is written as the explorer writes it.
#[tokio::test]
async fn transpositions() {
    let one = get("/masters?play=d2d4,g8f6,c2c4,e7e6").await.json();
    let other = get("/masters?play=c2c4,e7e6,d2d4,g8f6").await.json();
    assert_eq!(one["moves"], other["moves"]);
    assert!(one["white"].as_u64() > Some(50));
    let castles = get("/masters?play=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6")
        .await
        .json();
    let uci = castles["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|m| &m["uci"]);
    assert!(uci.clone().any(|uci| uci == "e1h1"), "{castles}");
}

#[tokio::test]
async fn patterns() {
    let pattern = "????????/????????/????????/???N????/????????/????????/????????/????????";
    let request =
        json!({"pattern": pattern, "terms": ["Id4"], "filter": {"white": "Carlsen"}, "limit": 3});
    let answer = post("/api/positions", &request).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let answer = answer.json();
    assert_eq!(
        (&answer["pattern"], &answer["isExact"]),
        (&json!(pattern), &json!(true))
    );
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 3);
    for hit in hits {
        let fen = hit["fen"].as_str().expect("a FEN");
        let terms = post("/api/terms", &json!({"fen": fen})).await.json();
        assert!(
            terms["naive"]
                .as_array()
                .is_some_and(|terms| terms.contains(&json!("Nd5")))
        );
        assert!(
            terms["pawns"]
                .as_array()
                .is_some_and(|terms| terms.contains(&json!("Id4")))
        );
        assert!(
            hit["game"]["white"]["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("Carlsen"))
        );
    }
    // Too much to look through: so it says.
    let all = post("/api/positions", &json!({"pattern": ANY}))
        .await
        .json();
    assert_eq!(all["isExact"], false);
    assert!(all["positions"].as_u64() > Some(100_000));
}

#[tokio::test]
async fn players() {
    let players = get("/api/players?q=carls+m&limit=2").await.json();
    assert_eq!(players["players"][0]["name"], "Carlsen,M");
    assert!(players["players"][0]["games"].as_u64() > Some(2000));
    // The number is that of the filter, whatever the spelling.
    for typed in ["carls", "an", "k", "v", "norway"] {
        let players = get(&format!("/api/players?q={typed}&limit=5")).await.json();
        let players = players["players"].as_array().expect("players");
        assert!(!players.is_empty(), "{typed}");
        for player in players {
            let request = json!({"fen": EXAMPLE, "filter": {"player": player["name"]}, "limit": 1});
            let passed = post("/api/similar", &request).await.json();
            assert_eq!(player["games"], passed["passed"]["games"], "{player}");
        }
    }
    assert_eq!(get("/api/players?q=").await.json(), json!({"players": []}));
}

#[tokio::test]
async fn what_cannot_be_found() {
    for (filter, expected) in [
        (json!({"player": 3}), Refused(400, "filter.player", &["3"])),
        (
            json!({"player": " ,"}),
            Refused(422, "filter.player", &[" ,"]),
        ),
        (
            json!({"plyer": "x"}),
            Refused(400, "filter.plyer", &["unknown", "player", "played"]),
        ),
        (
            json!({"color": "white"}),
            Refused(422, "filter.color", &["player"]),
        ),
        (
            json!({"player": "x", "color": "green"}),
            Refused(422, "filter.color", &["green", "white", "black"]),
        ),
        (
            json!({"since": "last year"}),
            Refused(422, "filter.since", &["last year", "2010"]),
        ),
        (
            json!({"until": "2010-02-30"}),
            Refused(422, "filter.until", &["2010-02-30"]),
        ),
        (
            json!({"opening": "Najdorff"}),
            Refused(422, "filter.opening", &["Najdorff", "Sicilian Najdorf"]),
        ),
        (
            json!({"opening": 5}),
            Refused(400, "filter.opening", &["5"]),
        ),
        (
            json!({"minRating": -1}),
            Refused(422, "filter.minRating", &["-1"]),
        ),
        (
            json!({"minRating": "high"}),
            Refused(400, "filter.minRating", &["high"]),
        ),
        (
            json!({"maxPly": 1.5}),
            Refused(422, "filter.maxPly", &["1.5"]),
        ),
        (
            json!({"result": "won"}),
            Refused(422, "filter.result", &["won", "white", "black", "draw"]),
        ),
        (
            json!({"result": "win"}),
            Refused(422, "filter.result", &["win", "loss", "player"]),
        ),
        (
            json!({"turn": "same"}),
            Refused(422, "filter.turn", &["same", "white", "black"]),
        ),
        (
            json!({"material": "KRPP"}),
            Refused(422, "filter.material", &["KRPP", "KRPPkrpp"]),
        ),
        (
            json!({"played": ["Bxh7+", "Bx9"]}),
            Refused(422, "filter.played", &["Bx9", "SAN"]),
        ),
        (
            json!({"played": ["Na1", "Nb1", "Nc1", "Nd1", "Ne1", "Nf1", "Ng1"]}),
            Refused(422, "filter.played", &["7", "6"]),
        ),
        (json!({"played": 5}), Refused(400, "filter.played", &["5"])),
    ] {
        let body = json!({"fen": EXAMPLE, "filter": filter});
        check_problem(Method::POST, "/api/similar", &body, expected).await;
    }
}

#[tokio::test]
async fn what_no_position_can_be() {
    for (body, expected) in [
        (json!({}), Refused(400, "", &["fen", "pattern"])),
        (
            json!({"fen": START, "pattern": ANY}),
            Refused(400, "pattern", &["fen"]),
        ),
        (
            json!({"fen": "nonsense"}),
            Refused(400, "fen", &["nonsense"]),
        ),
        (
            json!({"fen": START, "terms": ["Id4"]}),
            Refused(422, "terms", &["pattern"]),
        ),
        (
            json!({"pattern": "????"}),
            Refused(422, "pattern", &["????"]),
        ),
        (
            json!({"pattern": ANY, "terms": ["Xd4"]}),
            Refused(422, "terms", &["Xd4"]),
        ),
        (
            json!({"pattern": ANY, "material": "K"}),
            Refused(422, "material", &["K"]),
        ),
        (
            json!({"fen": START, "limit": 0}),
            Refused(422, "limit", &["0"]),
        ),
        (
            json!({"fen": START, "filter": {"eco": "?"}}),
            Refused(422, "filter.eco", &["?"]),
        ),
        (
            json!({"fen": START, "filter": {"played": ["e4"]}}),
            Refused(422, "filter.played", &["pattern"]),
        ),
    ] {
        check_problem(Method::POST, "/api/positions", &body, expected).await;
    }
}

#[tokio::test]
async fn what_no_query_can_be() {
    for (path, expected) in [
        (
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&since=x",
            Refused(422, "since", &["x"]),
        ),
        (
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&played=Nd5,d",
            Refused(422, "played", &["d"]),
        ),
        (
            "/api/similar?fen=4k3/8/8/8/8/8/8/4K3&player=a&player=b",
            Refused(400, "player", &["player"]),
        ),
        ("/masters?fen=x", Refused(400, "fen", &["x"])),
        ("/masters?play=e2e5", Refused(422, "play", &["e2e5"])),
        ("/masters?play=e5", Refused(422, "play", &["e5"])),
        (
            "/masters?play=e9",
            Refused(400, "play", &["e9", "UCI", "SAN"]),
        ),
        ("/masters?moves=-1", Refused(422, "moves", &["-1"])),
        ("/masters?since=soon", Refused(422, "since", &["soon"])),
        (
            "/masters?variant=atomic",
            Refused(422, "variant", &["atomic", "standard"]),
        ),
        ("/lichess?ratings=high", Refused(422, "ratings", &["high"])),
        (
            "/lichess?history=maybe",
            Refused(400, "history", &["maybe"]),
        ),
        ("/player?color=white", Refused(422, "player", &["/player"])),
        (
            "/player?player=Carlsen",
            Refused(422, "color", &["/player"]),
        ),
        (
            "/player?player=Carlsen&color=red",
            Refused(422, "color", &["red", "white", "black"]),
        ),
        ("/masters/pgn/99999", Refused(404, "", &["99999"])),
        // As Lichess's own.
        ("/masters/pgn/aAbqI4ey", Refused(404, "id", &["aAbqI4ey"])),
        ("/api/players", Refused(400, "", &["q"])),
        ("/api/players?q=c&limit=0", Refused(422, "limit", &["0"])),
    ] {
        check_problem(Method::GET, path, &Value::Null, expected).await;
    }
}
