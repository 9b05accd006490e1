//! Comments, marks and variations of stored games: given back as they were, and found by their words.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;

use index::{Index, Snapshot};
use pgn::{Game, pgn_games};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::Chess;
use similarity::{CommentQuery, ExploreOptions, GameFilter, Ingested};
use tempfile::TempDir;

use crate::carlsen::data;

/// An index of several imports, each of which is a commit.
fn index(imports: &[String]) -> (TempDir, Index) {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    for pgn in imports {
        let stream = Cursor::new(pgn.clone().into_bytes());
        let mut sum = Ingested::default();
        testing::games::add(&mut writer, stream, 0, &mut sum);
        writer.commit().expect("a commit");
    }
    writer.close().expect("closed");
    (folder, index)
}

fn games(snapshot: &Snapshot) -> Vec<Game> {
    let ids = 1..=snapshot.statistics().last_game;
    ids.filter_map(|id| snapshot.game(id).expect("readable"))
        .collect()
}

fn filter(comment: &str) -> GameFilter {
    GameFilter {
        comment: CommentQuery::new(comment),
        ..GameFilter::default()
    }
}

/// The games that pass, by everything that takes filters, are those whose comments pass one by one.
fn check_filter(snapshot: &Snapshot, comment: &str) -> usize {
    let query = CommentQuery::new(comment).expect("words");
    let filter = filter(comment);
    let all = games(snapshot);
    let passing: Vec<&Game> = all
        .iter()
        .filter(|game| query.is(&game.annotations))
        .collect();
    let ids: Vec<u64> = passing.iter().map(|game| game.id).collect();
    assert_eq!(
        snapshot.games_that_pass(&filter).expect("readable"),
        ids,
        "{comment}"
    );
    assert_eq!(
        snapshot
            .games_after(&filter.clone().into(), 0, 1000)
            .expect("readable"),
        ids,
        "{comment}"
    );
    let selection = snapshot.select(&filter.clone().into()).expect("readable");
    let positions: usize = passing.iter().map(|game| game.plies() + 1).sum();
    assert_eq!(
        (selection.games, selection.positions),
        (ids.len() as u64, positions as u64)
    );
    let explored = snapshot
        .explore(&Chess::default(), &filter, ExploreOptions::default())
        .expect("readable");
    assert_eq!(explored.outcomes.white, ids.len() as u64, "{comment}");
    ids.len()
}

/// A comment of a game of the exports, as a player would write it.
const ANNOTATED: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n{The Carlsbad structure.} 1. d4 d5 2. c4 e6 3. Nc3 Nf6 \
    4. cxd5! exd5 $6 {Now the minority attack\nis near.} 5. Bg5 (5. Bf4 {a \"minority\" view; the attack} c6 (5... Bd6)) Be7 {[%csl Gb5]} 1-0\n";

#[test]
fn found_by_words() {
    let lichess = std::fs::read_to_string(data("lichess.pgn")).expect("the games");
    let other = "[White \"C\"]\n[Result \"1-0\"]\n\n1. e4 {Attack, minority or not.} e5 1-0\n";
    let (_folder, index) = index(&[lichess, ANNOTATED.to_owned(), other.to_owned()]);
    let snapshot = index.snapshot().expect("a snapshot");
    for (comment, games) in [
        ("minority attack", 2),
        ("\"minority attack\"", 1),
        ("\"attack minority\"", 1),
        ("\"structure now\"", 0),
        ("CARLSBAD near", 1),
        ("view", 1),
        ("clk", 0),
        ("csl", 0),
        ("eval", 0),
        ("\"minority view\" \"the carlsbad\"", 1),
    ] {
        assert_eq!(check_filter(&snapshot, comment), games, "{comment}");
    }
    let problems = Index::verify(index.path(), |_, _| ())
        .expect("readable")
        .problems;
    assert_eq!(problems, [""; 0]);
}

/// What stands between the braces of a text, in its order.
fn comments(pgn: &str) -> Vec<&str> {
    let braces = pgn.split('{').skip(1);
    braces
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}

/// Comments, clocks and evaluations come out as they went in, and what was exported makes the same index.
#[test]
fn given_back_as_they_were() {
    let lichess = std::fs::read_to_string(data("lichess.pgn")).expect("the games");
    let first = lichess + ANNOTATED;
    let (_folder, one) = index(std::slice::from_ref(&first));
    let snapshot = one.snapshot().expect("a snapshot");
    assert_eq!(snapshot.statistics().games, 29);
    let exported: String = games(&snapshot)
        .iter()
        .map(|game| game.pgn() + "\n")
        .collect();
    assert_eq!(comments(&exported), comments(&first));
    let (_folder, two) = index(&[exported]);
    let again = two.snapshot().expect("a snapshot");
    assert_eq!(games(&again), games(&snapshot));
    assert_eq!(again.statistics(), snapshot.statistics());
    for ((game, raw), nth) in games(&snapshot)
        .iter()
        .zip(pgn_games(first.as_bytes()))
        .zip(0..)
    {
        let raw = raw.expect("readable").expect("legal moves");
        assert_eq!(game.annotations, raw.annotations);
        let clocks = (1..=game.plies()).filter(|ply| game.clocks().after(*ply).is_some());
        assert_eq!(clocks.count(), if nth < 28 { game.plies() } else { 0 });
    }
}

/// Games with and without annotations in segments that are merged, and of which some are removed.
#[test]
fn removed_and_merged() {
    let mut imports = Vec::new();
    for import in 0..12 {
        let mut pgn = String::new();
        for game in 0..5 {
            let comment = if import % 3 == 0 {
                String::new()
            } else {
                format!("{{game {game} of {import}}}")
            };
            let _ = write!(
                pgn,
                "[White \"P{import}\"]\n[Black \"Q{game}\"]\n[Result \"1-0\"]\n\n1. e4 {comment} e5 1-0\n\n"
            );
        }
        imports.push(pgn);
    }
    let (_folder, index) = index(&imports);
    let before = index.snapshot().expect("a snapshot");
    assert!(
        before.segment_count() < imports.len(),
        "segments are merged"
    );
    assert_eq!(check_filter(&before, "\"game 2\""), 8);
    let removed: BTreeSet<u64> = (1..=60).filter(|id| id % 5 == 3).collect();
    let mut writer = index.writer().expect("the writer");
    writer.remove(&removed).expect("a removal");
    writer.close().expect("closed");
    let after = index.snapshot().expect("a snapshot");
    for (comment, games) in [
        ("\"game 2\"", 0),
        ("\"game 3\"", 8),
        ("game", 32),
        ("\"of 7\"", 4),
        ("\"of 3\"", 0),
    ] {
        assert_eq!(check_filter(&after, comment), games, "{comment}");
    }
    let problems = Index::verify(index.path(), |_, _| ())
        .expect("readable")
        .problems;
    assert_eq!(problems, [""; 0]);
}

/// Games without annotations take no byte more for those that could be.
#[test]
fn nothing_is_stored_of_nothing() {
    let (_folder, index) = index(&["1. e4 e5 1-0\n".to_owned()]);
    let game = index
        .snapshot()
        .expect("a snapshot")
        .game(1)
        .expect("readable")
        .expect("stored");
    assert!(game.annotations.is_empty());
    assert_eq!(game.pgn(), "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any words in any comments.
    #[test]
    fn the_same_as_one_by_one(
        texts in vec(vec(vec(select(&["a", "b", "cc", "The", "[%clk 0:00:01]", "-"][..]), 0..5), 0..4), 1..30),
        wanted in vec(select(&["a", "b", "cc", "the", "\"", "x"][..]), 1..7),
        imports in 1_usize..4,
    ) {
        let games: Vec<String> = texts.iter().enumerate().map(|(nth, comments)| {
            let comments: String = comments.iter()
                .flat_map(|words| [" {".to_owned(), words.join(" "), "}".to_owned()])
                .collect();
            format!("[White \"P{nth}\"]\n[Result \"1-0\"]\n\n1. e4{comments} 1-0\n\n")
        }).collect();
        let imports: Vec<String> = games.chunks(games.len().div_ceil(imports)).map(<[String]>::concat).collect();
        let (_folder, index) = index(&imports);
        let snapshot = index.snapshot().expect("a snapshot");
        let wanted = wanted.join(" ");
        if CommentQuery::new(&wanted).is_some() {
            check_filter(&snapshot, &wanted);
        }
    }
}
