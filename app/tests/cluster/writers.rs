//! Writers that are many, die, and have to wait: no game twice, none lost, ids without a gap.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::thread;

use app::{DEFAULT_FROM_MOVE, Database, Import, IngestAnswer, RejectedGame, Remark, Remarks, View};
use shakmaty::Chess;
use similarity::{ExploreOptions, GameFilter, Ingested};
use tempfile::TempDir;
use testing::nodes::nodes;

use crate::{add, created, first_games, folder, import};

/// All games of a view, by what distinguishes them, and its ids.
fn stored(view: &View) -> (BTreeSet<String>, Vec<u64>) {
    let ids = 1..=view.statistics().last_game;
    let games = ids.filter_map(|id| view.game(id).expect("readable"));
    games.map(|game| (game.pgn(), game.id)).unzip()
}

fn check_stored(database: &Database, games: usize, last: u64) {
    database.reload();
    let view = database.snapshot().expect("a snapshot");
    let (pgns, ids) = stored(&view);
    assert_eq!((pgns.len(), ids.len()), (games, games));
    assert_eq!(view.statistics().games, games as u64);
    assert_eq!(view.statistics().last_game, last);
}

#[test]
fn two_writers_at_once() {
    let Some(nodes) = nodes() else { return };
    let database = created(&nodes.urls(), "two");
    let pgn = first_games(200);
    let import = || {
        let (database, pgn) = (database.clone(), pgn.clone());
        thread::spawn(move || import(&database, Cursor::new(pgn)).expect("imported"))
    };
    let sums = [import(), import()].map(|thread| thread.join().expect("its end"));
    let all = |of: fn(&Ingested) -> u64| sums.iter().map(of).sum::<u64>();
    assert_eq!(
        (all(|sum| sum.games), all(|sum| sum.duplicates)),
        (200, 200)
    );
    let last = database
        .snapshot()
        .expect("a snapshot")
        .statistics()
        .last_game;
    check_stored(&database, 200, last);
}

/// Games that come again in one import: at once, and when a chunk of the same batch has been sent.
#[test]
fn the_same_game_again() {
    let Some(nodes) = nodes() else { return };
    let database = created(&nodes.urls(), "again");
    let (many, few) = (first_games(700), first_games(30));
    let pgn = [&*few, "\n\n", &many, "\n\n", &few].concat();
    let sum = import(&database, Cursor::new(pgn)).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (700, 60));
    check_stored(&database, 700, 700);
}

/// The ids that an import names: those of its games as ranges, and none for duplicates.
#[test]
fn ids_of_an_import() {
    let Some(nodes) = nodes() else { return };
    let database = created(&nodes.urls(), "ids");
    let imported = |pgn: String| {
        let mut import = Import::new(&database, DEFAULT_FROM_MOVE).expect("a writer");
        let mut remarks = Remarks::default();
        let read = import.read("games", Cursor::new(pgn), |_, said| {
            for Remark { kind, game } in said {
                remarks.add(kind, RejectedGame::new(None, game), 10);
            }
            ControlFlow::Continue(())
        });
        read.expect("games");
        let (sum, finished) = import.finish(&mut remarks, || false);
        finished.expect("a commit");
        let answer = IngestAnswer::new(sum, remarks, 1.0);
        let ranges = answer.stored.iter().map(|ids| (ids.first, ids.last));
        let ranges: Vec<(u64, u64)> = ranges.collect();
        (ranges, answer.duplicates, answer.duplicate_games.len())
    };
    assert_eq!(imported(first_games(30)), (vec![(1, 30)], 0, 0));
    assert_eq!(imported(first_games(40)), (vec![(31, 40)], 30, 0));
    assert_eq!(imported(first_games(40)), (vec![], 40, 0));
}

/// The best games by the sum of both ratings, although the cluster stores the rounded mean; then games with one rating
/// or none.
#[test]
fn top_games() {
    let Some(nodes) = nodes() else { return };
    let place = TempDir::new().expect("a temporary folder");
    let ratings = [
        ("2500", "2501"),
        ("2800", ""),
        ("2502", "2500"),
        ("1000", "1100"),
        ("", "2850"),
        ("2501", "2501"),
        ("", ""),
        ("2400", "2601"),
        ("2500", "2500"),
    ];
    let games = ratings.iter().zip('a'..).map(|((white, black), name)| {
        format!(
            "[White \"{name}{name}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n1. e4 e5 *\n\n"
        )
    });
    let pgn: String = games.collect();
    let options = ExploreOptions {
        top: 9,
        ..ExploreOptions::default()
    };
    for database in [folder(place.path()), created(&nodes.urls(), "top")] {
        import(&database, Cursor::new(pgn.clone())).expect("imported");
        database.reload();
        let view = database.snapshot().expect("a snapshot");
        let explored = view.explore(&Chess::default(), &GameFilter::default(), options);
        let top = explored.expect("games").top;
        let ids: Vec<u64> = top.iter().map(|game| game.id).collect();
        assert_eq!(ids, [3, 6, 1, 8, 9, 4, 5, 2, 7]);
    }
}

/// Names that count as one, and initials that tell players apart: in one import, and against games that are there.
#[test]
fn names_of_one_player() {
    let Some(nodes) = nodes() else { return };
    let database = created(&nodes.urls(), "names");
    let games = |names: &[&str]| -> String {
        let game = |name| format!("[White \"{name}\"]\n[Black \"Bob\"]\n\n1. e4 e5 *\n\n");
        names.iter().map(game).collect()
    };
    let first = games(&["Ivanov, A", "Ivanov, V", "A. Ivanov", "Müller, K"]);
    let sum = import(&database, Cursor::new(first)).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (3, 1));
    let second = games(&[
        "Ivanov",
        "Ivanov, V",
        "Ivanov, G",
        "Karsten Mueller",
        "Ivanov,G",
    ]);
    let sum = import(&database, Cursor::new(second)).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (1, 4));
    check_stored(&database, 4, 4);
}

/// A writer that ends before its batch is published: its games stay invisible, and the next one gets its ids.
#[test]
#[ignore = "slow: fifty seconds"]
fn a_writer_that_ends_early() {
    let Some(nodes) = nodes() else { return };
    let database = created(&nodes.urls(), "early");
    import(&database, Cursor::new(first_games(20))).expect("imported");
    let mut writer = database.writer().expect("a writer");
    // More than a chunk, so that some are sent.
    add(&mut writer, Cursor::new(first_games(700))).expect("added");
    drop(writer);
    check_stored(&database, 20, 20 + sent(&database));
    let sum = import(&database, Cursor::new(first_games(700))).expect("imported");
    assert_eq!((sum.games, sum.duplicates), (680, 20));
    check_stored(&database, 700, 700);
}

/// The number of ids given to games that stay invisible.
fn sent(database: &Database) -> u64 {
    let view = database.snapshot().expect("a snapshot");
    let sent = view.statistics().last_game - view.statistics().games;
    assert!(sent > 0);
    sent
}
