//! Importing and removing over HTTP, on real sockets.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::serve::{Server, check_detail};
use crate::tabiya::{EXAMPLE, Folder, GAMES, Output, check_sentence, has_word, json};

/// A request whose body is sent in chunks, as its answer comes.
pub(crate) struct Import {
    stream: BufReader<TcpStream>,
    /// Whether the answer comes in chunks, a line each: an import that ends before a line of progress is answered
    /// by its last line alone.
    is_chunked: bool,
}

impl Import {
    pub(crate) fn start(server: &Server, headers: &str) -> Import {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        write!(
            stream,
            "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Transfer-Encoding: chunked\r\n{headers}\r\n"
        )
        .expect("sent");
        Import {
            stream: BufReader::new(stream),
            is_chunked: true,
        }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let stream = self.stream.get_mut();
        for chunk in bytes.chunks(10_000) {
            write!(stream, "{:x}\r\n", chunk.len()).expect("sent");
            stream.write_all(chunk).expect("sent");
            stream.write_all(b"\r\n").expect("sent");
        }
    }

    pub(crate) fn end(&mut self) {
        self.stream.get_mut().write_all(b"0\r\n\r\n").expect("sent");
    }

    /// The head of the answer.
    pub(crate) fn head(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.stream.read_line(&mut head).expect("a line") > 0);
        }
        self.is_chunked = head.contains("transfer-encoding: chunked\r\n");
        head
    }

    /// The next line of the answer, without waiting for more; `None` at the end.
    pub(crate) fn line(&mut self) -> Option<Value> {
        if !self.is_chunked {
            let mut line = String::new();
            let read = self.stream.read_line(&mut line).expect("a line");
            return (read > 0).then(|| serde_json::from_str(&line).expect("JSON"));
        }
        let mut size = String::new();
        self.stream.read_line(&mut size).expect("a size");
        let size = usize::from_str_radix(size.trim(), 16)
            .unwrap_or_else(|error| panic!("a problem instead of lines: {error}: {size}"));
        let mut chunk = vec![0; size + 2];
        self.stream.read_exact(&mut chunk).expect("a chunk");
        let line = chunk.strip_suffix(b"\r\n").expect("its end");
        (size > 0).then(|| serde_json::from_slice(line).expect("JSON"))
    }

    pub(crate) fn last_line(&mut self) -> Value {
        let mut last = Value::Null;
        while let Some(line) = self.line() {
            assert_eq!(
                last["done"],
                if last.is_null() {
                    Value::Null
                } else {
                    false.into()
                }
            );
            last = line;
        }
        last
    }

    /// The whole answer.
    fn answer(mut self) -> String {
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

fn empty_server() -> (Folder, Server) {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    (folder, server)
}

fn carlsen() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/carlsen.pgn");
    std::fs::read(path).expect("the games")
}

/// Asks until an import that nobody waits for is over.
fn wait_for_writer(server: &Server) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let mut import = Import::start(server, "");
        import.send(GAMES.as_bytes());
        import.end();
        let answer = import.answer();
        if answer.starts_with("HTTP/1.1 200") {
            return;
        }
        assert!(answer.starts_with("HTTP/1.1 409"), "{answer}");
        assert!(Instant::now() < deadline, "the writer is not given back");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn streamed_plain_and_compressed() {
    let (_folder, server) = empty_server();
    let plain = carlsen();
    let zstd = zstd::encode_all(&plain[..], 0).expect("compressed");
    let mut gzip = Vec::new();
    flate2::read::GzEncoder::new(&plain[..], flate2::Compression::fast())
        .read_to_end(&mut gzip)
        .expect("compressed");
    for (case, headers, body, games) in [
        ("zstd", "Content-Encoding: zstd\r\n", &zstd, 2851),
        ("gzip", "Content-Encoding: gzip\r\n", &gzip, 0),
        (
            "a file as it is",
            "Content-Type: application/zstd\r\n",
            &zstd,
            0,
        ),
        ("plain", "", &plain, 0),
    ] {
        let mut import = Import::start(&server, headers);
        import.send(body);
        import.end();
        let head = import.head();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{case}: {head}");
        assert!(
            head.contains("content-type: application/x-ndjson\r\n"),
            "{case}: {head}"
        );
        let last = import.last_line();
        assert_eq!(
            (&last["done"], &last["games"], &last["duplicates"]),
            (&true.into(), &games.into(), &(2851 - games).into()),
            "{case}: {last}"
        );
        assert_eq!(last["positions"], if games > 0 { 190_130 } else { 0 });
    }
    assert_eq!(server.games(), 2851);
}

#[test]
fn progress_is_reported_while_it_runs() {
    let (folder, server) = empty_server();
    let games = carlsen();
    let (first, rest) = games.split_at(games.len() / 2);
    let mut import = Import::start(&server, "");
    import.send(first);
    // The client has sent half of it, and reads how far it is.
    assert!(import.head().starts_with("HTTP/1.1 200 OK\r\n"));
    for _ in 0..3 {
        let line = import.line().expect("progress");
        assert_eq!(line["done"], false);
        assert!(line["games"].as_u64() >= Some(64), "{line}");
    }

    // Nobody else may write,
    let mut second = Import::start(&server, "");
    second.send(GAMES.as_bytes());
    second.end();
    let answer = second.answer();
    assert!(answer.starts_with("HTTP/1.1 409 Conflict\r\n"), "{answer}");
    let (_, problem) = answer.split_once("\r\n\r\n").expect("a body");
    let problem = serde_json::from_str(problem).expect("JSON");
    check_detail(&problem, "", &["import"]);
    assert_eq!(delete(&server, 1, ""), "HTTP/1.1 409 Conflict");
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(1));
    // but everybody may search.
    let (status, _) = server.get("/api/similar?fen=4k3/8/8/8/8/8/8/4K3");
    assert_eq!(status, "HTTP/1.1 200 OK");

    import.send(rest);
    import.end();
    let last = import.last_line();
    assert_eq!(
        (&last["done"], &last["games"]),
        (&true.into(), &2851.into())
    );
    // What is in is found at once.
    assert_eq!(server.games(), 2851);
    let (_, body) = server.get(&format!("/api/similar?fen={}", EXAMPLE.replace(' ', "_")));
    let similar: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(similar["hits"][0]["game"]["id"], 1489);
}

/// nginx sends no more of a body when it has the head of the answer.
#[test]
fn progress_is_not_reported_through_a_proxy_before_the_body_ends() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--token", "secret"]);
    let server = Server::run(command.stderr(Stdio::null()));
    let games = carlsen();
    let (first, rest) = games.split_at(games.len() / 2);
    let headers = "Authorization: Bearer secret\r\nX-Forwarded-For: 192.0.2.1\r\n";
    let mut import = Import::start(&server, headers);
    import.send(first);
    // It is silent for longer than an answer takes to begin, then not.
    let stream = import.stream.get_ref();
    let wait = |time| stream.set_read_timeout(time).expect("a timeout");
    wait(Some(Duration::from_secs(10)));
    let early = stream.peek(&mut [0]).map_err(|error| error.kind());
    assert!(
        matches!(early, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)),
        "{early:?}"
    );
    wait(None);
    import.send(rest);
    import.end();
    assert!(import.head().starts_with("HTTP/1.1 200 OK\r\n"));
    let last = import.last_line();
    assert_eq!(
        (&last["done"], &last["games"]),
        (&true.into(), &2851.into())
    );
}

#[test]
fn a_client_that_hangs_up() {
    let (_folder, server) = empty_server();
    let games = carlsen();
    let mut import = Import::start(&server, "");
    import.send(&games[..games.len() / 2]);
    import.head();
    drop(import);
    wait_for_writer(&server);
    // Two of them are those of the import that came next.
    let stored = server.games().as_u64().expect("a number") - 2;
    assert!(stored >= 64, "{stored}");

    let mut import = Import::start(&server, "");
    import.send(&games);
    import.end();
    import.head();
    let last = import.last_line();
    assert_eq!(last["duplicates"], stored);
    assert_eq!(last["games"], 2851 - stored);
}

#[cfg(unix)]
#[test]
fn an_import_ends_when_the_server_does() {
    let (folder, mut server) = empty_server();
    let games = carlsen();
    let mut import = Import::start(&server, "");
    import.send(&games[..games.len() / 2]);
    import.head();
    let started = Instant::now();
    assert_eq!(server.signal("TERM"), Some(0));
    assert!(started.elapsed() < Duration::from_secs(5));
    let last = import.last_line();
    assert_eq!(last["done"], false);
    let error = last["error"].as_str().expect("a sentence");
    check_sentence(error, &["body:", "server"]);
    let similar = json(&folder.run(&["similar", EXAMPLE, "--json"]));
    for count in ["games", "positions"] {
        assert_eq!(similar[count], last[count], "{count}");
    }
    assert!(last["games"].as_u64() >= Some(64), "{last}");
}

/// Status line and body of an answer.
pub(crate) fn send(server: &Server, request: &str) -> (String, String) {
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    let status = head.lines().next().unwrap_or_default();
    (status.to_owned(), body.to_owned())
}

pub(crate) fn delete(server: &Server, id: u64, headers: &str) -> String {
    let request = format!(
        "DELETE /api/games/{id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
    );
    send(server, &request).0
}

#[test]
fn a_token_is_asked_for_and_never_shown() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let log = folder.path().join("log");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command
        .env("TABIYA_TOKEN", "right-token")
        .env("RUST_LOG", "trace")
        .stderr(File::create(&log).expect("a log"));
    let server = Server::run(&mut command);
    for (headers, status) in [
        ("", "401 Unauthorized"),
        ("Authorization: right-token\r\n", "401 Unauthorized"),
        ("Authorization: Bearer wrong-token\r\n", "403 Forbidden"),
        ("Authorization: Bearer right-token\r\n", "200 OK"),
    ] {
        let mut import = Import::start(&server, headers);
        import.send(GAMES.as_bytes());
        if status != "200 OK" {
            // Who is refused may go on all the same, and reads why.
            let stream = import.stream.get_ref();
            assert!(stream.peek(&mut [0]).expect("an answer") > 0, "{headers}");
        }
        import.end();
        let answer = import.answer();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}\r\n")),
            "{headers}: {answer}"
        );
        assert!(!answer.contains("-token"), "{answer}");
    }
    assert_eq!(server.games(), 2);
    assert_eq!(delete(&server, 1, ""), "HTTP/1.1 401 Unauthorized");
    let header = "Authorization: Bearer right-token\r\n";
    assert_eq!(delete(&server, 1, header), "HTTP/1.1 204 No Content");
    assert_eq!(delete(&server, 1, header), "HTTP/1.1 404 Not Found");
    assert_eq!(server.games(), 1);
    drop(server);
    let log = std::fs::read_to_string(log).expect("a log");
    // All that can be logged is there: the chunks of the one body that was read.
    let sizes = log.lines().filter(|line| line.contains("TRACE"));
    let sizes = sizes.filter_map(|line| line.split_once(" bytes=")?.1.split(' ').next());
    let read: usize = sizes.filter_map(|size| size.parse::<usize>().ok()).sum();
    assert_eq!(read, GAMES.len(), "{log}");
    assert!(!log.contains("-token"), "{log}");
}

#[test]
fn tokens_that_cannot_be() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    for token in ["", " ", "se cret", "secret\n"] {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        let output = command
            .env("TABIYA_TOKEN", token)
            .output()
            .expect("the binary");
        let output = Output::from(output);
        output.check_failed(1, &["TABIYA_TOKEN", "ASCII"]);
        assert!(!output.stderr.contains("cret"), "{}", output.stderr);
    }
}

#[test]
fn without_a_token_only_from_here() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let log = folder.path().join("log");
    let mut command = folder.command(&["serve", "--listen", "0.0.0.0:0"]);
    let mut server = Server::run(command.stderr(File::create(&log).expect("a log")));
    server.address = server.address.replace("0.0.0.0", "127.0.0.1");
    let said = std::fs::read_to_string(log).expect("a log");
    let lines = said.lines();
    let notices: Vec<&str> = lines
        .filter(|line| has_word(line, "TABIYA_TOKEN"))
        .collect();
    assert_eq!(notices.len(), 1, "{said}");
    assert!(has_word(notices[0], "--keys"), "{said}");

    assert_eq!(delete(&server, 1, ""), "HTTP/1.1 404 Not Found");
    for headers in [
        "Origin: https://evil.example\r\n",
        "X-Forwarded-For: 192.0.2.1\r\n",
    ] {
        assert_eq!(delete(&server, 1, headers), "HTTP/1.1 403 Forbidden");
    }
    let (status, body) = send(
        &server,
        "POST /api/games HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\nConnection: close\r\n\r\n1. e",
    );
    assert_eq!(status, "HTTP/1.1 403 Forbidden");
    let problem = serde_json::from_str(&body).expect("JSON");
    check_detail(&problem, "", &["TABIYA_TOKEN"]);
}
