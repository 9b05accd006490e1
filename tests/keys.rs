//! Keys: made, listed and revoked by the command, while a private server runs with them.

use std::fs::{self, File};
#[cfg(unix)]
use std::io::{Read, Write};
#[cfg(unix)]
use std::net::TcpStream;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use serde_json::json as value;

use crate::import::send;
use crate::serve::Server;
use crate::tabiya::{Folder, check_sentence, json};

/// The first line of the answer to a request for the status with a key, or without one.
fn ask(server: &Server, key: &str) -> String {
    let header = if key.is_empty() {
        String::new()
    } else {
        format!("Authorization: Bearer {key}\r\n")
    };
    let request =
        format!("GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\r\n");
    send(server, &request).0
}

#[test]
fn made_listed_revoked() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    let add = |name: &str, rights: &str| {
        let output = folder.run(&["keys", "add", name, "--rights", rights, "--keys", "keys"]);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let key = output.stdout.strip_suffix('\n').expect("a line").to_owned();
        assert!(
            output.stderr.contains(name) && !output.stderr.contains(&key),
            "{}",
            output.stderr
        );
        key
    };
    let reader = add("reader", "read");
    let log = folder.path().join("log");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--private"]);
    command
        .args(["--keys", "keys"])
        .env("RUST_LOG", "trace")
        .stderr(File::create(&log).expect("a log"));
    let server = Server::run(&mut command);
    assert_eq!(ask(&server, ""), "HTTP/1.1 401 Unauthorized");
    assert_eq!(ask(&server, &reader), "HTTP/1.1 200 OK");
    // While it runs.
    let writer = add("writer", "write,read");
    assert_eq!(ask(&server, &writer), "HTTP/1.1 200 OK");
    let listed = folder.run(&["--json", "keys", "list", "--keys", "keys"]);
    let mut keys = json(&listed);
    for key in keys["keys"].as_array_mut().expect("a list") {
        let made = key["made"].take();
        assert_eq!(
            made.as_str().map(str::len),
            Some("2026-11-24".len()),
            "{made}"
        );
    }
    let expected = value!({"keys": [
        {"made": null, "name": "reader", "rights": ["read"]},
        {"made": null, "name": "writer", "rights": ["read", "write"]},
    ]});
    assert_eq!(keys, expected);
    let listed = folder.run(&["keys", "list", "--keys", "keys"]).stdout;
    let [first, second] = listed.lines().collect::<Vec<_>>()[..] else {
        panic!("{listed}");
    };
    assert!(first.starts_with("reader  read  "), "{listed}");
    assert!(second.starts_with("writer  read, write  "), "{listed}");
    for line in [first, second] {
        let made = line.rsplit(' ').next().unwrap_or_default();
        assert_eq!((made.len(), &made[..1]), (10, "2"), "{listed}");
    }
    let revoked = folder.run(&["keys", "revoke", "reader", "--keys", "keys"]);
    assert_eq!(revoked.code, Some(0), "{}", revoked.stderr);
    check_sentence(&revoked.stdout, &["reader"]);
    assert_eq!(ask(&server, &reader), "HTTP/1.1 403 Forbidden");
    assert_eq!(ask(&server, &writer), "HTTP/1.1 200 OK");
    drop(server);
    // The log names the key, and shows no secret; nor does the file.
    let log = fs::read_to_string(log).expect("a log");
    assert!(log.contains("key=\"writer\""), "{log}");
    let keys = fs::read_to_string(folder.path().join("keys")).expect("a file");
    for secret in [&reader, &writer] {
        assert!(!log.contains(secret) && !keys.contains(secret));
    }
}

#[test]
fn what_cannot_be() {
    let folder = Folder::new();
    folder.file("damaged", "{\"name\":\"a\"}\n");
    let add: &[&str] = &["add", "reader", "--keys", "keys"];
    assert_eq!(folder.run(&[&["keys"], add].concat()).code, Some(0));
    for (args, code, words) in [
        (add, 1, &["\"reader\""][..]),
        (&["add", "\u{202e}evil", "--keys", "keys"], 1, &["U+202E"]),
        (&["add", "a b", "--keys", "keys"], 1, &["\"a b\""]),
        (
            &["add", "a", "--keys", "nowhere/keys"],
            1,
            &["nowhere/keys"],
        ),
        (
            &["add", "a", "--keys", "damaged"],
            1,
            &["damaged", "1", "`rights`"],
        ),
        (
            &["add", "a", "--rights", "all", "--keys", "keys"],
            2,
            &["--rights", "'all'", "read", "write"],
        ),
        (&["add", "a"], 2, &["required", "--keys <FILE>"]),
        (
            &["revoke", "nobody", "--keys", "keys"],
            1,
            &["\"nobody\"", "`tabiya keys list`"],
        ),
        (&["list", "--keys", "nowhere"], 1, &["nowhere"]),
    ] {
        folder.check_refused("keys", args, code, words);
    }
    for (args, words) in [
        (
            &["--private"][..],
            &["--private", "--keys FILE", "TABIYA_TOKEN"][..],
        ),
        (&["--keys", "nowhere"], &["nowhere"]),
        (&["--keys", "damaged"], &["damaged", "1", "`rights`"]),
    ] {
        folder.check_refused("serve", args, 1, words);
    }
    // The cause, once.
    let output = folder.run(&["serve", "--keys", "nowhere"]);
    assert_eq!(
        output.stderr.matches("os error").count(),
        1,
        "{}",
        output.stderr
    );
}

/// The first line of the answer to a request for a path with a key or token, or without one: within five seconds.
#[cfg(unix)]
fn ask_in_time(server: &Server, path: &str, key: &str) -> String {
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let patience = Some(Duration::from_secs(5));
    stream.set_read_timeout(patience).expect("a time limit");
    let header = match key {
        "" => String::new(),
        key => format!("Authorization: Bearer {key}\r\n"),
    };
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\r\n"
    )
    .expect("sent");
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    read.unwrap_or_else(|error| panic!("{path} with {key:?}: {error}"));
    answer.lines().next().unwrap_or_default().to_owned()
}

/// A way to make a file of keys one that cannot be opened, in a shell: `$1` is its path. What is printed says that it is
/// done; at the end of standard input it is a file again.
#[cfg(unix)]
const BLOCKED: &[(&str, &str)] = &[
    // Nobody writes to it.
    (
        "sh",
        r#"mv "$1" "$1.away" && mkfifo "$1" && echo done && cat && mv -f "$1.away" "$1""#,
    ),
    // Nobody else can open it for 45 seconds, if they see it as it is: like a network share that does not answer.
    #[cfg(target_os = "linux")]
    (
        "perl",
        r#"$SIG{IO} = "IGNORE"; $| = 1; open(my $file, "+<", $ARGV[0]) or die; utime(1, $$, $ARGV[0]) or die;
        fcntl($file, 1024, 1) or die "no lease: $!"; print "done\n"; <STDIN>;"#,
    ),
];

/// A file of keys that cannot be opened keeps out those who send a key, and nobody else.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_opened() {
    for (shell, script) in BLOCKED {
        let folder = Folder::new();
        fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
        let added = folder.run(&["keys", "add", "a", "--keys", "keys"]);
        let key = added.stdout.trim_end();
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--private"]);
        command.args(["--keys", "keys", "--token", "3c9f01d2"]);
        let mut server = Server::run(command.stderr(Stdio::null()));
        let check = |status: &str| {
            let unknown = status.replace("200 OK", "403 Forbidden");
            for (path, sent, expected) in [
                ("/api/status", key, status),
                ("/api/status", "3c9f01d2", "200 OK"),
                ("/api/status", "", "401 Unauthorized"),
                ("/healthz", "", "200 OK"),
                ("/", "", "200 OK"),
                ("/api/status", "x", unknown.as_str()),
            ] {
                let answered = ask_in_time(&server, path, sent);
                assert_eq!(
                    answered,
                    format!("HTTP/1.1 {expected}"),
                    "{shell}: {path}, {sent}"
                );
            }
        };
        let block = || {
            let mut block = Command::new(shell)
                .args([if *shell == "sh" { "-c" } else { "-e" }, script])
                .args((*shell == "sh").then_some("sh"))
                .arg(folder.path().join("keys"))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("a shell");
            let mut done = [0; 5];
            let said = block.stdout.as_mut().expect("piped").read_exact(&mut done);
            said.unwrap_or_else(|error| panic!("{shell}: {error}"));
            block
        };
        check("200 OK");
        let mut blocked = block();
        check("503 Service Unavailable");
        if *shell == "sh" {
            for args in [&["add", "b"][..], &["revoke", "a"], &["list"]] {
                let args = [args, &["--keys", "keys"]].concat();
                folder.check_refused("keys", &args, 1, &["keys", "regular"]);
            }
            folder.check_refused("serve", &["--keys", "keys"], 1, &["keys", "regular"]);
        }
        drop(blocked.stdin.take());
        assert!(blocked.wait().expect("its end").success());
        check("200 OK");
        // It ends, even while a thread of it waits.
        let mut blocked = block();
        assert_eq!(
            ask_in_time(&server, "/api/status", key),
            "HTTP/1.1 503 Service Unavailable"
        );
        assert_eq!(server.signal("TERM"), Some(0), "{shell}");
        drop(blocked.stdin.take());
        blocked.wait().expect("its end");
    }
}
