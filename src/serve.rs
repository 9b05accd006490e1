//! `tabiya serve`: the HTTP API.

use std::io::{IsTerminal, Write, stderr};
use std::num::NonZeroU32;
use std::sync::Arc;

use anyhow::Context;
use api::{Analysts, Rules, Service, Token};
use cluster::{Database, Error, Place, View};
use index::Index;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::task::spawn_blocking;
use tracing_subscriber::EnvFilter;

use crate::cli::{LogFormat, Secret, ServeArgs};

pub(crate) fn run(args: &ServeArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let token = match &args.token {
        Some(Secret(text)) => Some(Token::new(text).context(
            "TABIYA_TOKEN is empty, or has other characters than visible ASCII: \
             set another one, or none",
        )?),
        None => None,
    };
    let analysts = Analysts::new(args.engine.engine.as_deref())?;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_env_filter(filter);
    match args.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).with_ansi(false).init(),
    }
    let rules = Rules {
        token,
        rate_limit: NonZeroU32::new(args.rate_limit),
        trust_proxy: args.trust_proxy,
    };
    let service = Service::new(analysts, rules);
    let runtime = tokio::runtime::Runtime::new()?;
    let ended = runtime.block_on(serve(args, &service, json, out));
    // The time to finish what was under way is over; a commit is done or undone, whenever we end.
    runtime.shutdown_background();
    ended
}

/// Listens at once, so that it can be asked whether it is ready; says so when the index is open.
async fn serve(
    args: &ServeArgs,
    service: &Service,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("cannot listen on {}", args.listen))?;
    if args.token.is_none() && !args.listen.ip().to_canonical().is_loopback() {
        tracing::info!("without TABIYA_TOKEN, games are written from this machine only");
    }
    let url = format!("http://{}", listener.local_addr()?);
    let opening = async {
        let place = args.index.place()?;
        let (index, snapshot) = spawn_blocking(move || open(&place)).await??;
        let statistics = snapshot.statistics();
        let (games, positions) = (statistics.games, statistics.positions);
        service.open(index);
        // Not before: an index that cannot be opened is one sentence.
        tracing::info!("listening on {url}");
        if json {
            let line = json!({"url": url, "games": games, "positions": positions});
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "listening on {url}, {games} games, {positions} positions"
            )?;
        }
        anyhow::Ok(out.flush()?)
    };
    tokio::select! {
        ended = service.serve(listener, stop_signal()) => ended?,
        Err(error) = opening => return Err(error),
    }
    tracing::info!("stopped");
    Ok(())
}

/// Opens the index.
fn open(place: &Place) -> Result<(Database, View), Error> {
    let index = match (Database::open(place), place) {
        // An empty folder, e.g. a new volume, is a place for games to come; none is a slip.
        (Err(Error::Folder(index::Error::Missing(_))), Place::Folder(path)) if path.is_dir() => {
            Arc::new(Index::create(path)?).into()
        }
        (opened, _) => opened?,
    };
    let snapshot = index.snapshot()?;
    Ok((index, snapshot))
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
