//! The transports: standard input and output, and HTTP without sessions and without streams ("Streamable HTTP").

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use app::doors::{Doors, client};
use app::{Database, Engines, quoted};
use bytes::Bytes;
use http::{HeaderMap, Request, Response, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcRequest, ProtocolVersion};
use rmcp::service::{ServerInitializeError, serve_server};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tracing::Span;

use crate::handler::{Asker, Tools, VERSIONS};
use crate::message::{Refusal, invalid_request, parse};
use crate::stdio::Stdio;

/// Answers on standard input and output until the input ends.
///
/// # Errors
///
/// The input or the output fails.
pub async fn over_stdio(index: Database, engines: Engines) -> io::Result<()> {
    let doors = Arc::new(Doors::new(engines));
    doors.open(index);
    match serve_server(Tools { doors }, Stdio::new()).await {
        Ok(serving) => {
            serving.waiting().await.map_err(io::Error::other)?;
            Ok(())
        }
        // The input ended before the client said who it is.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// Answers a message that came over HTTP, on the task of its request. The caller has checked `Host` and `Origin`.
///
/// The answer is JSON or empty, even if the body is not a message or the version is not offered. It is plain text if
/// the headers of the request violate the protocol in another way.
pub async fn over_http(
    doors: Arc<Doors>,
    request: Request<Bytes>,
) -> Response<BoxBody<Bytes, Infallible>> {
    let message = parse(request.body()).and_then(|message| match &message {
        // The version is still being negotiated.
        ClientJsonRpcMessage::Request(request) if is_initialize(request) => Ok(message),
        _ => check_version(request.headers()).map(|()| message),
    });
    let message = match message {
        Ok(message) => message,
        Err(refusal) => {
            let mut response = Response::new(Full::from(refusal.json.to_string()).boxed());
            *response.status_mut() = refusal.status;
            let kind = header::HeaderValue::from_static("application/json");
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            return response;
        }
    };
    // The SDK parses the body again, so it gets the message in the form that was understood. Serializing plain data
    // into memory does not fail.
    let body = serde_json::to_vec(&message).unwrap_or_default();
    let mut request = request.map(|_| Full::new(Bytes::from(body)));
    request.extensions_mut().insert(Asker {
        client: client(),
        span: Span::current(),
    });
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts();
    let tools = Tools { doors };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    service.handle(request).await
}

fn is_initialize(request: &JsonRpcRequest<ClientRequest>) -> bool {
    matches!(request.request, ClientRequest::InitializeRequest(_))
}

/// Rejects a version in the headers that is not offered. The SDK rejects only versions that it does not know.
fn check_version(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(version) = headers.get("mcp-protocol-version") else {
        return Ok(());
    };
    let is_offered = |offered: &ProtocolVersion| version == offered.as_str();
    if VERSIONS.iter().any(is_offered) {
        return Ok(());
    }
    let versions: Vec<&str> = VERSIONS.iter().map(ProtocolVersion::as_str).collect();
    let why = format!(
        "MCP-Protocol-Version: {} is not supported; the versions are {}",
        quoted(&String::from_utf8_lossy(version.as_bytes())),
        versions.join(", ")
    );
    Err(invalid_request(&why, None))
}
