//! Damaged files of an index.
//!
//! Laws: what is asked of an index is answered as by the whole one, or an error says that it is damaged; where `verify`
//! finds nothing, all is answered; nothing panics, also not inside.
//!
//! The input is a list of damages, six bytes each: a file, a place in it (three bytes), what is done there, and a byte.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use index::{Error, Index, Pace};
use libfuzzer_sys::fuzz_target;
use pgn::parse_fen;
use similarity::{ExploreOptions, GameFilter, Query, Scoring, rerank};
use tabiya_fuzz::games::{add, first, folder};
use tempfile::TempDir;

struct Whole {
    files: Vec<(PathBuf, Vec<u8>)>,
    answers: String,
    folder: TempDir,
}

/// An index of two segments, with a game removed.
static WHOLE: LazyLock<Whole> = LazyLock::new(|| {
    let folder = folder();
    let path = folder.path().join("whole");
    let index = Index::create(&path).expect("an index");
    let games = first(12);
    let (one, other) = games.split_at(first(7).len());
    add(&index, one.as_bytes(), 0).expect("games");
    add(&index, other.as_bytes(), 0).expect("games");
    let mut writer = index.writer().expect("the writer");
    writer.remove(&[5].into()).expect("a removal");
    drop(writer);
    let answers = answers(&index).expect("answers");
    drop(index);
    let files = fs::read_dir(&path)
        .expect("an index")
        .map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files
        .map(|file| (file.clone(), fs::read(file).expect("a file")))
        .collect();
    files.retain(|(_, bytes)| !bytes.is_empty());
    files.sort();
    Whole {
        files,
        answers,
        folder,
    }
});

fuzz_target!(|input: &[u8]| {
    let mut damaged: Vec<(&Path, Vec<u8>)> = WHOLE
        .files
        .iter()
        .map(|(path, bytes)| (path.as_path(), bytes.clone()))
        .collect();
    for damage in input.chunks_exact(6).take(8) {
        let count = damaged.len();
        do_damage(&mut damaged[usize::from(damage[0]) % count].1, damage);
    }
    let path = WHOLE.folder.path().join("damaged");
    fs::create_dir(&path).expect("a folder");
    for ((whole, bytes), (_, before)) in damaged.iter().zip(&WHOLE.files) {
        let copy = path.join(whole.file_name().expect("a name"));
        if bytes == before {
            fs::hard_link(whole, copy).expect("linked");
        } else {
            fs::write(copy, bytes).expect("written");
        }
    }
    let answered = Index::open(&path).and_then(|index| {
        let answers = answers(&index)?;
        index.check_files()?;
        Ok(answers)
    });
    match &answered {
        Ok(answers) => assert_eq!(*answers, WHOLE.answers, "a silent difference"),
        Err(error) => is_of_damage(error),
    }
    match Index::verify(&path, |_, _| ()) {
        Ok(verified) if verified.problems.is_empty() => {
            assert!(answered.is_ok(), "verify finds nothing: {answered:?}")
        }
        Ok(_) => {}
        Err(error) => is_of_damage(&error),
    }
    fs::remove_dir_all(&path).expect("removed");
});

fn is_of_damage(error: &Error) {
    let expected = matches!(
        error,
        Error::Damaged { .. }
            | Error::Foreign(_)
            | Error::Missing(_)
            | Error::Format { .. }
            | Error::Outdated { .. }
    );
    assert!(expected, "{error}");
}

fn do_damage(file: &mut Vec<u8>, damage: &[u8]) {
    let at = u32::from_be_bytes([0, damage[1], damage[2], damage[3]]) as usize % (file.len() + 1);
    let byte = damage[5];
    match damage[4] % 5 {
        0 => file.truncate(at),
        1 => file.insert(at, byte),
        2 if at < file.len() => file[at] ^= 1 << (byte % 8),
        3 if at < file.len() => file[at] = byte,
        _ => {
            let end = (at + usize::from(byte)).min(file.len());
            file.drain(at..end);
        }
    }
}

/// Some of everything that can be asked of an index.
fn answers(index: &Index) -> Result<String, Error> {
    let snapshot = index.snapshot()?;
    let position = parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let position = position.expect("a FEN");
    let mut answers = Vec::new();
    for scoring in [Scoring::Tabiya, Scoring::Thesis] {
        let query = Query::new(&position, snapshot.statistics(), scoring);
        let nearest = snapshot.nearest(query, 5, &Pace::default())?;
        let pool = snapshot.candidates(&nearest)?;
        let hits = rerank(nearest, &pool, None, 5).hits;
        answers.push(format!("{hits:?}"));
    }
    let start =
        parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("a FEN");
    let options = ExploreOptions {
        top: 3,
        recent: 3,
        ..ExploreOptions::default()
    };
    let filter = GameFilter {
        player: Some("Carlsen".to_owned()),
        ..GameFilter::default()
    };
    answers.push(format!("{:?}", snapshot.explore(&start, &filter, options)?));
    answers.push(format!("{:?}", snapshot.players("c", 10, &[])?));
    for id in 1..=12 {
        answers.push(format!(
            "{:?}",
            snapshot.game(id)?.map(|game| game.sans().join(" "))
        ));
    }
    answers.push(snapshot.statistics().length.to_string());
    Ok(answers.join("\n"))
}
