//! `tabiya fetch`, from imitations of lichess and chess.com on this machine.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use testing::sites::{Game, Imitation, NOON, games, head, months};

use crate::serve::Server;
use crate::tabiya::{Folder, Output, check_sentence, json, numbers};

/// Fetches from an imitation.
fn fetch(folder: &Folder, site: &Imitation, args: &[&str]) -> Output {
    let urls = ["--lichess-url", &site.url, "--chesscom-url", &site.url];
    folder.run(&[&["fetch"], args, &urls].concat())
}

fn put(site: &Imitation, count: u64) {
    let mut state = site.state();
    state.games = games(count, 1);
    state.months = months(games(count, 2));
}

#[test]
fn both_sites_and_again() {
    let (folder, site) = (Folder::new(), Imitation::start());
    put(&site, 60);
    let first = fetch(
        &folder,
        &site,
        &["lichess:Ann", "chesscom:Ann", "--from-move", "0"],
    );
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    // Games, positions, duplicates, rejected games, and the rate.
    let counts = numbers(&first.stdout);
    assert_eq!((counts[0], &counts[2..4]), (120, &[0, 0][..]), "{counts:?}");
    let agent = format!("tabiya/{}", env!("CARGO_PKG_VERSION"));
    assert!(site.state().requests.iter().all(|(_, sent)| *sent == agent));
    site.state().first = vec![head("429 Too Many Requests", "Retry-After: 0\r\n")];
    let again = fetch(
        &folder,
        &site,
        &["lichess:ann", "--contact", "a@b.org", "--json"],
    );
    assert_eq!(json(&again)["games"], 0);
    let said = again.sentences();
    assert_eq!(said.len(), 1, "{said:?}");
    check_sentence(said[0], &["lichess", "0"]);
    let (_, sent) = site.state().requests.last().expect("a request").clone();
    assert_eq!(sent, format!("{agent} (contact: a@b.org)"));
    let verified = folder.run(&["verify"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
}

#[test]
fn refused() {
    let (folder, site) = (Folder::new(), Imitation::start());
    for (args, words) in [
        (
            &["Ann"][..],
            &["\"Ann\"", "lichess:NAME", "chesscom:NAME"][..],
        ),
        (&["lichess:a/b"], &["\"a/b\"", "40"]),
        (
            &["lichess:Ann", "--contact", "a\u{e4}"],
            &["'a\u{e4}'", "--contact", "ASCII"],
        ),
        (&[], &["required", "<SITE:NAME>"]),
    ] {
        folder.check_refused("fetch", args, 2, words);
    }
    put(&site, 5);
    // One that there is not keeps no other out.
    let some = fetch(&folder, &site, &["lichess:Nobody", "lichess:Ann"]);
    some.check_failed(1, &["lichess", "\"Nobody\""]);
    assert_eq!(numbers(&some.stdout)[0], 5, "{}", some.stdout);
    let away = folder.run(&[
        "fetch",
        "chesscom:Ann",
        "--chesscom-url",
        "http://127.0.0.1:9",
    ]);
    // The words of the operating system.
    away.check_failed(1, &["http://127.0.0.1:9", "Connection refused"]);
}

/// Begins to fetch many games slowly, and waits until some are committed.
fn begun(folder: &Folder, site: &Imitation) -> std::process::Child {
    put(site, 2500);
    site.state().trouble.pause = Duration::from_millis(15);
    let args = ["fetch", "lichess:Ann", "--lichess-url", &site.url];
    let mut command = folder.command(&args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("the binary");
    while !folder.path().join("tabiya-index/fetched.json").exists() {
        sleep(Duration::from_millis(5));
    }
    child
}

/// Fetches the rest, and checks that nothing is missing and nothing is there twice. Returns the duplicates.
fn rest(folder: &Folder, site: &Imitation) -> u64 {
    site.state().trouble.pause = Duration::ZERO;
    let before = site.state().requests.len();
    let rest = json(&fetch(folder, site, &["lichess:Ann", "--json"]));
    assert_eq!(rest["done"], true);
    let (path, _) = site.state().requests[before + 1].clone();
    assert!(path.contains("&since=1"), "{path}");
    let pgn = folder.run(&["export"]).stdout;
    let mut sites: Vec<&str> = pgn
        .lines()
        .filter(|line| line.starts_with("[Site "))
        .collect();
    sites.sort_unstable();
    let all = sites.len();
    sites.dedup();
    assert_eq!((all, sites.len()), (2500, 2500));
    rest["duplicates"].as_u64().expect("a number")
}

#[test]
fn killed_and_run_again() {
    let (folder, site) = (Folder::new(), Imitation::start());
    let mut child = begun(&folder, &site);
    child.kill().expect("killed");
    child.wait().expect("its end");
    rest(&folder, &site);
}

#[cfg(unix)]
#[test]
fn interrupted_and_run_again() {
    let (folder, site) = (Folder::new(), Imitation::start());
    let child = begun(&folder, &site);
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-s", "INT", &pid])
        .status();
    assert!(kill.expect("kill").success());
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1));
    // It stops; it has stopped, and can go on.
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.lines().all(|line| line.starts_with("tabiya: ")));
    // Those of the batch that was being added.
    let duplicates = rest(&folder, &site);
    assert!(duplicates <= 150, "{duplicates}");
}

#[test]
fn by_a_server() {
    let (folder, site) = (Folder::new(), Imitation::start());
    std::fs::create_dir(folder.path().join("tabiya-index")).expect("a folder");
    site.state().games = games(30, 3);
    let mut command = folder.command(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--lichess-url",
        &site.url,
    ]);
    let server = Server::run(command.stderr(Stdio::null()));
    let asked = serde_json::json!({"site": "lichess", "name": "Ann"});
    let fetch = || server.ask("POST /api/fetch HTTP/1.1", &asked.to_string());
    let (status, body) = fetch();
    assert_eq!(status, "HTTP/1.1 200 OK", "{body}");
    assert!(
        body.contains("\"done\":true,\"error\":null,\"games\":30,"),
        "{body}"
    );
    assert_eq!(server.games(), 30);
    let new = Game::random(&mut fastrand::Rng::with_seed(4), 30, 1000 * NOON);
    site.state().games.push(new);
    assert!(fetch().1.contains("\"games\":1,"));
    assert_eq!(server.games(), 31);
    drop(server);
}
