//! Games of lichess and chess.com are the same only if their addresses are; also in an index from before that was so.

use std::io::Cursor;

use index::{Index, Writer};
use pgn::{Games, parse};
use similarity::{Encoder, Ingested, Store};
use tempfile::TempDir;

/// A short game between the same players, with these values of `Site` and `Link`.
fn game(site: &str, link: &str) -> String {
    format!(
        "[White \"Ann\"]\n[Black \"Bob\"]\n[Site \"{site}\"]\n[Link \"{link}\"]\n\n1. e4 e5 1/2-1/2\n\n"
    )
}

fn add(writer: &mut Writer, pgn: &str) -> (u64, u64) {
    let mut sum = Ingested::default();
    let pgn = Cursor::new(pgn.as_bytes().to_vec());
    testing::games::add(writer, pgn, 0, &mut sum);
    writer.commit().expect("a commit");
    (sum.games, sum.duplicates)
}

#[test]
fn games_with_addresses() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let one = game("https://lichess.org/aaaaaaaa", "");
    let two = game("https://lichess.org/bbbbbbbb", "");
    let three = game("Chess.com", "https://www.chess.com/game/live/1");
    let all = [&*one, &two, &three, &one, &three].concat();
    assert_eq!(add(&mut writer, &all), (3, 2));
    drop(writer);
    let mut writer = index.writer().expect("the writer");
    assert_eq!(add(&mut writer, &all), (0, 5));
    let verified = Index::verify(folder.path(), |_, _| ()).expect("whole");
    assert_eq!((verified.games, verified.problems), (3, Vec::new()));
}

/// Of a copy without an address it is unknown which of the games it is of. The first one is passed over, as before.
#[test]
fn games_of_which_a_copy_came_first() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    assert_eq!(add(&mut writer, &game("Wijk aan Zee", "")), (1, 0));
    assert_eq!(
        add(&mut writer, &game("https://lichess.org/aaaaaaaa", "")),
        (0, 1)
    );
}

#[test]
fn an_index_with_keys_of_names() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let pgn = game("https://lichess.org/aaaaaaaa", "");
    let raw = Games::new(pgn.as_bytes()).next_game().expect("readable");
    let parsed = parse(&raw.expect("a game")).expect("legal moves");
    let mut with = Encoder::new(0, writer.passage_positions());
    let new = with.encode(&parsed, |_| None).expect("a game");
    let mut new = new.game().expect("a new one");
    // As a version stored it that did not look at addresses.
    new.keys.own = new.keys.former[1];
    writer.add(new, &mut Ingested::default()).expect("added");
    writer.commit().expect("a commit");
    assert_eq!(add(&mut writer, &pgn), (0, 1));
    drop(writer);
    let verified = Index::verify(folder.path(), |_, _| ()).expect("whole");
    assert_eq!((verified.games, verified.problems), (1, Vec::new()));
}
