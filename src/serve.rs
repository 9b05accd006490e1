//! `tabiya serve`: the web UI and the HTTP API.

use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use api::keys::Keys;
use api::{Access, Rules, Service, Token};
use app::{Bounded, Database, Error, Memory, Place};
use clap::{Args, ValueEnum};
#[cfg(target_os = "linux")]
use sd_notify::NotifyState;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::task::spawn_blocking;
use tracing_subscriber::EnvFilter;

use crate::args::address;
use crate::args::effort::EngineArgs;
use crate::args::index::IndexArgs;
use crate::args::sites::SitesArgs;
use crate::upgrade::upgrade;

/// Serve the web UI and the HTTP API.
///
/// Once it listens, it prints its address and the size of the index; with `--json` as one line
/// `{"url":..,"games":..,"positions":..}`. Logs go to standard error. Ctrl-C ends it.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on.
    ///
    /// 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from everywhere.
    #[arg(
        long,
        env = "TABIYA_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        value_parser = address
    )]
    listen: SocketAddr,

    /// The token that a request needs to import or remove games, or to make or list snapshots.
    ///
    /// Set `TABIYA_TOKEN` rather than type it: others on this machine can see command lines.
    /// With neither a token nor keys only programs on this machine may do so.
    #[arg(
        long,
        env = "TABIYA_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true
    )]
    token: Option<Secret>,

    /// A file of keys, each with rights of its own, that are accepted beside the token: see `tabiya keys`.
    ///
    /// With it, programs on this machine need a key to write, too.
    #[arg(long, env = "TABIYA_KEYS", value_name = "FILE")]
    keys: Option<PathBuf>,

    /// Answer only those who send a key with the right to read, or the token; the web UI asks for it.
    #[arg(long, env = "TABIYA_PRIVATE")]
    private: bool,

    /// The folder for snapshots, which `POST /api/snapshots` makes; it is made if it is missing.
    ///
    /// On the file system of the index they take no room until the index changes. Without it no snapshots are made.
    #[arg(long, env = "TABIYA_SNAPSHOTS", value_name = "DIR")]
    snapshots: Option<PathBuf>,

    #[arg(
        long,
        env = "TABIYA_MEMORY",
        value_name = "MB",
        help = format!(
            "The memory that an import may take, or the copy of an index in a cluster, in megabytes: {}. By default as much \
             as it takes: 500 to 700",
            Memory::range()
        )
    )]
    memory: Option<Memory>,

    /// Upgrade an index of an older format first, as `tabiya upgrade` does.
    #[arg(long, env = "TABIYA_UPGRADE")]
    upgrade: bool,

    #[arg(
        long,
        env = "TABIYA_RATE_LIMIT",
        value_name = "N",
        help = format!(
            "The number of requests per second that one client (an IPv4 address or an IPv6 /64) may make: {}; 0 for no \
             limit. Bursts may have twice as many. By default 50, but no limit for programs on this machine",
            RateLimit::range()
        )
    )]
    rate_limit: Option<RateLimit>,

    /// There is a proxy in front of the server: the last entry of `X-Forwarded-For` identifies a client.
    ///
    /// Without a proxy, a client could put anything there.
    #[arg(long, env = "TABIYA_TRUST_PROXY")]
    trust_proxy: bool,

    /// The format of the log, on standard error; `RUST_LOG=debug` logs more, `warn` less.
    #[arg(
        long,
        env = "TABIYA_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    log_format: LogFormat,

    #[command(flatten)]
    sites: SitesArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    index: IndexArgs,
}

/// A number of requests per second.
type RateLimit = Bounded<0, 1_000_000>;

/// The requests per second of a client elsewhere by default. Guessed: a page that is used quickly.
const USUAL_RATE: RateLimit = RateLimit::of::<50>();

/// The format of a log.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// A text that is never printed, not even by `Debug`.
#[derive(Clone)]
struct Secret(String);

impl From<String> for Secret {
    fn from(text: String) -> Secret {
        Secret(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

pub(crate) fn run(args: &ServeArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let token = match &args.token {
        Some(Secret(text)) => Some(Token::new(text).context(
            "TABIYA_TOKEN is empty, or has characters other than visible ASCII: \
             set another token, or none",
        )?),
        None => None,
    };
    let keys = args.keys.as_deref().map(Keys::open).transpose()?;
    anyhow::ensure!(
        !args.private || token.is_some() || keys.is_some(),
        "with --private nobody could ask anything: add --keys FILE, a file that `tabiya keys add` makes, or set \
         TABIYA_TOKEN"
    );
    if let Some(folder) = &args.snapshots {
        args.index.place()?.folder()?;
        std::fs::create_dir_all(folder).with_context(|| {
            format!("cannot make the folder {} for snapshots", folder.display())
        })?;
    }
    let engines = args.engine.start()?;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,rmcp=error"));
    let log = tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_env_filter(filter);
    match args.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .with_ansi(false)
            .init(),
    }
    if let Some(tablebase) = engines.tablebase() {
        let (files, men) = (tablebase.files(), tablebase.men());
        tracing::info!("{files} Syzygy tables, up to {men} pieces");
    }
    let rules = Rules {
        access: Access {
            token,
            keys: keys.map(Arc::new),
            is_private: args.private,
        },
        rate_limit: NonZeroU32::new(args.rate_limit.unwrap_or(USUAL_RATE).get() as u32),
        limits_local: args.rate_limit.is_some(),
        trust_proxy: args.trust_proxy,
        snapshots: args.snapshots.clone(),
        import_memory: args.memory,
        sites: args.sites.sites(),
    };
    let service = Service::new(engines, rules);
    let runtime = tokio::runtime::Runtime::new()?;
    let ended = runtime.block_on(serve(args, &service, json, out));
    // The time for unfinished work is over; a commit is done or undone, whenever the process ends.
    runtime.shutdown_background();
    ended
}

/// Listens at once, so that health checks are answered; reports that when the index is open.
async fn serve(
    args: &ServeArgs,
    service: &Service,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("cannot listen on {}", args.listen))?;
    if args.token.is_none() && args.keys.is_none() && !args.listen.ip().to_canonical().is_loopback()
    {
        tracing::info!(
            "without TABIYA_TOKEN and --keys, only programs on this machine may import and remove games, and make and list snapshots"
        );
    }
    let url = format!("http://{}", listener.local_addr()?);
    let opening = async {
        let place = args.index.place()?;
        let upgrading = args.upgrade;
        let open = move || {
            let index = match (Database::open_or_init(&place), &place) {
                (Err(Error::Index(index::Error::Outdated { .. })), Place::Folder(path))
                    if upgrading =>
                {
                    tracing::info!("upgrading the index at {}", path.display());
                    upgrade(path)?;
                    Database::open(&place)?
                }
                (opened, _) => opened?,
            };
            let snapshot = index.snapshot()?;
            Ok::<_, Error>((index, snapshot))
        };
        let (index, snapshot) = spawn_blocking(open).await??;
        let statistics = snapshot.statistics();
        let (games, positions) = (statistics.games, statistics.positions);
        service.open(index.clone());
        #[cfg(feature = "cluster")]
        crate::local_copy::follow(&index, args.memory);
        // In the background: what is asked for meanwhile is checked when it is read.
        spawn_blocking(move || {
            if let Err(error) = index.check_files() {
                tracing::error!("{error}");
            }
        });
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
        out.flush()?;
        #[cfg(target_os = "linux")]
        tell_systemd(NotifyState::Ready);
        anyhow::Ok(())
    };
    let stop = async {
        stop_signal().await;
        #[cfg(target_os = "linux")]
        tell_systemd(NotifyState::Stopping);
    };
    tokio::select! {
        ended = service.serve(listener, stop) => ended?,
        Err(error) = opening => return Err(error),
    }
    tracing::info!("stopped");
    Ok(())
}

/// Tells the service manager how the server is, if it was started by one that asks (`Type=notify`).
#[cfg(target_os = "linux")]
fn tell_systemd(state: NotifyState) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("cannot notify the service manager: {error}");
    }
}

/// Waits for Ctrl-C or a request to terminate; requests under way are then finished.
async fn stop_signal() {
    let interrupt = async {
        if let Err(error) = signal::ctrl_c().await {
            tracing::warn!("cannot listen for Ctrl-C: {error}");
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
                tracing::warn!("cannot listen for the signal to terminate: {error}");
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
