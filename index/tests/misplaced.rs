//! Whole files under the name of others: of another segment, of another index, of an older commit. Each is sound by itself.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use index::{Error, FORMAT_VERSION, Index};
use tempfile::TempDir;

use crate::upgrade::{add, answers, copy, new, old};

/// The files of a folder that segments are made of, in the order of their names.
fn files(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path).expect("an index");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    let is_of_segment = |file: &PathBuf| {
        let name = file.file_name().and_then(OsStr::to_str);
        name.and_then(|name| name.split_once('.'))
            .is_some_and(|(id, _)| id.len() == 32)
    };
    files.retain(is_of_segment);
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().expect("a name").display().to_string()
}

/// Pairs of files of two indexes, or of one, whose endings are the same and whose bytes are not.
fn pairs(of: &Path, others: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut pairs = Vec::new();
    for file in files(of) {
        for other in files(others) {
            let is_another = fs::read(&file).expect("a file") != fs::read(&other).expect("a file");
            if file.extension() == other.extension() && is_another {
                pairs.push((file.clone(), other));
            }
        }
    }
    pairs
}

/// What is wrong with an index, or with a snapshot.
fn damage(error: Error) -> String {
    match error {
        Error::Damaged { what, .. } | Error::DamagedSnapshot { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

/// Another index, of other games.
fn another(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("another");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    add(&mut writer, 20..32);
    add(&mut writer, 32..40);
    writer.remove(&[3, 14].into()).expect("a removal");
    writer.close().expect("closed");
    path
}

#[test]
fn of_another_segment_or_index() {
    let (folder, path) = new();
    let whole = folder.path().join("whole");
    copy(&path, &whole);
    let mut pairs = [pairs(&path, &whole), pairs(&path, &another(&folder))].concat();
    fastrand::Rng::with_seed(3).shuffle(&mut pairs);
    assert!(pairs.len() > 30, "{}", pairs.len());
    let restored = folder.path().join("restored");
    for (file, other) in pairs {
        let name = name(&file);
        let right = fs::read(&file).expect("a file");
        let open = Index::open(&path).expect("an index");
        open.snapshot().expect("a snapshot");
        // In place: what is open is changed.
        fs::write(&file, fs::read(&other).expect("a file")).expect("written");
        for error in [
            open.snapshot().err(),
            Index::open(&path).and_then(|index| index.snapshot()).err(),
            Index::open(&path).and_then(|index| index.writer()).err(),
            Index::save_snapshot(&path, &folder.path().join("saved"), |_, _| ()).err(),
            Index::restore(&path, &restored, |_, _| ()).err(),
        ] {
            let what =
                damage(error.unwrap_or_else(|| panic!("{name} by {other:?} is not noticed")));
            assert!(what.starts_with(&name), "{name}: {what}");
        }
        assert!(!restored.join("meta.json").exists(), "{name}");
        let verified = Index::verify(&path, |_, _| ()).expect("readable");
        let examined = Index::examine(&path).expect("readable");
        for problems in [&verified.problems, &examined.damage] {
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].starts_with(&name), "{problems:?}");
        }
        fs::write(&file, right).expect("written");
    }
    assert_eq!(answers(&path), answers(&whole));
}

/// Before format 13 nothing says which files belong together, so an upgrade checks everything.
#[test]
fn by_an_upgrade() {
    let right = answers(&new().1);
    let mut refused = 0;
    for format in 7..FORMAT_VERSION {
        let (_kept, whole) = old(format);
        // The same games, stored in other segments.
        let (_before, before) = old((format - 1).max(7));
        for (file, other) in [pairs(&whole, &whole), pairs(&whole, &before)].concat() {
            let (_folder, path) = old(format);
            let wrong = path.join(name(&file));
            fs::copy(&other, &wrong).expect("copied");
            match Index::upgrade(&path, |_, _| ()) {
                // Nothing in it is used.
                Ok(_) => assert!(answers(&path) == right, "{format}: {other:?} as {file:?}"),
                Err(error) => {
                    let what = damage(error);
                    let id = name(&file).split('.').next().expect("an id").to_owned();
                    let names_it = what.starts_with(&id) || what.starts_with("its files: ");
                    assert!(names_it, "{format}: {other:?} as {file:?}: {what}");
                    let error = Index::open(&path).err().expect("as it was");
                    assert!(matches!(error, Error::Outdated { found, .. } if found == format));
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 60, "{refused}");
}

/// In an index an older `meta.json` is an older commit as long as its files are there; a snapshot knows its own.
#[test]
fn a_list_of_an_older_commit() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    add(&mut writer, 0..4);
    let older = fs::read(path.join("meta.json")).expect("a list");
    add(&mut writer, 4..8);
    writer.close().expect("closed");
    let snapshot = folder.path().join("snapshot");
    Index::save_snapshot(&path, &snapshot, |_, _| ()).expect("saved");
    let (meta, list) = (snapshot.join("meta.json"), snapshot.join("snapshot.json"));
    let right = [&meta, &list].map(|file| fs::read(file).expect("a file"));
    let flipped = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        bytes
    };
    for (file, bytes) in [
        (&meta, older),
        (&list, flipped(&right[1])),
        (&list, Vec::new()),
    ] {
        fs::write(file, bytes).expect("written");
        let restored = folder.path().join("restored");
        for error in [
            Index::restore(&snapshot, &restored, |_, _| ()).err(),
            Index::verify(&snapshot, |_, _| ()).err(),
            Index::open(&snapshot).err(),
        ] {
            let what = damage(error.expect("it is noticed"));
            assert!(what.starts_with(&name(file)), "{what}");
        }
        assert!(!restored.join("meta.json").exists());
        for (file, bytes) in [&meta, &list].into_iter().zip(&right) {
            fs::write(file, bytes).expect("written");
        }
    }
    // Who writes to a snapshot makes it an index like any other.
    let writer = Index::open(&snapshot).expect("an index").writer();
    let mut writer = writer.expect("the writer");
    add(&mut writer, 8..10);
    writer.close().expect("closed");
    assert!(!list.exists());
    let verified = Index::verify(&snapshot, |_, _| ()).expect("readable");
    assert_eq!((verified.games, verified.problems), (10, Vec::new()));
}
