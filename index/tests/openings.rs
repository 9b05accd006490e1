//! Names of openings: stored of each game, and found by filters.

use std::collections::BTreeMap;

use index::{Index, Snapshot};
use shakmaty::Chess;
use similarity::{Condition, GameFilter, Ingested, OpeningQuery, opening_name};
use tempfile::TempDir;

use crate::carlsen;

/// The games whose opening a text means.
fn games_of(snapshot: &Snapshot, text: &str) -> Vec<u64> {
    let query = OpeningQuery::new(text).expect(text);
    let filter = GameFilter {
        also: vec![Condition::Opening(query)],
        ..GameFilter::default()
    };
    snapshot.games_that_pass(&filter).expect("readable")
}

/// Games, and what the last of their positions with a name is called; by hand.
const GAMES: [&str; 7] = [
    // Sicilian Defense: Najdorf Variation, English Attack
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 *",
    // The same by another order of moves
    "1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e6 *",
    // Grünfeld Defense: before it was one, a King's Indian Defense had the same moves
    "1. d4 Nf6 2. c4 g6 3. Nc3 d5 *",
    // King's Indian Defense
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 *",
    // French Defense: Advance Variation
    "1. e4 e6 2. d4 d5 3. e5 *",
    // No name: set up, no name: no move
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
    "[White \"Nobody\"]\n\n*",
];

#[test]
fn found_by_name() {
    for from_move in [0, 13] {
        let folder = TempDir::new().expect("a temporary folder");
        let index = Index::create(folder.path()).expect("an index");
        let mut writer = index.writer().expect("the writer");
        for games in [&GAMES[..3], &GAMES[3..]] {
            let pgn = games.join("\n\n").into_bytes();
            let mut sum = Ingested::default();
            testing::games::add(&mut writer, &pgn[..], from_move, &mut sum);
            writer.commit().expect("a commit");
        }
        writer.close().expect("closed");
        let snapshot = index.snapshot().expect("a snapshot");
        for (text, expected) in [
            ("sicilian", &[1, 2][..]),
            ("Sicilian Najdorf", &[1, 2]),
            ("Najdorf Variation", &[1, 2]),
            ("English Attack", &[1, 2]),
            ("English Opening", &[]),
            ("Grünfeld", &[3]),
            ("King's Indian", &[4]),
            ("kings indian defence", &[4]),
            ("French", &[5]),
            ("advance", &[5]),
        ] {
            assert_eq!(games_of(&snapshot, text), expected, "{text}");
        }
        let verified = Index::verify(folder.path(), |_, _| ()).expect("readable");
        assert_eq!(verified.problems, [""; 0]);
    }
}

/// Each name among Carlsen's games finds the games whose moves lead to it, those with more parts included.
#[test]
fn found_by_moves() {
    let snapshot = carlsen::snapshot();
    let mut named: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for id in 1..=snapshot.statistics().last_game {
        let Some(game) = snapshot.game(id).expect("readable") else {
            continue;
        };
        let positions: Vec<Chess> = game.positions().map(|(position, _)| position).collect();
        if let Some(name) = opening_name(&positions) {
            named.entry(name).or_default().push(id);
        }
    }
    assert!(named.len() > 500, "{}", named.len());
    let families = named
        .keys()
        .map(|name| name.split(':').next().unwrap_or(name));
    let mut found = 0;
    for family in families {
        let begins = |name: &str| {
            let rest = name.strip_prefix(family);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',', ' ']))
        };
        let of_family = named.iter().filter(|(name, _)| begins(name));
        let ids: Vec<u64> = of_family.flat_map(|(_, ids)| ids).copied().collect();
        let found_ids = games_of(&snapshot, family);
        // Words may begin another part of a name, too.
        assert!(
            ids.iter().all(|id| found_ids.binary_search(id).is_ok()),
            "{family}"
        );
        found += found_ids.len();
    }
    assert!(found > 2800, "{found}");
}
