//! How a player's games leave a book, summed up.

use std::collections::HashMap;

use pgn::Played;
use shakmaty::Chess;

use crate::report::book::{Book, Course, Exit, MoveCount, key};
use crate::report::digest::Digest;
use crate::report::tally::Tally;

/// The most exits of a summary. Guessed.
const MOST_EXITS: usize = 10;

/// Where some games leave a book. A game leaves it with the first move that no game of the book played in its position.
/// Games whose first position is not in the book do not count.
#[derive(Clone, Debug, Default)]
pub struct Exits {
    /// The games in which the player left the book first, with the moves that left it.
    pub by_player: Tally,
    /// The games in which the opponent left the book first, with the player's next moves.
    pub by_opponent: Tally,
    /// Number of games that did not leave it within twenty moves.
    pub in_book: u64,
    /// The moves by which the player left it: those that were played most often, at most 10.
    pub moves: Vec<ExitMove>,
}

/// A move by which the player left the book.
#[derive(Clone, Debug)]
pub struct ExitMove {
    /// The position.
    pub position: Chess,
    /// The player's move.
    pub played: Played,
    /// The moves of the book, the most frequent first; at most three.
    pub book: Vec<MoveCount>,
    /// The games with this move, and its average loss.
    pub tally: Tally,
    /// Id of the last such game.
    pub game: u64,
    /// Number of half-moves before the move in that game.
    pub ply: u32,
}

/// Sums up how games leave a book.
pub(crate) fn exits(book: &Book, digests: &[Digest]) -> Exits {
    let mut exits = Exits::default();
    let mut by_move: HashMap<(u64, String), (Tally, &Exit, u64)> = HashMap::new();
    for digest in digests {
        let exit = match &digest.course {
            None | Some(Course::Outside) => continue,
            Some(Course::Within) => {
                exits.in_book += 1;
                continue;
            }
            Some(Course::Left(exit)) => exit,
        };
        let (first, side) = if exit.is_players {
            (exit.ply, &mut exits.by_player)
        } else {
            (exit.ply + 1, &mut exits.by_opponent)
        };
        let moves = digest.moves.iter().find(|own| own.ply == first);
        side.count(digest);
        side.count_moves(moves);
        if exit.is_players {
            let place = (key(&exit.position), exit.played.uci(&exit.position));
            let new = || (Tally::default(), exit, digest.id);
            let (tally, last, game) = by_move.entry(place).or_insert_with(new);
            tally.count(digest);
            tally.count_moves(moves);
            if digest.id >= *game {
                (*last, *game) = (exit, digest.id);
            }
        }
    }
    let mut by_move: Vec<_> = by_move.into_iter().collect();
    by_move.sort_by(|(one, a), (other, b)| {
        let (a, b) = (a.0.results().games, b.0.results().games);
        b.cmp(&a).then(one.cmp(other))
    });
    by_move.truncate(MOST_EXITS);
    let moves = by_move
        .into_iter()
        .map(|(_, (tally, exit, game))| ExitMove {
            position: exit.position.clone(),
            played: exit.played,
            book: book.moves(&exit.position).to_vec(),
            tally,
            game,
            ply: exit.ply,
        });
    exits.moves = moves.collect();
    exits
}
