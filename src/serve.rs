//! `tabiya serve`: the HTTP API.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use index::{Error, Index};
use tokio::net::TcpListener;
use tokio::signal;
use tracing_subscriber::EnvFilter;

use crate::cli::ServeArgs;

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let path = &args.index.index;
    let index = match Index::open(path) {
        // An empty folder, e.g. a new volume, is a place for games to come; none is a slip.
        Err(Error::Missing(_)) if path.is_dir() => Index::create(path)?,
        opened => opened?,
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(filter)
        .init();
    tokio::runtime::Runtime::new()?.block_on(serve(args, Arc::new(index), out))
}

async fn serve(args: &ServeArgs, index: Arc<Index>, out: &mut impl Write) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("cannot listen on {}", args.listen))?;
    let snapshot = index.snapshot()?;
    let statistics = snapshot.statistics();
    writeln!(
        out,
        "listening on http://{}, {} games, {} positions",
        listener.local_addr()?,
        statistics.games,
        statistics.positions,
    )?;
    out.flush()?;
    api::serve(listener, index, stop_signal()).await?;
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
