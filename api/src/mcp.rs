//! The Model Context Protocol: what a language model can ask, over standard input and output or over HTTP at `/mcp`.
//!
//! Each tool has one file: its arguments, its answer, and how `app` is asked for it. Tools go through the same doors as
//! the routes, so that they cost what those cost. An answer has at most 6,000 bytes, and says where its facts come from.
//!
//! There are no sessions: each request of HTTP is answered on its own.
//!
//! Source: <https://modelcontextprotocol.io/specification/2025-11-25>, with the SDK `rmcp`.

mod analyse;
mod answer;
mod collections;
mod difficulty;
mod exercises;
mod explorer;
mod game;
mod http;
mod motifs;
mod origin;
mod plans;
mod schema;
mod similar;
mod source;
mod tools;

use std::io;
use std::sync::Arc;

use app::{Database, Engines};
use axum::http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use rmcp::{ServerHandler, service::ServerInitializeError};
use tracing::Instrument;

pub(crate) use http::{METHOD, NAME, VERSION, mcp};

use crate::blocking::CLIENT;
use crate::extract::LARGEST_BODY;
use crate::mcp::http::Asker;
use crate::openapi::openapi;
use crate::rules::Rules;
use crate::server::Server;

/// What the server says of itself to a model.
const INSTRUCTIONS: &str = "Facts about chess positions from a collection of real games, and from an engine. Positions \
    are FENs: copy them as they are. Answers name their games; cite players, event and year, and do not invent moves, \
    games or scores. Engine scores are from White's side. `leftOut` counts what did not fit into an answer: ask for less, \
    or with a filter. Usually: motifs and analyse for a position, explorer for what was played in it, similar_positions \
    and plans for how such positions are played, exercises to train them.";

/// The tools, over whatever transport.
#[derive(Clone)]
struct Tools {
    server: Arc<Server>,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("tabiya", env!("CARGO_PKG_VERSION")).with_title("Tabiya");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let work = tools::call(&self.server, &request.name, arguments);
        // The SDK works on a task of its own.
        let asker = context.extensions.get::<Parts>();
        let asker = asker.and_then(|parts| parts.extensions.get::<Asker>());
        let Asker { client, span } = asker.cloned().unwrap_or_default();
        tokio::select! {
            answer = CLIENT.scope(client, work).instrument(span) => answer.map(Into::into),
            // Cancelled, or gone: the work ends with its future.
            () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        }
    }
}

/// Answers on standard input and output until the input ends.
///
/// # Errors
///
/// The input or the output fails.
pub async fn mcp_on_stdio(index: Database, engines: Engines) -> io::Result<()> {
    let server = Server::new(engines, &Rules::default(), openapi());
    server.open(index);
    let tools = Tools {
        server: Arc::new(server),
    };
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LARGEST_BODY);
    match serve_server(tools, transport).await {
        Ok(serving) => {
            serving.waiting().await.map_err(io::Error::other)?;
            Ok(())
        }
        // The input ended before the client said who it is.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
