//! Variations as games of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use app::{WhichPositions, ingest};
use index::Index;
use pgn::{Variation, pgn_games};
use shakmaty::{Chess, EnPassantMode, fen::Fen};
use similarity::{ExploreOptions, GameFilter, Ingested};
use tempfile::TempDir;

use crate::import::unwatched;

/// A game with variations in each other, one of which goes over into the game, and one without.
const GAMES: &str = r#"[White "Ann"]
[Black "Bob"]
[WhiteElo "2500"]
[TimeControl "180+2"]
[Result "1-0"]

1. d4 {the queen's pawn} d5 (1... Nf6 $1 2. c4 e6 (2... g6 {Indian} 3. Nc3 (3. f3) 3... Bg7) 3. Nf3) 2. c4
(2. Nf3 Nf6 3. c4 c6 {as in the game}) 2... c6 3. Nf3 Nf6 4. Nc3 (4. e3) 4... dxc4 1-0

[White "Bob"]
[Black "Ann"]
[Result "*"]

1. d4 Nf6 2. c4 *
"#;

/// The moves of all lines of a tree, by position.
type Tree = BTreeMap<String, BTreeSet<String>>;

fn key(position: &Chess) -> String {
    // The move counters differ by the way there.
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn add_variation(tree: &mut Tree, variation: &Variation) {
    for played in &variation.moves {
        let san = played.played.san(&played.position);
        tree.entry(key(&played.position)).or_default().insert(san);
        for variation in &played.variations {
            add_variation(tree, variation);
        }
    }
}

/// Ingests the games with their variations twice, and compares the explorer at every position with the tree of moves.
fn check(from_move: u32) -> Ingested {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let which = WhichPositions {
        from_move,
        variations: true,
        keeps_legal: false,
    };
    let mut sums = [Ingested::default(); 2];
    for sum in &mut sums {
        ingest(
            &mut writer,
            "games",
            Cursor::new(GAMES),
            which,
            sum,
            unwatched,
        )
        .expect("games");
        writer.commit().expect("a commit");
    }
    writer.close().expect("closed");
    assert_eq!((sums[1].games, sums[1].duplicates), (0, sums[0].games));
    let verified = Index::verify(folder.path(), |_, _| ()).expect("readable");
    assert_eq!(verified.problems, Vec::<String>::new());

    let mut tree = Tree::new();
    let mut all = BTreeMap::new();
    for game in pgn_games(GAMES.as_bytes()) {
        let game = game.expect("a stream").expect("legal moves");
        for (ply, (position, played)) in game.positions().enumerate() {
            if let Some(played) = played {
                let moves = tree.entry(key(&position)).or_default();
                moves.insert(played.san(&position));
                for variation in game.annotations.variations(ply + 1, &position) {
                    add_variation(&mut tree, &variation);
                }
            }
        }
    }
    let snapshot = index.snapshot().expect("a snapshot");
    let mut left = vec![Chess::default()];
    while let Some(position) = left.pop() {
        let found = snapshot
            .explore(&position, &GameFilter::default(), ExploreOptions::default())
            .expect("readable");
        assert!(found.outcomes.games() > 0, "{}", key(&position));
        let sans = found.moves.iter().map(|found| found.played.san(&position));
        let sans: BTreeSet<String> = sans.collect();
        let expected = tree.get(&key(&position)).cloned().unwrap_or_default();
        assert_eq!(sans, expected, "{}", key(&position));
        left.extend(
            found
                .moves
                .iter()
                .filter_map(|found| found.played.after(position.clone())),
        );
        all.insert(key(&position), found.outcomes);
    }
    assert!(tree.keys().all(|key| all.contains_key(key)));
    // One game was played with a result, and nothing of it counts twice.
    assert_eq!(
        (
            all[&key(&Chess::default())].white,
            all[&key(&Chess::default())].unknown
        ),
        (1, 1)
    );

    let passing = |filter: GameFilter| snapshot.games_that_pass(&filter).expect("readable");
    let ann = GameFilter {
        player: Some("Ann".to_owned()),
        ..GameFilter::default()
    };
    assert_eq!(passing(ann).len(), 2, "variations were played by nobody");
    sums[0]
}

#[test]
fn variations_are_explored_and_found() {
    let whole = check(0);
    // Two games; a variation of Black's first move, one in it and one in that, one of the second move and one of the fourth.
    assert_eq!(whole.games, 2 + 5);
    // Those of the main lines, and those of variations that are not of the lines that they branch off from.
    assert_eq!(whole.positions, 9 + 4 + (4 + 3 + 1) + 4 + 1);
    let late = check(3);
    assert_eq!(late.games, whole.games);
    assert!(late.positions < whole.positions);
}
