//! Nodes that die, freeze, are busy, or answer in part: the answer is whole, or one clear error.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use app::{Address, CopyState, Database, Error, User};
use cluster::Cluster;
use pgn::parse_fen;
use similarity::{Scoring, Similar};
use tempfile::TempDir;
use testing::nodes::nodes;

use crate::local_copy::{check_alone, check_not_waiting, updated, with_copy};
use crate::proxy::Proxy;
use crate::{address, created, first_games, folder, import, place};
use testing::words::check_words;

const FEN: &str = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";

/// How long a search may take, whatever happens: Tabiya's own clients wait for ten seconds.
const LONGEST: Duration = Duration::from_secs(10);

fn search(database: &Database) -> Result<Similar, Error> {
    let position = parse_fen(FEN).expect("a FEN");
    app::search_position(&database.snapshot()?, &position, 10, Scoring::Tabiya)
}

/// Searches until it is answered in full; no answer in between may be another one.
fn check_answered(database: &Database, expected: &Similar) {
    let started = Instant::now();
    loop {
        let asked = Instant::now();
        let answer = search(database);
        assert!(asked.elapsed() < LONGEST, "{:?}", asked.elapsed());
        match answer {
            Ok(found) => {
                assert_eq!(found.hits, expected.hits);
                return;
            }
            Err(Error::ClusterAway(_)) => {}
            Err(error) => panic!("{error}"),
        }
        assert!(started.elapsed() < Duration::from_secs(90), "no answer");
    }
}

fn check_unavailable(database: &Database) {
    let asked = Instant::now();
    let answer = search(database);
    assert!(matches!(answer, Err(Error::ClusterAway(_))), "{answer:?}");
    assert!(asked.elapsed() < LONGEST, "{:?}", asked.elapsed());
}

#[test]
#[ignore = "slow: fifty seconds"]
fn nodes_that_die() {
    let Some(mut nodes) = nodes() else { return };
    let mut urls = nodes.urls();
    // The one that dies is asked first.
    urls.reverse();
    let database = created(&urls, "dying");
    import(&database, Cursor::new(first_games(300))).expect("imported");
    let expected = search(&database).expect("an answer");
    let copies = TempDir::new().expect("a temporary folder");
    let kept = with_copy(&urls, "dying", copies.path());
    assert_eq!(updated(&kept).expect("updated"), (300, CopyState::Current));
    check_answered(&kept, &expected);

    // A slow shard: what is asked of the one that is frozen is answered by nobody.
    let frozen = nodes.freeze_second();
    check_not_waiting(&kept);
    let asked = Instant::now();
    match search(&database) {
        Ok(found) => assert_eq!(found.hits, expected.hits),
        Err(error) => assert!(matches!(error, Error::ClusterAway(_)), "{error}"),
    }
    assert!(asked.elapsed() < LONGEST, "{:?}", asked.elapsed());
    drop(frozen);
    check_answered(&database, &expected);

    // In the middle of searches and of an import; the copies of its shards are promoted.
    let importing = {
        let database = database.clone();
        thread::spawn(move || import(&database, Cursor::new(first_games(800))))
    };
    // A chunk of some is on its way.
    nodes.wait_for_state("dying", |state| {
        state["pending"][0]["ids"]
            .as_u64()
            .is_some_and(|ids| ids > 0)
    });
    nodes.kill_second();
    assert!(!importing.is_finished());
    let sum = importing.join().expect("its end").expect("imported");
    assert_eq!((sum.games, sum.duplicates), (500, 300));
    let path = TempDir::new().expect("a temporary folder");
    let same = folder(path.path());
    import(&same, Cursor::new(first_games(800))).expect("imported");
    let expected = search(&same).expect("an answer");
    database.reload();
    check_answered(&database, &expected);
    let statistics = |database: &Database| {
        let view = database.snapshot().expect("a snapshot");
        view.statistics().clone()
    };
    assert_eq!(statistics(&database), statistics(&same));

    nodes.revive();
    check_answered(&database, &expected);
    assert_eq!(updated(&kept).expect("updated"), (500, CopyState::Current));
    nodes.kill_all();
    check_unavailable(&database);
    check_alone(&kept, || check_answered(&kept, &expected));
    nodes.revive();
    check_answered(&database, &expected);
    check_answered(&kept, &expected);
    assert_eq!(updated(&kept).expect("updated"), (0, CopyState::Current));
}

/// What a search may be answered that is not an answer.
#[test]
#[ignore = "slow: half a minute"]
fn answers_in_part() {
    let Some(nodes) = nodes() else { return };
    let direct = created(&nodes.urls(), "part");
    import(&direct, Cursor::new(first_games(60))).expect("imported");
    let expected = search(&direct).expect("an answer");
    let proxy = Proxy::start(&nodes.urls()[0], None);
    let place = place(&[proxy.url("http")], "part");
    let failed = r#"{"timed_out":false,"_shards":{"failed":1},"hits":{"hits":[]}}"#;
    let parts = [
        (503, "{}"),
        (
            200,
            r#"{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}"#,
        ),
        (200, failed),
        (
            200,
            r#"{"timed_out":false,"_shards":{"failed":0},"hits":{"total":{"value":1},"hits":[]}}"#,
        ),
    ];
    for (number, (status, body)) in parts.into_iter().enumerate() {
        // The last one is of a count: nobody sees a snapshot of which something is missing.
        let is_count = number == parts.len() - 1;
        let database = Database::open(&place).expect("an index");
        if !is_count {
            assert_eq!(search(&database).expect("an answer").hits, expected.hits);
        }
        proxy.set(move |head| {
            head.contains("/_search?")
                .then(|| (status, body.to_owned()))
        });
        check_unavailable(&database);
        proxy.set(|_| None);
        check_answered(&database, &expected);
    }
    // Once is no matter.
    for (status, body) in [(503, "{}"), (429, "{}"), (404, "{}"), (200, failed)] {
        let database = Database::open(&place).expect("an index");
        search(&database).expect("an answer");
        let left = AtomicUsize::new(1);
        proxy.set(move |head| {
            let now = head.contains("/_search?")
                && left
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                    .is_ok();
            now.then(|| (status, body.to_owned()))
        });
        assert_eq!(search(&database).expect("an answer").hits, expected.hits);
    }
}

/// A cluster that is busy again and again: an import waits, and loses nothing.
#[test]
#[ignore = "slow: waits for a cluster that is busy"]
fn busy() {
    let Some(nodes) = nodes() else { return };
    let proxy = Proxy::start(&nodes.urls()[0], None);
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    proxy.set(move |_| match counted.fetch_add(1, Ordering::Relaxed) % 5 {
        1 => Some((429, "{}".to_owned())),
        3 => Some((503, "{}".to_owned())),
        _ => None,
    });
    let database = created(&[proxy.url("http")], "busy");
    let sum = import(&database, Cursor::new(first_games(40))).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (40, 0));
    assert!(asked.load(Ordering::Relaxed) > 10);
    // It may begin while the cluster is away for longer than a search waits.
    let started = Instant::now();
    proxy.set(move |_| (started.elapsed() < LONGEST / 2).then(|| (503, "{}".to_owned())));
    let sum = import(&database, Cursor::new(first_games(40))).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (0, 40));
    proxy.set(|_| None);
    let path = TempDir::new().expect("a temporary folder");
    let same = folder(path.path());
    import(&same, Cursor::new(first_games(40))).expect("imported");
    let expected = search(&same).expect("an answer");
    assert_eq!(search(&database).expect("an answer").hits, expected.hits);
}

/// Basic authentication over TLS, with a certificate of one's own; and a first node that is not there.
#[test]
#[ignore = "slow: waits for nodes that are not there"]
fn who_asks() {
    let Some(nodes) = nodes() else { return };
    import(&created(&nodes.urls(), "who"), Cursor::new(first_games(5))).expect("imported");
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let folder = TempDir::new().expect("a temporary folder");
    let ca = folder.path().join("ca.pem");
    std::fs::write(&ca, made.cert.pem()).expect("a file");
    let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key.expect("a key"));
    let proxy = Proxy::start(
        &nodes.urls()[0],
        Some(Arc::new(config.expect("a configuration"))),
    );
    proxy.set(|head| {
        // tabiya:secret
        let is_ours = head.contains("Basic dGFiaXlhOnNlY3JldA==");
        (!is_ours).then(|| (401, "{}".to_owned()))
    });
    let open = |password: Option<&str>, with_ca: bool| {
        let urls = ["http://127.0.0.1:1".to_owned(), proxy.url("https")];
        Cluster::open(Address {
            user: password.map(|password| User {
                name: "tabiya".to_owned(),
                password: password.to_owned(),
            }),
            ca: with_ca.then(|| ca.clone()),
            ..address(&urls, "who")
        })
    };
    let cluster = open(Some("secret"), true).expect("an index");
    assert_eq!(
        cluster.snapshot().expect("a snapshot").statistics().games,
        5
    );
    for password in [None, Some("guessed")] {
        let refused = open(password, true).err();
        assert!(
            matches!(refused, Some(cluster::Error::Refused(_))),
            "{refused:?}"
        );
    }
    let unknown = open(Some("secret"), false)
        .err()
        .expect("an error")
        .to_string();
    assert!(unknown.contains("certificate"), "{unknown}");
}

/// An index that is not there, and one of another version.
#[test]
fn what_is_there() {
    let Some(nodes) = nodes() else { return };
    let urls = nodes.urls();
    let open = |name: &str| Database::open(&place(&urls, name));
    let missing = open("nothing").err().expect("an error");
    assert!(
        matches!(missing, Error::Cluster(cluster::Error::Missing(_))),
        "{missing}"
    );
    created(&urls, "old");
    // What OpenSearch itself makes of that name is the same again: there are templates.
    for part in ["games", "passages", "state"] {
        let index = format!("old-{part}");
        let mappings = || nodes.get(&format!("/{index}/_mapping")).1[&index].clone();
        let made = mappings();
        assert!(made["mappings"]["_meta"]["tabiya"].is_string(), "{made}");
        let url = format!("{}/{index}", urls[0]);
        ureq::delete(&url).call().expect("deleted");
        ureq::put(&url).send_empty().expect("made again");
        assert_eq!(mappings(), made);
    }
    let meta = r#"{"_meta": {"tabiya": "1.0"}}"#;
    let url = format!("{}/old-games/_mapping", urls[0]);
    ureq::put(url)
        .content_type("application/json")
        .send(meta)
        .expect("changed");
    let other = open("old").err().expect("an error");
    let Error::Cluster(cluster::Error::Format { name, found }) = &other else {
        panic!("{other}");
    };
    assert_eq!((&name[..], &found[..]), ("old", "1.0"));
    check_words(&other.to_string(), &["old", "1.0"], "another format");
    for (url, name, option, word) in [
        ("here", "any", "--cluster", "here"),
        (&*urls[0], "Any", "--cluster-index", "Any"),
        (&*urls[0], "any name", "--cluster-index", "any name"),
        (&*urls[0], "_any", "--cluster-index", "_any"),
        (&*urls[0], "", "--cluster-index", ""),
    ] {
        let wrong = Database::open(&place(&[url.to_owned()], name));
        let error = wrong.err().expect("an error");
        let Error::Cluster(cluster::Error::Address(sentence)) = &error else {
            panic!("{error}");
        };
        let named = sentence.split_once(": ").map(|(named, _)| named);
        assert_eq!(named, Some(option), "{sentence}");
        let words = [word].into_iter().filter(|word| !word.is_empty());
        check_words(sentence, &words.collect::<Vec<_>>(), name);
    }
}
