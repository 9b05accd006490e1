//! Serving on a socket.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use index::Index;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::routes::router;

/// How long requests under way may take once the server is to stop. Guessed: far longer than an
/// answer takes, shorter than the ten seconds after which Docker kills.
const GRACE: Duration = Duration::from_secs(5);

/// Serves an index until `stop` is done; requests under way are then finished, if they do not
/// take longer than five seconds.
///
/// # Errors
///
/// What the operating system says of the socket.
pub async fn serve(
    listener: TcpListener,
    index: Arc<Index>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stopping, stopped) = oneshot::channel();
    let stop = async move {
        stop.await;
        // Nobody listens if the server has ended by itself.
        let _ = stopping.send(());
    };
    let too_late = async {
        // An error says that the server has ended by itself.
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(GRACE).await;
    };
    let server = axum::serve(listener, router(index)).with_graceful_shutdown(stop);
    tokio::select! {
        ended = server => ended,
        () = too_late => {
            tracing::warn!("stopped with requests unfinished");
            Ok(())
        }
    }
}
