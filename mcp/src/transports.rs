//! The transports: standard input and output, and HTTP without sessions and without streams ("Streamable HTTP").

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use app::doors::{Doors, client};
use app::json::{LARGEST_JSON, not_json};
use app::{Database, Engines, Error};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::service::{ServerInitializeError, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio_pipes};
use tracing::Span;

use crate::handler::{Asker, Tools};

/// Answers on standard input and output until the input ends.
///
/// # Errors
///
/// The input or the output fails.
pub async fn over_stdio(index: Database, engines: Engines) -> io::Result<()> {
    let doors = Arc::new(Doors::new(engines));
    doors.open(index);
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LARGEST_JSON);
    match serve_server(Tools { doors }, transport).await {
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
/// The answer is JSON or empty; plain text if the headers of the request violate the protocol.
///
/// # Errors
///
/// [`Error::Malformed`] if the body is not a message of the protocol.
pub async fn over_http(
    doors: Arc<Doors>,
    request: Request<Bytes>,
) -> Result<Response<BoxBody<Bytes, Infallible>>, Error> {
    serde_json::from_slice::<ClientJsonRpcMessage>(request.body()).map_err(|error| {
        if error.is_data() {
            let why = "the body is not one message of JSON-RPC 2.0, e.g. {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
            Error::Malformed(why.to_owned())
        } else {
            not_json("the body", "", &error)
        }
    })?;
    let mut request = request.map(Full::new);
    request.extensions_mut().insert(Asker {
        client: client(),
        span: Span::current(),
    });
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LARGEST_JSON)
        .disable_allowed_hosts();
    let tools = Tools { doors };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    Ok(service.handle(request).await)
}
