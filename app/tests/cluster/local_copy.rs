//! A copy in a folder of an index in the cluster: it answers what the cluster answers, and only while it has all of it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Cursor, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

use app::{Database, Error, Place, View};
use index::{Index, WhichPositions, ingest};
use similarity::{Filter, Ingested};
use tempfile::TempDir;

use crate::nodes::{Nodes, nodes};
use crate::same::check_all;
use crate::{add, created, first_games, folder, import, place};

/// Games with variations that are indexed, from the first move on.
const VARIATIONS: &str = "[White \"One\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 (3. Bc4 d5) g5) Nc6 3. Bb5 {the Spanish} a6 1-0\n\n\
    [White \"One\"]\n[Black \"None\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Ke7 *\n\n\
    [White \"One\"]\n[Black \"Nobody\"]\n[Result \"*\"]\n\n*\n";

/// An index in the cluster of which a copy is kept in a folder.
pub(crate) fn with_copy(nodes: &Nodes, name: &str, folder: &Path) -> Database {
    let mut place = place(&nodes.urls(), name);
    if let Place::Cluster { copy, .. } = &mut place {
        *copy = Some(folder.to_owned());
    }
    Database::open_or_create(&place).expect("an index")
}

fn import_variations(database: &Database) {
    let which = WhichPositions {
        from_move: 1,
        variations: true,
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

/// The number of games that were copied, and whether the copy is whole.
pub(crate) fn updated(database: &Database) -> Result<(u64, bool), Error> {
    let (mut first, mut last) = (None, 0);
    let copy = database.local_copy().expect("a copy");
    let is_whole = copy.update(|games, all| {
        first.get_or_insert(games);
        last = all;
    })?;
    Ok((first.map_or(0, |first| last - first), is_whole))
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
    view.games_that_pass(&Filter::default()).expect("ids")
}

#[test]
fn a_copy_follows() {
    let Some(nodes) = nodes() else { return };
    let (path, copies) = (TempDir::new().expect("a folder"), TempDir::new());
    let copies = copies.expect("a folder");
    let one = folder(path.path());
    let other = with_copy(&nodes, "copied", copies.path());
    let oracle = || one.snapshot().expect("a snapshot");
    assert_eq!(updated(&other).expect("updated"), (0, true));
    view(&other, true);

    for database in [&one, &other] {
        import(database, Cursor::new(first_games(400))).expect("imported");
        import_variations(database);
    }
    // What was imported is there at once.
    assert_eq!(ids(&view(&other, false)), ids(&oracle()));
    assert_eq!(updated(&other).expect("updated"), (405, true));
    check_all(&oracle(), &view(&other, true), &[1, 200, 402], 3);

    // Removed and imported again, with new ids: as many games, with the same positions.
    for database in [&one, &other] {
        remove(database, &[7, 70, 400]);
        import(database, Cursor::new(first_games(400))).expect("imported");
    }
    view(&other, false);
    assert_eq!(updated(&other).expect("updated"), (3, true));
    let found = view(&other, true);
    assert_eq!(ids(&found), ids(&oracle()));
    check_all(&oracle(), &found, &[7, 8, 408], 5);

    // Another process finds it whole, and removes what was removed meanwhile.
    let again = with_copy(&nodes, "copied", copies.path());
    view(&again, false);
    assert_eq!(updated(&again).expect("updated"), (0, true));
    view(&again, true);
    remove(&created(&nodes.urls(), "copied"), &[9]);
    let again = with_copy(&nodes, "copied", copies.path());
    assert_eq!(updated(&again).expect("updated"), (0, true));
    assert!(!ids(&view(&again, true)).contains(&9));
    // It was not this one that removed it.
    wait();
    view(&other, false);
    assert_eq!(updated(&other).expect("updated"), (0, true));
    assert_eq!(ids(&view(&other, true)), ids(&view(&again, true)));
}

/// An import that began before another one ended: its games come later, with smaller ids.
#[test]
fn imports_under_way() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes, "under-way", copies.path());
    let mut slow = database.writer().expect("a writer");
    let mut sum = add(&mut slow, Cursor::new(first_games(500))).expect("added");
    nodes.wait_for_state("under-way", |state| {
        state["pending"][0]["ids"]
            .as_u64()
            .is_some_and(|ids| ids > 0)
    });
    import_variations(&database);
    assert!(!updated(&database).expect("updated").1);
    assert_eq!(ids(&view(&database, false)).len(), 5);
    slow.commit(&mut sum).expect("committed");
    database.reload();
    assert_eq!(ids(&view(&database, false)).len(), 505);
    assert_eq!(updated(&database).expect("updated"), (505, true));
    let expected = created(&nodes.urls(), "under-way");
    assert_eq!(ids(&view(&database, true)), ids(&view(&expected, false)));
}

/// With a cluster that is away: the copy goes on, unless its owner may have imported what it has not.
pub(crate) fn check_alone(database: &Database) {
    wait();
    let games = database.statistics().expect("statistics").games;
    assert_eq!(ids(&view(database, true)).len() as u64, games);
    database.reload();
    let refused = database.snapshot().map(|_| ()).expect_err("nobody answers");
    assert!(matches!(refused, Error::ClusterAway(_)), "{refused}");
}

/// Two processes that share a folder: each game is copied once, and what one has copied is not taken for foreign by the
/// other one.
#[test]
fn two_copies_in_a_folder() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let both = [(); 2].map(|()| with_copy(&nodes, "shared", copies.path()));
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
                            Ok((_, true)) => break,
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
    let database = with_copy(&nodes, "anew", copies.path());
    let (all, some) = (first_games(30), first_games(10));
    import(&database, Cursor::new(all.clone())).expect("imported");
    assert_eq!(updated(&database).expect("updated"), (30, true));
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
    let again = with_copy(&nodes, "anew", copies.path());
    assert_eq!(updated(&again).expect("updated"), (30, true));
}

/// What is not of the cluster is never answered.
#[test]
fn a_copy_of_something_else() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes, "else", copies.path());
    import(&database, Cursor::new(first_games(30))).expect("imported");
    let copy = database.local_copy().expect("a copy").path().to_owned();
    let index = Index::open(&copy).expect("an index");
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

/// A disk that changes what was written.
#[test]
fn a_damaged_copy() {
    let Some(nodes) = nodes() else { return };
    let copies = TempDir::new().expect("a folder");
    let database = with_copy(&nodes, "damaged-copy", copies.path());
    import(&database, Cursor::new(first_games(30))).expect("imported");
    updated(&database).expect("updated");
    database.check_files().expect("whole");
    view(&database, true);

    let copy = database.local_copy().expect("a copy").path();
    let files = fs::read_dir(copy)
        .expect("files")
        .map(|entry| entry.expect("a file").path());
    let lists = files.filter(|file| file.extension().is_some_and(|end| end == "idx"));
    for list in lists {
        let mut file = File::options().write(true).open(list).expect("a file");
        file.seek(SeekFrom::Start(100)).expect("long enough");
        file.write_all(b"not what was written").expect("written");
    }
    // The one that answers finds that a file is another one.
    assert_eq!(ids(&view(&database, false)).len(), 30);
    assert!(updated(&database).is_err());
    let again = with_copy(&nodes, "damaged-copy", copies.path());
    let damage = again.check_files().expect_err("damaged");
    assert!(damage.damage().is_some(), "{damage}");
    assert_eq!(ids(&view(&again, false)).len(), 30);
    assert!(updated(&again).is_err());
}
