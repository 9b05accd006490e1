//! Serving on a socket.

use std::io;
use std::sync::Arc;

use index::Index;
use tokio::net::TcpListener;

use crate::routes::router;

/// Serves an index until `stop` is done; requests under way are then finished.
///
/// # Errors
///
/// None today: what goes wrong with a connection ends that connection.
pub async fn serve(
    listener: TcpListener,
    index: Arc<Index>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router(index))
        .with_graceful_shutdown(stop)
        .await
}
