//! A player's record.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::writing::{Service, local};
use crate::{Refused, check_problem, get, request};

/// Adds up the games that were won, drawn and lost.
fn ended(score: &Value) -> u64 {
    let number = |name: &str| score[name].as_u64().expect("a number");
    number("wins") + number("draws") + number("losses")
}

#[tokio::test]
async fn of_a_real_player() {
    let record = get("/api/players/carlsen%20m").await.json();
    assert_eq!(record["name"], "Carlsen,M");
    assert_eq!(
        (&record["games"], &record["read"]),
        (&json!(2851), &json!(2000))
    );
    let sides = [&record["white"], &record["black"]];
    let games = sides.map(|side| side["games"].as_u64().expect("a number"));
    assert_eq!(games.iter().sum::<u64>(), 2851);
    for (side, games) in sides.into_iter().zip(games) {
        assert_eq!(ended(side), games);
        let openings = side["openings"].as_array().expect("openings");
        assert_eq!(openings.len(), 30);
        assert!(
            openings
                .iter()
                .any(|opening| opening["name"] == "Sicilian Defense"
                    && opening["moves"] == "e4 c5"
                    && opening["eco"] == "B20")
        );
        let counts = openings.iter().map(|opening| opening["games"].as_u64());
        assert!(counts.is_sorted_by(|one, other| one >= other));
    }
    assert!(
        !record["structures"]
            .as_array()
            .expect("structures")
            .is_empty()
    );
}

/// Two games that end before a structure has stood for long, and one in which one has.
#[tokio::test]
async fn of_few_games() {
    let service = Service::new(None);
    let tags = |white, black, result| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n")
    };
    let exchange = "1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 Nf6 5. cxd5 Nxd5 6. Nf3 Be7 7. Bd3 O-O 8. O-O c6 9. Re1 Re8";
    let games = [
        format!("{}1. e4 c5 2. Nf3 *\n\n", tags("Ä. Anders", "B", "*")),
        format!("{}1. d4 e6 2. e4 d5 1-0\n\n", tags("B", "Ä. Anders", "1-0")),
        format!("{}{exchange} 1-0\n\n", tags("Anders, Ä", "C", "1-0")),
    ];
    assert_eq!(service.import(games.concat()).await.status, StatusCode::OK);
    let path = "/api/players/%C3%84.%20Anders";
    let record = service.send(local(Method::GET, path)).await.1.json();
    assert_eq!(
        record["white"],
        json!({
            "games": 2, "wins": 1, "draws": 0, "losses": 0,
            "openings": [
                {"eco": "C00", "name": "French Defense", "moves": "e4 e6",
                 "games": 1, "wins": 1, "draws": 0, "losses": 0},
                {"eco": "B20", "name": "Sicilian Defense", "moves": "e4 c5",
                 "games": 1, "wins": 0, "draws": 0, "losses": 0},
            ],
        })
    );
    assert_eq!(record["black"]["openings"][0]["moves"], "d4 e6 e4");
    assert_eq!(
        (&record["black"]["losses"], &record["read"]),
        (&json!(1), &json!(3))
    );
    assert_eq!(
        record["structures"],
        json!([{"name": "Isolani", "side": "player", "games": 1, "wins": 1, "draws": 0, "losses": 0,
                "game": 3, "ply": 9}])
    );
}

/// A game in which the name matches both players counts once, as White's.
#[tokio::test]
async fn of_two_namesakes() {
    let service = Service::new(None);
    let games = "[White \"Carlsen, M\"]\n[Black \"Carlsen, H\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                 [White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n";
    assert_eq!(
        service.import(games.to_owned()).await.status,
        StatusCode::OK
    );
    let path = "/api/players/Carlsen";
    let record = service.send(local(Method::GET, path)).await.1.json();
    assert_eq!((&record["games"], &record["read"]), (&json!(2), &json!(2)));
    let results = |side: &Value| ["games", "wins", "losses"].map(|name| side[name].as_u64());
    assert_eq!(results(&record["white"]), [Some(1), Some(1), Some(0)]);
    assert_eq!(results(&record["black"]), [Some(1), Some(0), Some(1)]);
    let ask = r#"{"player": "Carlsen"}"#;
    let request = request(Method::POST, "/api/report", ask);
    let report = service.send(request).await.1.json();
    assert_eq!((&report["games"], &report["read"]), (&json!(2), &json!(2)));
    assert_eq!(results(&report["all"]), [Some(2), Some(1), Some(1)]);
}

#[tokio::test]
async fn of_nobody() {
    for (path, expected) in [
        ("/api/players/nobody", Refused(404, "", &["nobody"])),
        ("/api/players/--", Refused(422, "name", &["--"])),
        ("/api/players/%ff", Refused(400, "", &["name"])),
    ] {
        check_problem(Method::GET, path, &Value::Null, expected).await;
    }
}
