//! Indexes of older formats, which are upgraded and then answer as new ones do.
//!
//! `tests/formats/N` is an index of format N, made by the last Tabiya that wrote it: the first 12 games of `data/carlsen.pgn`,
//! then the next 8, then games 3 and 14 removed. `tests/formats/8-speeds` is another one of format 8: the games of
//! `time_controls.pgn`, six after six, all positions, then game 2 removed. They stay for ever.

use std::fmt::Display;
use std::fs;
use std::io::Cursor;
use std::ops::Range;
use std::path::{Path, PathBuf};

use index::{Error, FORMAT_VERSION, Index, Upgraded, Writer};
use pgn::parse_fen;
use similarity::{Condition, GameFilter, Hit, Ingested, OpeningQuery, Scoring, Speed};
use tempfile::TempDir;

use crate::carlsen::data;
use testing::sentences::Sentences;

/// A copy of an index of a format, by its name.
pub(crate) fn old(format: impl Display) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/formats/{format}"));
    copy(&from, &path);
    (folder, path)
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for file in fs::read_dir(from).expect("an index") {
        let file = file.expect("a file");
        fs::copy(file.path(), to.join(file.file_name())).expect("copied");
    }
}

/// The same games, ingested by this Tabiya.
pub(crate) fn new() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    let index = Index::create(&path).expect("an index");
    let mut writer = index.writer().expect("the writer");
    add(&mut writer, 0..20);
    writer.remove(&[3, 14].into()).expect("a removal");
    writer.close().expect("closed");
    (folder, path)
}

/// Some of Carlsen's games.
fn first_games(games: Range<usize>) -> Cursor<Vec<u8>> {
    let text = fs::read_to_string(data("carlsen.pgn")).expect("games");
    let begins = |nth| {
        let (begin, _) = text.match_indices("[Event ").nth(nth).expect("a game");
        begin
    };
    Cursor::new(text.as_bytes()[begins(games.start)..begins(games.end)].to_vec())
}

/// Ingests some of Carlsen's games and commits them.
pub(crate) fn add(writer: &mut Writer, games: Range<usize>) {
    let text = first_games(games.clone());
    let mut sum = Ingested::default();
    testing::games::add(writer, text, 13, &mut sum);
    assert_eq!(sum.games, games.len() as u64);
    writer.commit().expect("a commit");
}

/// Games, hits, and games by their openings.
pub(crate) type Answers = (Vec<String>, Vec<Vec<Hit>>, Vec<Vec<u64>>);

/// What an index has and answers.
pub(crate) fn answers(path: &Path) -> Answers {
    let index = Index::open(path).expect("an index");
    let snapshot = index.snapshot().expect("a snapshot");
    let games = (1..=21).map(|id| {
        let game = snapshot.game(id).expect("readable");
        game.map_or_else(String::new, |game| {
            format!("{:?} {}", game.tags, game.sans().join(" "))
        })
    });
    let queries = [
        "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
        "8/5pk1/4p1p1/3pP2p/3P3P/2r3P1/5PK1/1R6 b - - 3 41",
        "2r2rk1/1bq1bppp/p2ppn2/1p6/3BPP2/P1N2B2/1PP1Q1PP/3R1R1K w - - 2 17",
    ];
    let queries = queries.map(|fen| parse_fen(fen).expect("a FEN"));
    let hits = queries.iter().flat_map(|query| {
        Scoring::ALL.map(|scoring| {
            crate::similar(&snapshot, query, 18, &scoring)
                .expect("an answer")
                .hits
        })
    });
    let openings = ["Sicilian", "Ruy Lopez", "Queen's Gambit", "French"].map(|name| {
        let query = OpeningQuery::new(name).expect(name);
        let filter = GameFilter {
            also: vec![Condition::Opening(query)],
            ..GameFilter::default()
        };
        snapshot.games_that_pass(&filter).expect("readable")
    });
    assert_ne!(openings.concat(), [0; 0]);
    (games.collect(), hits.collect(), openings.to_vec())
}

/// Checks that an index is whole, and answers as a new one.
fn check(path: &Path) {
    let verified = Index::verify(path, |_, _| ()).expect("readable");
    assert_eq!((verified.games, verified.positions), (18, 740));
    assert_eq!(verified.problems, [""; 0]);
    assert_eq!(answers(path), answers(&new().1));
}

#[test]
fn from_every_format() {
    for format in 7..FORMAT_VERSION {
        let (_folder, path) = old(format);
        // What writers that were killed have left: files of no segment, and of one, by another commit.
        let segment = "cc32e82a7dfd4a9c88a9e1b551cf6090";
        for left in [
            "0123456789abcdef0123456789abcdef.idx",
            &format!("{segment}.3.del"),
        ] {
            fs::write(path.join(left), b"half of a file").expect("written");
        }
        let error = Index::open(&path).err().expect("refused");
        assert!(
            matches!(error, Error::Outdated { found, .. } if found == format),
            "{error}"
        );
        let upgraded = Index::upgrade(&path, |done, all| assert!(done <= all)).expect("upgraded");
        assert_eq!((upgraded.from, upgraded.to), (format, FORMAT_VERSION));
        check(&path);
        // Again: nothing is left to do.
        let nothing = Upgraded {
            from: FORMAT_VERSION,
            to: FORMAT_VERSION,
            files: 0,
            bytes: 0,
        };
        assert_eq!(Index::upgrade(&path, |_, _| ()).expect("upgraded"), nothing);
        // It goes on as any index.
        let index = Index::open(&path).expect("an index");
        let mut writer = index.writer().expect("the writer");
        let mut sum = Ingested::default();
        testing::games::add(&mut writer, &b"1. e4 e5 *"[..], 0, &mut sum);
        // The index recognises its games, but for the two that were removed.
        let first = first_games(0..20);
        let mut sum = Ingested::default();
        testing::games::add(&mut writer, first, 13, &mut sum);
        assert_eq!((sum.games, sum.duplicates), (2, 18), "format {format}");
        writer.commit().expect("a commit");
        writer.close().expect("closed");
        assert_eq!(
            Index::verify(&path, |_, _| ()).expect("readable").problems,
            [""; 0]
        );
    }
}

/// Segments of an older format and new ones, whose passages are longer, become one segment, with the answers of an index
/// without older ones.
#[test]
fn segments_of_two_formats_are_merged() {
    let segments = |path: &Path| {
        let files = fs::read_dir(path).expect("an index");
        let names = files.map(|file| file.expect("a file").path());
        names
            .filter(|name| name.extension().is_some_and(|of| of == "idx"))
            .count()
    };
    for format in 7..FORMAT_VERSION {
        let (_folder, path) = old(format);
        Index::upgrade(&path, |_, _| ()).expect("upgraded");
        let (_new_folder, new) = new();
        for path in [&path, &new] {
            let mut writer = Index::open(path)
                .expect("an index")
                .writer()
                .expect("the writer");
            for first in 20..40 {
                add(&mut writer, first..first + 1);
            }
            writer.close().expect("closed");
            // Of two older ones and twenty.
            assert!(segments(path) < 12, "{}", segments(path));
        }
        let verified = Index::verify(&path, |_, _| ()).expect("readable");
        assert_eq!((verified.games, verified.problems), (38, Vec::new()));
        assert_eq!(answers(&path), answers(&new));
    }
}

/// Whatever an upgrade that was cut short has done: some files are new, one is half-written, the list of segments is old.
#[test]
fn after_an_interruption() {
    let (_done, done) = old(7);
    Index::upgrade(&done, |_, _| ()).expect("upgraded");
    let mut files: Vec<_> = fs::read_dir(&done)
        .expect("an index")
        .map(|file| file.expect("a file").file_name())
        .filter(|name| !name.as_encoded_bytes().starts_with(b".") && name != "meta.json")
        .collect();
    files.sort();
    assert!(files.len() >= 18, "{files:?}");
    for count in 0..=files.len() {
        let (_folder, path) = old(7);
        for file in &files[..count] {
            fs::copy(done.join(file), path.join(file)).expect("copied");
        }
        if let Some(next) = files.get(count) {
            let half = format!(".{}.new", next.display());
            fs::write(path.join(half), b"half").expect("written");
        }
        let upgraded = Index::upgrade(&path, |_, _| ()).expect("upgraded");
        assert_eq!(upgraded.files as usize, files.len() - count);
        check(&path);
    }
}

#[test]
fn damage_is_not_sealed() {
    let mut reasons = Sentences::default();
    for (ending, at) in [("idx", 100), ("store", 9), ("fast", 4000), ("term", 20)] {
        let (_folder, path) = old(7);
        let files = fs::read_dir(&path).expect("an index");
        let file = files
            .map(|file| file.expect("a file").path())
            .find(|file| {
                let is_large = fs::metadata(file).expect("a file").len() > 3000;
                is_large && file.extension().is_some_and(|of| of == ending)
            })
            .expect("a file");
        let mut bytes = fs::read(&file).expect("readable");
        bytes[at] ^= 4;
        fs::write(&file, bytes).expect("written");
        let error = Index::upgrade(&path, |_, _| ()).expect_err("damaged");
        let Error::Damaged { what, .. } = error else {
            panic!("{error:?}");
        };
        let name = file.file_name().expect("a name").display().to_string();
        reasons.check("overwritten", &what, &[&name]);
        let error = Index::open(&path).err().expect("as it was");
        assert!(matches!(error, Error::Outdated { .. }), "{error}");
    }
}

/// The numbers of the games of each speed, the fastest first, and of those of unknown speed.
fn by_speed(path: &Path) -> Vec<Vec<u64>> {
    let snapshot = Index::open(path)
        .expect("an index")
        .snapshot()
        .expect("one");
    let of = |speeds: &[Option<Speed>]| {
        let filter = GameFilter {
            also: vec![Condition::Speeds(speeds.to_vec())],
            ..GameFilter::default()
        };
        snapshot.games_that_pass(&filter).expect("ids")
    };
    let mut games: Vec<Vec<u64>> = Speed::ALL.map(|speed| of(&[Some(speed)])).to_vec();
    games.push(of(&[None]));
    games
}

/// Checks that an index of the games of `time_controls.pgn` without the second one has their speeds.
fn check_speeds(path: &Path) {
    let verified = Index::verify(path, |_, _| ()).expect("readable");
    assert_eq!(verified.problems, [""; 0]);
    assert_eq!(verified.games, 11);
    let expected: [&[u64]; 7] = [&[1], &[], &[3, 11], &[4], &[5, 9], &[6, 8], &[7, 10, 12]];
    assert_eq!(by_speed(path), expected);
}

/// Games get the speeds of their time controls, whatever an upgrade that was cut short has done.
#[test]
fn speeds_from_stored_tags() {
    let (_done, done) = old("8-speeds");
    let upgraded = Index::upgrade(&done, |done, all| assert!(done <= all)).expect("upgraded");
    // The columns of both segments with games, and of that of the statistics.
    assert_eq!(
        (upgraded.from, upgraded.to, upgraded.files),
        (8, FORMAT_VERSION, 3)
    );
    check_speeds(&done);
    let is_columns = |name: &String| Path::new(name).extension().is_some_and(|end| end == "fast");
    let names = |path: &Path| {
        let files = fs::read_dir(path).expect("an index");
        let names = files.map(|file| file.expect("a file").file_name().into_string());
        let mut names: Vec<String> = names.flatten().filter(is_columns).collect();
        names.sort();
        names
    };
    let columns = names(&done);
    assert_eq!(columns, names(&old("8-speeds").1));
    let (_before, before) = old("8-speeds");
    let read = |path: &Path, name: &String| fs::read(path.join(name)).expect("readable");
    let changed: Vec<&String> = columns
        .iter()
        .filter(|name| read(&done, name) != read(&before, name))
        .collect();
    assert_eq!(changed.len(), 3);
    for count in 0..=3 {
        let (_folder, path) = old("8-speeds");
        for name in &changed[..count] {
            fs::copy(done.join(name), path.join(name)).expect("copied");
        }
        // Columns that were to replace others.
        let left = path.join("0123456789abcdef0123456789abcdef.fast");
        fs::write(&left, b"half of a file").expect("written");
        let upgraded = Index::upgrade(&path, |_, _| ()).expect("upgraded");
        assert_eq!(upgraded.files as usize, 3 - count);
        check_speeds(&path);
        drop(
            Index::open(&path)
                .expect("an index")
                .writer()
                .expect("the writer"),
        );
        assert!(!left.exists());
    }
    // An index that has them is as one that was made with them.
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("index");
    let mut writer = Index::create(&path)
        .expect("an index")
        .writer()
        .expect("the writer");
    let games = Cursor::new(include_str!("time_controls.pgn"));
    let mut sum = Ingested::default();
    testing::games::add(&mut writer, games, 0, &mut sum);
    writer.commit().expect("a commit");
    writer.remove(&[2].into()).expect("a removal");
    writer.close().expect("closed");
    check_speeds(&path);
    assert_eq!(answers(&done), answers(&path));
}
