//! Games of one index in another one, as they were stored, under ids that leave some free.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use app::{WhichPositions, ingest};
use index::{Error, Index};
use pgn::ParsedGame;
use similarity::{DuplicateKeys, Encoder, GameFilter, Ingested, MAX_POSITIONS};
use tempfile::TempDir;

use crate::import::unwatched;
use testing::sentences::Sentences;

/// Games from the middle of a game, of a rook against a bishop, with variations, and without moves.
const ODD: &str = "[White \"One\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 (3. Bc4 d5) g5) Nc6 3. Bb5 {the Spanish} a6 1-0\n\n\
    [White \"One\"]\n[Black \"None\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R b K - 0 40\"]\n[SetUp \"1\"]\n\n\
    40... Kd7 41. O-O -- *\n\n\
    [White \"One\"]\n[Black \"Nobody\"]\n[Result \"*\"]\n\n*\n";

#[test]
fn games_under_their_ids() {
    let folders = [(); 2].map(|()| TempDir::new().expect("a temporary folder"));
    let [one, other] = folders
        .each_ref()
        .map(|folder| Index::create(folder.path()).expect("an index"));
    let carlsen = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/carlsen.pgn");
    let carlsen = fs::read_to_string(carlsen).expect("readable");
    let mut writer = one.writer().expect("the writer");
    for (pgn, from_move, variations) in [(carlsen, 13, false), (ODD.to_owned(), 1, true)] {
        let which = WhichPositions {
            from_move,
            variations,
            keeps_legal: false,
        };
        let (pgn, mut sum) = (Cursor::new(pgn), Ingested::default());
        ingest(&mut writer, "games", pgn, which, &mut sum, unwatched).expect("ingested");
    }
    writer.commit().expect("a commit");
    writer.close().expect("closed");

    let snapshot = one.snapshot().expect("a snapshot");
    let mut first: BTreeMap<u64, usize> = BTreeMap::new();
    for passage in snapshot.passages() {
        let ply = passage.ply as usize;
        let known = first.entry(passage.game).or_insert(ply);
        *known = ply.min(*known);
    }
    let all = GameFilter::default();
    let ids = snapshot.games_that_pass(&all).expect("ids");
    assert_eq!(ids.len(), 2851 + 5);
    let mut writer = other.writer().expect("the writer");
    let mut encoder = Encoder::new(0, MAX_POSITIONS);
    let mut last = None;
    for game in snapshot.games(&ids).expect("games") {
        let id = 3 * game.id;
        let first = first.get(&game.id).copied().unwrap_or(usize::MAX);
        let game = ParsedGame::of_game(game).expect("legal moves");
        let keys = DuplicateKeys::new(&game.tags, &game.positions[0], &game.moves);
        let game = encoder.encode_from(&game, keys, first).expect("few pieces");
        writer.add_as(id, &game).expect("added");
        last = Some(game);
    }
    writer.commit().expect("a commit");
    writer.skip_ids(10_000);
    // Fewer than there are.
    writer.skip_ids(5);
    writer.commit().expect("a commit");
    let refused = writer
        .add_as(10_000, &last.expect("a game"))
        .expect_err("an id before");
    let Error::Damaged { what, .. } = refused else {
        panic!("{refused:?}");
    };
    // The id that was to be added, and the last one.
    Sentences::default().check("an id before", &what, &["10000", "10000"]);

    let copied = other.snapshot().expect("a snapshot");
    let mut statistics = copied.statistics().clone();
    assert_eq!(statistics.last_game, 10_000);
    statistics.last_game = snapshot.statistics().last_game;
    assert_eq!(&statistics, snapshot.statistics());
    for id in ids {
        let [one, mut other] = [(&snapshot, id), (&copied, 3 * id)]
            .map(|(snapshot, id)| snapshot.game(id).expect("readable").expect("a game"));
        other.id = id;
        assert_eq!(one, other);
    }
    let sum = &mut Ingested::default();
    let pgn = Cursor::new("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n");
    ingest(&mut writer, "one more", pgn, 1, sum, unwatched).expect("ingested");
    writer.commit().expect("a commit");
    let copied = other.snapshot().expect("a snapshot");
    assert_eq!(copied.statistics().last_game, 10_001);
    drop(writer);
    let verified = Index::verify(folders[1].path(), |_, _| ()).expect("whole");
    assert_eq!((verified.games, verified.problems), (2857, Vec::new()));
}
