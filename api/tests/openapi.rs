//! The OpenAPI document: all routes and nothing else, examples that are true, and the copy that is published.

use std::path::PathBuf;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use testing::sites::{Imitation, games};

use crate::fetch::sites;
use crate::writing::{Service, local};
use crate::{SERVICE, send_to};

fn document() -> Value {
    serde_json::from_str(api::openapi()).expect("JSON")
}

/// Method, path and description of each operation.
fn operations(document: &Value) -> impl Iterator<Item = (Method, &str, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object().expect("operations").iter();
        operations.map(move |(method, operation)| {
            let method = method.to_ascii_uppercase().parse().expect("a method");
            (method, path.as_str(), operation)
        })
    })
}

/// Each documented path takes the documented methods and no others. (The other way round there is nothing
/// to test: the router is made of what is documented, `OpenApiRouter`.)
#[tokio::test]
async fn paths_take_what_the_document_says() {
    let document = document();
    let service = Service::new(None);
    for path in document["paths"].as_object().expect("paths").keys() {
        let mut documented: Vec<Method> = operations(&document)
            .filter(|(_, other, _)| other == path)
            .map(|(method, ..)| method)
            .collect();
        if documented.contains(&Method::GET) {
            documented.push(Method::HEAD);
        }
        for method in [
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ] {
            let uri = path.replace("{id}", "1");
            let (response, answer) = service.send(local(method.clone(), &uri)).await;
            let taken = answer.status != StatusCode::METHOD_NOT_ALLOWED;
            assert_eq!(taken, documented.contains(&method), "{method} {path}");
            if !taken {
                let allowed = response.headers()["allow"].to_str().expect("ASCII");
                let mut allowed: Vec<&str> = allowed.split(',').collect();
                let mut documented: Vec<&str> = documented.iter().map(Method::as_str).collect();
                allowed.sort_unstable();
                documented.sort_unstable();
                assert_eq!(allowed, documented, "{path}");
            }
        }
    }
    let source = include_str!("../src/routes.rs");
    let undocumented = source.split(".route(").skip(1);
    let undocumented: Vec<&str> = undocumented
        .filter_map(|rest| rest.split(',').next())
        .collect();
    // The Model Context Protocol describes itself.
    assert_eq!(undocumented, ["\"/mcp\""]);
}

/// Operations have names, texts, and the problems that all may have.
#[test]
fn operations_are_described() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut names = std::collections::BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        let case = format!("{method} {path}");
        let name = operation["operationId"].as_str().expect("a name");
        assert!(names.insert(name), "{name} is the name of two");
        assert!(operation["summary"].is_string(), "{case}");
        let responses = operation["responses"].as_object().expect("responses");
        for status in ["408", "429", "503"] {
            assert!(responses.contains_key(status), "{case}: {status}");
        }
        assert!(
            !responses.contains_key("500"),
            "{case}: no mistake is promised"
        );
        for (status, response) in responses {
            assert!(response["description"].is_string(), "{case}");
            if status.starts_with(['4', '5']) {
                let schema = &response["content"]["application/problem+json"]["schema"];
                assert_eq!(schema["$ref"], "#/components/schemas/Problem", "{case}");
            }
        }
        // Whoever may be refused for the lack of a token is told how to send one.
        let own = operation.get("security");
        let security = own.unwrap_or(&document["security"]);
        let is_known = [
            json!([]),
            json!([{}, {"token": []}]),
            json!([{"token": []}]),
        ];
        let place = is_known.iter().position(|known| known == security);
        assert_eq!(
            place.is_some_and(|place| place > 0),
            responses.contains_key("401"),
            "{case}"
        );
    }
}

/// What every `$ref` leads to is there.
#[test]
fn references_lead_somewhere() {
    fn check(document: &Value, value: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(path)) = fields.get("$ref") {
                    let path = path.strip_prefix('#').expect("a path in the document");
                    assert!(document.pointer(path).is_some(), "{path}");
                }
                fields.values().for_each(|value| check(document, value));
            }
            Value::Array(items) => items.iter().for_each(|value| check(document, value)),
            _ => {}
        }
    }
    let document = document();
    check(&document, &document);
}

/// What the document says that is asked and answered is what is answered. With `TABIYA_EXAMPLES=write` the
/// answers of `examples/` are written anew.
#[tokio::test]
async fn examples_are_true() {
    let document = document();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut example: Value = serde_json::from_str(&text).expect("JSON");
        let name = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        let (method, route, operation) = operations(&document)
            .find(|(_, _, operation)| operation["operationId"] == name)
            .unwrap_or_else(|| panic!("there is no operation {name}"));

        let mut uri = route.to_owned();
        let mut query = Vec::new();
        for (name, value) in example["parameters"].as_object().into_iter().flatten() {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), |text| text.replace(' ', "_"));
            let in_path = uri.replace(&format!("{{{name}}}"), &text);
            if in_path == uri {
                query.push(format!("{name}={text}"));
            }
            uri = in_path;
            let parameters = operation["parameters"].as_array().expect("parameters");
            let described = parameters
                .iter()
                .find(|one| one["name"] == **name)
                .expect("a parameter");
            assert_eq!(described["example"], *value);
        }
        if !query.is_empty() {
            uri = format!("{uri}?{}", query.join("&"));
        }
        let mut request = local(method.clone(), &uri);
        let body = &example["request"];
        *request.body_mut() = match body {
            Value::Null => Body::empty(),
            Value::String(text) => Body::from(text.clone()),
            json => Body::from(json.to_string()),
        };
        if !body.is_null() {
            let content = operation["requestBody"]["content"]
                .as_object()
                .expect("content");
            let (media, described) = content.iter().next().expect("a media type");
            let value = media.parse().expect("a media type");
            request.headers_mut().insert("content-type", value);
            assert_eq!(described["example"], *body, "{name}");
        }
        // What writes has an index of its own.
        let site = Imitation::start();
        site.state().games = games(12, 1);
        let service = Service::with_snapshots(sites(&site));
        let guarded = operation["security"] == json!([{"token": []}]);
        let router = if guarded { &service.router } else { &SERVICE.0 };
        if name == "snapshots" {
            let made = send_to(router, local(Method::POST, "/api/snapshots")).await;
            assert_eq!(made.1.status, StatusCode::OK);
        }
        if ["renameCollection", "dropCollection"].contains(&name) {
            let imported = local(Method::POST, "/api/games?collection=mine");
            let made = send_to(router, imported).await;
            assert_eq!(made.1.status, StatusCode::OK);
        }
        let (_, answer) = send_to(router, request).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.body);
        let is_json = answer.content_type == "application/json";
        let answered = if is_json {
            answer.json()
        } else {
            Value::from(answer.body)
        };
        if std::env::var_os("TABIYA_EXAMPLES").is_some_and(|what| what == "write") {
            example["response"] = answered;
            std::fs::write(&path, format!("{example:#}\n")).expect("written");
            continue;
        }
        assert_eq!(steady(&example["response"]), steady(&answered), "{name}");
        let content = operation["responses"]["200"]["content"]
            .as_object()
            .expect("content");
        let described = &content[&answer.content_type]["example"];
        assert_eq!(*described, example["response"], "{name}");
    }
}

/// An answer without what differs from run to run, numbers to nine digits.
fn steady(value: &Value) -> Value {
    const RUNNING: [&str; 6] = [
        "made",
        "tookMs",
        "timeMs",
        "uptime",
        "indexBytes",
        "positionsPerSecond",
    ];
    match value {
        Value::Object(fields) => {
            let is_snapshot = fields.contains_key("made");
            let fields = fields
                .iter()
                .filter(|(name, _)| !RUNNING.contains(&name.as_str()))
                // Of a snapshot, which is named after its time.
                .filter(|(name, _)| *name != "name" || !is_snapshot);
            fields
                .map(|(name, value)| (name.clone(), steady(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(steady).collect(),
        Value::Number(number) if number.is_f64() => {
            json!(format!("{:.9}", number.as_f64().unwrap_or_default()))
        }
        // The lines of an import: half a second without progress is a line like the one before.
        Value::String(text) if text.ends_with("}\n") => {
            let line = |line: &str| serde_json::from_str(line).map(|line: Value| steady(&line));
            let lines = text.lines().map(|text| line(text).expect("JSON"));
            let mut lines: Vec<Value> = lines.collect();
            lines.dedup();
            Value::Array(lines)
        }
        other => other.clone(),
    }
}

/// The published `openapi.json` equals the document that the service serves. With `TABIYA_OPENAPI=write` the
/// test rewrites it instead.
#[test]
fn document_is_published() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("TABIYA_OPENAPI").is_some_and(|what| what == "write") {
        std::fs::write(path, api::openapi()).expect("written");
        return;
    }
    let published = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        published == api::openapi(),
        "the OpenAPI document is no longer that of api/openapi.json. This writes it there:\n    \
         TABIYA_OPENAPI=write cargo test -p tabiya-api --test tests -- openapi::document_is_published"
    );
}

/// The page needs nothing but the document.
#[tokio::test]
async fn the_page_is_whole() {
    let request = Request::get("/docs")
        .body(Body::empty())
        .expect("a request");
    let (response, answer) = send_to(&SERVICE.0, request).await;
    assert_eq!(answer.content_type, "text/html; charset=utf-8");
    assert!(
        !answer.body.contains("//cdn") && !answer.body.contains("https://"),
        "{}",
        answer.body
    );
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .expect("ASCII");
    assert!(
        policy.starts_with("default-src 'none'; connect-src 'self';"),
        "{policy}"
    );
    let request = Request::get("/openapi.json")
        .body(Body::empty())
        .expect("a request");
    let (_, answer) = send_to(&SERVICE.0, request).await;
    assert_eq!(
        (answer.content_type.as_str(), answer.body.as_str()),
        ("application/json", api::openapi())
    );
}
