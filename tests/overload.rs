//! Clients that are slow, many, or gone, and more work than there are processors, on real sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::hostile::{exchange, is_well, metric, read, server, status, until};
use crate::tabiya::{Folder, GAMES};

/// Heads that do not end, and connections on which nothing comes, are closed after ten seconds; others are
/// served meanwhile.
#[test]
fn slow_heads() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let starts = [
        "",
        "GET /api/st",
        "GET /api/status HTTP/1.1\r\nHost: x\r\nX-A: b\r\n",
    ];
    let mut slow: Vec<TcpStream> = starts
        .iter()
        .cycle()
        .take(300)
        .map(|start| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            stream.write_all(start.as_bytes()).expect("sent");
            stream
        })
        .collect();
    is_well(&server);
    for stream in &mut slow {
        let answer = read(stream);
        assert!(answer.is_empty() || status(&answer) == 408, "{answer}");
    }
    until("they are closed", 5, || {
        metric(&server, "tabiya_http_connections") < 3
    });
}

/// A kept connection on which nothing more comes is closed, too.
#[test]
fn idle_connections() {
    // Two files each would be open if both ends were of one process.
    let files = rlimit::increase_nofile_limit(20_000).expect("a limit");
    let many = usize::try_from(files.saturating_sub(1000))
        .expect("a number")
        .min(10_000);
    if many < 10_000 {
        eprintln!("only {many} idle connections: the system allows {files} open files");
    }
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "0"]);
    let idle: Vec<TcpStream> = (0..many)
        .map(|number| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            if number % 10 == 0 {
                let head = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
                stream.write_all(head.as_bytes()).expect("sent");
            }
            stream
        })
        .collect();
    for _ in 0..10 {
        is_well(&server);
    }
    until("they are closed", 60, || {
        metric(&server, "tabiya_http_connections") < 3
    });
    drop(idle);
}

/// Bodies that are too large are refused before they have come, those that do not come after ten seconds.
#[test]
fn slow_and_endless_bodies() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let head = "POST /api/similar HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let half: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            write!(stream, "{head}Content-Length: 99\r\n\r\n{{").expect("sent");
            stream
        })
        .collect();
    let long = format!("{head}Content-Length: 99999999999\r\n\r\n{{");
    assert_eq!(status(&exchange(&server.address, long)), 413);
    let mut endless = TcpStream::connect(&server.address).expect("a connection");
    write!(endless, "{head}Transfer-Encoding: chunked\r\n\r\n").expect("sent");
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let sent = (0..10_000)
        .take_while(|_| endless.write_all(chunk.as_bytes()).is_ok())
        .count();
    assert!(sent < 10_000, "it takes a body without end");
    is_well(&server);
    for mut stream in half {
        let answer = read(&mut stream);
        assert_eq!(status(&answer), 408, "{answer}");
    }
}

/// Clients that never read their answer are dropped.
#[test]
fn answers_that_nobody_reads() {
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "0"]);
    let asking: Vec<TcpStream> = (0..5)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            stream.set_nonblocking(true).expect("a socket");
            let requests = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2000);
            let _ = stream.write(requests.as_bytes());
            stream
        })
        .collect();
    is_well(&server);
    until("they are given up", 60, || {
        metric(&server, "tabiya_http_connections") < 3
    });
    drop(asking);
}

/// In front of the engine a few may wait; the others are turned away at once, and those who go away leave.
#[test]
fn a_line_that_is_full_and_clients_that_go_away() {
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "0"]);
    let body = r#"{"fen": "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1", "movetimeMs": 60000}"#;
    let request = format!(
        "POST /api/analyse HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let room = processors * 9;
    let waiting: Vec<TcpStream> = (0..room)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).expect("a connection");
            stream.write_all(request.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let line = || metric(&server, "tabiya_analyses_waiting_or_running");
    until("the line is full", 5, || {
        usize::try_from(line()) == Ok(room)
    });
    let answer = exchange(&server.address, &request);
    assert_eq!(status(&answer), 503, "{answer}");
    assert!(answer.contains("retry-after: 1\r\n"), "{answer}");
    // Searching is another line.
    let (found, _) = server.post("/api/similar", &json!({"fen": "4k3/8/8/8/8/8/8/4K3"}));
    assert_eq!(found, 200);
    // They would take eight seconds each.
    drop(waiting);
    until("they have left", 3, || line() == 0);
}

/// Exercises take all the time there is; searches go on meanwhile, and do not wait for one to end.
#[test]
fn searches_beside_exercises() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let server = server(&folder, &["--rate-limit", "0"]);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let body = r#"{"player": "A", "nodes": 1000000000}"#;
    let request = format!(
        "POST /api/training HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut exercises = Vec::new();
    for _ in 0..processors {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        stream.write_all(request.as_bytes()).expect("sent");
        exercises.push(stream);
    }
    let running = || metric(&server, "tabiya_analyses_waiting_or_running");
    until("they run", 5, || {
        usize::try_from(running()) == Ok(processors)
    });
    for _ in 0..20 {
        let (found, _) = server.post("/api/similar", &json!({"fen": "4k3/8/8/8/8/8/8/4K3"}));
        assert_eq!(found, 200);
    }
    assert_eq!(usize::try_from(running()), Ok(processors), "one has ended");
}

/// The answer to an import begins when its body does not end for long, and goes on while nothing comes.
#[test]
fn a_slow_import_reports_progress() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    write!(stream, "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", GAMES.len()).expect("sent");
    let (start, rest) = GAMES.split_at(60);
    stream.write_all(start.as_bytes()).expect("sent");
    let started = Instant::now();
    let mut received = Vec::new();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a timeout");
    while !received.ends_with(b"}\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("a line");
        received.push(byte[0]);
    }
    assert!(started.elapsed() < Duration::from_secs(15));
    let received = String::from_utf8_lossy(&received).into_owned();
    assert!(
        received.contains(r#"{"done":false,"games":0,"#),
        "{received}"
    );
    stream.write_all(rest.as_bytes()).expect("sent");
    let answer = read(&mut stream);
    let last = answer
        .lines()
        .rfind(|line| line.starts_with('{'))
        .expect("a line");
    let last: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((&last["done"], &last["games"]), (&json!(true), &json!(2)));
}
