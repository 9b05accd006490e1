//! Keys: made, listed and revoked by the command, while a private server runs with them.

use std::fs::{self, File};

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
