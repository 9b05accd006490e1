//! Reading on for a moment when a request has its answer already.
//!
//! Most clients read an answer only when they have sent everything. A socket that is closed with bytes unread takes it
//! from them: instead of `409 Conflict` and a sentence they see a broken pipe.

use std::future;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use tokio::time::timeout;

/// How long a client may go on sending. Guessed: enough for a small file, too little to be a
/// burden.
const LINGER: Duration = Duration::from_secs(2);

/// Goes on reading the body of a request that is refused.
pub(crate) fn linger(request: Request) {
    if !waits(request.headers()) {
        tokio::spawn(read_on(request.into_body().into_data_stream()));
    }
}

/// Reads what is left of a body, and forgets it.
pub(crate) async fn read_on(body: BodyDataStream) {
    let chunks = body.take_while(|chunk| future::ready(chunk.is_ok()));
    // A client that sends for longer may miss the answer.
    let _ = timeout(LINGER, chunks.for_each(|_| future::ready(()))).await;
}

/// Whether a client waits for `100 Continue` before it sends its body; reading the body sends that.
///
/// Source: RFC 9110, section 10.1.1.
pub(crate) fn waits(headers: &HeaderMap) -> bool {
    headers.contains_key(header::EXPECT)
}
