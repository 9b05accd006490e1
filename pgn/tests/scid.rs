//! Databases of Scid: what Scid has written, what is damaged, and what is refused by name.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pgn::{
    Game, ReadError, Rejected, decompressed, open_input, open_pgn, parse_fen, pgn_files, pgn_games,
};
use tempfile::TempDir;

use testing::sentences::Sentences;

/// What Scid 4.7.4 and Scid 5.0.2 have written: the endings of the three files, and where entries begin in the index.
const BASES: [(&str, [&str; 3], usize); 2] = [
    ("base4", ["si4", "sn4", "sg4"], 182),
    ("base5", ["si5", "sn5", "sg5"], 0),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scid")
}

/// The PGN of a database, as far as it can be read, and why it ends early.
fn read(path: &Path) -> (String, Option<String>) {
    let mut pgn = Vec::new();
    let end = open_pgn(path, |_| {}).read_to_end(&mut pgn);
    let error = end.err().map(|error| ReadError::new("", &error).why);
    (String::from_utf8(pgn).expect("UTF-8"), error)
}

/// The games of a database by their numbers, or why they are rejected, and why it ends early.
fn outcomes(path: &Path) -> (BTreeMap<u64, Result<Game, Rejected>>, Option<String>) {
    let mut games = BTreeMap::new();
    for game in pgn_games(open_pgn(path, |_| {})) {
        let game = match game {
            Ok(game) => game,
            Err(error) => return (games, Some(error.to_string())),
        };
        let number = match &game {
            Ok(game) => game.id,
            Err(rejected) => rejected.game,
        };
        assert!(games.insert(number, game).is_none(), "{number} twice");
    }
    (games, None)
}

/// A copy of a fixture.
fn copied(base: &str, endings: [&str; 3]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for ending in endings {
        let name = format!("{base}.{ending}");
        fs::copy(fixtures().join(&name), folder.path().join(&name)).expect("copied");
    }
    folder
}

#[test]
fn databases_that_scid_has_written() {
    let expected = fs::read_to_string(fixtures().join("expected.pgn")).expect("the PGN");
    assert_eq!(
        read(&fixtures().join("base5.si5")),
        (expected.clone(), None)
    );
    // Scid 4 has no chess960.
    let before = expected
        .find("%tabiya game 9\n")
        .expect("the first game of chess960");
    let expected = expected[..before].to_owned();
    assert_eq!(read(&fixtures().join("base4.si4")), (expected, None));
}

/// The PGN of a database reads as the PGN that Scid has made the database of, without the game that is deleted.
#[test]
fn the_same_games_as_in_pgn() {
    let (games, end) = outcomes(&fixtures().join("base5.si5"));
    assert_eq!(end, None);
    let pgn =
        ["games.pgn", "chess960.pgn"].map(|name| fs::read(fixtures().join(name)).expect("PGN"));
    let pgn = pgn.concat();
    let wanted = pgn_games(&pgn[..]).map(|game| game.expect("readable").expect("playable"));
    let mut wanted: BTreeMap<u64, Game> = wanted.map(|game| (game.id, game)).collect();
    wanted.remove(&6);
    assert!(games.keys().eq(wanted.keys()));
    for (number, game) in games {
        let (game, wanted) = (game.expect("playable"), &wanted[&number]);
        assert_eq!(game.moves, wanted.moves, "game {number}");
        let annotations = |game: &Game| {
            let game = Game {
                tags: pgn::Tags::default(),
                ..game.clone()
            };
            // Scid drops spaces around comments.
            game.pgn()
                .replace("{ ", "{")
                .replace(" }", "}")
                .replace("; ", ";")
        };
        assert_eq!(
            annotations(&game).split_whitespace().collect::<Vec<_>>(),
            annotations(wanted).split_whitespace().collect::<Vec<_>>(),
            "game {number}"
        );
        for (name, value) in wanted.tags.iter().filter(|(name, _)| *name != "FEN") {
            assert_eq!(game.tags.get(name), Some(value), "game {number}, {name}");
        }
    }
}

#[test]
fn a_file_that_is_cut_off() {
    for (base, endings, _) in BASES {
        let folder = copied(base, endings);
        let index = folder.path().join(format!("{base}.{}", endings[0]));
        let (whole, _) = outcomes(&index);
        for ending in endings {
            let file = folder.path().join(format!("{base}.{ending}"));
            let bytes = fs::read(&file).expect("a file");
            for length in 0..bytes.len() {
                fs::write(&file, &bytes[..length]).expect("written");
                let (games, end) = outcomes(&index);
                let case = format!("{base}.{ending}, {length} bytes: {end:?}");
                // What is there is as it was, and what is not there is said.
                for (number, game) in &games {
                    assert_eq!(Some(game), whole.get(number), "{case}");
                }
                let lacks = games.len() < whole.len();
                let between_entries = ending == "si5" && length % 56 == 0;
                assert!(!lacks || end.is_some() || between_entries, "{case}");
            }
            fs::write(&file, bytes).expect("written");
        }
    }
}

/// A bit that is wrong in the index or among the games damages one game, which is rejected or another one; no bit makes
/// anything panic.
#[test]
fn a_bit_that_is_wrong() {
    for (base, endings, header) in BASES {
        let folder = copied(base, endings);
        let index = folder.path().join(format!("{base}.{}", endings[0]));
        let (whole, _) = outcomes(&index);
        for (nth, ending) in endings.into_iter().enumerate() {
            let file = folder.path().join(format!("{base}.{ending}"));
            let mut bytes = fs::read(&file).expect("a file");
            for at in 0..bytes.len() {
                // Another one in each byte: all of them take a minute.
                let bit = at % 8;
                bytes[at] ^= 1 << bit;
                fs::write(&file, &bytes).expect("written");
                bytes[at] ^= 1 << bit;
                let (games, end) = outcomes(&index);
                let same = whole
                    .iter()
                    .filter(|(number, game)| games.get(number) == Some(game))
                    .count();
                // The header of an index and names are of many games.
                let is_of_one_game = nth == 2 || nth == 0 && at >= header;
                assert!(
                    same + 1 >= whole.len() || !is_of_one_game,
                    "{base}.{ending}, byte {at}, bit {bit}: {same} the same, {end:?}"
                );
            }
            fs::write(&file, bytes).expect("written");
        }
    }
}

/// Writes a database of version 5 with these games: their data, and where they are if not one after the other.
fn written(folder: &Path, games: &[&[u8]]) -> PathBuf {
    // The names of two players, an event, a site and a round.
    let names: &[u8] = &[8, b'W', 8, b'B', 9, b'E', 10, b'S', 11, b'R'];
    let (mut index, mut data) = (Vec::new(), Vec::new());
    for game in games {
        let mut entry = [0_u32; 14];
        entry[1] = 1;
        entry[8] = (game.len() as u32) << 15;
        entry[9] = data.len() as u32;
        index.extend(entry.into_iter().flat_map(u32::to_le_bytes));
        data.extend_from_slice(game);
    }
    let path = folder.join("made.si5");
    fs::write(&path, index).expect("written");
    fs::write(path.with_extension("sn5"), names).expect("written");
    fs::write(path.with_extension("sg5"), data).expect("written");
    path
}

/// Moves, each as a byte: the number of a piece, and where it goes.
const E4: u8 = 0xcf;
const E5: u8 = 0xcf;
const D4: u8 = 0xbf;
const KE2: u8 = 0x07;
const PASS: u8 = 0x00;

/// The data of a game without tags from the usual position.
fn plain(movetext: &[u8]) -> Vec<u8> {
    [b"\0\0", movetext].concat()
}

/// What becomes of the data of a game before another one: PGN, and the reason for which it is rejected.
fn made(data: &[u8]) -> (String, Option<String>) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = written(folder.path(), &[data, b"\0\0\x0f"]);
    let (pgn, end) = read(&path);
    assert_eq!(end, None);
    let (first, second) = pgn.split_once("%tabiya game 2\n").expect("the next game");
    assert!(second.ends_with("\n*\n\n"), "{second}");
    let reason = first
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("%tabiya game 1: "));
    let (games, _) = outcomes(&path);
    assert_eq!(games.len(), 2);
    let rejected = games[&1].as_ref().err();
    assert_eq!(
        rejected.map(|rejected| (&rejected.reason[..], rejected.line)),
        reason.map(|reason| (reason, 0))
    );
    (first.to_owned(), reason.map(str::to_owned))
}

#[test]
fn the_data_of_a_game() {
    let cases: &[(&[u8], &str)] = &[
        // No marks: comments belong to the places one after the other.
        (
            &plain(&[
                E4, 13, D4, 14, E5, 15, b'a', 0, b'b', 0, 0, b'c', 0, b'd', 0,
            ]),
            "{a} 1. e4 {b} (1. d4 {c}) 1... e5 {d} *",
        ),
        // The last marks are missing.
        (
            &plain(&[E4, 12, E5, PASS, 15, b'a', 0, b'b', 0]),
            "1. e4 {a} 1... e5 {b} 2. -- *",
        ),
        // A comment as it can stand in PGN.
        (
            &plain(&[&[E4, 12, 15][..], b"a\n[White \"b\"]\n\n [c\0"].concat()),
            "1. e4 {a [White \"b\"]\n  [c} *",
        ),
        (
            &plain(&[&[E4, 12, E5, 15][..], b"a}\nb\0"].concat()),
            "1. e4 ;a} b\n1... e5 *",
        ),
        // Of old versions, in Latin-1.
        (&plain(&[E4, 12, 15, b'r', 0xf6, b'd', 0]), "1. e4 {röd} *"),
        (
            b"\xf3\x03\xd6st\0\0\x0f",
            "[Result \"*\"]\n[Annotator \"Öst\"]",
        ),
        // A mark before the first move is of nothing, and 0 is none.
        (&plain(&[11, 1, E4, 11, 0, 11, 6, 15]), "1. e4 $6 *"),
        // A variation ends at a move that is not legal, and the game goes on.
        (
            &plain(&[
                E4, 13, KE2, D4, 11, 13, 12, 13, E4, 12, 14, 14, E5, 12, 15, b'a', 0, b'b', 0,
                b'c', 0,
            ]),
            "1. e4 (e1e2) 1... e5 {c} *",
        ),
        // Tags: one that the index has, one by a number, one that is not known, one of Scid 2.
        (
            b"\x05Round\x011\xf3\x01x\xfb\x01y\xff\x01\x02\x03\x06A tag!\x02\"\n\0\0\x0f",
            "[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n[Annotator \"x\"]\n[Atag \"\\\" \"]",
        ),
    ];
    for (data, expected) in cases {
        let (pgn, reason) = made(data);
        assert_eq!(reason, None);
        assert!(
            pgn.contains(&format!("\n{expected}\n")),
            "{pgn}: {expected}"
        );
    }
}

#[test]
fn data_that_are_damaged() {
    let no_fen = parse_fen("8/8").expect_err("no FEN").to_string();
    // The kind of the reason, and what it names: a move with its number and side, or a part of the data.
    let cases: &[(&[u8], &str, &[&str])] = &[
        (&plain(&[KE2, 15]), "illegal", &["e1e2", "1", "White"]),
        (&plain(&[9, 15]), "illegal", &["O-O-O", "1", "White"]),
        (&plain(&[0x11, 15]), "illegal", &["a1b1", "1", "White"]),
        (&plain(&[0x2f, 15]), "no move", &["1", "White"]),
        (&plain(&[0x43, 63, 15]), "no move", &["1", "White"]),
        (&plain(&[0x43]), "no move", &["1", "White"]),
        (&plain(&[E4]), "cut off", &["moves"]),
        (&plain(&[E4, 11]), "cut off", &["moves"]),
        (&plain(&[E4, 13, D4, 15]), "open variation", &[]),
        (&plain(&[E4, 14, 15]), "end of no variation", &[]),
        (&plain(&[13, D4, 14, 15]), "variation of no move", &[]),
        (&plain(&[E4, 12, 15, b'a']), "cut off", &["comments"]),
        (&plain(&[15, b'a', 0, b'b', 0]), "too many", &["comments"]),
        (b"", "cut off", &["tags"]),
        (b"\x05Round\x011", "cut off", &["tags"]),
        (b"\0", "cut off after", &["tags"]),
        (b"\0\x018/8", "cut off", &["FEN"]),
        (b"\0\x018/8\0\x0f", "bad FEN", &[&no_fen, "FEN"]),
    ];
    let mut reasons = Sentences::default();
    for (data, kind, values) in cases {
        let (_, reason) = made(data);
        reasons.check(kind, &reason.expect("rejected"), values);
    }
}

/// As far as its files go, and why not farther.
#[test]
fn what_is_missing() {
    let folder = TempDir::new().expect("a temporary folder");
    let e4 = [0, 0, E4, 15];
    let path = written(folder.path(), &[&e4, &e4, &e4, &e4]);
    let mut ends = Sentences::default();
    let mut check = |kind, whole: &[u64], values: &[&str]| {
        let (games, end) = outcomes(&path);
        assert!(games.keys().eq(whole), "{games:?}");
        ends.check(kind, &end.expect("an error"), values);
    };
    let file = |ending: &str| path.with_extension(ending);
    let bytes = |ending: &str| fs::read(file(ending)).expect("a file");
    let (index, names, games) = (bytes("si5"), bytes("sn5"), bytes("sg5"));

    fs::write(file("si5"), &index[..130]).expect("written");
    check("cut off", &[1, 2], &["3"]);
    fs::write(file("si5"), &index).expect("written");

    // The number of a game; the number of games, and the first of them.
    fs::write(file("sg5"), &games[..15]).expect("written");
    check("one is left out", &[1, 2, 3], &["made.sg5", "4"]);
    fs::write(file("sg5"), &games[..7]).expect("written");
    check("some are left out", &[1], &["made.sg5", "3", "2"]);
    fs::write(file("sg5"), &games).expect("written");

    fs::write(file("sn5"), &names[..9]).expect("written");
    check("some are left out", &[], &["made.sn5", "4", "1"]);
    for ending in ["sn5", "sg5"] {
        fs::remove_file(file(ending)).expect("removed");
        check("missing", &[], &[&format!("made.{ending}")]);
        fs::write(file(ending), &names).expect("written");
    }
    fs::remove_file(file("si5")).expect("removed");
    let error = open_input(&path).err().expect("no such file");
    let name = path.display().to_string();
    assert_eq!(error, ReadError::new(name, &io::ErrorKind::NotFound.into()));
}

#[test]
fn refused_by_name() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut reasons = Sentences::default();
    for (name, kind, value) in [
        ("mega.cbh", "another program's", "ChessBase"),
        ("mega.CBV", "another program's", "ChessBase"),
        ("old.cbf", "another program's", "ChessBase"),
        ("mega.cbg", "another program's", "ChessBase"),
        ("new.2cbh", "another program's", "ChessBase"),
        ("old.si3", "an old version's", "Scid 3"),
        ("base.sg5", "part", "base.si5"),
        ("base.sn4", "part", "base.si4"),
        ("BASE.SG4", "part", "BASE.SI4"),
    ] {
        // Whatever is in it, and whether it is there or not.
        let path = folder.path().join(name);
        let error = open_input(&path).err().expect("refused");
        reasons.check(kind, &error.why, &[value]);
        assert_eq!(read(&path), (String::new(), Some(error.why)));
    }
}

#[test]
fn refused_by_what_they_begin_with() {
    let mut reasons = Sentences::default();
    for name in ["base4.si4", "base4.sn4", "base5.si5"] {
        let bytes = fs::read(fixtures().join(name)).expect("a file");
        let error = decompressed(io::Cursor::new(bytes)).read_to_end(&mut Vec::new());
        let error = error.expect_err("refused").to_string();
        reasons.check("part", &error, &["Scid"]);
    }
    // What is not: the beginning of a photo, of a program, and of nothing.
    let photo = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00H\x00H\x00\x00\xff\xdb\x00C\x00";
    let program = b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01";
    for start in [&photo[..], program, b""] {
        let bytes = [start, &[0; 56]].concat();
        let read = decompressed(io::Cursor::new(bytes.clone())).read_to_end(&mut Vec::new());
        assert_eq!(read.expect("plain"), bytes.len());
    }
    let folder = TempDir::new().expect("a temporary folder");
    for (version, kind) in [(300_u16, "an old version's"), (401, "no index")] {
        let path = folder.path().join("base.si4");
        let header = [b"Scid.si\0", &version.to_be_bytes()[..], &[0; 172]].concat();
        fs::write(&path, header).expect("written");
        let (pgn, reason) = read(&path);
        assert_eq!(pgn, "");
        reasons.check(kind, &reason.expect("refused"), &["Scid"]);
    }
    // As by its name.
    let named = read(&folder.path().join("old.si3")).1;
    reasons.check("an old version's", &named.expect("refused"), &["Scid"]);
}

#[test]
fn in_folders() {
    let files: Vec<_> = pgn_files(&fixtures())
        .into_iter()
        .map(|file| file.expect("a file"))
        .collect();
    let names: Vec<_> = files
        .iter()
        .filter_map(|file| file.file_name()?.to_str())
        .collect();
    assert_eq!(
        names,
        [
            "base4.si4",
            "base5.si5",
            "chess960.pgn",
            "expected.pgn",
            "games.pgn"
        ]
    );
}
