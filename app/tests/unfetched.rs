//! Fetches that end early, or have to wait.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use app::{DEFAULT_FROM_MOVE, Error, FetchError, Import, Remarks};
use testing::sites::{Imitation, games, head};
use testing::words::check_words;

use crate::fetch::{Here, put};

/// Holds the error that a fetch ends with against the name of its kind, and the words that its sentence must have.
fn check_ended(site: &Imitation, account: &str, kind: &str, words: &[&str]) -> FetchError {
    let (sum, ended) = Here::new().fetch_some(site, account, u64::MAX);
    assert_eq!(sum.games, 0, "{account}");
    let Err(Error::Fetch(error)) = ended else {
        panic!("{account}: {ended:?}");
    };
    let debug = format!("{error:?}");
    let found = debug.split(|c: char| !c.is_alphanumeric()).next();
    assert_eq!(found, Some(kind), "{account}: {error}");
    check_words(&error.to_string(), words, account);
    error
}

/// What a site does instead of sending games: its answers, how many requests are made, the error, and words of its
/// sentence.
type Misdeed = (&'static str, Vec<String>, usize, &'static str, &'static str);

fn check_misdeeds(cases: impl IntoIterator<Item = Misdeed>) {
    let site = Imitation::start();
    for (account, answers, requests, kind, words) in cases {
        let last = answers.last().map_or("", |answer| answer);
        let context = format!("{account}: {last:.90}");
        site.state().first = answers;
        site.state().requests.clear();
        let words: Vec<&str> = words.split(' ').collect();
        check_ended(&site, account, kind, &words);
        assert_eq!(site.state().requests.len(), requests, "{context}");
        site.state().first.clear();
    }
}

const LICHESS: &str = "lichess:Ann";
const CHESSCOM: &str = "chesscom:Ann";

/// An answer whose length is known.
fn whole(body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

/// chess.com's list of one month.
fn month() -> String {
    whole("{\"archives\":[\"https://api.chess.com/pub/player/ann/games/2024/05\"]}")
}

/// An answer that ends where the connection does.
fn open(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{body}")
}

/// An answer in these chunks.
fn chunks(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{body}")
}

#[test]
fn one_clear_sentence() {
    let later = |seconds: u64| head("429 No", &format!("Retry-After: {seconds}\r\n"));
    let mut cut_month = vec![open(""); 21];
    cut_month[0] = month();
    check_misdeeds([
        ("lichess:Nobody", vec![], 1, "NoAccount", "lichess Nobody"),
        (
            "chesscom:Nobody",
            vec![],
            1,
            "NoAccount",
            "chess.com Nobody",
        ),
        (
            CHESSCOM,
            vec![head("410 Gone", "")],
            1,
            "NoAccount",
            "chess.com Ann",
        ),
        (
            CHESSCOM,
            vec![head("403 No", "")],
            1,
            "Refused",
            "chess.com 403 --contact",
        ),
        (
            LICHESS,
            vec![head("401 No", "")],
            1,
            "Refused",
            "lichess 401",
        ),
        (
            LICHESS,
            vec![head("400 No", "")],
            1,
            "Unexpected",
            "lichess 400",
        ),
        (LICHESS, vec![later(86_400); 2], 1, "Busy", "lichess"),
        (LICHESS, vec![later(u64::MAX); 2], 1, "Busy", "lichess"),
        (LICHESS, vec![head("429 No", ""); 20], 15, "Busy", "lichess"),
        (
            LICHESS,
            vec![head("500 No", ""); 20],
            10,
            "Failed",
            "lichess 500",
        ),
        // Cut connections.
        (LICHESS, vec![open("{\"id\":"); 20], 10, "Failed", "lichess"),
        (LICHESS, vec![String::new(); 20], 10, "Failed", "lichess"),
        (
            LICHESS,
            vec![chunks("5\r\n{\"i"); 20],
            10,
            "Failed",
            "lichess",
        ),
        (CHESSCOM, cut_month, 11, "Failed", "chess.com"),
    ]);
}

/// What asking again does not mend is not asked for again.
#[test]
fn answers_that_are_no_games() {
    let html = || whole("<html>");
    let long = |begin: &str| whole(&(begin.to_owned() + &"x".repeat(5 << 20)));
    let cases = [
        (LICHESS, vec![whole("<html>\n\n\n"); 2], 1),
        (LICHESS, vec![html(); 2], 1),
        (LICHESS, vec![open("<html>"); 2], 1),
        (LICHESS, vec![whole("[Event \"a\"]\n\n1. e4 *\n"); 2], 1),
        (LICHESS, vec![long("{"); 2], 1),
        (LICHESS, vec![whole("{\"error\": \"late\"}\n"); 2], 1),
        (LICHESS, vec!["SSH-2.0-x\r\n\r\n".to_owned(); 2], 1),
        (LICHESS, vec![chunks("zz\r\n"); 2], 1),
        // The second answer.
        (LICHESS, vec![whole(""), html(), html()], 2),
        (LICHESS, vec![whole(""), "SSH-2.0-x\r\n\r\n".to_owned()], 2),
        (CHESSCOM, vec![html(); 2], 1),
        (CHESSCOM, vec![whole("{\"archives\":[\"a/../b\"]}"); 2], 1),
        (CHESSCOM, vec![long("{"); 2], 1),
        (CHESSCOM, vec![month(), html(), html()], 2),
        (CHESSCOM, vec![month(), open("<html>"), html()], 2),
        (CHESSCOM, vec![month(), long("<"), html()], 2),
    ];
    check_misdeeds(cases.map(|(account, answers, requests)| {
        let site = if account == LICHESS {
            "lichess"
        } else {
            "chess.com"
        };
        (account, answers, requests, "Unexpected", site)
    }));
}

#[test]
fn redirects_that_lead_nowhere() {
    let to = |location: &str| head("302 Found", &format!("Location: {location}\r\n"));
    check_misdeeds([
        (LICHESS, vec![to("/a"); 20], 4, "Unexpected", "lichess 3"),
        (
            LICHESS,
            vec![to("file:///etc/passwd"); 2],
            1,
            "Redirected",
            "file:///etc/passwd",
        ),
        (
            LICHESS,
            vec![head("302 Found", ""); 2],
            1,
            "Redirected",
            "lichess",
        ),
        (
            LICHESS,
            vec![head("300 Many", "Location: /a\r\n"); 2],
            1,
            "Unexpected",
            "300",
        ),
    ]);
}

#[test]
fn addresses_that_lead_nowhere() {
    let at = |url: &str| Imitation {
        url: url.to_owned(),
        ..Imitation::start()
    };
    let nobody = "http://127.0.0.1:9";
    let error = check_ended(&at(nobody), LICHESS, "Unreachable", &[nobody]);
    assert!(matches!(error, FetchError::Unreachable { url, .. } if url == nobody));
    for url in ["lichess.org", "ftp://lichess.org", "", "http://"] {
        check_ended(&at(url), LICHESS, "Address", &[]);
    }
}

/// No site can send a fetch to another server.
#[test]
fn redirects_elsewhere_are_not_followed() {
    let (site, other) = (Imitation::start(), Imitation::start());
    put(&other, "lichess", games(20, 10));
    let address = other.url.strip_prefix("http://").expect("an address");
    let port = site.url.rsplit(':').next().expect("a port");
    for location in [
        other.url.clone() + "/api/games/user/Ann?sort=dateAsc",
        format!("//{address}"),
        format!("http://a@{address}"),
        format!("http://127.0.0.1:{port}@{address}/"),
        format!("http://localhost:{port}/"),
        format!("http://127.0.0.2:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        "http://127.0.0.1/".to_owned(),
    ] {
        site.state().first = vec![head("302 Found", &format!("Location: {location}\r\n"))];
        let words = [location.as_str(), site.url.as_str()];
        let error = check_ended(&site, LICHESS, "Redirected", &words);
        assert!(matches!(error, FetchError::Redirected { to, .. } if to == location));
    }
    assert_eq!(other.state().requests, []);
}

/// While a site makes the fetch wait, others may write, and what they do is not undone.
#[test]
fn others_write_while_it_waits() {
    let (here, site) = (Here::new(), Imitation::start());
    put(&site, "lichess", games(50, 12));
    site.state().first = vec![head("429 No", "Retry-After: 8\r\n")];
    let begun = Instant::now();
    thread::scope(|scope| {
        let fetch = scope.spawn(|| here.fetch(&site, "lichess:Ann"));
        while site.state().requests.is_empty() {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(here.database.writer().is_err(), "a fetch has it at first");
        let mut import = loop {
            match Import::new(&here.database, DEFAULT_FROM_MOVE) {
                Ok(import) => break import,
                Err(Error::AnotherWriter(_)) => thread::sleep(Duration::from_millis(50)),
                Err(error) => panic!("{error}"),
            }
        };
        assert!(
            begun.elapsed() < Duration::from_secs(6),
            "{:?}",
            begun.elapsed()
        );
        let pgn = "[White \"A\"]\n\n1. e4 e5 *\n";
        let read = import.read("game", std::io::Cursor::new(pgn), |_, _| {
            ControlFlow::Continue(())
        });
        read.expect("read");
        // The fetch waits for it.
        while begun.elapsed() < Duration::from_secs(10) {
            assert_eq!(here.database.statistics().expect("readable").games, 0);
            thread::sleep(Duration::from_millis(100));
        }
        assert!(import.finish(&mut Remarks::default(), || false).1.is_ok());
        assert_eq!(fetch.join().expect("an end").games, 50);
    });
    assert_eq!(here.database.statistics().expect("readable").games, 51);
    let mark = std::fs::read_to_string(here.folder.path().join("index/fetched.json"));
    assert!(mark.expect("a file").contains("\"lastGame\":51"));
    here.database.writer().expect("the writer is free");
}

/// Another writer that takes too long ends the fetch; what had come before is committed.
#[test]
#[ignore = "it takes a minute"]
fn another_writer_that_takes_too_long() {
    let (here, site) = (Here::new(), Imitation::start());
    put(&site, "lichess", games(50, 12));
    site.state().first = vec![head("429 No", "Retry-After: 4\r\n")];
    thread::scope(|scope| {
        let fetch = scope.spawn(|| here.fetch_some(&site, "lichess:Ann", u64::MAX));
        while site.state().requests.is_empty() {
            thread::sleep(Duration::from_millis(10));
        }
        let writer = loop {
            if let Ok(writer) = here.database.writer() {
                break writer;
            }
            thread::sleep(Duration::from_millis(50));
        };
        let (sum, ended) = fetch.join().expect("an end");
        assert!(matches!(ended, Err(Error::AnotherWriter(_))), "{ended:?}");
        assert_eq!(sum.games, 0);
        drop(writer);
    });
    assert_eq!(here.fetch(&site, "lichess:Ann").games, 50);
}
