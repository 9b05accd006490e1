//! Where a player's games leave a book, which is the openings of other games, and whether that costs.

use std::collections::HashMap;

use pgn::{Game, Played};
use serde::Serialize;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};
use similarity::{ExploreOptions, GameFilter};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::moves::Move;
use crate::report::digest::Digest;
use crate::report::tally::{ReportScore, Tally};
use crate::schemas::Fen;

/// The exits of an answer. Guessed.
const MOST_EXITS: usize = 10;

/// The moves of the book that an exit names. Guessed.
const MOST_MOVES: usize = 3;

/// The last half-move at which a game can leave the book. Guessed: what is played after move 20 is no opening.
const LAST: usize = 40;

/// Where the games leave a book. A game leaves it with the first move that no game of the book played in its position.
/// Games whose first position is not in the book do not count.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportBook {
    /// The games that the player left it in first, with the moves by which they did.
    pub by_player: ReportScore,
    /// The games that the opponent left it in first, with the player's next moves.
    pub by_opponent: ReportScore,
    /// The number of games that did not leave it within twenty moves.
    pub in_book: u64,
    /// The moves by which the player left it: those that were played most often, at most 10.
    #[schema(max_items = 10)]
    pub exits: Vec<BookExit>,
}

/// A move by which the player left the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookExit {
    /// The position.
    pub fen: Fen,
    /// The player's move.
    pub played: Move,
    /// The moves of the book, the most frequent first; at most three.
    pub book: Vec<BookMove>,
    /// The games with it, and what it loses on average.
    #[serde(flatten)]
    pub score: ReportScore,
    /// The last such game.
    pub game: u64,
    /// The number of half-moves before it there.
    pub ply: u32,
}

/// A move of the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookMove {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// The number of games of the book that played it.
    pub games: u64,
}

/// The book, as far as it has been looked up.
pub(crate) struct Book {
    filter: GameFilter,
    /// The moves of positions, the most frequent first.
    known: HashMap<u64, Vec<(Played, u64)>>,
}

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
    ply: u32,
    is_players: bool,
    position: Chess,
    played: Played,
}

impl Book {
    /// The openings of the games that pass a filter.
    pub(crate) fn new(filter: GameFilter) -> Book {
        Book {
            filter,
            known: HashMap::new(),
        }
    }

    /// How a game goes through the book.
    pub(crate) fn course(
        &mut self,
        view: &View,
        game: &Game,
        digest: &Digest,
    ) -> Result<Course, Error> {
        for (ply, (position, played)) in game.positions().take(LAST).enumerate() {
            let moves = self.moves(view, &position)?;
            if ply == 0 && moves.is_empty() {
                return Ok(Course::Outside);
            }
            let Some(played) = played else { break };
            if moves.iter().all(|(of_book, _)| *of_book != played) {
                return Ok(Course::Left(Exit {
                    ply: ply as u32,
                    is_players: position.turn() == digest.color,
                    position,
                    played,
                }));
            }
        }
        Ok(Course::Within)
    }

    fn moves(&mut self, view: &View, position: &Chess) -> Result<&[(Played, u64)], Error> {
        let key = key(position);
        if !self.known.contains_key(&key) {
            let options = ExploreOptions::default();
            let explored = view.explore(position, &self.filter, options)?;
            let moves = explored.moves.iter();
            let moves = moves.map(|explored| (explored.played, explored.outcomes.games()));
            self.known.insert(key, moves.collect());
        }
        Ok(&self.known[&key])
    }

    /// What the courses of some games amount to.
    pub(crate) fn summary<'a>(
        &self,
        games: impl IntoIterator<Item = (&'a Digest, &'a Course)>,
    ) -> ReportBook {
        let (mut own, mut others, mut in_book) = (Tally::default(), Tally::default(), 0);
        let mut exits: HashMap<(u64, String), (Tally, &Exit, u64)> = HashMap::new();
        for (digest, course) in games {
            let exit = match course {
                Course::Outside => continue,
                Course::Within => {
                    in_book += 1;
                    continue;
                }
                Course::Left(exit) => exit,
            };
            let first = if exit.is_players {
                exit.ply
            } else {
                exit.ply + 1
            };
            let moves = digest.moves.iter().find(|own| own.ply == first);
            let side = if exit.is_players {
                &mut own
            } else {
                &mut others
            };
            side.count(digest);
            side.count_moves(moves);
            if exit.is_players {
                let place = (key(&exit.position), exit.played.uci(&exit.position));
                let new = || (Tally::default(), exit, digest.id);
                let (tally, last, game) = exits.entry(place).or_insert_with(new);
                tally.count(digest);
                tally.count_moves(moves);
                if digest.id >= *game {
                    (*last, *game) = (exit, digest.id);
                }
            }
        }
        let mut exits: Vec<_> = exits.into_iter().collect();
        exits.sort_by(|(one, a), (other, b)| b.0.games().cmp(&a.0.games()).then(one.cmp(other)));
        exits.truncate(MOST_EXITS);
        let described = exits.into_iter().map(|((key, _), (tally, exit, game))| {
            let known = self.known.get(&key).map_or(&[][..], Vec::as_slice);
            let book = known
                .iter()
                .take(MOST_MOVES)
                .map(|(played, games)| BookMove {
                    played: Move::played(&exit.position, *played),
                    games: *games,
                });
            BookExit {
                fen: Fen::from(&exit.position),
                played: Move::played(&exit.position, exit.played),
                book: book.collect(),
                score: tally.score(),
                game,
                ply: exit.ply,
            }
        });
        ReportBook {
            in_book,
            exits: described.collect(),
            by_player: own.score(),
            by_opponent: others.score(),
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
