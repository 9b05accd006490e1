//! Fetching games, from imitations of lichess and chess.com.

use std::time::{Duration, Instant};

use api::Rules;
use app::Sites;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use testing::sites::{Imitation, games, head, months};
use tokio::time::sleep;

use crate::writing::{Service, last_line, local};
use crate::{Answer, Refused, check_answer};
use testing::words::has_word;

/// A service that fetches from an imitation.
fn service(site: &Imitation) -> Service {
    Service::ruled(Rules {
        sites: sites(site),
        ..Rules::default()
    })
}

/// Both sites, in one imitation.
pub(crate) fn sites(site: &Imitation) -> Sites {
    Sites {
        lichess: site.url.clone(),
        chesscom: site.url.clone(),
        ..Sites::default()
    }
}

pub(crate) fn asking(body: &Value) -> Request<Body> {
    let mut request = local(Method::POST, "/api/fetch");
    let json = "application/json".parse().expect("a value");
    request.headers_mut().insert("content-type", json);
    *request.body_mut() = Body::from(body.to_string());
    request
}

async fn fetch(service: &Service, body: Value) -> Answer {
    service.send(asking(&body)).await.1
}

#[tokio::test]
async fn games_of_a_player() {
    let site = Imitation::start();
    site.state().games = games(150, 1);
    site.state().months = months(games(150, 2));
    let service = service(&site);
    for (site, games, all) in [
        ("lichess", 150, 150),
        ("chesscom", 150, 300),
        ("chesscom", 0, 300),
    ] {
        let answer = fetch(
            &service,
            json!({"site": site, "name": "Ann", "fromMove": 5}),
        )
        .await;
        let kind = answer.content_type.as_str();
        assert_eq!(
            (answer.status, kind),
            (StatusCode::OK, "application/x-ndjson")
        );
        let last = last_line(&answer);
        assert_eq!(
            (&last["done"], &last["error"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(
            (&last["games"], &last["rejectedCount"]),
            (&json!(games), &json!(0))
        );
        assert_eq!(service.games().await, all);
    }
    service.index.writer().expect("the writer is free");
}

#[tokio::test]
async fn requests_that_cannot_be() {
    let site = Imitation::start();
    let service = service(&site);
    for (body, expected) in [
        (json!({"site": "lichess"}), Refused(400, "", &["name"])),
        (json!({"name": "Ann"}), Refused(400, "", &["site"])),
        (
            json!({"site": "chess.com", "name": "Ann"}),
            Refused(400, "site", &["chess.com", "lichess", "chesscom"]),
        ),
        (
            json!({"site": "lichess", "name": ""}),
            Refused(400, "name", &[]),
        ),
        (
            json!({"site": "lichess", "name": "a/../b"}),
            Refused(400, "name", &["a/../b"]),
        ),
        (
            json!({"site": "lichess", "name": "a", "fromMove": -1}),
            Refused(422, "fromMove", &["-1"]),
        ),
        (
            json!({"site": "lichess", "name": "a", "url": "http://10.0.0.1"}),
            Refused(400, "url", &["url"]),
        ),
        (
            json!({"site": "http://10.0.0.1", "name": "a"}),
            Refused(400, "site", &["http://10.0.0.1"]),
        ),
        (
            json!({"site": "lichess", "name": "Nobody"}),
            Refused(404, "", &["lichess", "Nobody"]),
        ),
        (
            json!({"site": "chesscom", "name": "Nobody"}),
            Refused(404, "", &["chess.com", "Nobody"]),
        ),
    ] {
        let answer = fetch(&service, body.clone()).await;
        check_answer(&answer, expected, &body.to_string());
    }
    site.state().first = vec![head("403 Forbidden", "")];
    let body = json!({"site": "lichess", "name": "Ann"});
    let answer = fetch(&service, body.clone()).await;
    check_answer(&answer, Refused(502, "", &["lichess", "403"]), "refused");

    let writer = service.index.writer().expect("the writer");
    let answer = fetch(&service, body.clone()).await;
    check_answer(&answer, Refused(409, "", &[]), "a writer elsewhere");
    drop(writer);
    // The second address is the operator's business, and not in the answer.
    for (url, expected) in [
        (
            "http://127.0.0.1:9",
            Refused(502, "", &["http://127.0.0.1:9"]),
        ),
        ("lichess.org", Refused(503, "", &[])),
    ] {
        let rules = Rules {
            sites: Sites {
                lichess: url.to_owned(),
                ..Sites::default()
            },
            ..Rules::default()
        };
        let away = Service::ruled(rules);
        let Refused(status, ..) = expected;
        let detail = check_answer(&fetch(&away, body.clone()).await, expected, url);
        assert_eq!(has_word(&detail, url), status == 502, "{detail}");
    }
}

/// While a site makes a fetch wait, others write; the games that come later are in a collection of the name that it was
/// begun with.
#[tokio::test]
async fn others_write_while_it_waits() {
    let site = Imitation::start();
    site.state().games = games(30, 3);
    site.state().first = vec![head("429 Too Many Requests", "Retry-After: 6\r\n")];
    let service = service(&site);
    let write = async |method, path: &str, body: &str| {
        let mut request = local(method, path);
        let json = "application/json".parse().expect("a value");
        request.headers_mut().insert("content-type", json);
        *request.body_mut() = Body::from(body.to_owned());
        service.send(request).await.1
    };
    let game = "[White \"A\"]\n\n1. e4 e5 *\n";
    let imported = write(Method::POST, "/api/games?collection=c1", game).await;
    assert_eq!(imported.status, StatusCode::OK, "{}", imported.body);
    let body = json!({"site": "lichess", "name": "Ann", "collection": "c1"});
    let fetching = tokio::spawn({
        let (router, request) = (service.router.clone(), asking(&body));
        async move { crate::send_to(&router, request).await.1 }
    });
    while site.state().requests.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    let rename = async || write(Method::PATCH, "/api/collections/c1", "{\"name\": \"c2\"}").await;
    check_answer(&rename().await, Refused(409, "", &["fetch"]), "at first");
    let begun = Instant::now();
    while rename().await.status != StatusCode::OK {
        assert!(begun.elapsed() < Duration::from_secs(5));
        sleep(Duration::from_millis(50)).await;
    }
    let status = async || {
        service
            .send(local(Method::GET, "/api/status"))
            .await
            .1
            .json()
    };
    assert_eq!(status().await["import"], Value::Null);
    let game = "[White \"B\"]\n\n1. d4 d5 *\n";
    let imported = write(Method::POST, "/api/games", game).await;
    assert_eq!(last_line(&imported)["games"], 1, "{}", imported.body);
    let fetched = last_line(&fetching.await.expect("an end"));
    assert_eq!(
        (&fetched["done"], &fetched["games"]),
        (&json!(true), &json!(30))
    );
    assert_eq!(fetched["stored"], json!([{"first": 3, "last": 32}]));
    let listed = service.send(local(Method::GET, "/api/collections")).await.1;
    let expected = json!([{"name": "c1", "games": 30}, {"name": "c2", "games": 1}]);
    assert_eq!(listed.json()["collections"], expected);
    // The server does not wait for as long as a site may ask a command to.
    site.state().first = vec![head("429 Too Many Requests", "Retry-After: 121\r\n")];
    let answer = fetch(&service, body).await;
    check_answer(&answer, Refused(502, "", &["lichess"]), "too long");
}

#[tokio::test]
async fn it_ends_with_its_client() {
    let site = Imitation::start();
    site.state().games = games(2000, 3);
    site.state().trouble.pause = Duration::from_millis(100);
    let service = service(&site);
    let body = json!({"site": "lichess", "name": "Ann"});
    // Before the answer begins, and when it has begun.
    for games in [0, 100] {
        let client = tokio::spawn({
            let router = service.router.clone();
            let request = asking(&body);
            async move { crate::send_to(&router, request).await }
        });
        let import = async || {
            let status = service.send(local(Method::GET, "/api/status")).await.1;
            status.json()["import"].take()
        };
        while import().await["games"]
            .as_u64()
            .is_none_or(|so_far| so_far < games)
        {
            sleep(Duration::from_millis(5)).await;
        }
        let refused = fetch(&service, body.clone()).await;
        check_answer(&refused, Refused(409, "", &["fetch"]), "another");
        client.abort();
        while !import().await.is_null() {
            sleep(Duration::from_millis(5)).await;
        }
        service.index.writer().expect("the writer is free");
    }
    let some = service.games().await.as_u64().expect("a number");
    assert!((100..2000).contains(&some), "{some}");
    site.state().trouble.pause = Duration::ZERO;
    assert_eq!(last_line(&fetch(&service, body).await)["done"], true);
    assert_eq!(service.games().await, 2000);
}
