//! The moves of openings, as numbers under which the games are listed that played them.
//!
//! The positions before the indexed ones, and the first [`PLIES`] of each game in any case, are found
//! by what was played in them: the upper 56 bits of a position's Zobrist key and the code of the move
//! ([`pgn::moves`], 0 at the end of a game). So the moves of a position are listed next to each other, and
//! how often each was played is known without replaying a game. Two positions share a key by chance
//! once in 2^56 pairs.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use pgn::moves;

/// How many positions of a game are found so, if not more are before the indexed ones: those of which
/// many games have the same, to be counted without replaying them.
///
/// Read: the positions before the first indexed one of the thesis.
const PLIES: usize = 25;

/// A key of a position: board, side to move, castling rights, and an en-passant square where a
/// pawn can use it.
fn key(position: &Chess) -> u64 {
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
    key & !0xff
}

/// The numbers under which the games are listed that played something in a position of their opening: the
/// lowest byte is the move's, 0 at the end of a game.
pub fn opening_numbers(position: &Chess) -> RangeInclusive<u64> {
    let key = key(position);
    key..=key | 0xff
}

/// How many of a game's positions are found by their numbers, by the ply of its first indexed one.
pub fn opening_plies(first_indexed: usize) -> usize {
    first_indexed.max(PLIES)
}

/// The numbers of a game: what it played in each of its first positions, the last time where a
/// position was repeated. Of a variation that is a game of its own the `shared` half-moves of the other game do not
/// count ([`pgn::Tags::variation_ply`]).
pub fn opening_numbers_of_game(
    positions: &[Chess],
    codes: &[u8],
    first_indexed: usize,
    shared: usize,
) -> Vec<u64> {
    let codes = codes.iter().copied().chain([moves::END]);
    let first = positions
        .iter()
        .zip(codes)
        .take(opening_plies(first_indexed))
        .skip(shared);
    let played: HashMap<u64, u8> = first
        .map(|(position, code)| (key(position), code))
        .collect();
    played
        .into_iter()
        .map(|(key, code)| key | u64::from(code))
        .collect()
}
