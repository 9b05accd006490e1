//! Snapshots on disk: whole whatever happens to the index meanwhile, and restored only where nothing is lost.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use index::{Error, Index, Summary};
use similarity::Ingested;
use tempfile::TempDir;

use crate::carlsen::data;

/// The texts of the first games of `data/carlsen.pgn`.
fn texts(count: usize) -> Vec<String> {
    let text = fs::read_to_string(data("carlsen.pgn")).expect("games");
    let games = text.split("[Event ").skip(1).take(count);
    games.map(|game| format!("[Event {game}")).collect()
}

fn add(path: &Path, games: &[String]) {
    let index = Index::open(path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let stream = std::io::Cursor::new(games.concat());
    let mut sum = Ingested::default();
    testing::games::add(&mut writer, stream, 13, &mut sum);
    writer.commit().expect("a commit");
    writer.close().expect("closed");
}

/// An index of three segments, of which the second lacks a game.
fn index_of(games: &[String]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    Index::create(&path).expect("an index");
    for part in games.chunks(games.len().div_ceil(3)) {
        add(&path, part);
    }
    let index = Index::open(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    writer.remove(&[6].into()).expect("a removal");
    writer.close().expect("closed");
    (folder, path)
}

/// All games of an index that is whole.
fn games(path: &Path) -> Vec<String> {
    let verified = Index::verify(path, |_, _| ()).expect("readable");
    assert_eq!(verified.problems, [""; 0]);
    let index = Index::open(path).expect("an index");
    let snapshot = index.snapshot().expect("a snapshot");
    let ids = 1..=snapshot.statistics().last_game;
    ids.filter_map(|id| Some(snapshot.game(id).expect("readable")?.pgn()))
        .collect()
}

/// The names of the files in a folder that are not hidden.
fn files(path: &Path) -> Vec<String> {
    let names = fs::read_dir(path).expect("a folder").map(|entry| {
        let name = entry.expect("an entry").file_name();
        name.into_string().expect("UTF-8")
    });
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

/// Writes games, removes games and merges, so that no file of before is left.
fn rewrite(path: &Path, new: &[String]) {
    let before = files(path);
    for part in new.chunks(1) {
        add(path, part);
    }
    let index = Index::open(path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    writer.remove(&(1..=9).collect()).expect("a removal");
    writer.close().expect("closed");
    let index = Index::open(path).expect("an index");
    drop(
        index
            .writer()
            .expect("a writer, which deletes what is of no use"),
    );
    let mut common = files(path);
    common.retain(|name| name != "meta.json" && before.contains(name));
    assert_eq!(common, [""; 0]);
}

/// Neither what is written to the index, nor what is written to a restored one, changes a snapshot.
#[test]
fn saved_and_restored() {
    let texts = texts(24);
    let (folder, path) = index_of(&texts[..12]);
    let snapshot = folder.path().join("snapshot");
    let restored = folder.path().join("restored");
    let before = games(&path);
    assert_eq!(before.len(), 11);

    let seen = Mutex::new(BTreeSet::new());
    let watch = |done, all| assert!(seen.lock().expect("sound").insert((done, all)));
    let saved = Index::save_snapshot(&path, &snapshot, watch);
    let saved = saved.expect("saved");
    assert_eq!(saved, Index::summary(&path).expect("a summary"));
    let Summary {
        games: 11,
        segments,
        bytes,
        ..
    } = saved
    else {
        panic!("{saved:?}")
    };
    assert!(segments >= 3, "{segments}");
    let seen = seen.into_inner().expect("sound");
    let (_, all) = *seen.last().expect("it was called");
    assert!(seen.len() >= 18 && all < bytes, "{seen:?}");
    assert!(seen.iter().all(|seen| seen.0 <= all && seen.1 == all));
    assert!(seen.contains(&(all, all)), "{seen:?}");
    let mut expected = files(&path);
    expected.push("snapshot.json".to_owned());
    assert_eq!(files(&snapshot), expected);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let links = |name: &str| snapshot.join(name).metadata().expect("a file").nlink();
        for name in files(&snapshot) {
            let is_json = Path::new(&name).extension().is_some_and(|of| of == "json");
            let expected = if is_json { 1 } else { 2 };
            assert_eq!(links(&name), expected, "{name}");
        }
    }

    rewrite(&path, &texts[12..]);
    assert_eq!(games(&snapshot), before);
    let seen = Mutex::new(BTreeSet::new());
    let watch = |done, all| assert!(seen.lock().expect("sound").insert((done, all)));
    let summary = Index::restore(&snapshot, &restored, watch).expect("restored");
    assert_eq!(summary, saved);
    let seen = seen.into_inner().expect("sound");
    assert!(seen.len() >= 2 * 18, "{seen:?}");
    assert_eq!(seen.last(), Some(&(2 * all, 2 * all)));
    assert_eq!(games(&restored), before);
    // A program that writes into files of the restored index does not reach the snapshot.
    for name in files(&restored) {
        let file = fs::OpenOptions::new().write(true).open(restored.join(name));
        file.expect("a file").set_len(0).expect("cut");
    }
    assert_eq!(games(&snapshot), before);
    fs::remove_dir_all(&restored).expect("removed");
    Index::restore(&snapshot, &restored, |_, _| ()).expect("restored");
    rewrite(&restored, &texts[12..]);
    assert_eq!(games(&snapshot), before);
    assert_eq!(games(&restored), games(&path));
}

/// A server over an empty index sees what is restored into it.
#[test]
fn into_an_empty_index() {
    let (folder, path) = index_of(&texts(12));
    let (snapshot, other) = (folder.path().join("snapshot"), folder.path().join("other"));
    Index::save_snapshot(&path, &snapshot, |_, _| ()).expect("saved");
    let index = Index::create(&other).expect("an index");
    let empty = index.snapshot().expect("a snapshot");
    let writer = index.writer().expect("the writer");
    let busy = Index::restore(&snapshot, &other, |_, _| ());
    assert!(matches!(busy, Err(Error::Busy(_))), "{busy:?}");
    drop(writer);
    Index::restore(&snapshot, &other, |_, _| ()).expect("restored");
    let full = index.snapshot().expect("a snapshot");
    assert_eq!((empty.statistics().games, full.statistics().games), (0, 11));
    assert_eq!(games(&other), games(&path));

    // Of an empty index, too.
    let (nothing, again) = (folder.path().join("nothing"), folder.path().join("again"));
    Index::create(&nothing).expect("an index");
    let saved = Index::save_snapshot(&nothing, &again, |_, _| ()).expect("saved");
    assert_eq!((saved.games, saved.segments), (0, 0));
    assert_eq!(games(&again), [""; 0]);
}

/// Where there is anything else, nothing is touched.
#[test]
fn what_cannot_be() {
    let (folder, path) = index_of(&texts(12));
    let at = |name: &str| folder.path().join(name);
    Index::save_snapshot(&path, &at("snapshot"), |_, _| ()).expect("saved");
    fs::create_dir(at("notes")).expect("a folder");
    fs::write(at("notes/notes.txt"), "mine").expect("written");
    fs::create_dir(at("empty")).expect("a folder");
    fs::write(at("file"), "mine").expect("written");
    let all = || files(folder.path()).into_iter().chain(files(&path));
    let before: Vec<String> = all().collect();
    let not_a_folder = || {
        let error = Index::open(&at("file")).err().expect("refused");
        assert!(matches!(error, Error::Storage { .. }), "{error}");
        error
    };
    for (from, to, expected) in [
        ("index", "index", Error::NotEmpty(at("index"))),
        ("index", "snapshot", Error::NotEmpty(at("snapshot"))),
        ("index", "notes", Error::NotEmpty(at("notes"))),
        ("index", "file", not_a_folder()),
        ("missing", "new", Error::Missing(at("missing"))),
        ("notes", "new", Error::Foreign(at("notes"))),
    ] {
        let refused = Index::save_snapshot(&at(from), &at(to), |_, _| ());
        let error = refused.expect_err("refused");
        assert_eq!(format!("{error:?}"), format!("{expected:?}"));
    }
    let has_games = Error::HasGames {
        path: at("index"),
        games: 11,
    };
    for (from, to, expected) in [
        ("snapshot", "index", has_games),
        ("snapshot", "notes", Error::NotEmpty(at("notes"))),
        ("snapshot", "file", not_a_folder()),
        ("missing", "new", Error::NoSnapshot(at("missing"))),
        ("empty", "new", Error::NoSnapshot(at("empty"))),
        ("notes", "new", Error::NoSnapshot(at("notes"))),
        ("file", "new", not_a_folder()),
    ] {
        let refused = Index::restore(&at(from), &at(to), |_, _| ());
        let error = refused.expect_err("refused");
        assert_eq!(format!("{error:?}"), format!("{expected:?}"));
    }
    assert_eq!(all().collect::<Vec<String>>(), before);
    assert_eq!(games(&path).len(), 11);
}

/// What an interrupted copy has left goes when the next one begins, half-written files too.
#[test]
fn what_was_begun_is_removed() {
    let (folder, path) = index_of(&texts(3));
    let snapshot = folder.path().join("snapshot");
    fs::create_dir(&snapshot).expect("a folder");
    let id = "0123456789abcdef0123456789abcdef";
    let left = [
        format!("{id}.idx"),
        format!(".{id}.idx.new"),
        ".meta.json.new".to_owned(),
    ];
    for name in left.iter().chain([&".tabiya-unfinished".to_owned()]) {
        fs::write(snapshot.join(name), "half").expect("written");
    }
    Index::save_snapshot(&path, &snapshot, |_, _| ()).expect("saved");
    for name in left {
        assert!(!snapshot.join(&name).exists(), "{name}");
    }
    assert_eq!(games(&snapshot), games(&path));
}

/// Puts a file with another byte in the place of one, which may have several names.
fn damage(file: &Path) {
    let mut bytes = fs::read(file).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::remove_file(file).expect("removed");
    fs::write(file, bytes).expect("written");
}

#[test]
fn damage_is_neither_saved_nor_restored() {
    let (folder, path) = index_of(&texts(12));
    let at = |name: &str| folder.path().join(name);
    Index::save_snapshot(&path, &at("snapshot"), |_, _| ()).expect("saved");
    for name in files(&path) {
        let sound = fs::read(path.join(&name)).expect("readable");
        damage(&path.join(&name));
        let refused = Index::save_snapshot(&path, &at("new"), |_, _| ());
        assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
        assert!(!at("new").exists() || files(&at("new")).is_empty());
        fs::write(path.join(&name), sound).expect("written");

        let sound = fs::read(at("snapshot").join(&name)).expect("readable");
        damage(&at("snapshot").join(&name));
        let refused = Index::restore(&at("snapshot"), &at("restored"), |_, _| ());
        let error = refused.expect_err("refused");
        assert!(matches!(error, Error::DamagedSnapshot { .. }), "{error}");
        assert!(error.to_string().contains(&name), "{error}");
        assert!(!at("restored").exists());
        fs::remove_file(at("snapshot").join(&name)).expect("removed");
        let refused = Index::restore(&at("snapshot"), &at("restored"), |_, _| ());
        refused.expect_err("refused");
        assert!(!at("restored").exists());
        fs::write(at("snapshot").join(&name), sound).expect("written");
    }
    Index::save_snapshot(&path, &at("new"), |_, _| ()).expect("saved");
    Index::restore(&at("new"), &at("restored"), |_, _| ()).expect("restored");
    assert_eq!(games(&at("restored")), games(&path));
}
