//! What the games that reached a position played in it: counted from wherever they are, e.g. 412 games, of which 230 went
//! on with e5.

use std::ops::AddAssign;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position};

use crate::facts::{Facts, GameResult};
use crate::material::Material;
use crate::term::Term;
use crate::terms::pawn_files;
use pgn::{Played, moves};

/// How games ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// White won.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// Not known.
    pub unknown: u64,
}

impl Outcomes {
    /// All games.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// Counts a game.
    #[inline]
    pub fn count(&mut self, result: GameResult) {
        match result {
            GameResult::Won(Color::White) => self.white += 1,
            GameResult::Drawn => self.draws += 1,
            GameResult::Won(Color::Black) => self.black += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }
}

impl AddAssign for Outcomes {
    fn add_assign(&mut self, other: Outcomes) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
    }
}

/// A mean of ratings under way.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// Of those that are known.
    pub sum: u64,
    /// How many are known.
    pub count: u64,
}

impl Ratings {
    #[inline]
    pub(crate) fn count(&mut self, rating: Option<u64>) {
        self.sum += rating.unwrap_or(0);
        self.count += u64::from(rating.is_some());
    }

    /// The mean, rounded down; `None` of none.
    pub(crate) fn mean(self) -> Option<u64> {
        self.sum.checked_div(self.count)
    }
}

impl AddAssign for Ratings {
    fn add_assign(&mut self, other: Ratings) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

/// The games that reached a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// How they ended.
    pub outcomes: Outcomes,
    /// What was played, most often first.
    pub moves: Vec<ExploredMove>,
    /// The games of the highest mean rating, highest first.
    pub top: Vec<ExploredGame>,
    /// The newest games, newest first.
    pub recent: Vec<ExploredGame>,
}

/// What was played in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub played: Played,
    /// How the games ended.
    pub outcomes: Outcomes,
    /// The mean rating of who played it; `None` if none is known.
    pub average_rating: Option<u64>,
    /// The mean rating of their opponents.
    pub average_opponent_rating: Option<u64>,
    /// A game that played it, the one of the highest mean rating.
    pub game: u64,
}

/// A game that reached a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    /// Its id.
    pub id: u64,
    /// What it played; `None` at its end.
    pub played: Option<Played>,
}

/// What is counted of a move.
#[derive(Copy, Clone, Debug, Default)]
pub struct Tally {
    /// How the games ended.
    pub outcomes: Outcomes,
    /// Of who played it.
    pub ratings: Ratings,
    /// Of their opponents.
    pub opponents: Ratings,
    /// The game of the highest mean rating.
    pub best: Option<Ranked>,
}

/// A game by what it is ranked by, which is greater for a better one, and its id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its mean rating or its date, as a number; 0 if unknown.
    pub rank: u64,
    /// Its id.
    pub id: u64,
    /// What it played, as a byte.
    pub code: u8,
}

impl Ranked {
    /// Best first: greater rank, then lower id.
    #[inline]
    fn is_before(&self, other: &Ranked) -> bool {
        (other.rank, self.id) < (self.rank, other.id)
    }
}

/// The best games so far, best first.
#[derive(Clone, Debug)]
struct Leaders {
    limit: usize,
    games: Vec<Ranked>,
}

impl Leaders {
    fn new(limit: usize) -> Leaders {
        Leaders {
            limit,
            games: Vec::with_capacity(limit + 1),
        }
    }

    /// `id` is looked up only if it matters.
    fn offer(&mut self, rank: u64, code: u8, id: impl FnOnce() -> Option<u64>) {
        let last = self.games.last().filter(|_| self.games.len() >= self.limit);
        if self.limit == 0 || last.is_some_and(|last| rank < last.rank) {
            return;
        }
        let Some(id) = id() else { return };
        let game = Ranked { rank, id, code };
        let place = self.games.partition_point(|known| known.is_before(&game));
        self.games.insert(place, game);
        self.games.truncate(self.limit);
    }
}

/// What is counted of the games that reached a position.
pub struct Count {
    /// By code.
    moves: Vec<Tally>,
    top: Leaders,
    recent: Leaders,
}

impl Count {
    /// Nothing yet; `top` and `recent` are how many games of each are listed.
    pub fn new(top: usize, recent: usize) -> Count {
        Count {
            moves: vec![Tally::default(); 256],
            top: Leaders::new(top),
            recent: Leaders::new(recent),
        }
    }

    /// Counts a game, in which it was the turn of `turn`, that played a move.
    pub fn count(&mut self, turn: Color, code: u8, facts: Facts, id: impl Fn() -> Option<u64>) {
        let tally = &mut self.moves[usize::from(code)];
        tally.outcomes.count(facts.result());
        tally.ratings.count(facts.rating(turn));
        tally.opponents.count(facts.rating(turn.other()));
        let rating = facts.average_rating().unwrap_or(0);
        if tally.best.is_none_or(|best| best.rank <= rating)
            && let Some(id) = id()
        {
            let game = Ranked {
                rank: rating,
                id,
                code,
            };
            if tally.best.is_none_or(|best| game.is_before(&best)) {
                tally.best = Some(game);
            }
        }
        self.top.offer(rating, code, &id);
        let date = facts.date().map_or(0, pgn::Date::to_bits);
        self.recent.offer(date, code, &id);
    }

    /// Adds what another counter has for games that played a move.
    pub fn add_tally(&mut self, code: u8, others: &Tally) {
        let mine = &mut self.moves[usize::from(code)];
        mine.outcomes += others.outcomes;
        mine.ratings += others.ratings;
        mine.opponents += others.opponents;
        if let Some(best) = others.best
            && mine.best.is_none_or(|mine| best.is_before(&mine))
        {
            mine.best = Some(best);
        }
    }

    /// Takes a top game of another counter.
    pub fn offer_top(&mut self, game: Ranked) {
        self.top.offer(game.rank, game.code, || Some(game.id));
    }

    /// Takes a recent game of another counter.
    pub fn offer_recent(&mut self, game: Ranked) {
        self.recent.offer(game.rank, game.code, || Some(game.id));
    }

    /// Adds what was counted of other games.
    #[must_use]
    pub fn with(mut self, other: &Count) -> Count {
        for (code, others) in (0..=u8::MAX).zip(&other.moves) {
            self.add_tally(code, others);
        }
        other
            .top
            .games
            .iter()
            .for_each(|game| self.offer_top(*game));
        let recent = other.recent.games.iter();
        recent.for_each(|game| self.offer_recent(*game));
        self
    }

    /// The result for the games that reached `position`.
    pub fn explored(&self, position: &Chess) -> Explored {
        let game = |game: &Ranked| ExploredGame {
            id: game.id,
            played: moves::decode(position, game.code),
        };
        let mut explored = Explored {
            outcomes: Outcomes::default(),
            moves: Vec::new(),
            top: self.top.games.iter().map(game).collect(),
            recent: self.recent.games.iter().map(game).collect(),
        };
        for (code, tally) in (0..=u8::MAX).zip(&self.moves) {
            explored.outcomes += tally.outcomes;
            if let Some(played) = moves::decode(position, code)
                && let Some(best) = tally.best
            {
                explored.moves.push(ExploredMove {
                    played,
                    outcomes: tally.outcomes,
                    average_rating: tally.ratings.mean(),
                    average_opponent_rating: tally.opponents.mean(),
                    game: best.id,
                });
            }
        }
        // Stable: of equally many games the first of shakmaty's order.
        explored
            .moves
            .sort_by_key(|m| std::cmp::Reverse(m.outcomes.games()));
        explored
    }
}

/// The terms that a passage has in which exactly these pieces stand on these squares.
pub fn exact_terms(board: &Board) -> Vec<Term> {
    let pieces = board
        .iter()
        .map(|(square, piece)| Term::naive(piece, square));
    let counts = Material::of(board);
    pawn_files(board)
        .chain(pieces)
        .chain(counts.terms())
        .collect()
}

/// Whether two positions are the same: board, side to move, castling rights and possible en-passant capture.
pub fn is_same(one: &Chess, other: &Chess) -> bool {
    let key = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
    one.board() == other.board() && key(one) == key(other)
}
