//! The page, and pages of other origins.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::{SERVICE, get, request, send};

/// Where it was built the page, else how to get it; at all addresses of its views.
#[tokio::test]
async fn page() {
    for path in [
        "/",
        "/games/1489?ply=29",
        "/analysis",
        "/import",
        "/players/Carlsen%2C%20M",
        "/players/Carlsen%2C%20M/report",
        "/play",
        "/bughouse",
        "/collections",
        "/print",
    ] {
        let (response, answer) = send(request(Method::GET, path, "")).await;
        let header = |name| {
            response
                .headers()
                .get(name)
                .map(|value| value.to_str().expect("ASCII"))
        };
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.content_type, "text/html; charset=utf-8", "{path}");
        assert!(answer.body.contains("<title>Tabiya</title>"), "{path}");
        let policy = header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert_eq!(header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{path}");

        let tag = header("etag").expect("a tag");
        let again = Request::builder().uri(path).header("if-none-match", tag);
        let (response, answer) = send(again.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(answer.body, "", "{path}");
        assert!(response.headers().contains_key("etag"), "{path}");
    }
    for path in [
        "/assets/none.js",
        "/assets/",
        "/games/",
        "/api/none",
        "/index",
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.content_type, "application/problem+json", "{path}");
    }
    let (_, answer) = send(request(Method::POST, "/", "")).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.content_type, "application/problem+json");
}

/// What is not there is a page to browsers and a problem to programs.
#[tokio::test]
async fn nothing_there() {
    let chrome = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";
    let (html, problem) = ("text/html; charset=utf-8", "application/problem+json");
    for (accept, content_type) in [
        (chrome, html),
        ("text/html", html),
        ("*/*", problem),
        ("application/json", problem),
        ("application/json, text/html", problem),
        ("text/html;q=0, */*", problem),
        ("", problem),
    ] {
        for path in ["/nope", "/api/nope", "/games/1/2"] {
            let request = Request::builder().uri(path).header("accept", accept);
            let request = request.body(Body::empty()).expect("a request");
            let (response, answer) = send(request).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path} {accept}");
            assert_eq!(answer.content_type, content_type, "{path} {accept}");
            // The page, or where it was not built a file of its own.
            let is_page = answer.body.contains("<div id=\"page\">")
                || answer.body.contains("<h1>Page not found</h1>");
            assert_eq!(is_page, content_type == html, "{}", answer.body);
            let vary = response.headers().get_all("vary").iter();
            let vary: Vec<_> = vary.filter_map(|names| names.to_str().ok()).collect();
            assert!(vary.contains(&"accept"), "{path} {vary:?}");
            assert!(!response.headers().contains_key("etag"), "{path}");
        }
    }
}

/// What the page loads is compressed for who takes it, and kept for ever.
#[tokio::test]
async fn assets() {
    let page = get("/").await.body;
    let script = page.split('"').find(|part| {
        part.starts_with("/assets/")
            && std::path::Path::new(part).extension() == Some("js".as_ref())
    });
    let Some(script) = script else {
        assert!(page.contains("npm run build"), "{page}");
        eprintln!("skipped: the page is not built (make page)");
        return;
    };
    let ask = |encoding: &'static str| {
        let request = Request::builder()
            .uri(script)
            .header("accept-encoding", encoding);
        SERVICE
            .0
            .clone()
            .oneshot(request.body(Body::empty()).expect("a request"))
    };
    let mut sizes = Vec::new();
    for (encoding, expected) in [
        ("br, gzip", Some("gzip")),
        ("identity", None),
        ("gzip;q=0", None),
    ] {
        let response = ask(encoding).await.expect("infallible");
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map(|value| value.to_str().expect("ASCII").to_owned())
        };
        assert_eq!(
            header("content-encoding").as_deref(),
            expected,
            "{encoding}"
        );
        assert_eq!(
            header("content-type").as_deref(),
            Some("text/javascript; charset=utf-8")
        );
        let forever = "public, max-age=31536000, immutable";
        assert_eq!(header("cache-control").as_deref(), Some(forever));
        assert_eq!(header("vary").as_deref(), Some("accept-encoding"));
        sizes.push(
            response
                .into_body()
                .collect()
                .await
                .expect("a body")
                .to_bytes()
                .len(),
        );
    }
    assert!(sizes[0] * 2 < sizes[1], "{sizes:?}");
    assert_eq!(sizes[1], sizes[2]);
    // What keeps them in the browser is asked for each time.
    let (response, worker) = send(request(Method::GET, "/sw.js", "")).await;
    assert_eq!(worker.content_type, "text/javascript; charset=utf-8");
    assert_eq!(response.headers()["cache-control"], "no-cache");
    assert!(worker.body.contains(script), "{}", worker.body);
}

#[tokio::test]
async fn any_page_may_ask() {
    let mut preflight = request(Method::OPTIONS, "/api/similar", "");
    for (name, value) in [
        ("origin", "https://trainer.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ] {
        preflight
            .headers_mut()
            .insert(name, value.parse().expect("a value"));
    }
    let (response, answer) = send(preflight).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let (response, _) = send(request(Method::GET, "/api/status", "")).await;
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let (response, _) = send(request(Method::PUT, "/api/similar", "")).await;
    assert_eq!(response.headers()["allow"], "GET,HEAD,POST");
}
