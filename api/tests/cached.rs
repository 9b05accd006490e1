//! Caching of answers, names of files, and compression of bodies.

use api::Access;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

use crate::writing::{Service, from, local};
use crate::{EXAMPLE, Refused, SERVICE, check_answer, request, send};

/// GET with headers, from a program on this machine: `accept: text/plain | authorization: Bearer A`.
fn asked(path: &str, headers: &str) -> Request<Body> {
    from("127.0.0.1:50000", Method::GET, path, headers)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the status of a GET, its `Cache-Control`, and its tag.
async fn kept(service: &Service, path: &str, headers: &str) -> (u16, String, String) {
    let (response, answer) = service.send(asked(path, headers)).await;
    let text = |name| {
        text(response.headers(), name)
            .unwrap_or_default()
            .to_owned()
    };
    if answer.status == StatusCode::NOT_MODIFIED {
        assert_eq!(answer.body, "", "{path}");
        let vary = text(&header::VARY);
        assert_eq!(vary, "accept, accept-encoding", "{path}");
    }
    let status = answer.status.as_u16();
    (status, text(&header::CACHE_CONTROL), text(&header::ETAG))
}

#[tokio::test]
async fn answers_may_be_kept() {
    let game = "max-age=300, immutable";
    let unseen = "private, no-cache";
    // A route and its `Cache-Control`, which is empty for answers that change by themselves.
    let cases = [
        ("/api/games/1", game),
        ("/masters/pgn/1", game),
        ("/api/players?q=A", "no-cache"),
        ("/api/players/A", "no-cache"),
        ("/api/collections", "no-cache"),
        ("/masters", "no-cache"),
        (
            "/api/similar?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
            "no-cache",
        ),
        ("/openapi.json", "no-cache"),
        ("/docs", "no-cache"),
        // Written while it is read.
        ("/api/games", ""),
        ("/api/status", ""),
        ("/metrics", ""),
        ("/healthz", ""),
        // Nothing to keep.
        ("/api/games/2", ""),
        ("/api/players/B", ""),
        ("/api/players?q=A&limit=0", ""),
    ];
    for is_private in [false, true] {
        let access = Access {
            token: api::Token::new("secret"),
            is_private,
            ..Access::default()
        };
        let service = Service::with(access);
        let sent = "authorization: Bearer secret";
        let mut import = from("127.0.0.1:50000", Method::POST, "/api/games", sent);
        *import.body_mut() = Body::from("[White \"A\"]\n\n1. e4 e5 1-0\n");
        assert_eq!(service.send(import).await.1.status, StatusCode::OK);
        for (path, expected) in cases {
            let (_, how, tag) = kept(&service, path, sent).await;
            let is_open = ["/openapi.json", "/docs"].contains(&path);
            let expected = match expected {
                "" => String::new(),
                _ if is_private && !is_open => unseen.to_owned(),
                how => how.to_owned(),
            };
            assert_eq!(how, expected, "{path}");
            assert_eq!(tag.is_empty(), expected.is_empty(), "{path}");
            if tag.is_empty() {
                continue;
            }
            let strong = tag.strip_prefix("W/").expect("a weak tag");
            for known in [&*tag, strong] {
                let again = format!("{sent} | if-none-match: \"old\", {known}");
                let expected = (304, how.clone(), tag.clone());
                assert_eq!(kept(&service, path, &again).await, expected, "{path}");
            }
            let mut head = asked(path, sent);
            *head.method_mut() = Method::HEAD;
            let (response, answer) = service.send(head).await;
            assert_eq!((answer.status, &*answer.body), (StatusCode::OK, ""));
            assert_eq!(
                text(response.headers(), &header::ETAG),
                Some(&*tag),
                "{path}"
            );
            if is_private && !is_open {
                let stranger = format!("if-none-match: {tag}");
                assert_eq!(kept(&service, path, &stranger).await.0, 401, "{path}");
            }
        }
    }
}

/// A tag is valid until something is written, and only for its own request.
#[tokio::test]
async fn tags_are_of_one_answer() {
    let service = Service::new(None);
    service.import("[White \"A\"]\n\n1. e4 e5 1-0\n").await;
    let paths = ["/api/games/1", "/api/games/1?clocks=false", "/masters"];
    let mut tags = Vec::new();
    let mut look = async |service: &Service| {
        for path in paths {
            for headers in ["", "accept: application/x-chess-pgn"] {
                tags.push(kept(service, path, headers).await.2);
            }
        }
    };
    look(&service).await;
    service.import("[White \"B\"]\n\n1. d4 d5 0-1\n").await;
    look(&service).await;
    let removed = service.send(local(Method::DELETE, "/api/games/2")).await;
    assert_eq!(removed.1.status, StatusCode::NO_CONTENT);
    look(&service).await;
    let named = local(Method::POST, "/api/games?collection=mine");
    let mut named = named.map(|_| Body::from("[White \"A\"]\n\n1. e4 e5 1-0\n"));
    named.headers_mut().remove(header::CONTENT_LENGTH);
    assert_eq!(service.send(named).await.1.status, StatusCode::OK);
    look(&service).await;
    let renamed = local(Method::PATCH, "/api/collections/mine");
    let mut renamed = renamed.map(|_| Body::from(json!({"name": "ours"}).to_string()));
    let json = "application/json".parse().expect("a value");
    renamed.headers_mut().insert(header::CONTENT_TYPE, json);
    assert_eq!(service.send(renamed).await.1.status, StatusCode::OK);
    look(&service).await;
    let count = tags.len();
    tags.sort_unstable();
    tags.dedup();
    assert_eq!((count, tags.len()), (30, 30));
}

#[tokio::test]
async fn files_have_names() {
    let pgn = "application/x-chess-pgn";
    let game = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    let training = json!({"fen": EXAMPLE, "limit": 1, "nodes": 5000}).to_string();
    // A request, its `Accept`, and the file name; none for answers that browsers show.
    let cases = [
        ("GET", "/api/games?eco=D12", "", pgn, "games.pgn"),
        ("GET", "/api/games?eco=D12", "", "text/plain", ""),
        ("GET", "/api/games/2", "", pgn, "game-2.pgn"),
        ("GET", "/api/games/+2", "", pgn, "game-2.pgn"),
        ("GET", "/api/games/%32", "", pgn, "game.pgn"),
        ("GET", "/api/games/2", "", "*/*", ""),
        ("GET", "/masters/pgn/2", "", "*/*", "game-2.pgn"),
        ("GET", "/masters/pgn/2", "", "text/plain", ""),
        ("GET", "/api/games/9999", "", pgn, ""),
        ("POST", "/api/annotate", game, "*/*", "annotated.pgn"),
        ("POST", "/api/training", &training, pgn, "exercises.pgn"),
        (
            "POST",
            "/api/training",
            &training,
            "text/csv",
            "exercises.csv",
        ),
        (
            "POST",
            "/api/training",
            &training,
            "text/tab-separated-values",
            "exercises.txt",
        ),
        ("POST", "/api/training", &training, "*/*", ""),
    ];
    for (method, path, body, accept, name) in cases {
        let mut request = request(method.parse().expect("a method"), path, body);
        let accepted = accept.parse().expect("a value");
        request.headers_mut().insert(header::ACCEPT, accepted);
        let (response, answer) = send(request).await;
        let expected = format!("attachment; filename=\"{name}\"");
        assert_eq!(
            text(response.headers(), &header::CONTENT_DISPOSITION),
            (!name.is_empty()).then_some(&*expected),
            "{path} as {accept}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn answers_are_compressed() {
    for path in ["/openapi.json", "/api/players/Carlsen", "/docs"] {
        let whole = send(request(Method::GET, path, "")).await.1.body.len();
        for (accepted, coding) in [
            ("gzip", "gzip"),
            ("br", "br"),
            ("zstd", "zstd"),
            ("gzip, deflate, br, zstd", "zstd"),
            ("br;q=1, zstd;q=0", "br"),
        ] {
            let request = asked(path, &format!("accept-encoding: {accepted}"));
            let response = SERVICE.0.clone().oneshot(request).await;
            let (parts, body) = response.expect("infallible").into_parts();
            assert_eq!(
                text(&parts.headers, &header::CONTENT_ENCODING),
                Some(coding)
            );
            assert!(parts.headers.contains_key(header::ETAG), "{path}");
            let sent = body.collect().await.expect("a body").to_bytes().len();
            assert!(sent < whole / 2, "{path} {accepted}: {sent} of {whole}");
        }
    }
}

/// A JSON body that is compressed would be read as broken JSON.
#[tokio::test]
async fn compressed_bodies_are_refused() {
    for (path, coding, status) in [
        ("/api/terms", "gzip", 415),
        ("/api/similar", "zstd", 415),
        ("/api/training", "br", 415),
        ("/api/annotate", "deflate", 415),
        ("/api/terms", "identity", 200),
    ] {
        let body = json!({"fen": EXAMPLE}).to_string();
        let mut request = request(Method::POST, path, &body);
        let value = coding.parse().expect("a value");
        request
            .headers_mut()
            .insert(header::CONTENT_ENCODING, value);
        let answer = send(request).await.1;
        if status == 200 {
            assert_eq!(answer.status, StatusCode::OK, "{path}");
        } else {
            let words = Refused(status, "Content-Encoding", &[coding, "uncompressed"]);
            check_answer(&answer, words, path);
        }
    }
}
