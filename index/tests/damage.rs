//! Indexes of which a bit is flipped or a file is cut: an answer is the right one, or an error that names the file.

use std::fs::{self, File, OpenOptions};
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use index::{Error, Index};
use pgn::parse_fen;
use similarity::{ExploreOptions, GameFilter, Ingested, Scoring};
use tempfile::TempDir;

use crate::carlsen::data;

/// What is done to a file.
#[derive(Copy, Clone, Debug)]
enum Damage {
    /// A bit of the byte at this part of the file is flipped.
    Flip(f64, u8),
    /// Only this part of it is left.
    Cut(f64),
}

/// An index of two segments, with games removed.
fn index(path: &Path) -> Index {
    let index = Index::create(path).expect("an index");
    let games = fs::read_to_string(data("carlsen.pgn")).expect("games");
    let starts: Vec<usize> = games.match_indices("[Event ").map(|(at, _)| at).collect();
    let mut writer = index.writer().expect("the writer");
    for part in [0..60, 60..100] {
        let games = games.as_bytes()[starts[part.start]..starts[part.end]].to_vec();
        let games = Cursor::new(games);
        let mut sum = Ingested::default();
        testing::games::add(&mut writer, games, 13, &mut sum);
        writer.commit().expect("a commit");
    }
    writer.remove(&[5, 77].into()).expect("a removal");
    // Merges are over: files of a segment that was merged are no part of the index.
    writer.close().expect("closed");
    index
}

/// Some of everything that can be asked of an index.
fn answers(index: &Index) -> Result<String, Error> {
    let snapshot = index.snapshot()?;
    let position = parse_fen("r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1");
    let position = position.expect("a FEN");
    let mut answers = Vec::new();
    for scoring in Scoring::ALL {
        let hits = crate::similar(&snapshot, &position, 10, &scoring)?.hits;
        answers.push(format!("{hits:?}"));
    }
    let filter = GameFilter {
        player: Some("Carlsen".to_owned()),
        ..GameFilter::default()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = parse_fen(start).expect("a FEN");
    let options = ExploreOptions {
        top: 5,
        recent: 5,
        ..ExploreOptions::default()
    };
    answers.push(format!("{:?}", snapshot.explore(&start, &filter, options)?));
    answers.push(format!("{:?}", snapshot.players("c", 10, &[])?));
    for id in [1, 5, 61, 100] {
        let game = snapshot.game(id)?;
        answers.push(format!("{:?}", game.map(|game| game.sans().join(" "))));
    }
    answers.push(snapshot.statistics().length.to_string());
    Ok(answers.join("\n"))
}

fn files(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path).expect("an index");
    let mut files: Vec<PathBuf> = files
        .map(|file| file.expect("a file").path())
        .filter(|file| fs::metadata(file).expect("a file").len() > 0)
        .collect();
    files.sort();
    files
}

/// Does damage in place, as a disk or another program does.
fn damage(file: &Path, damage: Damage) {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(file)
        .expect("a file");
    let length = file.metadata().expect("a file").len();
    let place = |part: f64| (length as f64 * part) as u64;
    match damage {
        Damage::Cut(part) => file.set_len(place(part)).expect("cut"),
        Damage::Flip(part, bit) => {
            let mut byte = [0];
            file.seek(SeekFrom::Start(place(part))).expect("a place");
            file.read_exact(&mut byte).expect("a byte");
            file.seek(SeekFrom::Start(place(part))).expect("a place");
            file.write_all(&[byte[0] ^ (1 << bit)]).expect("written");
        }
    }
}

/// Lets a file look as if it was written long ago: a change is noticed by its time, and file systems give the same time to
/// all that is written within some milliseconds.
fn make_old(file: &File) {
    file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
}

/// Some damages to every file.
fn damages(count: usize, seed: u64) -> Vec<Damage> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut damage = |number: usize| match number % 4 {
        0 => Damage::Cut(random.f64()),
        _ => Damage::Flip(random.f64(), random.u8(0..8)),
    };
    (0..count).map(&mut damage).collect()
}

/// Checks that an answer is the right one, or an error that names the file.
fn check(answer: Result<String, Error>, right: &str, file: &Path, damage: Damage) -> bool {
    let name = file.file_name().expect("a name").display().to_string();
    match answer {
        Ok(answer) => assert_eq!(answer, right, "{name} {damage:?}"),
        Err(error) => {
            assert!(
                matches!(error, Error::Damaged { .. } | Error::Foreign(_)),
                "{error}"
            );
            assert!(
                error.to_string().contains(&name) || name == "meta.json",
                "{name}: {error}"
            );
            return true;
        }
    }
    false
}

#[test]
fn before_it_is_opened() {
    let folder = TempDir::new().expect("a temporary folder");
    let whole = folder.path().join("whole");
    let right = answers(&index(&whole)).expect("answers");
    let (mut cases, mut noticed) = (0, 0);
    let files = files(&whole);
    assert!(files.len() >= 14, "{files:?}");
    let path = folder.path().join("damaged");
    fs::create_dir(&path).expect("a folder");
    let copy = |file: &Path| {
        let copied = path.join(file.file_name().expect("a name"));
        fs::copy(file, &copied).expect("copied");
        copied
    };
    for file in &files {
        copy(file);
    }
    for (seed, file) in (0..).zip(&files) {
        for damage_ in damages(22, seed) {
            let damaged = copy(file);
            damage(&damaged, damage_);
            let answer = Index::open(&path).and_then(|index| answers(&index));
            noticed += usize::from(check(answer, &right, &damaged, damage_));
            cases += 1;
        }
        copy(file);
    }
    assert!(cases > 300 && noticed > cases / 2, "{noticed} of {cases}");
}

#[test]
fn while_it_is_open() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    let whole = index(&path);
    let right = answers(&whole).expect("answers");
    for file in files(&path) {
        make_old(&File::options().write(true).open(file).expect("a file"));
    }
    for (seed, file) in (100..).zip(files(&path)) {
        for damage_ in damages(6, seed) {
            let bytes = fs::read(&file).expect("readable");
            // Half of the time with all of it in memory and checked.
            let open = Index::open(&path).expect("an index");
            if seed % 2 == 0 {
                assert_eq!(answers(&open).expect("answers"), right);
            } else {
                open.snapshot().expect("a snapshot");
            }
            damage(&file, damage_);
            let is_noticed = check(answers(&open), &right, &file, damage_);
            // Of the list of segments only the beginning is read again, to see whether there is a newer one.
            let may_be_missed = file.ends_with("meta.json");
            assert!(
                is_noticed || may_be_missed,
                "{} {damage_:?}",
                file.display()
            );
            // What was found is not forgotten, and once the file is whole again, all is well.
            assert_eq!(answers(&open).is_err(), is_noticed);
            let mut again = File::create(&file).expect("a file");
            again.write_all(&bytes).expect("written");
            make_old(&again);
            drop(again);
            assert_eq!(answers(&open).expect("whole again"), right);
        }
    }
}

/// What nobody has asked for is checked in the background.
#[test]
fn in_the_background() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    drop(index(&path));
    let size = |file: &PathBuf| fs::metadata(file).expect("a file").len();
    let largest = files(&path).into_iter().max_by_key(size).expect("a file");
    assert!(size(&largest) > 5 << 14, "{}", largest.display());
    let whole = Index::open(&path).expect("an index");
    whole.snapshot().expect("a snapshot");
    whole.check_files().expect("whole");
    drop(whole);
    damage(&largest, Damage::Flip(0.3, 3));
    let index = Index::open(&path).expect("an index");
    let _ = index.snapshot();
    let error = index.check_files().expect_err("damaged");
    let Error::Damaged { what, .. } = error else {
        panic!("{error:?}");
    };
    let name = largest.file_name().expect("a name").display().to_string();
    assert!(what.starts_with(&name), "{what}");
    let verified = Index::verify(&path, |_, _| ()).expect("readable");
    assert_eq!(verified.problems, [what]);
    assert!(index.snapshot().is_err());
}
