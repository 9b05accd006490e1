//! Serving on a socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use index::Index;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::analysts::Analysts;
use crate::guard::Token;
use crate::routes::routes;
use crate::writing::Writing;

/// How long requests under way may take once the server is to stop. Guessed: far longer than an
/// answer takes, shorter than the ten seconds after which Docker kills.
const GRACE: Duration = Duration::from_secs(5);

/// Serves an index until `stop` is done; requests under way are then finished, if they do not
/// take longer than five seconds. An import ends where it is, with the whole games read by then.
///
/// With a token, whoever sends it may import and remove games; without one, programs on this
/// machine.
///
/// # Errors
///
/// What the operating system says of the socket.
pub async fn serve(
    listener: TcpListener,
    index: Arc<Index>,
    analysts: Analysts,
    token: Option<Token>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let writing = Writing::default();
    let app = routes(index, analysts, token, writing.clone());
    let (stopping, stopped) = oneshot::channel();
    let told = writing.stop().clone();
    let stop = async move {
        stop.await;
        told.cancel();
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
    let server = async {
        let app = app.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, app)
            .with_graceful_shutdown(stop)
            .await?;
        // Of an import whose client has gone there is no request under way.
        writing.finished().await;
        Ok(())
    };
    tokio::select! {
        ended = server => ended,
        () = too_late => {
            tracing::warn!("stopped with requests unfinished");
            Ok(())
        }
    }
}
