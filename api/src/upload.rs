//! The body of a request as a stream that blocks, for an import to read.
//!
//! A chunk is taken when the one before it is used up: a body of any size takes the memory of one
//! chunk, and a client that is faster than the import has to wait.

use std::io::{self, Read};
use std::mem;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use crate::linger;
use crate::problem::Problem;

/// How long a client may send nothing, e.g. because its machine has gone to sleep: meanwhile it
/// has the one writer. Guessed: longer than a network stutters.
const IDLE: Duration = Duration::from_secs(30);

/// The body of a request. Reading it blocks, which only threads that may block must do.
pub(crate) struct Upload {
    body: BodyDataStream,
    /// What is left of the chunk that came last.
    chunk: Bytes,
    /// The client sends nothing until somebody reads.
    waits: bool,
    runtime: Handle,
    stop: CancellationToken,
    cut_short: CutShort,
    begun: Arc<Notify>,
    ended: Arc<Notify>,
    /// That of the request: it is read on a thread of the import's own.
    span: Span,
}

/// The status of a body of which not all was read, and which is not to blame itself: 408 where
/// the client sends no more, 503 where the server stops.
pub(crate) type CutShort = Arc<OnceLock<StatusCode>>;

impl Upload {
    /// The body of a request, until the server is to stop.
    pub(crate) fn new(request: Request, stop: CancellationToken) -> Upload {
        Upload {
            waits: linger::waits(request.headers()),
            body: request.into_body().into_data_stream(),
            chunk: Bytes::new(),
            runtime: Handle::current(),
            stop,
            cut_short: CutShort::default(),
            begun: Arc::default(),
            ended: Arc::default(),
            span: Span::current(),
        }
    }

    /// Set when reading has failed, unless the body is broken.
    pub(crate) fn cut_short(&self) -> CutShort {
        Arc::clone(&self.cut_short)
    }

    /// Notified when the first bytes have come.
    pub(crate) fn begun(&self) -> Arc<Notify> {
        Arc::clone(&self.begun)
    }

    /// Notified when the last bytes have come.
    pub(crate) fn ended(&self) -> Arc<Notify> {
        Arc::clone(&self.ended)
    }

    /// The next chunk, `None` at the end.
    fn next_chunk(&mut self) -> io::Result<Option<Bytes>> {
        self.waits = false;
        let _entered = self.span.enter();
        let (body, stop) = (&mut self.body, &self.stop);
        let next = self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = stop.cancelled() => Err((StatusCode::SERVICE_UNAVAILABLE, CUT_OFF.to_owned())),
                next = timeout(IDLE, body.next()) => next.map_err(|_| {
                    let seconds = IDLE.as_secs();
                    let why = format!("nothing more arrived for {seconds} seconds");
                    (StatusCode::REQUEST_TIMEOUT, why)
                }),
            }
        });
        match next {
            Ok(Some(Ok(chunk))) => {
                tracing::trace!(bytes = chunk.len(), "a chunk of the body");
                Ok(Some(chunk))
            }
            Ok(Some(Err(error))) => {
                tracing::debug!("a body breaks off: {error:?}");
                Err(io::Error::other("it breaks off before its end"))
            }
            Ok(None) => Ok(None),
            Err((status, why)) => {
                // Set already if somebody reads on after an error.
                let _ = self.cut_short.set(status);
                Err(io::Error::other(why))
            }
        }
    }
}

/// Why a request is refused when the server stops.
pub(crate) const STOPPING: &str = "the server is stopping: try again in a minute";

/// Why the body of an import is left unread then.
pub(crate) const CUT_OFF: &str =
    "the server is stopping; send it again later: games that are stored already are skipped";

impl Read for Upload {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            let Some(chunk) = self.next_chunk()? else {
                self.ended.notify_one();
                return Ok(0);
            };
            if !chunk.is_empty() {
                self.begun.notify_one();
            }
            self.chunk = chunk;
        }
        let length = buffer.len().min(self.chunk.len());
        buffer[..length].copy_from_slice(&self.chunk.split_to(length));
        Ok(length)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.waits {
            let nothing = Body::empty().into_data_stream();
            let rest = mem::replace(&mut self.body, nothing);
            self.runtime.spawn(linger::read_on(rest));
        }
    }
}

/// The answer to a body in a form that is not accepted: 415.
///
/// Its compression is recognised by its first bytes, so that `games.pgn.zst` may be sent as it is; but a header that names
/// any other means bytes that would be read as broken PGN.
pub(crate) fn unsupported(headers: &HeaderMap) -> Option<Response> {
    let media_type = headers.get(header::CONTENT_TYPE);
    if media_type.is_some_and(|value| value.as_bytes().starts_with(b"multipart/")) {
        let detail = "Content-Type: a form is not accepted; send the file itself as the body, \
                      e.g. curl --data-binary @games.pgn";
        let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail);
        return Some(problem.into_response());
    }
    let codings: Vec<String> = headers
        .get_all(header::CONTENT_ENCODING)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .map(|coding| String::from_utf8_lossy(coding).trim().to_ascii_lowercase())
        .filter(|coding| !coding.is_empty() && coding != "identity")
        .collect();
    match codings.as_slice() {
        [] => None,
        [one] if ["gzip", "x-gzip", "zstd"].contains(&one.as_str()) => None,
        _ => {
            let detail = format!(
                "Content-Encoding: {:?} is not accepted; use gzip or zstd, once",
                codings.join(", ")
            );
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail);
            Some(([(header::ACCEPT_ENCODING, "gzip, zstd")], problem).into_response())
        }
    }
}
