//! Serving on a socket: how many connections, for how long, and how it ends.
//!
//! What takes no processor is bounded here, by hyper's HTTP/1.1: a request's head has ten seconds to come, and
//! so has the next one on a connection that is kept; it has 64 headers and 32 KiB at most; an answer that the client does
//! not read is given up after thirty seconds. The time and size of bodies are bounded where they are read
//! ([`crate::routes`], [`crate::upload`]).

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use app::{Database, Engines};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::openapi::openapi;
use crate::operations::Document;
use crate::routes::routes;
use crate::rules::Rules;
use crate::server::Server;

/// How long requests under way may take once the server is to stop. Guessed: far longer than an
/// answer takes, shorter than the ten seconds after which Docker kills.
const GRACE: Duration = Duration::from_secs(5);

/// How long the head of a request may take to come, and a connection may be kept without one. Guessed: a
/// thousand times what it takes.
const HEAD: Duration = Duration::from_secs(10);

/// The most headers of a request. Guessed: browsers send 20, proxies add 10.
const MOST_HEADERS: usize = 64;

/// The largest head of a request in bytes. Guessed: browsers and nginx allow 8 to 32 KiB.
const LARGEST_HEAD: usize = 32 << 10;

/// How long a client may read nothing of its answer. Guessed: longer than a network stutters.
const UNREAD: Duration = Duration::from_secs(30);

/// The number of files that the index and the system may have open, connections excluded. Guessed: fifty segments of eight
/// files.
const OTHER_FILES: u64 = 512;

/// The fewest connections, however few files the system allows. Guessed.
const FEWEST_CONNECTIONS: u64 = 64;

/// The number of files that a server must be allowed to have open.
pub const LEAST_FILES: u64 = OTHER_FILES + FEWEST_CONNECTIONS;

/// The most connections, where the system allows as many files. Guessed: 10,000 idle ones and room for
/// others; 20 KB each.
const MOST_CONNECTIONS: u64 = 16_384;

/// The whole service over an index, without a socket.
///
/// Where its rules want neither token nor key, programs on this machine may write, if the service is made with
/// `into_make_service_with_connect_info`.
pub fn router(index: impl Into<Database>, engines: Engines, rules: Rules) -> Router {
    let server = Server::new(engines, &rules);
    server.doors.open(index.into());
    routes(Arc::new(server), rules.access, Document(openapi()))
}

/// Tabiya over HTTP: there at once, with an index when that is open.
pub struct Service {
    server: Arc<Server>,
    router: Router,
}

impl Service {
    /// A service that answers 503 to requests that need an index, until it is [opened](Service::open).
    pub fn new(engines: Engines, rules: Rules) -> Service {
        let server = Arc::new(Server::new(engines, &rules));
        Service {
            router: routes(Arc::clone(&server), rules.access, Document(openapi())),
            server,
        }
    }

    /// Serves this index from now on; a second one changes nothing.
    pub fn open(&self, index: impl Into<Database>) {
        self.server.doors.open(index.into());
    }

    /// Serves until `stop` is done; requests under way are then finished, if they do not take longer than five
    /// seconds, and `/readyz` and all others answer 503. An import ends where it is, with the whole games read
    /// by then.
    ///
    /// # Errors
    ///
    /// The limit of open files cannot be raised.
    pub async fn serve(
        &self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let files = rlimit::increase_nofile_limit(MOST_CONNECTIONS + OTHER_FILES)?;
        let most = files
            .saturating_sub(OTHER_FILES)
            .clamp(FEWEST_CONNECTIONS, MOST_CONNECTIONS);
        let room = Arc::new(Semaphore::new(most as usize));
        let graceful = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                (stream, peer, place) = accept(&listener, &room) => {
                    self.connected(stream, peer, place, Some(graceful.watcher()));
                }
                () = &mut stop => break,
            }
        }
        self.server.doors.stop().cancel();
        let finished = async {
            graceful.shutdown().await;
            // An import goes on without its request when the client is gone.
            self.server.writing.finished().await;
        };
        let refusing = async {
            loop {
                let (stream, peer, place) = accept(&listener, &room).await;
                self.connected(stream, peer, place, None);
            }
        };
        tokio::select! {
            () = finished => {}
            () = refusing => {}
            () = tokio::time::sleep(GRACE) => tracing::warn!("stopped with requests unfinished"),
        }
        Ok(())
    }

    /// Serves a connection, which holds its place.
    fn connected(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        place: OwnedSemaphorePermit,
        watcher: Option<Watcher>,
    ) {
        // Without this an answer may wait for the client to acknowledge its head; it works without.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(UNREAD));
        let router = self.router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            let router = router.clone();
            async move {
                Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|e| match e {}))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_headers(MOST_HEADERS)
            .max_buf_size(LARGEST_HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connections = self.server.metrics.connections.clone();
        tokio::spawn(async move {
            let _held = place;
            tracing::trace!("a connection of {peer}");
            connections.inc();
            let ended = match watcher {
                Some(watcher) => watcher.watch(connection).await,
                None => connection.await,
            };
            connections.dec();
            if let Err(error) = ended {
                tracing::debug!("a connection of {peer} broke off: {error}");
            }
        });
    }
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    loop {
        let Ok(place) = Arc::clone(room).acquire_owned().await else {
            // It is never closed.
            std::future::pending::<()>().await;
            continue;
        };
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(error) if is_of_connection(&error) => {}
            Err(error) => {
                // Too many open files, say: in a second there may be fewer.
                tracing::error!("no connection can be accepted: {error}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Whether an error is that of one client, which has gone already.
fn is_of_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}
