//! PGN into an index: read, played, encoded, written, committed.
//!
//! Laws: the index has the games that the reader accepts, but for duplicates, with their moves, tags and positions;
//! those rejected are counted; and it passes `verify`.
#![no_main]

use index::Index;
use libfuzzer_sys::fuzz_target;
use pgn::pgn_games;
use tabiya_fuzz::games::{add, folder};

fuzz_target!(|pgn: &[u8]| {
    let folder = folder();
    let index = Index::create(folder.path()).expect("an index");
    let games: Vec<_> = pgn_games(pgn).map(|game| game.expect("readable")).collect();
    let Some(sum) = add(&index, pgn, 0) else {
        assert!(games.is_empty());
        return;
    };
    let rejected = games.iter().filter(|game| game.is_err()).count() as u64;
    assert_eq!(sum.rejected, rejected);
    assert_eq!(sum.games + sum.duplicates + rejected, games.len() as u64);
    let mut accepted = games.into_iter().filter_map(Result::ok);
    let snapshot = index.snapshot().expect("a snapshot");
    let mut positions = 0;
    for id in 1..=sum.games {
        let stored = snapshot.game(id).expect("readable").expect("the game");
        positions += stored.plies() as u64 + 1;
        let same = accepted.find(|game| game.moves == stored.moves && game.tags == stored.tags);
        assert!(same.is_some(), "{stored:?}");
    }
    assert_eq!(positions, sum.positions);
    drop(snapshot);
    drop(index);
    let verified = Index::verify(folder.path(), |_, _| ()).expect("whole");
    assert_eq!(verified.problems, [""; 0]);
    assert_eq!(
        (verified.games, verified.positions),
        (sum.games, sum.positions)
    );
});
