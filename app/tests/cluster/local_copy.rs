//! A copy in a folder of an index in the cluster: it answers what the cluster answers, and only while it has all of it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Cursor, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::{Duration, SystemTime};

use app::CopyState::{self, Current, Waiting};
use app::{Database, Error, Memory, Place, View};
use app::{WhichPositions, ingest};
use index::Index;
use similarity::{GameFilter, Ingested};
use tempfile::TempDir;
use testing::nodes::nodes;

use crate::same::check_all;
use crate::{add, created, first_games, folder, import, place};
use testing::words::check_words;

/// Games with variations that are indexed, from the first move on.
const VARIATIONS: &str = "[White \"One\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 (3. Bc4 d5) g5) Nc6 3. Bb5 {the Spanish} a6 1-0\n\n\
    [White \"One\"]\n[Black \"None\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Ke7 *\n\n\
    [White \"One\"]\n[Black \"Nobody\"]\n[Result \"*\"]\n\n*\n";

/// An index in the cluster of which a copy is kept in a folder.
pub(crate) fn with_copy(urls: &[String], name: &str, folder: &Path) -> Database {
    let mut place = place(urls, name);
    if let Place::Cluster { copy, .. } = &mut place {
        *copy = Some(folder.to_owned());
    }
    Database::open_or_create(&place).expect("an index")
}

fn import_variations(database: &Database) {
    let which = WhichPositions {
        from_move: 1,
        variations: true,
        keeps_legal: false,
    };
    let mut writer = database.writer().expect("a writer");
    let (mut sum, pgn) = (Ingested::default(), Cursor::new(VARIATIONS));
    let go_on = |_: &Ingested, _| ControlFlow::Continue(());
    ingest(&mut writer, "variations", pgn, which, &mut sum, go_on).expect("ingested");
    writer.commit(&mut sum).expect("committed");
    assert_eq!(sum.games, 5);
    writer.close().expect("closed");
    database.reload();
}

fn remove(database: &Database, ids: &[u64]) {
    let mut writer = database.writer().expect("a writer");
    let ids: BTreeSet<u64> = ids.iter().copied().collect();
    assert_eq!(writer.remove(&ids).expect("removed"), ids);
    writer.close().expect("closed");
    database.reload();
}

/// The number of games that were copied, and what the copy has then.
pub(crate) fn updated(database: &Database) -> Result<(u64, CopyState), Error> {
    let (mut first, mut last) = (None, 0);
    let copy = database.local_copy().expect("a copy");
    let state = copy.update(Some(Memory::of::<250>()), |games, all| {
        first.get_or_insert(games);
        last = all;
    })?;
    Ok((first.map_or(0, |first| last - first), state))
}

/// The view of an index in the cluster that is answered by the cluster or by its copy.
fn view(database: &Database, by_copy: bool) -> View {
    let view = database.snapshot().expect("a snapshot");
    assert_eq!(matches!(view, View::Folder(_)), by_copy);
    view
}

/// Waits until it is no longer taken for granted that the cluster has what it had.
fn wait() {
    sleep(Duration::from_millis(600));
}

fn ids(view: &View) -> Vec<u64> {
    view.games_that_pass(&GameFilter::default()).expect("ids")
}

#[test]
fn a_copy_follows() {
    let Some(nodes) = nodes() else { return };
    let (path, copies) = (TempDir::new().expect("a folder"), TempDir::new());
    let copies = copies.expect("a folder");
    let one = folder(path.path());
    let other = with_copy(&nodes.urls(), "copied", copies.path());
    let oracle = || one.snapshot().expect("a snapshot");
    assert_eq!(updated(&other).expect("updated"), (0, Current));
    view(&other, true);

    for database in [&one, &other] {
        import(database, Cursor::new(first_games(400))).expect("imported");
        import_variations(database);
    }
    // What was imported is there at once.
    assert_eq!(ids(&view(&other, false)), ids(&oracle()));
    assert_eq!(updated(&other).expect("updated"), (405, Current));
    check_all(&oracle(), &view(&other, true), &[1, 200, 402], 3);

    // Removed and imported again, with new ids: as many games, with the same positions.
    for database in [&one, &other] {
        remove(database, &[7, 70, 400]);
        import(database, Cursor::new(first_games(400))).expect("imported");
    }
    view(&other, false);
    assert_eq!(updated(&other).expect("updated"), (3, Current));
    let found = view(&other, true);
    assert_eq!(ids(&found), ids(&oracle()));
    check_all(&oracle(), &found, &[7, 8, 408], 5);

    // Another process finds it whole, and removes what was removed meanwhile.
    let again = with_copy(&nodes.urls(), "copied", copies.path());
    view(&again, false);
    assert_eq!(updated(&again).expect("updated"), (0, Current));
    view(&again, true);
    remove(&created(&nodes.urls(), "copied"), &[9]);
    let again = with_copy(&nodes.urls(), "copied", copies.path());
    assert_eq!(updated(&again).expect("updated"), (0, Current));
    assert!(!ids(&view(&again, true)).contains(&9));
    // It was not this one that removed it.
    wait();
    view(&other, false);
    assert_eq!(updated(&other).expect("updated"), (0, Current));
    assert_eq!(ids(&view(&other, true)), ids(&view(&again, true)));
}

/// An import that began before another one ended: its games come later, with smaller ids.
#[test]
fn imports_under_way() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes.urls(), "under-way", copies.path());
    let mut slow = database.writer().expect("a writer");
    let mut sum = add(&mut slow, Cursor::new(first_games(500))).expect("added");
    nodes.wait_for_state("under-way", |state| {
        state["pending"][0]["ids"]
            .as_u64()
            .is_some_and(|ids| ids > 0)
    });
    import_variations(&database);
    assert_eq!(updated(&database).expect("updated").1, Waiting);
    assert_eq!(ids(&view(&database, false)).len(), 5);
    slow.commit(&mut sum).expect("committed");
    database.reload();
    assert_eq!(ids(&view(&database, false)).len(), 505);
    assert_eq!(updated(&database).expect("updated"), (505, Current));
    let expected = created(&nodes.urls(), "under-way");
    assert_eq!(ids(&view(&database, true)), ids(&view(&expected, false)));
}

/// With a cluster that is away: the copy answers what the cluster had, unless its owner may have imported what it has not.
pub(crate) fn check_alone(database: &Database, check_answer: impl Fn()) {
    wait();
    view(database, true);
    check_answer();
    let (_, state) = updated(database).expect("updated");
    assert!(matches!(state, CopyState::Alone(_)), "{state:?}");
    database.reload();
    let refused = database.snapshot().map(|_| ()).expect_err("nobody answers");
    assert!(matches!(refused, Error::ClusterAway(_)), "{refused}");
}

/// With a node that does not stir, which is asked first: one request waits for it, another one does not.
pub(crate) fn check_not_waiting(database: &Database) {
    wait();
    thread::scope(|scope| {
        let first = scope.spawn(|| view(database, true));
        // It has asked by then.
        wait();
        view(database, true);
        assert!(!first.is_finished());
    });
}

/// Two processes that share a folder: each game is copied once, and what one has copied is not taken for foreign by the
/// other one.
#[test]
fn two_copies_in_a_folder() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let both = [(); 2].map(|()| with_copy(&nodes.urls(), "shared", copies.path()));
    let writer = created(&nodes.urls(), "shared");
    let mut games = 0;
    for step in 1..=5 {
        let removed = u64::from(step % 2 == 0);
        if removed == 1 {
            remove(&writer, &[step]);
        } else {
            let imported = import(&writer, Cursor::new(first_games(40 * step as usize)));
            games += imported.expect("imported").games;
        }
        games -= removed;
        thread::scope(|scope| {
            for database in &both {
                scope.spawn(|| {
                    wait();
                    loop {
                        match updated(database) {
                            Ok((_, Current)) => break,
                            Ok(_) | Err(Error::AnotherWriter(_)) => {
                                sleep(Duration::from_millis(5));
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                    assert_eq!(ids(&view(database, true)).len() as u64, games);
                });
            }
        });
    }
    let copy = both[0].local_copy().expect("a copy").path();
    let verified = Index::verify(copy, |_, _| ()).expect("readable");
    assert_eq!((verified.games, verified.problems), (games, Vec::new()));
}

/// An index that was deleted and made anew, of the same games in another order: all counts are the same.
#[test]
fn an_index_made_anew() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes.urls(), "anew", copies.path());
    let (all, some) = (first_games(30), first_games(10));
    import(&database, Cursor::new(all.clone())).expect("imported");
    assert_eq!(updated(&database).expect("updated"), (30, Current));
    let before = view(&database, true).game(30).expect("readable");
    let parts = ["games", "passages", "state"].map(|part| format!("anew-{part}"));
    let url = format!("{}/{}", nodes.urls()[0], parts.join(","));
    let deleted = ureq::delete(url).call().expect("deleted");
    assert_eq!(deleted.status(), 200);
    wait();
    let refused = database.snapshot().map(|_| ()).expect_err("there is none");
    assert!(matches!(refused, Error::Cluster(_)), "{refused}");

    let anew = created(&nodes.urls(), "anew");
    import(&anew, Cursor::new(all[some.len()..].to_owned())).expect("imported");
    import(&anew, Cursor::new(some)).expect("imported");
    wait();
    let found = view(&database, false);
    assert_eq!(ids(&found).len(), 30);
    assert_ne!(found.game(30).expect("readable"), before);
    let refused = updated(&database).expect_err("another index");
    assert!(matches!(refused, Error::NoCopy { .. }), "{refused}");
    let again = with_copy(&nodes.urls(), "anew", copies.path());
    assert_eq!(updated(&again).expect("updated"), (30, Current));
}

/// What is not of the cluster is never answered.
#[test]
fn a_copy_of_something_else() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes.urls(), "else", copies.path());
    import(&database, Cursor::new(first_games(30))).expect("imported");
    let copy = database.local_copy().expect("a copy").path().to_owned();
    let index = Index::create(&copy).expect("an index");
    // While somebody else writes to it.
    let writer = Database::from(Arc::new(index)).writer();
    let refused = updated(&database).expect_err("another writer");
    assert!(matches!(refused, Error::AnotherWriter(_)), "{refused}");
    view(&database, false);
    drop(writer);
    let other = Database::open(&Place::Folder(copy)).expect("an index");
    import(&other, Cursor::new(VARIATIONS)).expect("imported");
    let refused = updated(&database).expect_err("other games");
    assert!(matches!(refused, Error::NoCopy { .. }), "{refused}");
    assert_eq!(ids(&view(&database, false)).len(), 30);
}

/// A disk that changes what was written: the cluster answers.
#[test]
fn a_damaged_copy() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes.urls(), "damaged-copy", copies.path());
    import(&database, Cursor::new(first_games(30))).expect("imported");
    updated(&database).expect("updated");
    let copy = database.local_copy().expect("a copy");
    copy.check_files().expect("whole");
    view(&database, true);
    let files = || {
        let files = fs::read_dir(copy.path()).expect("files");
        files.map(|entry| entry.expect("a file").path())
    };
    let is_list = |file: &PathBuf| file.extension().is_some_and(|end| end == "idx");
    for list in files().filter(is_list) {
        let mut file = File::options().write(true).open(list).expect("a file");
        file.seek(SeekFrom::Start(100)).expect("long enough");
        file.write_all(b"not what was written").expect("written");
        let later = SystemTime::now() + Duration::from_secs(1);
        file.set_modified(later).expect("a later time");
    }
    let check_refused = |database: &Database, refused: Result<(), Error>| {
        let refused = refused.expect_err("damaged");
        assert!(
            matches!(&refused, Error::NoCopy { path, .. } if path == copy.path()),
            "{refused}"
        );
        let folder = copy.path().to_str().expect("a path in UTF-8");
        check_words(&refused.to_string(), &[folder], "damaged");
        assert_eq!(ids(&view(database, false)).len(), 30);
    };
    // The one that answers finds that a file is another one, another one reads what is in it.
    check_refused(&database, updated(&database).map(|_| ()));
    let again = with_copy(&nodes.urls(), "damaged-copy", copies.path());
    let checked = again.local_copy().expect("a copy").check_files();
    check_refused(&again, checked);
    // Cut short, it cannot even be opened.
    for file in files().filter(|file| file.ends_with("meta.json")) {
        fs::write(file, "{").expect("written");
    }
    let again = with_copy(&nodes.urls(), "damaged-copy", copies.path());
    check_refused(&again, updated(&again).map(|_| ()));
    fs::remove_dir_all(copy.path()).expect("deleted");
    let again = with_copy(&nodes.urls(), "damaged-copy", copies.path());
    assert_eq!(updated(&again).expect("updated"), (30, Current));
}
