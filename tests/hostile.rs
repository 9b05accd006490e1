//! What others must not be able to do, on real sockets: pages in a browser here, clients through a proxy,
//! clients that are greedy.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::{Server, check_detail};
use crate::tabiya::{Folder, GAMES};

/// A server over an empty index, with these flags.
pub(crate) fn server(folder: &Folder, flags: &[&str]) -> Server {
    let _ = std::fs::create_dir(folder.path().join("tabiya-index"));
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    Server::run(command.args(flags).stderr(std::process::Stdio::null()))
}

/// All that is answered until the connection is closed.
pub(crate) fn exchange(address: &str, sent: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    // A server that has answered may have closed.
    let _ = stream.write_all(sent.as_ref());
    read(&mut stream)
}

pub(crate) fn read(stream: &mut TcpStream) -> String {
    let patience = Some(Duration::from_mins(1));
    stream.set_read_timeout(patience).expect("a timeout");
    let mut answer = Vec::new();
    // What came before a reset counts.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status of an answer.
pub(crate) fn status(answer: &str) -> u16 {
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("a status in {answer:?}"))
}

pub(crate) fn is_well(server: &Server) {
    assert_eq!(server.get("/api/status").0, "HTTP/1.1 200 OK");
}

/// A metric without labels.
pub(crate) fn metric(server: &Server, name: &str) -> i64 {
    let (_, text) = server.get("/metrics");
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name} ")));
    let value = value.unwrap_or_else(|| panic!("{name} in {text}"));
    value.parse().expect("a number")
}

/// Waits until something is so.
pub(crate) fn until(what: &str, seconds: u64, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// What browsers send for a page of another site, byte for byte but for their name and languages. The first
/// two need no preflight; the third has its name made to point at this machine (DNS rebinding).
#[test]
fn a_hostile_page_in_a_browser_here() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let port = server.address.rsplit(':').next().expect("a port");
    let length = GAMES.len();
    let cases = [
        (
            "fetch, no-cors",
            format!(
                "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: keep-alive\r\nContent-Length: {length}\r\nContent-Type: text/plain;charset=UTF-8\r\nAccept: */*\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: empty\r\nReferer: https://evil.example/\r\n"
            ),
        ),
        (
            "a form",
            format!(
                "POST /api/games HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: keep-alive\r\nContent-Length: {length}\r\nCache-Control: max-age=0\r\nUpgrade-Insecure-Requests: 1\r\nOrigin: null\r\nContent-Type: text/plain\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
            ),
        ),
        (
            "rebinding",
            format!(
                "POST /api/games HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: keep-alive\r\nContent-Length: {length}\r\nContent-Type: text/plain;charset=UTF-8\r\nAccept: */*\r\nOrigin: http://evil.example:{port}\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"
            ),
        ),
        (
            "rebinding, as old browsers send it",
            format!(
                "POST /api/games HTTP/1.1\r\nHost: evil.example:{port}\r\nContent-Length: {length}\r\nContent-Type: text/plain\r\n"
            ),
        ),
        (
            "removal",
            format!(
                "DELETE /api/games/1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\nOrigin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n"
            ),
        ),
    ];
    for (case, head) in cases {
        let head = head.replace("Connection: keep-alive", "Connection: close");
        let head = if head.contains("Connection") {
            head
        } else {
            head + "Connection: close\r\n"
        };
        let answer = exchange(&server.address, format!("{head}\r\n{GAMES}"));
        assert_eq!(status(&answer), 403, "{case}: {answer}");
    }
    assert_eq!(server.games(), 0);
    // What the same person does on purpose is done.
    let answer = exchange(
        &server.address,
        format!(
            "POST /api/games HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{GAMES}"
        ),
    );
    assert_eq!(status(&answer), 200, "{answer}");
    assert_eq!(server.games(), 2);
}

/// A reverse proxy on this machine: passes each connection's bytes on, with the head rewritten.
fn proxy(target: &str, rewrite: fn(&str) -> String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let target = target.to_owned();
    thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.expect("a connection");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                client.read_exact(&mut byte).expect("a head");
                head.push(byte[0]);
            }
            let head = rewrite(&String::from_utf8(head).expect("ASCII"));
            let mut server = TcpStream::connect(&target).expect("a connection");
            server
                .write_all(head.replace("TARGET", &target).as_bytes())
                .expect("sent");
            let (mut from, mut to) = (
                client.try_clone().expect("a socket"),
                server.try_clone().expect("a socket"),
            );
            thread::spawn(move || std::io::copy(&mut from, &mut to));
            let _ = std::io::copy(&mut server, &mut client);
            let _ = client.shutdown(Shutdown::Both);
        }
    });
    address
}

/// Through a proxy on the same machine everybody seems to be local. Those that say who they are, or leave
/// `Host`, or are nginx as it comes, are seen; with a token it does not matter.
#[test]
fn behind_a_reverse_proxy() {
    let nginx: fn(&str) -> String = |head| {
        let head = head.replacen("HTTP/1.1", "HTTP/1.0", 1);
        head.replace("Host: chess.example", "Host: TARGET")
    };
    let names_client: fn(&str) -> String = |head| {
        let head = head.replace("Host: chess.example", "Host: TARGET");
        head.replacen("\r\n\r\n", "\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n", 1)
    };
    let via: fn(&str) -> String = |head| {
        let head = head.replace("Host: chess.example", "Host: TARGET");
        head.replacen("\r\n\r\n", "\r\nVia: 1.1 proxy\r\n\r\n", 1)
    };
    let passes_host: fn(&str) -> String = str::to_owned;
    let request = |authorization: &str| {
        format!(
            "DELETE /api/games/7 HTTP/1.1\r\nHost: chess.example\r\nConnection: close\r\n{authorization}\r\n"
        )
    };
    let folder = Folder::new();
    let open = server(&folder, &[]);
    for (name, rewrite) in [
        ("nginx", nginx),
        ("names the client", names_client),
        ("via", via),
        ("passes Host", passes_host),
    ] {
        let proxy = proxy(&open.address, rewrite);
        let answer = exchange(&proxy, request(""));
        assert_eq!(status(&answer), 403, "{name}: {answer}");
        // Reading goes through.
        let answer = exchange(
            &proxy,
            "GET /api/status HTTP/1.1\r\nHost: chess.example\r\nConnection: close\r\n\r\n",
        );
        assert_eq!(status(&answer), 200, "{name}: {answer}");
    }
    drop(open);
    let guarded = server(&folder, &["--token", "secret"]);
    for rewrite in [nginx, names_client, via, passes_host] {
        let proxy = proxy(&guarded.address, rewrite);
        for (authorization, expected) in [
            ("", 401),
            ("Authorization: Bearer wrong\r\n", 403),
            ("Authorization: Bearer secret\r\n", 404),
        ] {
            let answer = exchange(&proxy, request(authorization));
            assert_eq!(status(&answer), expected, "{authorization}: {answer}");
        }
    }
}

/// Two a second and twice as many at once, for each client that the proxy names.
#[test]
fn too_many_requests() {
    let folder = Folder::new();
    let server = server(&folder, &["--rate-limit", "2", "--trust-proxy"]);
    let ask = |path: &str, client: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: https://trainer.example\r\nX-Forwarded-For: 10.9.9.9, {client}\r\n\r\n"
        );
        exchange(&server.address, head)
    };
    let answers: Vec<String> = (0..20).map(|_| ask("/api/status", "192.0.2.1")).collect();
    let passed = answers
        .iter()
        .filter(|answer| status(answer) == 200)
        .count();
    assert!((4..15).contains(&passed), "{passed}");
    let refused = answers
        .iter()
        .find(|answer| status(answer) == 429)
        .expect("a refusal");
    for part in [
        "retry-after: 1\r\n",
        "content-type: application/problem+json\r\n",
        // So that a page can read it.
        "access-control-allow-origin: *\r\n",
    ] {
        assert!(refused.contains(part), "{refused}");
    }
    let (_, problem) = refused.split_once("\r\n\r\n").expect("a body");
    let problem = serde_json::from_str(problem).expect("JSON");
    check_detail(&problem, "", &["1"]);
    assert_eq!(status(&ask("/api/status", "192.0.2.2")), 200);
    assert_eq!(status(&ask("/healthz", "192.0.2.1")), 200);
    assert_eq!(status(&ask("/readyz", "192.0.2.1")), 200);
    assert_eq!(status(&ask("/metrics", "192.0.2.1")), 200);
    assert!(metric(&server, "tabiya_rate_limited_total") >= 1);
}

/// Nowhere on a private server can a key be guessed more often than the rate limit allows.
#[test]
fn guesses_of_a_key_are_limited() {
    let folder = Folder::new();
    let flags = ["--private", "--token", "secret", "--rate-limit", "2"];
    let server = server(&folder, &flags);
    for path in ["/api/status", "/metrics"] {
        let guess = |_| {
            let head = format!(
                "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer wrong\r\n\r\n"
            );
            status(&exchange(&server.address, head))
        };
        let answers: Vec<u16> = (0..20).map(guess).collect();
        assert!(answers.contains(&429), "{path}: {answers:?}");
        assert!(
            answers.iter().all(|status| [403, 429].contains(status)),
            "{path}: {answers:?}"
        );
    }
}

#[test]
fn a_rate_limit_can_be_turned_off_and_is_not_hit_by_a_page() {
    let folder = Folder::new();
    for (flags, requests) in [
        (&["--rate-limit", "0"][..], 300),
        (&["--rate-limit", "50"], 100),
    ] {
        let server = server(&folder, flags);
        for _ in 0..requests {
            is_well(&server);
        }
    }
}

/// By default programs on this machine may ask as often as they like, and all others may not.
#[test]
fn local_programs_are_not_limited() {
    let folder = Folder::new();
    for (flags, headers, is_limited) in [
        (&[][..], "Host: localhost\r\n", false),
        (
            &[],
            "Host: 127.0.0.1:8080\r\nOrigin: http://localhost:3000\r\n",
            false,
        ),
        (&["--rate-limit", "50"], "Host: localhost\r\n", true),
        (&[], "Host: trainer.example\r\n", true),
        (
            &[],
            "Host: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n",
            true,
        ),
        (
            &[],
            "Host: localhost\r\nOrigin: https://trainer.example\r\n",
            true,
        ),
    ] {
        let server = server(&folder, flags);
        let request = format!("GET /api/terms HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        let refused = (0..400)
            .filter(|_| status(&exchange(&server.address, request.as_str())) == 429)
            .count();
        assert_eq!(refused > 0, is_limited, "{flags:?} {headers}: {refused}");
    }
}

#[test]
fn floods_of_headers() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let many = "X-A: b\r\n".repeat(100);
    let large = format!("X-A: {}\r\n", "b".repeat(100_000));
    let line = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000));
    for (case, sent) in [
        (
            "many",
            format!("GET /api/status HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        ),
        (
            "large",
            format!("GET /api/status HTTP/1.1\r\nHost: x\r\n{large}\r\n"),
        ),
        ("line", line),
    ] {
        let answer = exchange(&server.address, sent);
        // Of what is cut off in the middle the answer may be lost with the connection.
        assert!(
            answer.is_empty() || [431, 414].contains(&status(&answer)),
            "{case}: {answer}"
        );
    }
    // Without end.
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let chunk = "X-A: bbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n".repeat(1000);
    let sent = (0..1000)
        .take_while(|_| stream.write_all(chunk.as_bytes()).is_ok())
        .count();
    assert!(sent < 1000, "it takes headers without end");
    is_well(&server);
}
