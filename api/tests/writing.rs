//! Importing and removing games, and who may.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use api::{Access, Rules, Token};
use app::Sites;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, Response, StatusCode};
use futures_util::{FutureExt, StreamExt, stream};
use index::Index;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::{Answer, Refused, check_answer, check_detail, send_to};
use testing::words::check_words;

/// A game of two moves, and one that does not play by the rules.
const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e4 Ke3 *\n";

/// A service over an index of its own.
pub(crate) struct Service {
    pub(crate) router: Router,
    pub(crate) index: Arc<Index>,
    folder: TempDir,
}

impl Service {
    pub(crate) fn new(token: Option<&str>) -> Service {
        Service::with(Access {
            token: token.map(|token| Token::new(token).expect("a token")),
            ..Access::default()
        })
    }

    /// One that anybody here may write to, with a folder for snapshots and these sites.
    pub(crate) fn with_snapshots(sites: Sites) -> Service {
        let folder = TempDir::new().expect("a temporary folder");
        let snapshots = folder.path().join("snapshots");
        std::fs::create_dir(&snapshots).expect("a folder");
        let rules = Rules {
            snapshots: Some(snapshots),
            sites,
            ..Rules::default()
        };
        Service::at(folder, rules)
    }

    pub(crate) fn with(access: Access) -> Service {
        Service::ruled(Rules {
            access,
            ..Rules::default()
        })
    }

    pub(crate) fn ruled(rules: Rules) -> Service {
        Service::at(TempDir::new().expect("a temporary folder"), rules)
    }

    fn at(folder: TempDir, rules: Rules) -> Service {
        let path = folder.path().join("index");
        let index = Arc::new(Index::create(&path).expect("an empty index"));
        Service {
            router: api::router(Arc::clone(&index), crate::own_engines(), rules),
            index,
            folder,
        }
    }

    /// The folder for snapshots.
    pub(crate) fn snapshots(&self) -> PathBuf {
        self.folder.path().join("snapshots")
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> (Response<()>, Answer) {
        send_to(&self.router, request).await
    }

    pub(crate) async fn import(&self, body: impl Into<Body>) -> Answer {
        let mut request = local(Method::POST, "/api/games");
        *request.body_mut() = body.into();
        self.send(request).await.1
    }

    pub(crate) async fn games(&self) -> Value {
        let status = self.send(local(Method::GET, "/api/status")).await.1;
        status.json()["games"].take()
    }
}

/// How an import ended.
pub(crate) fn last_line(answer: &Answer) -> Value {
    let line = answer.body.lines().last().expect("a line");
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

/// A request of a program on this machine.
pub(crate) fn local(method: Method, path: &str) -> Request<Body> {
    from("127.0.0.1:50000", method, path, "host: localhost:8080")
}

/// A request with headers such as `host: localhost | via: 1.1 proxy`.
pub(crate) fn from(peer: &str, method: Method, path: &str, headers: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for header in headers.split(" | ").filter(|header| !header.is_empty()) {
        let (name, value) = header.split_once(": ").expect("a header");
        request = request.header(name, value);
    }
    let mut request = request.body(Body::from(GAMES)).expect("a request");
    let peer: SocketAddr = peer.parse().expect("an address");
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// The last line has the corrections by kind; the query says what is to be done with games.
#[tokio::test]
async fn games_are_put_right() {
    let header = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n\n";
    let games = format!(
        "{header}1. e4 d5 2. ed5 Qd5 *\n\n{header}1. e4 d5 *\n\n1. c4 e5 2. Ke4 *\n\n1. c4 c5 2. cc5 *\n"
    );
    for (query, counts, corrections) in [
        ("", [2, 0, 2], &[("captureSign", 1), ("contained", 1)][..]),
        (
            "&keepLegal=true",
            [4, 0, 0],
            &[("captureSign", 1), ("contained", 1), ("illegalMove", 2)],
        ),
        (
            "&contained=replace",
            [1, 1, 2],
            &[("captureSign", 1), ("contained", 1)],
        ),
    ] {
        let service = Service::new(None);
        let path = format!("/api/games?fromMove=0{query}");
        let mut request = local(Method::POST, &path);
        *request.body_mut() = Body::from(games.clone());
        let (_, answer) = service.send(request).await;
        let line = last_line(&answer);
        let found = ["games", "duplicates", "rejectedCount"].map(|name| line[name].as_u64());
        assert_eq!(found, counts.map(Some), "{query}");
        let found = line["corrections"].as_array().expect("a list").iter();
        let found: Vec<_> = found
            .map(|found| {
                let first = found["first"].as_array().expect("a list");
                assert!(first.iter().all(|game| game["line"].as_u64() > Some(0)));
                let games = found["games"].as_u64().expect("a number");
                assert_eq!(first.len() as u64, games);
                (found["kind"].as_str().expect("a name"), games)
            })
            .collect();
        assert_eq!(found, corrections, "{query}");
    }
}

#[tokio::test]
async fn games_come_and_go() {
    let service = Service::new(None);
    let mut request = local(Method::POST, "/api/games?fromMove=0");
    // As a program that can read compressed answers.
    request
        .headers_mut()
        .insert("accept-encoding", "gzip".parse().expect("a value"));
    let (response, answer) = service.send(request).await;
    assert_eq!(
        (answer.status, answer.content_type.as_str()),
        (StatusCode::OK, "application/x-ndjson")
    );
    assert_eq!(response.headers().get("content-encoding"), None);
    assert!(answer.body.ends_with("}\n"));
    let mut line = last_line(&answer);
    assert!(line["positionsPerSecond"].take().is_u64());
    let reason = line["rejected"][0]["reason"].take();
    let reason = reason.as_str().expect("a reason");
    check_words(reason, &["Ke3", "1", "Black"], "rejected");
    assert_eq!(
        line,
        json!({
            "done": true, "error": null, "games": 1, "positions": 3, "stored": [{"first": 1, "last": 1}],
            "duplicates": 0, "duplicateGames": [], "rejectedCount": 1,
            "rejected": [{"file": null, "game": 2, "line": 5, "reason": null}],
            "corrections": [], "positionsPerSecond": null,
        })
    );
    assert_eq!(service.games().await, 1);
    let again = last_line(&service.import(GAMES).await);
    assert_eq!(
        (&again["games"], &again["duplicates"]),
        (&json!(0), &json!(1))
    );

    let (_, answer) = service.send(local(Method::DELETE, "/api/games/1")).await;
    assert_eq!(
        (answer.status, answer.body.as_str()),
        (StatusCode::NO_CONTENT, "")
    );
    assert_eq!(service.games().await, 0);
    for (path, expected) in [
        ("/api/games/1", Refused(404, "", &["1"])),
        ("/api/games/0", Refused(404, "", &["0"])),
        ("/api/games/first", Refused(400, "id", &["first"])),
    ] {
        let (_, answer) = service.send(local(Method::DELETE, path)).await;
        check_answer(&answer, expected, path);
    }
    let again = last_line(&service.import(GAMES).await);
    assert_eq!(
        (&again["games"], &again["positions"]),
        (&json!(1), &json!(0))
    );
}

#[tokio::test]
async fn one_writer_at_a_time() {
    let service = Service::new(None);
    let writer = service.index.writer().expect("the writer");
    for (method, path) in [
        (Method::POST, "/api/games"),
        (Method::DELETE, "/api/games/1"),
    ] {
        let (_, answer) = service.send(local(method, path)).await;
        check_answer(&answer, Refused(409, "", &[]), path);
    }
    drop(writer);
    assert_eq!(service.import(GAMES).await.status, StatusCode::OK);
}

#[tokio::test]
async fn bodies_that_are_no_games() {
    let zip = [&b"PK\x03\x04\x14\0\0\0\x08\0"[..], &[7; 100]].concat();
    // A body, what is wrong with it, and words of the problem. What is wrong with two is said of both alike.
    let cases: &[(&[u8], &str, &[&str])] = &[
        (b"", "empty", &[]),
        (b" \r\n\n", "empty", &[]),
        (b"hello", "no game", &["PGN"]),
        (b"{\"pgn\": \"1. e4 e5 *\"}", "no game", &["PGN"]),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01", "no game", &["PGN"]),
        (&zip, "zip", &["zip"]),
        (
            include_bytes!("../../pgn/tests/scid/base5.si5"),
            "one file of three",
            &["Scid", "base.si5"],
        ),
        (b"\x1f\x8b\x08\0\0", "cut", &[]),
        (
            b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff",
            "bad gzip",
            &[],
        ),
        (b"\x28\xb5\x2f\xfd\x24", "cut", &[]),
        (
            b"\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff",
            "cut",
            &[],
        ),
        (b"BZh9\xff\xff", "bad bzip2", &[]),
    ];
    let service = Service::new(None);
    let mut details = BTreeMap::new();
    for (body, wrong, words) in cases {
        let answer = service.import(body.to_vec()).await;
        let detail = check_answer(&answer, Refused(400, "body", words), wrong);
        let first = details.entry(wrong).or_insert_with(|| detail.clone());
        assert_eq!(detail, *first, "{wrong}");
    }
    let different: BTreeSet<&String> = details.values().collect();
    assert_eq!(different.len(), details.len(), "{details:?}");
    // What fails leaves the writer to others.
    assert_eq!(service.import(GAMES).await.status, StatusCode::OK);
}

#[tokio::test]
async fn requests_that_are_no_imports() {
    let service = Service::new(None);
    // A header, and the words of the problem, if it is one.
    let cases = [
        ("content-encoding", "br", Some(&["br", "gzip", "zstd"][..])),
        ("content-encoding", "deflate", Some(&["deflate"])),
        ("content-encoding", "gzip, zstd", Some(&["gzip, zstd"])),
        ("content-encoding", "\u{e4}", Some(&[])),
        ("content-type", "multipart/form-data; boundary=x", Some(&[])),
        ("content-encoding", "gzip", None),
        ("content-encoding", "X-GZIP", None),
        ("content-encoding", "identity, zstd", None),
        ("content-encoding", "", None),
        ("content-type", "application/x-www-form-urlencoded", None),
    ];
    for (name, value, refused) in cases {
        let headers = format!("host: localhost | {name}: {value}");
        let request = from("127.0.0.1:1", Method::POST, "/api/games", &headers);
        let (response, answer) = service.send(request).await;
        let Some(words) = refused else {
            assert_eq!(answer.status, StatusCode::OK, "{value}: {}", answer.body);
            continue;
        };
        let field = match name {
            "content-encoding" => "Content-Encoding",
            _ => "Content-Type",
        };
        check_answer(&answer, Refused(415, field, words), value);
        let taken = response.headers().get("accept-encoding");
        let is_coding = name == "content-encoding";
        assert_eq!(taken.is_some_and(|value| value == "gzip, zstd"), is_coding);
    }
    for (query, expected) in [
        ("fromMove=-1", Refused(422, "fromMove", &["-1"])),
        ("fromMove=1.5", Refused(422, "fromMove", &["1.5"])),
        (
            "fromMove=1e10",
            Refused(422, "fromMove", &["10000000000", "0", "4294967295"]),
        ),
        ("fromMove=inf", Refused(422, "fromMove", &["inf"])),
        ("fromMove=NaN", Refused(422, "fromMove", &["NaN"])),
        ("fromMove=many", Refused(400, "fromMove", &[])),
        (
            "from_move=1",
            Refused(400, "from_move", &["from_move", "fromMove"]),
        ),
    ] {
        let (_, answer) = service
            .send(local(Method::POST, &format!("/api/games?{query}")))
            .await;
        check_answer(&answer, expected, query);
    }
}

#[tokio::test]
async fn rejected_games_are_all_counted() {
    let service = Service::new(None);
    let body = "[Event \"x\"]\n\n1. Ke5 *\n\n".repeat(1500) + GAMES;
    let answer = service.import(body).await;
    let last = last_line(&answer);
    assert_eq!(
        (&last["done"], &last["games"], &last["rejectedCount"]),
        (&json!(true), &json!(1), &json!(1501))
    );
    assert_eq!(last["rejected"].as_array().map(Vec::len), Some(1000));
}

/// Games enough that some are in before the last one has come.
fn many_games() -> String {
    let game = |number| format!("[White \"{number}\"]\n\n1. e4 e5 *\n\n");
    let games: Vec<String> = (0..200).map(game).collect();
    games.concat()
}

/// The clock is stopped, and moved by hand.
#[tokio::test(start_paused = true)]
async fn a_client_that_stalls() {
    let service = Service::new(None);
    for (start, status) in [
        (String::new(), 408),
        (many_games() + "[Event \"half\"]\n\n1. e4", 200),
    ] {
        let mut request = local(Method::POST, "/api/games");
        let silence = stream::pending::<Result<String, Infallible>>();
        *request.body_mut() = Body::from_stream(stream::iter([Ok(start)]).chain(silence));
        let answer = while_time_passes(service.send(request)).await.1;
        assert_eq!(answer.status.as_u16(), status);
        let said = match status {
            200 => last_line(&answer)["error"].take(),
            _ => answer.json()["detail"].take(),
        };
        let sentence = said.as_str().expect("a sentence");
        check_detail(sentence, "body", &["30"], "a client that stalls");
    }
    assert_eq!(service.games().await, 200);
    service.index.writer().expect("the writer is free");
}

/// Waits for what takes a little time on a thread and much time by the clock.
async fn while_time_passes<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        if let Some(done) = future.as_mut().now_or_never() {
            return done;
        }
        std::thread::sleep(Duration::from_millis(10));
        tokio::time::advance(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn a_body_that_breaks_off() {
    let service = Service::new(None);
    let mut request = local(Method::POST, "/api/games");
    let broken = stream::iter([Err(std::io::Error::other("gone"))]);
    let start = many_games() + "[Event \"half\"]\n\n1. e4 e5 2. Nf3";
    *request.body_mut() = Body::from_stream(stream::iter([Ok(start)]).chain(broken));
    let answer = service.send(request).await.1;
    assert_eq!(answer.status, StatusCode::OK);
    let last = last_line(&answer);
    // The game that is not whole is not in.
    assert_eq!(
        (&last["done"], &last["games"]),
        (&json!(false), &json!(200))
    );
    let error = last["error"].as_str().expect("a sentence");
    check_detail(error, "body", &[], "a body that breaks off");
    assert_eq!(service.games().await, 200);
    service.index.writer().expect("the writer is free");
}

#[tokio::test]
async fn the_status_counts_an_import() {
    let service = Service::new(None);
    let rest = Arc::new(Notify::new());
    let waiting = Arc::clone(&rest);
    let end = stream::once(async move {
        waiting.notified().await;
        Ok(String::new())
    });
    // More than is read ahead.
    let start = stream::iter([Ok::<_, Infallible>(many_games().repeat(100))]);
    let mut request = local(Method::POST, "/api/games");
    *request.body_mut() = Body::from_stream(start.chain(end));
    let import = async || {
        let status = service.send(local(Method::GET, "/api/status")).await.1;
        status.json()["import"].take()
    };
    assert_eq!(import().await, Value::Null);
    let watch = async {
        let mut seen = Value::Null;
        while seen["games"].as_u64() < Some(1) {
            tokio::time::sleep(Duration::from_millis(10)).await;
            seen = import().await;
        }
        rest.notify_one();
        seen
    };
    let ((_, answer), seen) = tokio::join!(service.send(request), watch);
    assert_eq!(last_line(&answer)["games"], 200, "{}", answer.body);
    assert_eq!(seen["done"], false);
    assert_eq!(import().await, Value::Null);
}
