//! Who may read and write: with a token or keys any client that sends one, without any programs on this machine.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use api::keys::{Key, Keys, Right};
use api::{Access, Token};
use axum::body::Body;
use axum::http::{Method, StatusCode};
use futures_util::{StreamExt, stream};
use serde_json::Value;
use tower::ServiceExt;

use crate::writing::{Service, from, last_line, local};
use crate::{Refused, check_answer};
use testing::words::has_word;

pub(crate) const TOKEN: &str = "3c9f01d2";

#[test]
fn tokens() {
    for (text, is_one) in [
        (TOKEN, true),
        ("x", true),
        ("", false),
        ("a b", false),
        ("a\n", false),
        ("ä", false),
    ] {
        let token = Token::new(text);
        assert_eq!(token.is_some(), is_one, "{text:?}");
        if let Some(token) = token {
            assert_eq!(format!("{token:?}"), "Token(..)");
        }
    }
}

/// A header that a refused client is to send.
pub(crate) const HEADER: &str = "Authorization: Bearer TOKEN";
/// The answer to who may write: there is no such game to remove.
const LET_IN: Refused<'static> = Refused(404, "", &["1"]);
const BAD_HOST: Refused<'static> = Refused(403, "", &["Host"]);

#[tokio::test]
async fn with_a_token() {
    // The header, and the status: 404 says that the token was taken, and there is no game.
    let cases = [
        ("", 401),
        ("authorization: ", 401),
        ("authorization: Bearer", 401),
        ("authorization: Bearer ", 401),
        ("authorization: 3c9f01d2", 401),
        ("authorization: Basic 3c9f01d2", 401),
        (
            "authorization: Bearer 3c9f01d2 | authorization: Bearer 3c9f01d2",
            401,
        ),
        ("authorization: Bearer 3c9f01d3", 403),
        ("authorization: Bearer 3c9f01d", 403),
        ("authorization: Bearer 3c9f01d22", 403),
        ("authorization: Bearer 3C9F01D2", 403),
        ("authorization: Bearer 3c9f01d2", 404),
        ("authorization: bearer   3c9f01d2", 404),
    ];
    let service = Service::new(Some(TOKEN));
    for (authorization, status) in cases {
        // Neither helps it to be here, nor does it harm to be elsewhere.
        for (peer, from_where) in [
            ("127.0.0.1:5", "host: localhost"),
            (
                "192.0.2.1:5",
                "host: chess.example | via: 1.1 proxy | origin: https://a.example",
            ),
        ] {
            let headers = format!("{from_where} | {authorization}");
            let request = from(peer, Method::DELETE, "/api/games/1", &headers);
            let (response, answer) = service.send(request).await;
            check_answer(&answer, Refused(status, "", &[]), &headers);
            let challenge = response.headers().get("www-authenticate");
            assert_eq!(
                challenge.is_some_and(|value| value == "Bearer"),
                status == 401
            );
            assert!(!answer.body.contains(TOKEN), "{}", answer.body);
            // A page that may send this may also read what is said.
            assert_eq!(response.headers()["access-control-allow-origin"], "*");
        }
    }
    let (_, answer) = service.send(local(Method::POST, "/api/games")).await;
    check_answer(&answer, Refused(401, "", &[HEADER]), "import");
}

#[tokio::test]
async fn with_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys");
    let add = |name: &str, rights: &[Right]| {
        Key::add(
            &path,
            name,
            &rights.iter().copied().collect::<BTreeSet<_>>(),
        )
        .expect("a key")
    };
    let reads = add("reads", &[Right::Read]);
    let writes = add("writes", &[Right::Write]);
    let both = add("both", &[Right::Read, Right::Write]);
    let revoked = add("revoked", &[Right::Read, Right::Write]);
    Key::revoke(&path, "revoked").expect("revoked");
    let token = || Token::new(TOKEN);
    // What is sent, and how reading (of a private server) and writing are answered.
    let cases = [
        ("", 401, Refused(401, "", &[HEADER])),
        (TOKEN, 200, LET_IN),
        // The name of the key, and of the right that it lacks.
        (&reads, 200, Refused(403, "", &["reads", "write"])),
        (&writes, 403, LET_IN),
        (&both, 200, LET_IN),
        (&revoked, 403, Refused(403, "", &[])),
        (&reads[..reads.len() - 1], 403, Refused(403, "", &[])),
    ];
    for is_private in [false, true] {
        let keys = Arc::new(Keys::open(&path).expect("keys"));
        let service = Service::with(Access {
            token: token(),
            keys: Some(keys),
            is_private,
        });
        for (secret, reading, writing) in cases {
            let headers = match secret {
                "" => "host: localhost".to_owned(),
                secret => format!("host: localhost | authorization: Bearer {secret}"),
            };
            let request = from("127.0.0.1:5", Method::GET, "/api/status", &headers);
            let (response, answer) = service.send(request).await;
            let reading = if is_private { reading } else { 200 };
            assert_eq!(answer.status, reading, "{headers}: {}", answer.body);
            let challenge = response.headers().get("www-authenticate");
            assert_eq!(challenge.is_some(), reading == 401);
            let request = from("127.0.0.1:5", Method::DELETE, "/api/games/1", &headers);
            check_answer(&service.send(request).await.1, writing, &headers);
        }
        std::fs::rename(&path, folder.path().join("away")).expect("renamed");
        let headers = format!("host: localhost | authorization: Bearer {both}");
        let request = from("127.0.0.1:5", Method::DELETE, "/api/games/1", &headers);
        let answer = service.send(request).await.1;
        check_answer(&answer, Refused(503, "", &[]), "no file");
        std::fs::rename(folder.path().join("away"), &path).expect("renamed");
    }
}

/// A key is asked for when a request begins: an export and an import that have begun by then go on when it is revoked.
#[tokio::test]
async fn a_key_that_is_revoked_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys");
    let rights = BTreeSet::from([Right::Read, Right::Write]);
    let key = Key::add(&path, "a", &rights).expect("a key");
    let service = Service::with(Access {
        token: Token::new(TOKEN),
        keys: Some(Arc::new(Keys::open(&path).expect("keys"))),
        is_private: true,
    });
    let request = |method, secret: &str, body: Body| {
        let headers = format!("host: localhost | authorization: Bearer {secret}");
        let mut request = from("127.0.0.1:5", method, "/api/games", &headers);
        *request.body_mut() = body;
        request
    };
    let game = |number| format!("[White \"Player{number}\"]\n\n1. e4 e5 *\n\n");
    let games: String = (0..200).map(game).collect();
    let imported = service
        .send(request(Method::POST, &key, Body::from(games)))
        .await
        .1;
    assert_eq!(last_line(&imported)["games"], 200);

    let export = request(Method::GET, &key, Body::empty());
    let export = service
        .router
        .clone()
        .oneshot(export)
        .await
        .expect("infallible");
    let mut parts = export.into_body().into_data_stream();
    let mut text = parts.next().await.expect("a part").expect("games").to_vec();
    let (rest, body) = tokio::sync::oneshot::channel::<&str>();
    let first = stream::once(async { Ok::<_, Infallible>("[White \"A\"]\n\n1. d4 d5 *\n\n") });
    let body = first.chain(stream::once(async { Ok(body.await.expect("the rest")) }));
    let import = request(Method::POST, &key, Body::from_stream(body));
    let import = tokio::spawn({
        let router = service.router.clone();
        async move { crate::send_to(&router, import).await.1 }
    });
    let status = async || {
        let headers = format!("host: localhost | authorization: Bearer {TOKEN}");
        let request = from("127.0.0.1:5", Method::GET, "/api/status", &headers);
        service.send(request).await.1.json()
    };
    while status().await["import"].is_null() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Key::revoke(&path, "a").expect("revoked");
    let refused = service
        .send(request(Method::GET, &key, Body::empty()))
        .await
        .1;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    rest.send("[White \"B\"]\n\n1. c4 c5 *\n")
        .expect("it is read");
    let imported = import.await.expect("an end");
    assert_eq!(last_line(&imported)["games"], 2, "{}", imported.body);
    while let Some(part) = parts.next().await {
        text.extend_from_slice(&part.expect("games"));
    }
    let text = String::from_utf8(text).expect("UTF-8");
    assert_eq!(text.matches("[White \"Player").count(), 200);
}

#[tokio::test]
async fn a_private_server_answers_nobody_without_a_key() {
    let open = ["/docs", "/healthz", "/openapi.json", "/readyz"];
    let service = Service::with(Access {
        token: Token::new(TOKEN),
        keys: None,
        is_private: true,
    });
    let document: Value = serde_json::from_str(api::openapi()).expect("JSON");
    let mut answered = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let method = method.to_uppercase().parse().expect("a method");
            let url = path.replace("{id}", "1");
            let answer = service.send(local(method, &url)).await.1;
            let is_described = operation["responses"].get(answer.status.as_str()).is_some();
            assert!(is_described, "{path}: {}", answer.status);
            if answer.status != StatusCode::UNAUTHORIZED {
                answered.push(path.as_str());
            }
        }
    }
    assert_eq!(answered, open);
    // Nor is it open to what is in no document.
    let answer = service.send(local(Method::POST, "/mcp")).await.1;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    // The page, which asks for a key, and what is nowhere.
    let cases = [("/", 200), ("/nowhere", 404), ("/api/nowhere", 404)];
    for (path, status) in cases {
        let answer = service.send(local(Method::GET, path)).await.1;
        assert_eq!(answer.status, status, "{path}");
    }
}

#[tokio::test]
async fn without_a_token() {
    // Headers of a request from this machine, and whether it may write; if not, the header that is wrong or its value.
    let cases = [
        ("host: localhost", LET_IN),
        ("host: localhost:8080", LET_IN),
        ("host: LocalHost:1", LET_IN),
        ("host: 127.0.0.1:8080", LET_IN),
        ("host: 127.9.9.9", LET_IN),
        ("host: [::1]:8080", LET_IN),
        ("host: [::1]", LET_IN),
        ("host: localhost | origin: http://localhost:3000", LET_IN),
        ("host: localhost | origin: https://127.0.0.1", LET_IN),
        ("host: localhost | origin: http://[::1]:8080", LET_IN),
        ("host: localhost | authorization: Bearer x", LET_IN),
        ("", BAD_HOST),
        (
            "host: evil.example",
            Refused(403, "", &["Host", "evil.example"]),
        ),
        ("host: evil.example:8080", BAD_HOST),
        ("host: localhost.evil.example", BAD_HOST),
        ("host: 127.0.0.1.evil.example", BAD_HOST),
        ("host: 127.1", BAD_HOST),
        ("host: 192.168.1.5:8080", BAD_HOST),
        ("host: 0.0.0.0:8080", BAD_HOST),
        ("host: [::]", BAD_HOST),
        ("host: localhost@evil.example", BAD_HOST),
        ("host: evil.example@localhost", BAD_HOST),
        ("host: ", BAD_HOST),
        (
            "host: localhost | host: evil.example",
            Refused(403, "", &["Host", "evil.example"]),
        ),
        (
            "host: localhost | origin: null",
            Refused(403, "", &["null"]),
        ),
        (
            "host: localhost | origin: https://evil.example",
            Refused(403, "", &["https://evil.example"]),
        ),
        (
            "host: localhost | origin: http://localhost.evil.example",
            Refused(403, "", &["http://localhost.evil.example"]),
        ),
        (
            "host: localhost | origin: localhost",
            Refused(403, "", &["localhost"]),
        ),
        (
            "host: localhost | origin: chrome-extension://localhost",
            Refused(403, "", &["chrome-extension://localhost"]),
        ),
        ("host: localhost | origin: ", Refused(403, "", &[])),
        (
            "host: localhost | origin: http://localhost | origin: http://a.example",
            Refused(403, "", &["http://a.example"]),
        ),
        (
            "host: localhost | forwarded: for=192.0.2.1",
            Refused(403, "", &["forwarded"]),
        ),
        (
            "host: localhost | x-forwarded-for: 127.0.0.1",
            Refused(403, "", &["x-forwarded-for"]),
        ),
        (
            "host: localhost | X-Forwarded-Host: localhost",
            Refused(403, "", &["x-forwarded-host"]),
        ),
        (
            "host: localhost | x-forwarded-proto: http",
            Refused(403, "", &["x-forwarded-proto"]),
        ),
        (
            "host: localhost | x-real-ip: 127.0.0.1",
            Refused(403, "", &["x-real-ip"]),
        ),
        (
            "host: localhost | via: 1.1 proxy",
            Refused(403, "", &["via"]),
        ),
    ];
    let service = Service::new(None);
    for (headers, expected) in cases {
        let request = from("127.0.0.1:5", Method::DELETE, "/api/games/1", headers);
        let removal = service.send(request).await.1;
        let detail = check_answer(&removal, expected, headers);
        let Refused(status, _, words) = expected;
        if status == 403 {
            assert_eq!(has_word(&detail, "Host"), words.contains(&"Host"));
            let request = from("127.0.0.1:5", Method::POST, "/api/games", headers);
            let import = service.send(request).await.1;
            let again = check_answer(&import, Refused(403, "", &["TABIYA_TOKEN"]), headers);
            assert_eq!(again, detail, "{headers}");
        }
    }
    assert_eq!(service.games().await, 0);
}

#[tokio::test]
async fn from_where() {
    let service = Service::new(None);
    for (peer, path, expected) in [
        ("[::1]:5", "/api/games/1", LET_IN),
        ("127.0.0.2:5", "/api/games/1", LET_IN),
        ("[::ffff:127.0.0.1]:5", "/api/games/1", LET_IN),
        (
            "192.168.1.5:5",
            "/api/games/1",
            Refused(403, "", &["192.168.1.5"]),
        ),
        (
            "[::ffff:192.168.1.5]:5",
            "/api/games/1",
            Refused(403, "", &["::ffff:192.168.1.5"]),
        ),
        (
            "[2001:db8::1]:5",
            "/api/games/1",
            Refused(403, "", &["2001:db8::1"]),
        ),
        // From the host to a container of Docker's.
        (
            "172.17.0.1:5",
            "/api/games/1",
            Refused(403, "", &["172.17.0.1"]),
        ),
        ("127.0.0.1:5", "http://localhost/api/games/1", LET_IN),
        ("127.0.0.1:5", "http://a.example/api/games/1", BAD_HOST),
    ] {
        let request = from(peer, Method::DELETE, path, "host: localhost");
        check_answer(&service.send(request).await.1, expected, peer);
    }
    let mut old = local(Method::DELETE, "/api/games/1");
    *old.version_mut() = axum::http::Version::HTTP_10;
    let answer = service.send(old).await.1;
    check_answer(&answer, Refused(403, "", &["HTTP/1.0"]), "HTTP/1.0");
    let mut unknown = local(Method::DELETE, "/api/games/1");
    unknown.extensions_mut().clear();
    let answer = service.send(unknown).await.1;
    let detail = check_answer(&answer, Refused(403, "", &[]), "no peer");
    assert!(!has_word(&detail, "Host"), "{detail}");
    // Everybody may read, and learn what a route takes.
    let request = from("192.0.2.1:5", Method::GET, "/api/status", "host: a.example");
    assert_eq!(service.send(request).await.1.status, StatusCode::OK);
    let request = from(
        "192.0.2.1:5",
        Method::PUT,
        "/api/games/1",
        "host: a.example",
    );
    let (response, answer) = service.send(request).await;
    check_answer(&answer, Refused(405, "", &["/api/games/1", "PUT"]), "PUT");
    assert_eq!(response.headers()["allow"], "GET,HEAD,DELETE");
}

#[tokio::test]
async fn a_page_may_send_a_token() {
    let service = Service::new(Some(TOKEN));
    let preflight = "origin: https://trainer.example | access-control-request-method: DELETE \
                     | access-control-request-headers: authorization";
    let request = from("192.0.2.1:5", Method::OPTIONS, "/api/games/1", preflight);
    let (response, _) = service.send(request).await;
    let of = |name: &str| response.headers()[name].to_str().expect("ASCII");
    assert_eq!(of("access-control-allow-methods"), "GET,POST,PATCH,DELETE");
    assert_eq!(of("access-control-max-age"), "86400");
    assert_eq!(
        of("access-control-allow-headers"),
        "accept,authorization,content-encoding,content-type,if-none-match,traceparent,tracestate,x-request-id,mcp-protocol-version,mcp-method,mcp-name"
    );
}
