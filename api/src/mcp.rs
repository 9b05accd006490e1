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
mod arguments;
mod collections;
mod difficulty;
mod exercises;
mod explorer;
mod game;
mod handler;
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

use app::json::LARGEST_JSON;
use app::{Database, Engines};
use rmcp::service::{ServerInitializeError, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;

pub(crate) use http::{METHOD, NAME, VERSION, mcp};

use crate::mcp::handler::Tools;
use crate::rules::Rules;
use crate::server::Server;

/// Answers on standard input and output until the input ends.
///
/// # Errors
///
/// The input or the output fails.
pub async fn mcp_on_stdio(index: Database, engines: Engines) -> io::Result<()> {
    let server = Server::new(engines, &Rules::default());
    server.doors.open(index);
    let tools = Tools {
        server: Arc::new(server),
    };
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LARGEST_JSON);
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
