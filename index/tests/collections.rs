//! Collections through everything that is done to an index.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use index::{Error, Index, Writer};
use similarity::{CollectionName, GameFilter, Ingested};
use tempfile::TempDir;

fn name(text: &str) -> CollectionName {
    text.parse().expect("a name")
}

/// Games of some players, each of the same moves.
fn games(players: &[&str]) -> String {
    let mut pgn = String::new();
    for player in players {
        let _ = write!(pgn, "[White \"{player}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n");
    }
    pgn
}

/// Ingests games of some players into a collection, if one is named.
fn add(writer: &mut Writer, collection: Option<&str>, players: &[&str]) -> Ingested {
    if let Some(collection) = collection {
        writer.set_collection(name(collection)).expect("room");
    }
    let mut sum = Ingested::default();
    let pgn = std::io::Cursor::new(games(players));
    testing::games::add(writer, pgn, 0, &mut sum);
    sum
}

/// Checks which games the collections of an index have, and that it is whole.
fn check(path: &Path, expected: &[(&str, &[u64])]) {
    let snapshot = Index::open(path)
        .expect("an index")
        .snapshot()
        .expect("one");
    let listed: Vec<(String, u64)> = snapshot
        .collections()
        .into_iter()
        .map(|(name, games)| (name.to_string(), games))
        .collect();
    let games: Vec<(String, u64)> = expected
        .iter()
        .map(|(name, games)| ((*name).to_owned(), games.len() as u64))
        .collect();
    assert_eq!(listed, games);
    for (of, games) in expected {
        let filter = GameFilter {
            collections: vec![name(of)],
            ..GameFilter::default()
        };
        assert_eq!(
            snapshot.games_that_pass(&filter).expect("ids"),
            *games,
            "{of}"
        );
    }
    let verified = Index::verify(path, |_, _| ()).expect("readable");
    assert_eq!(verified.problems, [""; 0]);
}

#[test]
fn from_an_import_to_the_end() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    // Games 1 to 3 in none.
    add(&mut writer, None, &["Ann", "Bob", "Cid"]);
    // A duplicate of a game that is not committed yet, one within the import, and new ones.
    let sum = add(&mut writer, Some("Mine"), &["Bob", "Dan", "Dan", "Eve"]);
    assert_eq!((sum.games, sum.duplicates), (2, 2));
    writer.commit().expect("a commit");
    check(&path, &[("Mine", &[2, 4, 5])]);
    // Duplicates alone.
    let sum = add(&mut writer, Some("model games"), &["Eve", "Ann"]);
    assert_eq!((sum.games, sum.duplicates), (0, 2));
    writer.commit().expect("a commit");
    check(&path, &[("Mine", &[2, 4, 5]), ("model games", &[1, 5])]);
    writer.close().expect("closed");

    // Copies have the collections, and keep them.
    let [saved, restored] = ["saved", "restored"].map(|name| folder.path().join(name));
    Index::save_snapshot(&path, &saved, |_, _| ()).expect("a snapshot");

    let mut writer = index.writer().expect("the writer");
    writer.remove(&BTreeSet::from([1, 2])).expect("removed");
    check(&path, &[("Mine", &[4, 5]), ("model games", &[5])]);
    // A removed game that comes again has another number.
    add(&mut writer, Some("mine"), &["Bob"]);
    writer.commit().expect("a commit");
    check(&path, &[("Mine", &[4, 5, 6]), ("model games", &[5])]);

    let error = writer.rename_collection(&name("mine"), name("MODEL GAMES"));
    assert!(
        matches!(error, Err(Error::CollectionExists(_))),
        "{error:?}"
    );
    let error = writer.rename_collection(&name("yours"), name("ours"));
    assert!(matches!(error, Err(Error::NoCollection(_))), "{error:?}");
    writer
        .rename_collection(&name("MINE"), name("Zeta"))
        .expect("renamed");
    check(&path, &[("model games", &[5]), ("Zeta", &[4, 5, 6])]);

    // Its games are left, but for those that are in no other collection.
    let dropped = writer
        .drop_collection(&name("zeta"), true)
        .expect("dropped");
    assert_eq!(dropped, (3, BTreeSet::from([4, 6])));
    check(&path, &[("model games", &[5])]);
    let dropped = writer
        .drop_collection(&name("model games"), false)
        .expect("dropped");
    assert_eq!(dropped, (1, BTreeSet::new()));
    check(&path, &[]);
    let left = index_games(&path);
    assert_eq!(left, [3, 5]);
    writer.close().expect("closed");

    Index::restore(&saved, &restored, |_, _| ()).expect("restored");
    check(&restored, &[("Mine", &[2, 4, 5]), ("model games", &[1, 5])]);
}

fn index_games(path: &Path) -> Vec<u64> {
    let snapshot = Index::open(path)
        .expect("an index")
        .snapshot()
        .expect("one");
    snapshot
        .games_that_pass(&GameFilter::default())
        .expect("ids")
}

/// A collection whose last game is removed is gone, and nothing that was not committed is there.
#[test]
fn empty_ones_are_gone() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    add(&mut writer, Some("a"), &["Ann"]);
    writer.commit().expect("a commit");
    add(&mut writer, Some("b"), &["Ann", "Bob"]);
    drop(writer);
    check(&path, &[("a", &[1])]);
    let mut writer = index.writer().expect("the writer");
    writer.remove(&BTreeSet::from([1])).expect("removed");
    check(&path, &[]);
}

/// Merges of segments change no number of a game.
#[test]
fn merges_keep_them() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let names: Vec<String> = (0..40).map(|number| format!("P{number}")).collect();
    for (number, player) in names.iter().enumerate() {
        let collection = ["even", "odd"][number % 2];
        add(&mut writer, Some(collection), &[player]);
        writer.commit().expect("a commit");
    }
    writer.close().expect("merged");
    assert!(index.snapshot().expect("one").segment_count() < 20);
    let of = |rest: u64| (1..=40).filter(|id| id % 2 == rest).collect::<Vec<u64>>();
    check(&path, &[("even", &of(1)), ("odd", &of(0))]);
}
