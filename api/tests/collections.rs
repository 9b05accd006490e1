//! Collections and speeds over HTTP: games get them by an import, and every question about games takes them.

use std::convert::Infallible;
use std::io::Cursor;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request};
use futures_util::stream;
use serde_json::{Value, json};
use similarity::Ingested;

use crate::guard::{HEADER, TOKEN};
use crate::writing::{Service, from, local};
use crate::{Answer, Refused, check_answer, request};

/// Games 1 to 4 of other players, of other speeds, with one line to the thirteenth move.
fn games() -> [String; 4] {
    let game = |player: &str, control: &str, end: &str| {
        let line = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 \
                    9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 13. e4 e5";
        format!(
            "[White \"Player {player}\"]\n[TimeControl \"{control}\"]\n[Result \"{end}\"]\n\n{line} {end}\n\n"
        )
    };
    [
        game("Ann", "60+0", "1-0"),
        game("Bob", "180+2", "0-1"),
        game("Cid", "?", "1-0"),
        game("Dan", "-", "1/2-1/2"),
    ]
}

/// A service over these games: 1 and 2 in `mine`, 2 and 3 in `B 2`.
async fn service(token: Option<&str>) -> Service {
    let service = Service::new(token);
    let [a, b, c, d] = games();
    for (query, pgn) in [
        ("?fromMove=0&collection=mine", a + &b),
        ("?fromMove=0&collection=B%202", games()[1].clone() + &c),
        ("?fromMove=0", d),
    ] {
        let answer = write(&service, Method::POST, &format!("/api/games{query}"), pgn).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    service
}

/// A request of somebody who may write.
async fn write(service: &Service, method: Method, path: &str, body: String) -> Answer {
    let bearer =
        format!("host: localhost | content-type: application/json | authorization: Bearer {TOKEN}");
    let mut request = from("127.0.0.1:5", method, path, &bearer);
    *request.body_mut() = Body::from(body);
    service.send(request).await.1
}

async fn get(service: &Service, path: &str) -> Value {
    let answer = service.send(local(Method::GET, path)).await.1;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.json()
}

async fn post(service: &Service, path: &str, body: &Value) -> Value {
    let answer = service
        .send(request(Method::POST, path, &body.to_string()))
        .await
        .1;
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.body);
    answer.json()
}

/// A variation becomes a game that a filter by player does not find.
#[tokio::test]
async fn variations_if_asked() {
    for (query, games) in [("", 1), ("&variations=false", 1), ("&variations=true", 2)] {
        let service = Service::new(None);
        let path = format!("/api/games?fromMove=0{query}");
        let pgn = "[White \"Ann\"]\n\n1. e4 e5 (1... c5 2. c3) 1-0\n".to_owned();
        let answer = write(&service, Method::POST, &path, pgn).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(service.games().await, games, "{query}");
        let of_ann = post(
            &service,
            "/api/similar",
            &json!({"fen": START, "filter": {"player": "Ann"}}),
        )
        .await;
        assert_eq!(of_ann["passed"]["games"], 1, "{query}");
        assert_eq!(of_ann["hits"][0]["game"]["variationPly"], Value::Null);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Each filter, as fields of JSON and as parameters, with the games that pass.
#[tokio::test]
async fn every_question_takes_them() {
    let service = service(None).await;
    let cases: [(Value, &str, &[u64]); 9] = [
        (json!({"collection": ["mine"]}), "collection=mine", &[1, 2]),
        (json!({"collection": ["MINE"]}), "collection=MINE", &[1, 2]),
        (json!({"collection": ["b 2"]}), "collection=b+2", &[2, 3]),
        (
            json!({"collection": ["B 2", "mine"]}),
            "collection=B%202,mine",
            &[1, 2, 3],
        ),
        (json!({"speeds": ["bullet"]}), "speeds=bullet", &[1]),
        (
            json!({"speeds": ["blitz", "correspondence"]}),
            "speeds=blitz,correspondence",
            &[2, 4],
        ),
        (json!({"speeds": ["rapid"]}), "speeds=rapid", &[]),
        (
            json!({"speeds": ["blitz", "bullet"], "collection": ["B 2"]}),
            "speeds=blitz,bullet&collection=B%202",
            &[2],
        ),
        (json!({}), "", &[1, 2, 3, 4]),
    ];
    for (filter, query, games) in cases {
        let ids = |answer: &Value| {
            let hits = answer["hits"].as_array().expect("hits");
            let mut ids: Vec<u64> = hits
                .iter()
                .filter_map(|hit| hit["game"]["id"].as_u64())
                .collect();
            ids.sort_unstable();
            ids
        };
        let body = json!({"fen": START, "distinct": "game", "filter": filter});
        assert_eq!(
            ids(&post(&service, "/api/similar", &body).await),
            games,
            "{filter}"
        );
        let fen = START.replace(' ', "_");
        let path = format!("/api/similar?fen={fen}&distinct=game&{query}");
        assert_eq!(ids(&get(&service, &path).await), games, "{query}");
        let body = json!({"pattern": "????????/????????/????????/????????/????P???/????????/????????/????????", "filter": filter});
        assert_eq!(
            ids(&post(&service, "/api/positions", &body).await),
            games,
            "{filter}"
        );
        let body = json!({"fen": START, "filter": filter});
        let exact = post(&service, "/api/positions", &body).await;
        assert_eq!(exact["games"], games.len(), "{filter}");
        let explored = get(&service, &format!("/lichess?{query}")).await;
        let count = |name: &str| explored[name].as_u64().unwrap_or(0);
        // Game 3 is of unknown speed, which passes there.
        let unknown =
            query.contains("speeds=") && (!query.contains("collection") || query.contains("B%202"));
        assert_eq!(
            count("white") + count("draws") + count("black"),
            games.len() as u64 + u64::from(unknown),
            "{query}"
        );
        let pgn = service
            .send(local(Method::GET, &format!("/api/games?{query}")))
            .await
            .1;
        assert_eq!(pgn.body.matches("[White ").count(), games.len(), "{query}");
    }
    // All speeds are all games there; `/masters` has no speeds.
    let all = "ultraBullet,bullet,blitz,rapid,classical,correspondence";
    for path in [
        format!("/lichess?speeds={all}"),
        "/masters?speeds=bullet".to_owned(),
    ] {
        let explored = get(&service, &path).await;
        assert_eq!(
            (&explored["white"], &explored["draws"]),
            (&json!(2), &json!(1)),
            "{path}"
        );
    }
    let names = |found: Value| {
        let players = found["players"].as_array().expect("players").clone();
        players
            .iter()
            .map(|player| player["name"].to_string())
            .collect::<Vec<_>>()
    };
    let found = names(get(&service, "/api/players?q=player&collection=mine").await);
    assert_eq!(found, ["\"Player Ann\"", "\"Player Bob\""]);
    let body = json!({"theme": "fork", "collection": ["mine"], "speeds": ["blitz"]});
    assert_eq!(post(&service, "/api/training", &body).await["games"], 1);
}

#[tokio::test]
async fn listed_renamed_and_dropped() {
    let service = service(Some(TOKEN)).await;
    let list = json!({"collections": [{"name": "B 2", "games": 2}, {"name": "mine", "games": 2}]});
    assert_eq!(get(&service, "/api/collections").await, list);
    let renamed = write(
        &service,
        Method::PATCH,
        "/api/collections/MINE",
        json!({"name": " my games "}).to_string(),
    )
    .await;
    assert_eq!(renamed.json(), json!({"name": "my games", "games": 2}));
    let dropped = write(
        &service,
        Method::DELETE,
        "/api/collections/b%202?games=true",
        String::new(),
    )
    .await;
    assert_eq!(
        dropped.json(),
        json!({"name": "B 2", "games": 2, "removed": 1})
    );
    let list = json!({"collections": [{"name": "my games", "games": 2}]});
    assert_eq!(get(&service, "/api/collections").await, list);
    assert_eq!(service.games().await, 3);
    let dropped = write(
        &service,
        Method::DELETE,
        "/api/collections/my%20games",
        String::new(),
    )
    .await;
    assert_eq!(
        dropped.json(),
        json!({"name": "my games", "games": 2, "removed": 0})
    );
    assert_eq!(
        get(&service, "/api/collections").await,
        json!({"collections": []})
    );
    assert_eq!(service.games().await, 3);
}

/// Collections that were made when their names could be anything are listed, found, renamed and dropped.
#[tokio::test]
async fn earlier_names_that_are_not_seen() {
    let service = Service::new(Some(TOKEN));
    let mut writer = service.index.writer().expect("the writer");
    for (name, game) in ["\u{200b}", "\u{202e}evil"].into_iter().zip(games()) {
        writer
            .set_collection(name.parse().expect("a name"))
            .expect("room");
        testing::games::add(&mut writer, Cursor::new(game), 0, &mut Ingested::default());
    }
    writer.commit().expect("a commit");
    drop(writer);
    // The server sees its own import at once, and with it what was written before.
    let [_, _, other, _] = games();
    write(&service, Method::POST, "/api/games?fromMove=0", other).await;
    let list = json!({"collections": [{"name": "\u{200b}", "games": 1}, {"name": "\u{202e}evil", "games": 1}]});
    assert_eq!(get(&service, "/api/collections").await, list);
    let found = get(&service, "/api/players?q=player&collection=%E2%80%8B").await;
    assert_eq!(
        found["players"].as_array().map(Vec::len),
        Some(1),
        "{found}"
    );
    let body = json!({"name": "seen"}).to_string();
    let renamed = write(&service, Method::PATCH, "/api/collections/%E2%80%8B", body).await;
    assert_eq!(renamed.json(), json!({"name": "seen", "games": 1}));
    let path = "/api/collections/%E2%80%AEevil";
    let dropped = write(&service, Method::DELETE, path, String::new()).await;
    let expected = json!({"name": "\u{202e}evil", "games": 1, "removed": 0});
    assert_eq!(dropped.json(), expected);
    let list = json!({"collections": [{"name": "seen", "games": 1}]});
    assert_eq!(get(&service, "/api/collections").await, list);
}

#[tokio::test]
async fn what_cannot_be() {
    let service = service(Some(TOKEN)).await;
    let name = |name: &str| json!({"name": name}).to_string();
    for (method, path, body, expected) in [
        (
            Method::PATCH,
            "/api/collections/yours",
            name("x"),
            Refused(404, "", &["yours"]),
        ),
        (
            Method::PATCH,
            "/api/collections/a,b",
            name("x"),
            Refused(404, "", &["a,b"]),
        ),
        (
            Method::PATCH,
            "/api/collections/mine",
            name("b 2"),
            Refused(409, "", &["b 2"]),
        ),
        (
            Method::PATCH,
            "/api/collections/mine",
            name("a,b"),
            Refused(422, "name", &["a,b"]),
        ),
        (
            Method::PATCH,
            "/api/collections/mine",
            name(" "),
            Refused(422, "name", &[]),
        ),
        (
            Method::PATCH,
            "/api/collections/mine",
            name("\u{200b}"),
            Refused(422, "name", &["U+200B"]),
        ),
        (
            Method::POST,
            "/api/games?collection=%E2%80%AEevil",
            games()[0].clone(),
            Refused(422, "collection", &["U+202E"]),
        ),
        (
            Method::POST,
            "/api/fetch",
            json!({"site": "lichess", "name": "x", "collection": "\u{feff}"}).to_string(),
            Refused(422, "collection", &["U+FEFF"]),
        ),
        (
            Method::PATCH,
            "/api/collections/mine",
            "{}".to_owned(),
            Refused(400, "", &["name"]),
        ),
        (
            Method::DELETE,
            "/api/collections/yours",
            String::new(),
            Refused(404, "", &["yours"]),
        ),
        (
            Method::DELETE,
            "/api/collections/mine?games=2",
            String::new(),
            Refused(400, "games", &["true", "false"]),
        ),
        (
            Method::POST,
            "/api/games?collection=a,b",
            games()[0].clone(),
            Refused(422, "collection", &["a,b"]),
        ),
        (
            Method::POST,
            "/api/fetch",
            json!({"site": "lichess", "name": "x", "collection": ""}).to_string(),
            Refused(422, "collection", &[]),
        ),
    ] {
        let answer = write(&service, method.clone(), path, body).await;
        check_answer(&answer, expected, &format!("{method} {path}"));
    }
}

#[tokio::test]
async fn filters_that_cannot_be() {
    let service = service(Some(TOKEN)).await;
    for (method, path, body, expected) in [
        (
            Method::POST,
            "/api/similar",
            json!({"fen": START, "filter": {"collection": ["yours"]}}).to_string(),
            Refused(422, "filter.collection", &["yours"]),
        ),
        (
            Method::POST,
            "/api/similar",
            json!({"fen": START, "filter": {"collection": ["a,b"]}}).to_string(),
            Refused(422, "filter.collection", &["a,b"]),
        ),
        (
            Method::POST,
            "/api/similar",
            json!({"fen": START, "filter": {"speeds": ["slow"]}}).to_string(),
            Refused(422, "filter.speeds", &["slow", "ultraBullet"]),
        ),
        (
            Method::GET,
            "/lichess?speeds=slow",
            String::new(),
            Refused(422, "speeds", &["slow", "ultraBullet"]),
        ),
        (
            Method::GET,
            "/masters?collection=yours",
            String::new(),
            Refused(422, "collection", &["yours"]),
        ),
        (
            Method::GET,
            "/api/players?q=a&collection=yours",
            String::new(),
            Refused(422, "collection", &["yours"]),
        ),
        (
            Method::POST,
            "/api/training",
            json!({"pgn": games()[0], "speeds": ["blitz"]}).to_string(),
            Refused(400, "pgn", &["speeds", "collection"]),
        ),
    ] {
        let answer = write(&service, method.clone(), path, body).await;
        check_answer(&answer, expected, &format!("{method} {path}"));
    }
}

#[tokio::test]
async fn guarded_and_busy() {
    let service = service(Some(TOKEN)).await;
    for (method, path) in [
        (Method::PATCH, "/api/collections/mine"),
        (Method::DELETE, "/api/collections/mine"),
    ] {
        let mut request: Request<Body> = local(method.clone(), path);
        *request.body_mut() = Body::from(json!({"name": "x"}).to_string());
        let answer = service.send(request).await.1;
        check_answer(&answer, Refused(401, "", &[HEADER]), path);
    }
    // Another writer is at work.
    let refused = async |words: &[&str]| {
        for (method, body) in [(Method::DELETE, ""), (Method::PATCH, "{\"name\": \"x\"}")] {
            let path = "/api/collections/mine";
            let answer = write(&service, method, path, body.to_owned()).await;
            check_answer(&answer, Refused(409, "", words), "busy");
        }
    };
    let writer = Arc::clone(&service.index).writer().expect("the writer");
    refused(&[]).await;
    drop(writer);
    // An import into that collection is.
    let (end, body) = tokio::sync::oneshot::channel::<String>();
    let body = stream::once(async { Ok::<_, Infallible>(body.await.expect("games")) });
    let headers = format!("host: localhost | authorization: Bearer {TOKEN}");
    let path = "/api/games?collection=mine&fromMove=0";
    let mut import = from("127.0.0.1:5", Method::POST, path, &headers);
    *import.body_mut() = Body::from_stream(body);
    let router = service.router.clone();
    let import = tokio::spawn(async move { crate::send_to(&router, import).await.1 });
    while get(&service, "/api/status").await["import"].is_null() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    refused(&["import"]).await;
    end.send(games()[3].clone()).expect("it is read");
    let imported = import.await.expect("an end");
    assert_eq!(imported.status, 200, "{}", imported.body);
    let listed = get(&service, "/api/collections").await;
    let expected = json!([{"name": "B 2", "games": 2}, {"name": "mine", "games": 3}]);
    assert_eq!(listed["collections"], expected);
}
