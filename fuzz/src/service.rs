//! The HTTP service in process, over a small index, and what holds for each of its answers.

use std::cell::LazyCell;
use std::sync::Arc;

use app::Engines;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use index::Index;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::games::{add, first, folder};

struct Service {
    router: Router,
    runtime: Runtime,
    /// What each operation may answer.
    document: Value,
    _folder: TempDir,
}

thread_local! {
    static SERVICE: LazyCell<Service> = const { LazyCell::new(start) };
}

fn start() -> Service {
    let folder = folder();
    let index = Index::create(folder.path()).expect("an index");
    add(&index, first(40).as_bytes(), 0).expect("games");
    let engines = Engines::new(None, None).expect("our own engine");
    let document = serde_json::from_str(api::openapi()).expect("JSON");
    Service {
        router: api::router(Arc::new(index), engines, api::Rules::default()),
        runtime: Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime"),
        document,
        _folder: folder,
    }
}

/// An answer.
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its body, if that is JSON.
    pub json: Option<Value>,
}

/// Sends a request, and checks that the answer is one that the document has for the route: never a 500, and a problem
/// of the same status and with a sentence where it is an error.
pub fn send(route: &str, request: Request<Body>) -> Answer {
    let method = request.method().as_str().to_ascii_lowercase();
    SERVICE.with(|service| {
        let answer = async {
            let response = service
                .router
                .clone()
                .oneshot(request)
                .await
                .expect("infallible");
            let (parts, body) = response.into_parts();
            let body = body.collect().await.expect("a body").to_bytes();
            (parts, body)
        };
        let (parts, body) = service.runtime.block_on(answer);
        let status = parts.status;
        let text = String::from_utf8_lossy(&body);
        let content_type = parts.headers.get(header::CONTENT_TYPE);
        let content_type = content_type
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let described = &service.document["paths"][route][&method]["responses"][status.as_str()];
        assert!(
            described.is_object(),
            "{method} {route}: {status} is not described: {text}"
        );
        let json = content_type
            .contains("json")
            .then(|| serde_json::from_slice(&body));
        let json = json.map(|json| json.unwrap_or_else(|error| panic!("{route}: {error}: {text}")));
        if !status.is_success() {
            assert_eq!(content_type, "application/problem+json", "{route}: {text}");
            let problem: &Value = json.as_ref().expect("a problem");
            assert_eq!(problem["status"], status.as_u16(), "{text}");
            assert!(
                problem["detail"]
                    .as_str()
                    .is_some_and(|detail| detail.len() > 3),
                "{text}"
            );
        }
        Answer { status, json }
    })
}
