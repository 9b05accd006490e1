//! `tabiya serve`: the HTTP API.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;

use anyhow::Context;
use api::{Analysts, Token};
use index::{Error, Index};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal;
use tracing_subscriber::EnvFilter;

use crate::cli::{Secret, ServeArgs};

pub(crate) fn run(args: &ServeArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let token = match &args.token {
        Some(Secret(text)) => Some(Token::new(text).context(
            "TABIYA_TOKEN is empty, or has other characters than visible ASCII: \
             set another one, or none",
        )?),
        None => None,
    };
    let analysts = Analysts::new(args.engine.engine.as_deref())?;
    let path = &args.index.index;
    let index = match Index::open(path) {
        // An empty folder, e.g. a new volume, is a place for games to come; none is a slip.
        Err(Error::Missing(_)) if path.is_dir() => Index::create(path)?,
        opened => opened?,
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_env_filter(filter)
        .init();
    let runtime = tokio::runtime::Runtime::new()?;
    let ended = runtime.block_on(serve(args, Arc::new(index), analysts, token, json, out));
    // The time to finish what was under way is over; a commit is done or undone, whenever we end.
    runtime.shutdown_background();
    ended
}

async fn serve(
    args: &ServeArgs,
    index: Arc<Index>,
    analysts: Analysts,
    token: Option<Token>,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("cannot listen on {}", args.listen))?;
    if token.is_none() && !args.listen.ip().to_canonical().is_loopback() {
        tracing::info!("without TABIYA_TOKEN, games are written from this machine only");
    }
    let snapshot = index.snapshot()?;
    let statistics = snapshot.statistics();
    let (games, positions) = (statistics.games, statistics.positions);
    let url = format!("http://{}", listener.local_addr()?);
    if json {
        let line = json!({"url": url, "games": games, "positions": positions});
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "listening on {url}, {games} games, {positions} positions"
        )?;
    }
    out.flush()?;
    api::serve(listener, index, analysts, token, stop_signal()).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Waits for Ctrl-C or a request to terminate; requests under way are then finished.
async fn stop_signal() {
    let interrupt = async {
        if let Err(error) = signal::ctrl_c().await {
            tracing::warn!("Ctrl-C cannot be heard: {error}");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(error) => {
                tracing::warn!("the signal to terminate cannot be heard: {error}");
                std::future::pending::<()>().await;
            }
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
