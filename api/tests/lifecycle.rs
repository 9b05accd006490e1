//! A server that is opening, serving, stopping: what it says of itself on a real socket.

use std::sync::Arc;
use std::time::Duration;

use api::{Rules, Service};
use index::Index;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::own_engines;

/// How long the server may take to notice that it is to stop, and to end: what it gives requests under way.
const PATIENCE: Duration = Duration::from_secs(5);

/// The status of a GET.
async fn get(address: &str, path: &str) -> u16 {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    status(&mut stream).await
}

/// The status of `/readyz`, if there is an answer: of a connection that is accepted while the server stops, there
/// may be none.
async fn ready(address: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let head = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    answer.split(' ').nth(1)?.parse().ok()
}

/// The status of all that comes.
async fn status(stream: &mut TcpStream) -> u16 {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("a status in {answer:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_serving_stopping() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let service = Arc::new(Service::new(own_engines(), Rules::default()));
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn({
        let service = Arc::clone(&service);
        async move { service.serve(listener, async { drop(stopped.await) }).await }
    });
    let statuses = async |paths: &[(&str, u16)]| {
        for (path, expected) in paths {
            assert_eq!(get(&address, path).await, *expected, "{path}");
        }
    };

    // Nothing is there yet that could be found.
    statuses(&[
        ("/healthz", 200),
        ("/readyz", 503),
        ("/metrics", 200),
        ("/api/status", 503),
        ("/api/games/1", 503),
        ("/api/similar?fen=4k3/8/8/8/8/8/8/4K3", 503),
        ("/openapi.json", 200),
    ])
    .await;

    let folder = TempDir::new().expect("a temporary folder");
    service.open(Arc::new(Index::create(folder.path()).expect("an index")));
    let whole = [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 200),
        ("/api/status", 200),
        ("/api/games/1", 404),
        ("/api/similar?fen=4k3/8/8/8/8/8/8/4K3", 200),
    ];
    statuses(&whole).await;

    // A request under way keeps it; new ones are turned away.
    let body = r#"{"fen": "4k3/8/8/8/8/8/8/4K3"}"#;
    let mut half = TcpStream::connect(&address).await.expect("a connection");
    let head = format!(
        "POST /api/similar HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    half.write_all(head.as_bytes()).await.expect("sent");
    // This is what the server sends when it begins to read the body.
    let mut go_on = [0; 25];
    half.read_exact(&mut go_on).await.expect("an answer");
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stop.send(()).expect("it listens");
    let turned_away = async { while ready(&address).await != Some(503) {} };
    let turned_away = tokio::time::timeout(PATIENCE, turned_away).await;
    turned_away.expect("the server turns requests away");
    statuses(&[
        ("/healthz", 200),
        ("/readyz", 503),
        ("/metrics", 200),
        ("/api/status", 503),
    ])
    .await;
    assert!(!serving.is_finished());
    half.write_all(body.as_bytes()).await.expect("sent");
    assert_eq!(status(&mut half).await, 200);
    let ended = tokio::time::timeout(PATIENCE, serving).await;
    ended
        .expect("its end")
        .expect("no panic")
        .expect("no error");
}
