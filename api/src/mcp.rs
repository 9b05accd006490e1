//! `/mcp`: the Model Context Protocol over HTTP, as [`::mcp`] answers it; and which pages may send messages there: those of
//! this machine and of the server itself.
//!
//! A browser says in `Origin` whose page sends a request. A name that was made to point at the server (DNS rebinding)
//! has the same name in `Host`, so a name there proves nothing, but an address does: a page that comes from it is the
//! server's. Behind a proxy the name does, too, since the proxy passes on what is asked of its own names.
//!
//! Source: MCP, *Transports*, security warning: "Servers MUST validate the `Origin` header [..] to prevent DNS
//! rebinding attacks".

use std::net::IpAddr;
use std::sync::Arc;

use app::json::LARGEST_JSON;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::extract::Whole;
use crate::guard::{host, is_local, origin};
use crate::linger::linger;
use crate::problem::Problem;
use crate::server::Server;

/// Headers of the protocol: its version, and what a message is about. Pages of this machine may send them.
pub(crate) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(crate) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Answers a message of the protocol.
pub(crate) async fn mcp(
    State(server): State<Arc<Server>>,
    request: Request,
) -> Result<Response, Problem> {
    if let Some(origin) = foreign(request.headers(), server.limit.trust_proxy) {
        let detail = format!(
            "Origin: the request comes from a page of {origin:?}; /mcp answers only programs and pages of this server"
        );
        linger(request);
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let (parts, body) = request.into_parts();
    let Whole(body) =
        Whole::from_request(Request::from_parts(parts.clone(), body), &server).await?;
    let message = Request::from_parts(parts, body);
    // `Host` is checked by then.
    let answer = ::mcp::over_http(Arc::clone(&server.doors), message).await;
    plain(answer.map(Body::new)).await
}

/// The answer; where it is a text about an error, as a problem.
async fn plain(answer: Response) -> Result<Response, Problem> {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE);
    if status.is_success() || kind.is_some_and(|kind| kind == "application/json") {
        return Ok(answer);
    }
    let text = to_bytes(answer.into_body(), LARGEST_JSON).await;
    let text = text.map_err(Problem::internal)?;
    Err(Problem::new(status, String::from_utf8_lossy(&text)))
}

/// Returns the origin of a request from another site's page; `None` for other requests.
fn foreign(headers: &HeaderMap, trust_proxy: bool) -> Option<&HeaderValue> {
    let own = headers.get(header::HOST).and_then(host);
    let own = own.filter(|own| trust_proxy || is_address(own));
    let is_ours = |value: &&HeaderValue| {
        origin(value).is_some_and(|origin| is_local(&origin) || own.as_ref() == Some(&origin))
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    origins.find(|value| !is_ours(value))
}

fn is_address(authority: &Authority) -> bool {
    let host = authority.host();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::foreign;
    use axum::http::{HeaderMap, header};

    #[test]
    fn origins() {
        for (host, origins, behind_proxy, is_foreign) in [
            ("localhost:8080", &[][..], false, false),
            ("evil.example", &[], false, false),
            ("localhost:8080", &["http://localhost:8080"], false, false),
            ("localhost:8080", &["http://localhost:3000"], false, false),
            ("127.0.0.1:8080", &["https://[::1]"], false, false),
            (
                "192.168.1.5:8080",
                &["http://192.168.1.5:8080"],
                false,
                false,
            ),
            ("[fe80::1]:8080", &["http://[fe80::1]:8080"], false, false),
            ("192.168.1.5:8080", &["http://192.168.1.5"], false, true),
            (
                "192.168.1.5:8080",
                &["http://192.168.1.6:8080"],
                false,
                true,
            ),
            ("localhost:8080", &["https://evil.example"], false, true),
            ("localhost:8080", &["null"], false, true),
            ("localhost:8080", &[""], false, true),
            ("localhost:8080", &["file://localhost"], false, true),
            (
                "localhost:8080",
                &["http://localhost.evil.example"],
                false,
                true,
            ),
            (
                "localhost:8080",
                &["http://localhost", "https://evil.example"],
                false,
                true,
            ),
            // A name that points here.
            (
                "evil.example:8080",
                &["http://evil.example:8080"],
                false,
                true,
            ),
            ("chess.example", &["https://chess.example"], true, false),
            ("chess.example", &["https://evil.example"], true, true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a value"));
            for origin in origins {
                headers.append(header::ORIGIN, origin.parse().expect("a value"));
            }
            let found = foreign(&headers, behind_proxy);
            assert_eq!(found.is_some(), is_foreign, "{host} {origins:?}");
        }
    }
}
