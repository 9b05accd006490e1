//! Games in an index, for tests of what is asked of it.

use std::fmt::Debug;
use std::io::Read;
use std::sync::PoisonError;

use pgn::{Games, parse};
use similarity::{Containment, DuplicateKeys, Encoded, Encoder, Ingested, Store};

/// Adds the games of a PGN to an index, one after the other, with their positions from this move of White's on; returns those
/// that are parts of others, by their number in the PGN, from 1. Imports do the same on all processors, and tell more: `app/src/import/pipeline.rs`.
pub fn add<S: Store<Error: Debug>>(
    writer: &mut S,
    pgn: impl Read,
    from_move: u32,
    sum: &mut Ingested,
) -> Vec<(u64, Containment)> {
    let mut encoder = Encoder::new(from_move, writer.passage_positions());
    let keys = writer.keys();
    let known = |game: &DuplicateKeys| {
        let keys = keys.read().unwrap_or_else(PoisonError::into_inner);
        game.known(|key| keys.get(&key).copied())
    };
    let mut games = Games::new(pgn);
    let mut contained = Vec::new();
    let mut number = 0;
    while let Some(raw) = games.next_game().expect("readable PGN") {
        number += 1;
        let game = parse(&raw).expect("legal moves");
        match encoder.encode(&game, known).expect("32 pieces") {
            Encoded::Game(game) => {
                let found = writer.add(*game, sum).expect("written");
                let found = found.contained.into_iter();
                contained.extend(found.map(|found| (number, found)));
            }
            Encoded::Duplicate(key) => writer.skip(key, sum),
        }
    }
    contained
}
