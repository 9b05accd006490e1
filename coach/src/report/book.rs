//! Where a player's games leave a book, which is the openings of other games, and whether that costs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pgn::{Game, Played};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Position};

/// The moves of the book that an exit names. Guessed.
const MOST_MOVES: usize = 3;

/// The last half-move at which a game can leave the book. Guessed: what is played after move 20 is no opening.
const LAST: usize = 40;

/// The book, as far as it has been looked up.
#[derive(Default)]
pub(crate) struct Book {
    /// The moves of positions, the most frequent first.
    known: HashMap<u64, Vec<MoveCount>>,
}

/// A move of the book, and the number of its games that played it.
pub type MoveCount = (Played, u64);

/// How a game goes through the book.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// It does not begin in it.
    Outside,
    /// It stays in it for twenty moves, or to its end.
    Within,
    /// It leaves it.
    Left(Exit),
}

/// Where a game left the book.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    pub(crate) ply: u32,
    pub(crate) is_players: bool,
    pub(crate) position: Chess,
    pub(crate) played: Played,
}

impl Book {
    /// Follows a game of the player of this colour through the book; `look_up` returns the moves of a position, the most
    /// frequent first.
    pub(crate) fn course<E>(
        &mut self,
        game: &Game,
        color: Color,
        look_up: &mut dyn FnMut(&Chess) -> Result<Vec<MoveCount>, E>,
    ) -> Result<Course, E> {
        for (ply, (position, played)) in game.positions().take(LAST).enumerate() {
            let moves = match self.known.entry(key(&position)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(look_up(&position)?),
            };
            if ply == 0 && moves.is_empty() {
                return Ok(Course::Outside);
            }
            let Some(played) = played else { break };
            if moves.iter().all(|(of_book, _)| *of_book != played) {
                return Ok(Course::Left(Exit {
                    ply: ply as u32,
                    is_players: position.turn() == color,
                    position,
                    played,
                }));
            }
        }
        Ok(Course::Within)
    }

    /// Returns the first moves of the book in a position.
    pub(crate) fn moves(&self, position: &Chess) -> &[MoveCount] {
        let known = self
            .known
            .get(&key(position))
            .map_or(&[][..], Vec::as_slice);
        &known[..known.len().min(MOST_MOVES)]
    }
}

/// Key of a position in the book.
pub(crate) fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
