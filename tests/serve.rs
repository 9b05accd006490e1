//! The server on a real socket: started, asked, written to meanwhile, stopped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::tabiya::{Folder, GAMES, check_sentence, has_word, json, numbers};

/// A server in a process of its own, killed at the end of the test if it is still there.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Server {
    /// A server whose output is not read.
    pub(crate) fn start(folder: &Folder) -> Server {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        Server::run(command.stderr(Stdio::null()))
    }

    pub(crate) fn run(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("its first line");
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split([',', ' ']).next());
        let address = address
            .unwrap_or_else(|| panic!("an address in {line:?}"))
            .to_owned();
        Server { child, address }
    }

    /// Status line and body of a GET.
    pub(crate) fn get(&self, path: &str) -> (String, String) {
        self.ask(&format!("GET {path} HTTP/1.1"), "")
    }

    /// Status line and body of the answer to a request with a JSON body.
    pub(crate) fn ask(&self, request: &str, json: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = json.len();
        write!(
            stream,
            "{request}\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{json}"
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        (
            head.lines().next().unwrap_or_default().to_owned(),
            body.to_owned(),
        )
    }

    /// Status and JSON of a POST of JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (head, body) = self.ask(&format!("POST {path} HTTP/1.1"), &body.to_string());
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let body = serde_json::from_str(&body).unwrap_or_else(|e| panic!("{e}: {body}"));
        (status.expect("a status"), body)
    }

    /// Checks that a POST of JSON has a problem for an answer: its status; its field, the word before the first colon of
    /// the detail, or `""` where there is none; and words that the rest of the detail has.
    #[track_caller]
    pub(crate) fn check_problem(
        &self,
        path: &str,
        body: &Value,
        status: u16,
        field: &str,
        words: &[&str],
    ) {
        let (answered, problem) = self.post(path, body);
        assert_eq!(
            (answered, &problem["status"]),
            (status, &status.into()),
            "{body}: {problem}"
        );
        check_detail(&problem, field, words);
    }

    /// How many it says there are.
    pub(crate) fn games(&self) -> Value {
        let (status, body) = self.get("/api/status");
        assert_eq!(status, "HTTP/1.1 200 OK");
        serde_json::from_str::<Value>(&body).expect("JSON")["games"].take()
    }

    /// Sends a signal, and waits for the end.
    #[cfg(unix)]
    pub(crate) fn signal(&mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(kill.expect("kill").success());
        self.child.wait().expect("its end").code()
    }
}

/// Checks the detail of a problem as [`Server::check_problem`] says.
#[track_caller]
pub(crate) fn check_detail(problem: &Value, field: &str, words: &[&str]) {
    let detail = problem["detail"].as_str();
    let detail = detail.unwrap_or_else(|| panic!("no detail: {problem}"));
    let (found, rest) = match detail.split_once(": ") {
        Some((begin, rest)) if !begin.contains(' ') => (begin, rest),
        _ => ("", detail),
    };
    assert_eq!(found, field, "{problem}");
    check_sentence(rest, words);
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn ingesting_beside_a_running_server() {
    let folder = Folder::new();
    folder.file("first.pgn", "[White \"A\"]\n\n1. e4 *\n");
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "first.pgn"]).code, Some(0));
    let server = Server::start(&folder);
    assert_eq!(server.games(), 1);

    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let deadline = Instant::now() + Duration::from_secs(20);
    while server.games() != 3 {
        assert!(
            Instant::now() < deadline,
            "the server does not see the new games"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let (status, body) = server.get("/api/similar?fen=4k3/8/8/8/8/8/8/4K3");
    assert_eq!(status, "HTTP/1.1 200 OK");
    let similar: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(
        (
            &similar["positions"],
            similar["hits"].as_array().map(Vec::len)
        ),
        (&Value::from(4), Some(2))
    );
}

/// The server says of a position what the command line says with `--json`, and of what is none why.
#[test]
fn motifs_are_the_same_from_both() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    for fen in [
        "r1bqr1k1/pp1nbpp1/2p2n1p/3p2B1/3P4/2NBPN2/PPQ2PPP/R3K2R w KQ - 0 11",
        "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
        "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R_w_KQkq",
    ] {
        let (status, body) = server.ask(
            "POST /api/motifs HTTP/1.1",
            &format!(r#"{{"fen": "{fen}"}}"#),
        );
        assert_eq!(status, "HTTP/1.1 200 OK");
        let answer: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(
            answer,
            json(&folder.run(&["motifs", "--json", fen])),
            "{fen}"
        );
    }
    let request = serde_json::json!({"fen": "8/8 w"});
    let words = ["\"8/8 w\"", "FEN"];
    server.check_problem("/api/motifs", &request, 400, "fen", &words);
}

#[test]
fn an_empty_folder_is_a_place_for_games_to_come() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    assert_eq!(server.games(), 0);
    assert_eq!(server.get("/readyz").0, "HTTP/1.1 200 OK");
    let (status, body) = server.get("/api/similar?fen=4k3/8/8/8/8/8/8/4K3");
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert_eq!(
        serde_json::from_str::<Value>(&body).expect("JSON")["hits"],
        Value::Array(Vec::new())
    );
}

#[cfg(unix)]
#[test]
fn stops_when_asked_to() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&folder);
        assert_eq!(server.games(), 0);
        assert_eq!(server.signal(signal), Some(0), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_request_that_never_ends_does_not_keep_it() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let mut server = Server::start(&folder);
    let mut half = TcpStream::connect(&server.address).expect("a connection");
    write!(
        half,
        "POST /api/similar HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{{"
    )
    .expect("sent");
    assert_eq!(server.games(), 0);
    assert_eq!(server.signal("TERM"), Some(0));
}

#[test]
fn an_address_in_use() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    let second = folder.run(&["serve", "--listen", &server.address]);
    second.check_failed(1, &[&server.address]);
}

#[test]
fn where_it_listens_as_json() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let mut child = folder
        .command(&["serve", "--json", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("piped");
    let read = BufReader::new(stdout).read_line(&mut line);
    child.kill().expect("killed");
    child.wait().expect("its end");
    read.expect("its first line");
    let message: Value = serde_json::from_str(&line).expect("JSON");
    let url = message["url"].as_str().expect("a string");
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    assert_eq!(
        (&message["games"], &message["positions"]),
        (&0.into(), &0.into())
    );
}

/// What was written is logged, without colours where nobody would see them.
#[cfg(unix)]
#[test]
fn writing_is_logged() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut server = Server::run(command.stderr(Stdio::piped()));
    let body = GAMES;
    let length = body.len();
    let requests = [
        format!("POST /api/games HTTP/1.1\r\nContent-Length: {length}\r\n"),
        "DELETE /api/games/2 HTTP/1.1\r\nContent-Length: 0\r\n".to_owned(),
    ];
    for (request, body) in requests.iter().zip([body, ""]) {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        let rest = "Host: localhost\r\nConnection: close\r\n\r\n";
        write!(stream, "{request}{rest}{body}").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
    }
    let stderr = server.child.stderr.take().expect("piped");
    assert_eq!(server.signal("TERM"), Some(0));
    let log = std::io::read_to_string(stderr).expect("a log");
    // Its numbers of games, positions, duplicates and rejected games, and the game that was removed.
    for (of, expected) in [("import", &[2, 4, 0, 1][..]), ("removed", &[2])] {
        let line = log.lines().find(|line| has_word(line, of));
        let line = line.unwrap_or_else(|| panic!("{of} in {log}"));
        let logged = numbers(line);
        assert!(
            logged.windows(expected.len()).any(|some| some == expected),
            "{line}"
        );
    }
    assert!(!log.contains('\x1b'), "{log}");
}

/// A request's id, the client's if it can go into a log, is in the answer and in the log; the log's lines are JSON
/// if requested.
#[cfg(unix)]
#[test]
fn requests_are_logged_with_their_ids() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--log-format", "json"]);
    let mut server = Server::run(command.stderr(Stdio::piped()));
    let ask = |request: &str| {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        let head = "Host: localhost\r\nConnection: close\r\n";
        write!(stream, "{request}\r\n{head}\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let id = answer
            .lines()
            .find_map(|line| line.strip_prefix("x-request-id: "));
        id.expect("an id").to_owned()
    };
    let own = ask("GET /api/games/7 HTTP/1.1\r\nX-Request-Id: trainer-42");
    assert_eq!(own, "trainer-42");
    let given = ask("GET /api/status HTTP/1.1");
    assert!(given.len() == 16 && given.bytes().all(|byte| byte.is_ascii_hexdigit()));
    for odd in ["a b", "\"}", "x".repeat(65).as_str()] {
        assert_eq!(
            ask(&format!("GET /api/status HTTP/1.1\r\nX-Request-Id: {odd}")).len(),
            16
        );
    }
    let removal = ask("DELETE /api/games/7 HTTP/1.1\r\nX-Request-Id: removal");
    let stderr = server.child.stderr.take().expect("piped");
    assert_eq!(server.signal("TERM"), Some(0));
    let log = std::io::read_to_string(stderr).expect("a log");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    for (id, method, path, status) in [
        (&own, "GET", "/api/games/7", 404),
        (&given, "GET", "/api/status", 200),
        (&removal, "DELETE", "/api/games/7", 404),
    ] {
        let line = lines
            .iter()
            .find(|line| line["span"]["id"] == **id && line["message"] == "answered");
        let line = line.unwrap_or_else(|| panic!("{id} in {log}"));
        assert_eq!(
            (&line["method"], &line["path"]),
            (&method.into(), &path.into())
        );
        assert_eq!(
            (&line["status"], &line["client"]),
            (&status.into(), &"127.0.0.1".into())
        );
        assert!(line["ms"].is_f64() && line["level"] == "INFO", "{line}");
    }
}

/// What Prometheus reads.
#[test]
fn metrics() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let server = Server::start(&folder);
    server.get("/api/games/1");
    server.get("/api/games/77");
    server.get("/no/such/route");
    server.ask(
        "POST /api/analyse HTTP/1.1",
        r#"{"fen": "4k3/8/8/8/8/8/8/4K3", "depth": 1}"#,
    );
    let import = "[White \"X\"]\n\n1. d4 d5 *\n";
    server.ask("POST /api/games?fromMove=0 HTTP/1.1", import);
    let (status, text) = server.get("/metrics");
    assert_eq!(status, "HTTP/1.1 200 OK");
    for line in [
        "# TYPE tabiya_http_request_duration_seconds histogram",
        r#"tabiya_http_request_duration_seconds_count{method="GET",route="/api/games/{id}",status="200"} 1"#,
        r#"tabiya_http_request_duration_seconds_count{method="GET",route="/api/games/{id}",status="404"} 1"#,
        r#"tabiya_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1"#,
        "tabiya_games 3",
        "tabiya_positions 7",
        "tabiya_searches_waiting_or_running 0",
        "tabiya_engine_searches_total 1",
        "tabiya_imported_games_total 1",
        "tabiya_imported_positions_total 3",
        "# TYPE tabiya_rate_limited_total counter",
        "tabiya_rate_limited_total 0",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    for name in [
        "tabiya_index_size_bytes",
        "tabiya_index_segments",
        "tabiya_http_connections",
    ] {
        let value = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{name} ")));
        let value: f64 = value.and_then(|value| value.parse().ok()).expect(name);
        assert!(value >= 1.0, "{name} {value}");
    }
}

#[test]
fn healthcheck() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    let address = server.address.clone();
    let well = folder.run(&["healthcheck", "--address", &address]);
    assert_eq!((well.code, well.stderr.as_str()), (Some(0), ""));
    check_sentence(&well.stdout, &["ready"]);
    // As a container has it: the server's own variable, which may mean all addresses.
    let (_, port) = address.rsplit_once(':').expect("a port");
    for listen in [address.clone(), format!("0.0.0.0:{port}")] {
        let mut command = folder.command(&["healthcheck"]);
        let status = command.env("TABIYA_LISTEN", &listen).status();
        assert!(status.expect("the binary").success(), "{listen}");
    }
    drop(server);
    let gone = folder.run(&["healthcheck", "--address", &address]);
    gone.check_failed(1, &[&address]);
}

/// systemd hears that the server answers, and that it stops.
#[cfg(target_os = "linux")]
#[test]
fn the_service_manager_is_told() {
    use std::os::unix::net::UnixDatagram;

    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    let timeout = Some(Duration::from_secs(10));
    manager.set_read_timeout(timeout).expect("a timeout");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut server = Server::run(command.env("NOTIFY_SOCKET", &path).stderr(Stdio::null()));
    let told = || {
        let mut text = [0; 100];
        let length = manager.recv(&mut text).expect("a message");
        String::from_utf8_lossy(&text[..length]).into_owned()
    };
    assert_eq!(told().trim(), "READY=1");
    assert!(server.get("/readyz").0.contains("200"));
    assert_eq!(server.signal("TERM"), Some(0));
    assert_eq!(told().trim(), "STOPPING=1");
}

/// The same document as the server's.
#[test]
fn openapi() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let server = Server::start(&folder);
    let printed = folder.run(&["openapi"]);
    assert_eq!(
        (printed.code, printed.stdout),
        (Some(0), server.get("/openapi.json").1)
    );
}
