//! The folder an index is in: who may read and write it at once, and how damage is noticed.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use index::{Error, Index};
use pgn::parse_fen;
use similarity::{Ingested, Scoring};
use tempfile::TempDir;

/// An index of some games, and its folder.
fn of_games(pgn: &[u8]) -> (TempDir, Index) {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    testing::games::add(&mut writer, pgn, 0, &mut Ingested::default());
    writer.commit().expect("a commit");
    drop(writer);
    (folder, index)
}

#[test]
fn one_writer_many_readers() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let other = Index::open(folder.path()).expect("the same index");
    let before = other.snapshot().expect("a snapshot");
    let start =
        parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("a FEN");
    let found = |snapshot: &index::Snapshot| {
        crate::similar(snapshot, &start, 10, &Scoring::Thesis)
            .expect("an answer")
            .hits
            .len()
    };

    let mut writer = index.writer().expect("the writer");
    assert!(matches!(other.writer(), Err(Error::Busy(_))));
    testing::games::add(&mut writer, &b"1. e4 *"[..], 0, &mut Ingested::default());
    assert_eq!(found(&before), 0);
    writer.commit().expect("a commit");
    assert_eq!(found(&before), 0, "a snapshot stays as it is");
    assert_eq!(found(&other.snapshot().expect("a snapshot")), 1);

    // What was not committed is forgotten, and its id is given again.
    testing::games::add(&mut writer, &b"1. d4 *"[..], 0, &mut Ingested::default());
    drop(writer);
    let mut writer = other.writer().expect("the writer");
    testing::games::add(&mut writer, &b"1. c4 *"[..], 0, &mut Ingested::default());
    writer.commit().expect("a commit");
    let snapshot = other.snapshot().expect("a snapshot");
    assert_eq!(snapshot.statistics().games, 2);
    assert_eq!(
        snapshot.game(2).expect("readable").expect("stored").sans(),
        ["c4"]
    );
}

#[test]
fn folders_that_are_no_index() {
    let folder = TempDir::new().expect("a temporary folder");
    let missing = folder.path().join("missing");
    assert!(matches!(Index::open(&missing), Err(Error::Missing(_))));
    fs::create_dir(&missing).expect("a folder");
    assert!(matches!(Index::open(&missing), Err(Error::Missing(_))));
    fs::write(missing.join("notes.txt"), "mine").expect("written");
    assert!(matches!(Index::open(&missing), Err(Error::Foreign(_))));
    assert!(matches!(
        Index::open_or_create(&missing),
        Err(Error::Foreign(_))
    ));

    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let (game, mut sum) = (&b"1. e4 *"[..], Ingested::default());
    testing::games::add(&mut writer, game, 0, &mut sum);
    writer.commit().expect("a commit");
    drop((writer, index));
    assert!(Index::open(&path).is_ok());
    let meta = fs::read_to_string(path.join("meta.json")).expect("readable");
    let format = format!("tabiya format {}", index::FORMAT_VERSION);
    assert!(meta.contains(&format));
    let open = |stored: &str| {
        fs::write(path.join("meta.json"), stored).expect("written");
        Index::open(&path).err().expect("refused")
    };
    for (stored, number) in [
        (&meta.replace(&format, "tabiya format 999")[..], "999"),
        (r#"{"payload": "tabiya format 2"}"#, "2"),
    ] {
        let error = open(stored);
        assert!(
            matches!(&error, Error::Format { found, .. } if found == number),
            "{error:?}"
        );
    }
    for stored in [
        &meta.replace(&format, "something else")[..],
        &meta.replace("max_doc", "max_dog"),
        "",
    ] {
        let error = open(stored);
        assert!(matches!(error, Error::Damaged { .. }), "{error:?}");
    }
    let error = open("{}");
    assert!(matches!(error, Error::Foreign(_)), "{error:?}");
}

/// The files of an index, locks left out.
fn index_files(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path).expect("the index");
    files
        .map(|file| file.expect("a file").path())
        .filter(|file| fs::metadata(file).expect("a file").len() > 0)
        .collect()
}

/// Puts another file in its place: who has mapped the old one into memory keeps that.
fn replace(file: &Path, bytes: &[u8]) {
    let new = file.with_extension("new");
    fs::write(&new, bytes).expect("written");
    fs::rename(new, file).expect("renamed");
}

#[test]
fn every_flipped_byte_is_noticed() {
    let games = b"[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 *\n";
    let (_folder, index) = of_games(games);
    let path = index.path().to_owned();
    let mut writer = index.writer().expect("the writer");
    // Else there is no file of what is deleted.
    writer.remove(&[1].into()).expect("a removal");
    writer.close().expect("closed");
    let found = |file: &Path| match Index::verify(&path, |_, _| ()) {
        Ok(verified) => verified.problems,
        Err(error) => vec![format!("{}: {error}", file.display())],
    };
    let files = index_files(&path);
    assert!(files.len() >= 7, "{files:?}");
    for file in files {
        assert_eq!(found(&file), [""; 0]);
        let whole = fs::read(&file).expect("readable");
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            replace(&file, &flipped);
            let found = found(&file);
            assert_eq!(found.len(), 1, "byte {at} of {}: {found:?}", file.display());
        }
        replace(&file, &whole);
    }
}

/// Who opens a folder in which another one creates an index finds none, or all of it.
#[test]
fn opened_while_it_is_created() {
    for _ in 0..200 {
        let folder = TempDir::new().expect("a temporary folder");
        let ended = AtomicBool::new(false);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !ended.load(Relaxed) {
                    match Index::open(folder.path()) {
                        Ok(_) | Err(Error::Missing(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
            let created = Index::create(folder.path());
            ended.store(true, Relaxed);
            created.expect("an empty index");
        });
    }
}

#[test]
fn two_that_write_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let ours = Index::create(folder.path()).expect("an index");
    let theirs = Index::open(folder.path()).expect("an index");
    for (number, index) in [&ours, &theirs, &ours, &theirs].into_iter().enumerate() {
        let game = format!("[White \"{number}\"]\n\n1. e4 e5 2. Nf3 *\n");
        let mut writer = index.writer().expect("the writer");
        let mut sum = Ingested::default();
        let stream = Cursor::new(game.into_bytes());
        testing::games::add(&mut writer, stream, 0, &mut sum);
        writer.commit().expect("a commit");
        writer.close().expect("closed");
        let verified = Index::verify(folder.path(), |_, _| ()).expect("readable");
        assert_eq!(verified.problems, [""; 0]);
        assert_eq!(verified.games, number as u64 + 1);
    }
    // What one of them has left is deleted by the other: nothing lies there that is of no segment.
    let mut writer = ours.writer().expect("the writer");
    writer.remove(&[1, 2, 3, 4].into()).expect("a removal");
    writer.close().expect("closed");
    let files = index_files(folder.path());
    assert!(files.len() <= 8, "{files:?}");
}

#[test]
fn files_that_a_killed_writer_has_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = Index::create(folder.path()).expect("an index");
    for white in ["A", "B"] {
        let game = format!("[White \"{white}\"]\n\n1. e4 e5 *\n");
        let mut writer = index.writer().expect("the writer");
        let (game, mut sum) = (Cursor::new(game), Ingested::default());
        testing::games::add(&mut writer, game, 0, &mut sum);
        // As if it had been killed before: the next commit deletes from the segment of this one.
        if let Some(segment) = index_files(folder.path())
            .iter()
            .find(|file| file.extension().is_some_and(|ending| ending == "idx"))
        {
            for opstamp in 0..20 {
                let left = segment.with_extension(format!("{opstamp}.del"));
                fs::write(left, b"left behind").expect("written");
            }
            drop(writer);
            writer = index.writer().expect("the writer");
            let game = Cursor::new("[White \"C\"]\n\n1. e4 e5 *\n");
            testing::games::add(&mut writer, game, 0, &mut sum);
        }
        writer.commit().expect("a commit");
    }
    let verified = Index::verify(folder.path(), |_, _| ()).expect("readable");
    assert_eq!((verified.games, verified.problems), (2, Vec::new()));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, index) = of_games(b"1. e4 e5 *");
    let path = index.path().to_owned();
    drop(index);
    for file in fs::read_dir(&path).expect("the index") {
        let file = file.expect("a file").path();
        if file.file_name().expect("a name").as_encoded_bytes()[0] == b'.' {
            fs::remove_file(file).expect("removed");
        }
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).expect("read-only");
    let is_root = fs::write(path.join(".probe"), "").is_ok();
    let games = Index::open(&path)
        .and_then(|index| Ok(index.snapshot()?.statistics().games))
        .expect("readable");
    assert_eq!(games, 1);
    let written = Index::open(&path).expect("readable").writer().map(drop);
    assert!(is_root || matches!(written, Err(Error::Storage { .. })));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("writable");
}

/// Not on Windows, which deletes no file that is open.
#[cfg(unix)]
#[test]
fn an_index_that_was_deleted_is_still_read() {
    let (_folder, index) = of_games(b"1. e4 e5 *");
    let games = |index: &Index| index.snapshot().expect("a snapshot").statistics().games;
    assert_eq!(games(&index), 1);
    fs::remove_dir_all(index.path()).expect("removed");
    assert_eq!(games(&index), 1);
}

#[test]
fn truncation_is_noticed_at_opening() {
    let (_folder, index) = of_games(b"1. e4 e5 *");
    let path = index.path().to_owned();
    drop(index);
    let mut files = 0;
    for file in index_files(&path) {
        let whole = fs::read(&file).expect("readable");
        fs::write(&file, &whole[..whole.len() - 1]).expect("written");
        let opened = Index::open(&path).and_then(|index| index.snapshot().map(drop));
        assert!(
            matches!(opened, Err(Error::Damaged { .. })),
            "{}: {opened:?}",
            file.display()
        );
        fs::remove_file(&file).expect("removed");
        let opened = Index::open(&path).and_then(|index| index.snapshot().map(drop));
        assert!(
            // Without meta.json nobody knows that it was an index.
            matches!(opened, Err(Error::Damaged { .. } | Error::Foreign(_))),
            "{}: {opened:?}",
            file.display()
        );
        fs::write(&file, whole).expect("written");
        files += 1;
    }
    assert!(files >= 4);
    assert!(Index::open(&path).is_ok());
}
