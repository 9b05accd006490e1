//! Games that are part of longer ones, within an import and against games of the index.

use std::io::Cursor;
use std::ops::ControlFlow;

use app::{RemarkKind, ingest};
use index::Index;
use similarity::Contained::{self, Keep, Replace, Skip};
use similarity::Ingested;
use tempfile::TempDir;

const MOVES: [&str; 4] = [
    "1. e4",
    "1. e4 e5",
    "1. e4 e5 2. Nf3",
    "1. e4 e5 2. Nf3 Nc6",
];

/// A game of a broadcast.
fn game(round: &str, moves: &str) -> String {
    format!(
        "[White \"Ann, A\"]\n[Black \"Bob, B\"]\n[Date \"2026.11.29\"]\n[Round \"{round}\"]\n\n{moves} *\n\n"
    )
}

/// Imports each text; returns counts and the number of remarks of each import, and the moves of all games in the end.
fn imported(
    contained: Contained,
    texts: &[String],
    commit_every: u64,
) -> (Vec<(u64, u64, usize)>, Vec<String>) {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut counts = Vec::new();
    for text in texts {
        let mut writer = index.writer().expect("the writer");
        writer.set_contained(contained);
        writer.set_commit_every(commit_every);
        let (mut sum, mut said) = (Ingested::default(), 0);
        let pgn = Cursor::new(text.clone().into_bytes());
        ingest(&mut writer, "games", pgn, 0, &mut sum, |_, remarks| {
            for remark in remarks {
                if remark.kind != RemarkKind::Contained {
                    continue;
                }
                assert!(remark.game.line > 0 && !remark.game.reason.is_empty());
                said += 1;
            }
            ControlFlow::Continue(())
        })
        .expect("games");
        writer.commit().expect("a commit");
        writer.close().expect("closed");
        counts.push((sum.games, sum.duplicates, said));
    }
    let verified = Index::verify(folder.path(), |_, _| ()).expect("readable");
    assert_eq!(verified.problems, Vec::<String>::new());
    let snapshot = index.snapshot().expect("a snapshot");
    let ids = snapshot.games_that_pass(&similarity::GameFilter::default());
    let games = snapshot.games(&ids.expect("ids")).expect("games");
    let mut games: Vec<String> = games.iter().map(|game| game.sans().join(" ")).collect();
    games.sort_unstable();
    (counts, games)
}

#[test]
fn in_whatever_order_they_come() {
    let [one, two, three, four] = MOVES.map(|moves| game("1.1", moves));
    let all = [&*one, &two, &three, &four].concat();
    let reversed = [&*four, &three, &two, &one].concat();
    let whole = "e4 e5 Nf3 Nc6";
    for (contained, texts, counts, stored) in [
        (Keep, vec![all.clone()], vec![(4, 0, 6)], 4),
        (Keep, vec![reversed.clone()], vec![(4, 0, 3)], 4),
        (Skip, vec![all.clone()], vec![(4, 0, 6)], 4),
        (Skip, vec![reversed.clone()], vec![(1, 3, 3)], 1),
        (
            Skip,
            vec![four.clone(), two.clone()],
            vec![(1, 0, 0), (0, 1, 1)],
            1,
        ),
        (Replace, vec![all.clone()], vec![(4, 0, 3)], 1),
        (Replace, vec![reversed], vec![(1, 3, 3)], 1),
        (
            Replace,
            vec![one, two, four.clone()],
            vec![(1, 0, 0), (1, 0, 1), (1, 0, 1)],
            1,
        ),
        // What was skipped or replaced stays so.
        (
            Replace,
            vec![all.clone(), all],
            vec![(4, 0, 3), (0, 4, 3)],
            1,
        ),
        (
            Keep,
            vec![four.clone(), four],
            vec![(1, 0, 0), (0, 1, 0)],
            1,
        ),
    ] {
        for commit_every in [1, 7, 1_000_000] {
            let (found, games) = imported(contained, &texts, commit_every);
            assert_eq!(found, counts, "{contained:?} {commit_every} {texts:?}");
            assert_eq!(
                games.len(),
                stored,
                "{contained:?} {commit_every} {texts:?}"
            );
            assert!(games.contains(&whole.to_owned()), "{games:?}");
        }
    }
}

/// Games that were kept are put in order by a second import of the same file.
#[test]
fn an_index_that_kept_them() {
    let all: String = MOVES.map(|moves| game("1.1", moves)).concat();
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    for (contained, games) in [(Contained::Keep, 4), (Contained::Replace, 1)] {
        let mut writer = index.writer().expect("the writer");
        writer.set_contained(contained);
        let pgn = Cursor::new(all.clone().into_bytes());
        let go_on = |_: &Ingested, _| ControlFlow::Continue(());
        ingest(
            &mut writer,
            "games",
            pgn,
            0,
            &mut Ingested::default(),
            go_on,
        )
        .expect("games");
        writer.commit().expect("a commit");
        writer.close().expect("closed");
        let snapshot = index.snapshot().expect("a snapshot");
        assert_eq!(snapshot.statistics().games, games, "{contained:?}");
    }
}

/// A game without initials is part of the one that has them, in memory and in the index.
#[test]
fn missing_initials() {
    let shorter = game("1.1", MOVES[1]).replace("Ann, A", "Ann");
    let longer = game("1.1", MOVES[3]);
    for (texts, counts) in [
        (vec![shorter.clone() + &longer], vec![(2, 0, 1)]),
        (vec![shorter, longer], vec![(1, 0, 0), (1, 0, 1)]),
    ] {
        let (found, games) = imported(Replace, &texts, 100);
        assert_eq!((found, games.len()), (counts, 1), "{texts:?}");
    }
    // Other initials, of a game that is in the index.
    let texts = [
        game("1.1", MOVES[1]).replace("Ann, A", "Ann, E"),
        game("1.1", MOVES[3]),
    ];
    let (found, games) = imported(Replace, &texts, 100);
    assert_eq!((found, games.len()), (vec![(1, 0, 0); 2], 2));
}

/// Games that are not part of each other, whatever is asked for.
#[test]
fn other_games() {
    let other = |from: &str, to: &str| game("1.1", MOVES[3]).replace(from, to);
    for shorter in [
        game("1.2", MOVES[1]),
        game("?", MOVES[1]),
        game("1.1", "1. e4 c5"),
        game("1.1", ""),
    ] {
        let texts = [game("1.1", MOVES[3]) + &shorter];
        let (counts, games) = imported(Contained::Replace, &texts, 100);
        assert_eq!((&*counts, games.len()), (&[(2, 0, 0)][..], 2), "{shorter}");
    }
    for longer in [
        other("2026.11.29", "2026.11.30"),
        other("2026.11.29", "2026.11.??"),
        other("Ann", "Eve"),
        other("Ann, A", "Ann, E"),
        other("Bob, B", "Bob, E"),
        other("Bob", "Eve"),
        other("[Round", "[Site \"https://lichess.org/abcdefgh\"]\n[Round"),
    ] {
        let texts = [game("1.1", MOVES[1]) + &longer];
        let (counts, games) = imported(Contained::Replace, &texts, 100);
        assert_eq!((&*counts, games.len()), (&[(2, 0, 0)][..], 2), "{longer}");
    }
}
