//! All games as one PGN, and snapshots.

use std::fs;
use std::io::Read;

use app::Sites;
use axum::body::Body;
use axum::http::{Method, Response, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::guard::{HEADER, TOKEN};
use crate::writing::{Service, from, local};
use crate::{Refused, SERVICE, check_answer, check_problem, get, request, request_as};
use testing::words::has_word;

/// A few hundred games, of which each has another first player.
fn many_games() -> String {
    let game = |number| {
        format!("[White \"Player{number}\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n")
    };
    (1..=300).map(game).collect()
}

/// The answer of one that has begun.
async fn begun(service: &Service, path: &str) -> Response<Body> {
    let answer = service.router.clone().oneshot(local(Method::GET, path));
    answer.await.expect("infallible")
}

#[tokio::test]
async fn as_one_by_one() {
    let all = get("/api/games?player=carlsen&opponent=anand&since=2010-01").await;
    assert_eq!(
        (all.status, &*all.content_type),
        (StatusCode::OK, "application/x-chess-pgn")
    );
    let mut games = String::new();
    let mut count = 0;
    for id in 1..=2851 {
        let path = format!("/api/games/{id}");
        let one = request_as(Method::GET, &path, "", "application/x-chess-pgn");
        let game = crate::send(one).await.1.body;
        let is_by = |name: &str| game.lines().take(9).any(|line| line.contains(name));
        let year = game.split_once("[Date \"").expect("a date").1[..4].to_owned();
        if is_by("\"Carlsen,") && is_by("\"Anand,") && *year >= *"2010" {
            games.push_str(&game);
            games.push('\n');
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
    assert_eq!(all.body, games);
    assert_eq!(get("/api/games?player=carlsen&since=2030").await.body, "");

    let text = request_as(
        Method::GET,
        "/api/games?player=carlsen&since=2030",
        "",
        "text/plain",
    );
    let text = crate::send(text).await.1;
    assert_eq!(text.content_type, "text/plain; charset=utf-8");
}

/// Of no game, of some, and of many parts.
#[tokio::test]
async fn compressed() {
    for query in ["?player=carlsen&since=2030", "?player=carlsen&eco=C89", ""] {
        let path = format!("/api/games{query}");
        let mut asked = request(Method::GET, &path, "");
        let gzip = "gzip".parse().expect("a value");
        asked.headers_mut().insert(header::ACCEPT_ENCODING, gzip);
        let answer = SERVICE.0.clone().oneshot(asked).await.expect("infallible");
        let mut body = answer.into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(part) = body.next().await {
            bytes.extend(part.expect("games"));
        }
        let mut text = String::new();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut games = flate2::read::GzDecoder::new(&*bytes);
            games.read_to_string(&mut text).expect("gzip");
        }
        assert_eq!(text, get(&path).await.body, "{path}");
    }
}

/// Games that come or go after an export has begun; nothing is held while its client does not read.
#[tokio::test]
async fn while_it_changes() {
    let service = Service::new(None);
    service.import(many_games()).await;
    let answer = begun(&service, "/api/games").await;
    let mut parts = answer.into_body().into_data_stream();
    let first = parts.next().await.expect("a part").expect("games");
    let mut text = String::from_utf8(first.to_vec()).expect("UTF-8");
    assert!(text.contains("Player64") && !text.contains("Player65"));
    for id in [1, 200] {
        let path = format!("/api/games/{id}");
        let removed = service.send(local(Method::DELETE, &path)).await.1;
        assert_eq!(removed.status, StatusCode::NO_CONTENT);
    }
    service.import("[White \"Late\"]\n\n1. d4 *\n").await;
    let mut stalled = Vec::new();
    for _ in 0..100 {
        stalled.push(begun(&service, "/api/games").await);
    }
    assert_eq!(service.games().await, 299);
    while let Some(part) = parts.next().await {
        text.push_str(str::from_utf8(&part.expect("games")).expect("UTF-8"));
    }
    let players: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("[White "))
        .collect();
    let expected = (1..=300).filter(|number| *number != 200);
    let expected: Vec<String> = expected
        .map(|number| format!("[White \"Player{number}\"]"))
        .collect();
    assert_eq!(players, expected);
    drop(stalled);
}

/// A collection that is renamed, dropped or added to after its export has begun is exported as it was; its games that
/// are removed are not there any more.
#[tokio::test]
async fn while_its_collection_changes() {
    const ADD: (Method, &str) = (Method::POST, "/api/games?fromMove=0&collection=c1");
    let changes: [(&[(Method, &str)], u64); 5] = [
        (&[(Method::PATCH, "/api/collections/c1")], 200),
        (&[(Method::DELETE, "/api/collections/c1")], 200),
        // The first 64 have been sent.
        (&[(Method::DELETE, "/api/collections/c1?games=true")], 64),
        (&[ADD], 200),
        (&[(Method::DELETE, "/api/collections/c1"), ADD], 200),
    ];
    for (changes, last) in changes {
        for filter in ["", "&turn=white"] {
            let service = Service::new(None);
            let write = async |(method, path): &(Method, &str), body: &str| {
                let mut request = local(method.clone(), path);
                let json = "application/json".parse().expect("a value");
                if *method == Method::PATCH {
                    request.headers_mut().insert("content-type", json);
                }
                *request.body_mut() = Body::from(body.to_owned());
                let answer = service.send(request).await.1;
                assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
            };
            let all = many_games();
            let after_200 = all.find("[White \"Player201\"]").expect("a game");
            write(&ADD, &all[..after_200]).await;
            write(&(Method::POST, "/api/games?fromMove=0"), &all).await;
            let path = format!("/api/games?collection=c1{filter}");
            let answer = begun(&service, &path).await;
            let mut parts = answer.into_body().into_data_stream();
            let first = parts.next().await.expect("a part").expect("games");
            let mut text = String::from_utf8(first.to_vec()).expect("UTF-8");
            for change in changes {
                let body = match change.0 {
                    Method::PATCH => "{\"name\": \"c2\"}",
                    Method::POST => &all[after_200..],
                    _ => "",
                };
                write(change, body).await;
            }
            while let Some(part) = parts.next().await {
                text.push_str(str::from_utf8(&part.expect("games")).expect("UTF-8"));
            }
            let players = text.lines().filter(|line| line.starts_with("[White "));
            let expected = (1..=last).map(|number| format!("[White \"Player{number}\"]"));
            assert!(players.eq(expected), "{changes:?}, {path}: {text:.3000}");
        }
    }
}

/// What is damaged is not taken for the end.
#[tokio::test]
async fn damage_breaks_it_off() {
    let service = Service::new(None);
    service.import(many_games()).await;
    let answer = begun(&service, "/api/games").await;
    let mut parts = answer.into_body().into_data_stream();
    parts.next().await.expect("a part").expect("games");
    let files = fs::read_dir(service.index.path()).expect("an index");
    let mut files = files.map(|file| file.expect("a file").path());
    let store = files.find(|file| file.extension().is_some_and(|ending| ending == "store"));
    let store = store.expect("a file");
    let mut bytes = fs::read(&store).expect("readable");
    bytes[9] ^= 1;
    fs::write(&store, bytes).expect("written");
    parts
        .next()
        .await
        .expect("a part")
        .expect_err("it breaks off");
    assert!(parts.next().await.is_none());
}

#[tokio::test]
async fn filters_that_cannot_be() {
    for (query, expected) in [
        ("limits=3", Refused(400, "limits", &["limit"])),
        ("minRating=high", Refused(400, "minRating", &[])),
        ("minRating=1e9", Refused(422, "minRating", &["1000000000"])),
        ("since=tomorrow", Refused(422, "since", &["tomorrow"])),
        (
            "result=win",
            Refused(422, "result", &["win", "loss", "player"]),
        ),
        ("color=white", Refused(422, "color", &["player"])),
        ("turn=any", Refused(422, "turn", &["any", "white", "black"])),
        ("material=KK", Refused(422, "material", &["KK"])),
        ("played=Bxh9", Refused(422, "played", &["Bxh9"])),
    ] {
        let path = format!("/api/games?{query}");
        check_problem(Method::GET, &path, &Value::Null, expected).await;
    }
}

#[tokio::test]
async fn snapshots() {
    let service = Service::with_snapshots(Sites::default());
    service.import("[White \"A\"]\n\n1. e4 e5 1-0\n").await;
    let (_, made) = service.send(local(Method::POST, "/api/snapshots")).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let made = made.json();
    assert_eq!(
        (&made["games"], &made["positions"], &made["problem"]),
        (&json!(1), &json!(0), &Value::Null)
    );
    let name = made["name"].as_str().expect("a name");
    let summary = index::Index::summary(&service.snapshots().join(name)).expect("an index");
    assert_eq!(made["bytes"], summary.bytes);
    let (_, listed) = service.send(local(Method::GET, "/api/snapshots")).await;
    assert_eq!(listed.json(), json!({"snapshots": [made]}));
    // Several at once: all have asked before the first one can be written.
    let post = || service.send(local(Method::POST, "/api/snapshots"));
    let (a, b, c, d) = tokio::join!(post(), post(), post(), post());
    let answers = [a, b, c, d].map(|(_, answer)| answer);
    let (made, refused): (Vec<_>, Vec<_>) = answers
        .iter()
        .partition(|answer| answer.status == StatusCode::OK);
    assert!(!made.is_empty() && !refused.is_empty());
    for answer in refused {
        let detail = check_answer(answer, Refused(409, "", &[]), "at once");
        assert!(!has_word(&detail, "--snapshots"), "{detail}");
    }
    // The folder is gone, which matters more than what was asked of it.
    fs::remove_dir_all(service.snapshots()).expect("removed");
    let (_, answer) = service.send(local(Method::POST, "/api/snapshots")).await;
    let making = check_answer(&answer, Refused(503, "", &["snapshots"]), "no folder");
    let (_, answer) = service.send(local(Method::GET, "/api/snapshots")).await;
    let listing = check_answer(&answer, Refused(503, "", &["snapshots"]), "no folder");
    assert_eq!(making, listing);
    assert_eq!(answer.json()["code"], "storageGone");
    let none = Service::new(None);
    let (_, answer) = none.send(local(Method::POST, "/api/snapshots")).await;
    check_answer(&answer, Refused(409, "", &["--snapshots"]), "none");
}

/// Who may not write may neither make nor list them.
#[tokio::test]
async fn snapshots_are_for_those_who_write() {
    let service = Service::new(Some(TOKEN));
    let local_only = Service::with_snapshots(Sites::default());
    for method in [Method::GET, Method::POST] {
        let from = |peer| from(peer, method.clone(), "/api/snapshots", "host: a.example");
        let answer = service.send(from("192.0.2.1:5")).await.1;
        check_answer(&answer, Refused(401, "", &[HEADER]), "no token");
        let answer = local_only.send(from("192.0.2.1:5")).await.1;
        check_answer(&answer, Refused(403, "", &["192.0.2.1"]), "elsewhere");
    }
    let made = fs::read_dir(local_only.snapshots()).expect("a folder");
    assert_eq!(made.count(), 0);
}

/// A folder of snapshots that does not answer, like a network share that is gone, keeps nobody waiting for long.
#[cfg(unix)]
#[tokio::test]
async fn a_list_that_does_not_end() {
    let service = Service::with_snapshots(Sites::default());
    service.import("[White \"A\"]\n\n1. e4 e5 1-0\n").await;
    let made = service.send(local(Method::POST, "/api/snapshots")).await.1;
    let made = made.json();
    let folder = service.snapshots();
    let files = fs::read_dir(folder.join(made["name"].as_str().expect("a name")));
    let mut files = files
        .expect("a folder")
        .map(|file| file.expect("a file").path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "store"));
    let (file, away) = (file.expect("a file"), folder.join("away"));
    fs::rename(&file, &away).expect("renamed");
    let pipe = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(pipe.expect("mkfifo").success());
    let list = async || service.send(local(Method::GET, "/api/snapshots")).await.1;
    let begun = std::time::Instant::now();
    let (first, second) = tokio::join!(list(), list());
    for answer in [first, second] {
        check_answer(&answer, Refused(503, "", &[]), "no answer");
    }
    assert!(begun.elapsed().as_secs() < 9, "{:?}", begun.elapsed());
    let pipe = folder.join("pipe");
    fs::rename(&file, &pipe).expect("renamed");
    fs::rename(&away, &file).expect("renamed");
    // A request that waits for the writer gets it once it is free.
    drop(
        fs::OpenOptions::new()
            .write(true)
            .open(&pipe)
            .expect("a reader"),
    );
    assert_eq!(list().await.json(), json!({"snapshots": [made]}));
}
