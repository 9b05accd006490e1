//! The service as its clients see it, in process: requests in, statuses and JSON out.

mod annotate;
mod annotations;
mod arguments;
mod backup;
mod bughouse;
mod cached;
mod collections;
mod difficulty;
mod explorer;
mod fetch;
mod find;
mod games;
mod guard;
mod imported;
mod lenient;
mod lifecycle;
mod listing;
mod mcp;
mod mcp_messages;
mod mistakes;
mod openapi;
mod opening;
mod page;
mod played;
mod position;
mod problems;
mod record;
mod report;
mod similar;
mod training;
mod unknown;
mod writing;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use api::Rules;
use app::Engines;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use index::Index;
use serde_json::{Value, json};
use similarity::Ingested;
use tempfile::TempDir;
use testing::words::check_words;
use tower::ServiceExt;

const EXAMPLE: &str = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";

/// A service over Carlsen's games, and the folder of its index.
static SERVICE: LazyLock<(Router, TempDir)> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    let collection = "Carlsen's games".parse().expect("a name");
    writer.set_collection(collection).expect("room");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/carlsen.pgn");
    let stream = pgn::open_pgn(&path, |_| {});
    app::ingest(
        &mut writer,
        "carlsen",
        stream,
        13,
        &mut Ingested::default(),
        |_, _| ControlFlow::Continue(()),
    )
    .expect("all games read");
    writer.commit().expect("a commit");
    drop(writer);
    (
        api::router(Arc::new(index), own_engines(), Rules::default()),
        folder,
    )
});

fn own_engines() -> Engines {
    Engines::new(None, None).expect("our own engine")
}

/// The answer to a request.
struct Answer {
    status: StatusCode,
    content_type: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

async fn send(request: Request<Body>) -> (Response<()>, Answer) {
    send_to(&SERVICE.0, request).await
}

async fn send_to(service: &Router, request: Request<Body>) -> (Response<()>, Answer) {
    let response = service.clone().oneshot(request).await.expect("infallible");
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    let content_type = parts.headers.get(header::CONTENT_TYPE);
    let answer = Answer {
        status: parts.status,
        content_type: content_type
            .map_or("", |v| v.to_str().expect("ASCII"))
            .to_owned(),
        body: String::from_utf8(bytes.to_vec()).expect("UTF-8"),
    };
    (Response::from_parts(parts, ()), answer)
}

fn request(method: Method, path: &str, body: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json; charset=utf-8")
        .body(Body::from(body.to_owned()))
        .expect("a request")
}

/// A request of a client that accepts these media types.
fn request_as(method: Method, path: &str, body: &str, accept: &str) -> Request<Body> {
    let mut request = request(method, path, body);
    let accept = accept.parse().expect("a value");
    request.headers_mut().insert(header::ACCEPT, accept);
    request
}

async fn get(path: &str) -> Answer {
    send(request(Method::GET, path, "")).await.1
}

async fn post(path: &str, body: &Value) -> Answer {
    send(request(Method::POST, path, &body.to_string())).await.1
}

/// A problem that is expected: its status, the field that its detail begins with ("" for none), and words and numbers in
/// the detail.
#[derive(Copy, Clone, Debug)]
struct Refused<'a>(u16, &'a str, &'a [&'a str]);

async fn check_problem(method: Method, path: &str, body: &Value, expected: Refused<'_>) {
    let answer = send(request(method, path, &body.to_string())).await.1;
    check_answer(&answer, expected, &format!("{path} {body}"));
}

/// Checks that an answer is the expected problem, and returns its detail.
fn check_answer(answer: &Answer, expected: Refused<'_>, case: &str) -> String {
    let Refused(status, field, words) = expected;
    assert_eq!(answer.status.as_u16(), status, "{case}: {}", answer.body);
    assert_eq!(answer.content_type, "application/problem+json", "{case}");
    let problem = answer.json();
    assert_eq!(
        (&problem["status"], &problem["type"]),
        (&json!(status), &json!("about:blank"))
    );
    let detail = problem["detail"].as_str().expect("a sentence");
    check_detail(detail, field, words, case);
    let named = problem["field"].as_str();
    let missing = detail.strip_prefix("missing field `");
    let missing = missing.and_then(|name| name.split('`').next());
    let field = Some(field).filter(|field| !field.is_empty());
    // Neither one of two fields, nor a header, nor the body as a whole.
    let is_one = |name: &str| name.starts_with(char::is_lowercase) && name != "body";
    if field.is_none_or(is_one) && !detail.contains("` or `") {
        assert_eq!(named, field.or(missing), "{case}: {detail}");
    }
    detail.to_owned()
}

/// Checks that a sentence begins with the name of a field and a colon ("" for none), and has these words in it.
fn check_detail(detail: &str, field: &str, words: &[&str], case: &str) {
    let named = detail.split_once(": ").map_or("", |(start, _)| start);
    let is_field = named.starts_with(char::is_alphabetic) && !named.contains(' ');
    let named = if is_field { named } else { "" };
    assert_eq!(named, field, "{case}: {detail}");
    check_words(detail, words, case);
}
