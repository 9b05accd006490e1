//! `tabiya mcp`: the index for a language model, over the Model Context Protocol.

use std::io::{IsTerminal, stderr};

use app::Database;
use clap::Args;
use tracing_subscriber::EnvFilter;

use crate::args::effort::EngineArgs;
use crate::args::index::IndexArgs;

/// Answer a language model over the Model Context Protocol (MCP) on standard input and output.
///
/// A client such as Claude Desktop starts it, and it ends with its input. Logs go to standard error. `tabiya serve`
/// speaks the same protocol over HTTP, at `/mcp`.
#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &McpArgs) -> anyhow::Result<()> {
    // Before there is a log: what is wrong with the command is one sentence.
    let index = Database::open(&args.index.place()?)?;
    let engines = args.engine.start()?;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,rmcp=error"));
    tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_env_filter(filter)
        .init();
    #[cfg(feature = "cluster")]
    crate::local_copy::follow(&index, None);
    let runtime = tokio::runtime::Runtime::new()?;
    let ended = runtime.block_on(::mcp::over_stdio(index, engines));
    // Whatever still waits for the input or works for a request that nobody waits for.
    runtime.shutdown_background();
    Ok(ended?)
}
