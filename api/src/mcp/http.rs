//! `/mcp`: the protocol over HTTP ("Streamable HTTP"), without sessions and without streams.

use std::sync::Arc;

use app::doors::client;
use app::json::LARGEST_JSON;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tracing::Span;

use crate::extract::Whole;
use crate::linger::linger;
use crate::mcp::handler::{Asker, Tools};
use crate::mcp::origin::foreign;
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
            "Origin: a page of {origin:?} sent this request; /mcp answers programs, and pages of this server"
        );
        linger(request);
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let (mut parts, body) = request.into_parts();
    let Whole(body) =
        Whole::from_request(Request::from_parts(parts.clone(), body), &server).await?;
    serde_json::from_slice::<ClientJsonRpcMessage>(&body).map_err(|error| {
        Problem::unreadable(if error.is_data() {
            "the body is not one message of JSON-RPC 2.0, e.g. {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}"
                .to_owned()
        } else {
            format!("the body cannot be read: {error}")
        })
    })?;
    parts.extensions.insert(Asker {
        client: client(),
        span: Span::current(),
    });
    // `Host` and `Origin` are checked by then.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LARGEST_JSON)
        .disable_allowed_hosts();
    let tools = Tools { server };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    let request = Request::from_parts(parts, Body::from(body));
    plain(service.handle(request).await.map(Body::new)).await
}

/// The answer of the SDK; where it is a text about an error, as a problem.
async fn plain(response: Response) -> Result<Response, Problem> {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if status.is_success() || kind.is_some_and(|kind| kind == "application/json") {
        return Ok(response.into_response());
    }
    let text = to_bytes(response.into_body(), LARGEST_JSON).await;
    let text = text.map_err(Problem::internal)?;
    Err(Problem::new(status, String::from_utf8_lossy(&text)))
}
