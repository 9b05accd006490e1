//! What the games that reached a position played in it: counted from wherever they are, e.g. 412 games, of which 230 went
//! on with e5.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position};

use crate::games::facts::{Facts, GameResult};
use crate::passages::material::Material;
use crate::terms::of_position::pawn_files;
use crate::terms::term::Term;
use pgn::{Date, Played, moves};

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

    /// The mean, rounded to the nearest; `None` of none.
    pub fn mean(self) -> Option<u64> {
        (self.sum + self.count / 2).checked_div(self.count)
    }
}

impl AddAssign for Ratings {
    fn add_assign(&mut self, other: Ratings) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

/// What is counted and listed of the games that reached a position.
#[derive(Copy, Clone, Debug, Default)]
pub struct ExploreOptions {
    /// How many of the games with the highest ratings are listed.
    pub top: usize,
    /// How many of the newest games are listed.
    pub recent: usize,
    /// Whether games are also counted by month.
    pub months: bool,
    /// Whether only games count that went on from the position and have a result.
    pub finished: bool,
    /// The side whose opponents' ratings are meant; by default that of who moves.
    pub player: Option<Color>,
}

/// The games that reached a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// How they ended.
    pub outcomes: Outcomes,
    /// What was played, most often first.
    pub moves: Vec<ExploredMove>,
    /// The games with the highest ratings, highest first: games of two rated players by the sum of their ratings, then
    /// the others by the known rating.
    pub top: Vec<ExploredGame>,
    /// The newest games, newest first.
    pub recent: Vec<ExploredGame>,
    /// How the games of each month ended, if that was asked for; not those of which the month is unknown.
    pub months: BTreeMap<Month, Outcomes>,
}

/// What was played in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub played: Played,
    /// How the games ended.
    pub outcomes: Outcomes,
    /// The ratings of who played it.
    pub ratings: Ratings,
    /// The ratings of their opponents.
    pub opponents: Ratings,
    /// How the games against opponents with a rating ended.
    pub against_rated: Outcomes,
    /// The only game that played it; `None` if there are more.
    pub game: Option<u64>,
}

/// A game that reached a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExploredGame {
    /// Its id.
    pub id: u64,
    /// What it played; `None` at its end.
    pub played: Option<Played>,
}

/// A month of a year, e.g. June of 2014.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    /// The year.
    pub year: u16,
    /// From 1 to 12.
    pub month: u8,
}

impl Month {
    /// That of a date, if it is known.
    pub fn of(date: Date) -> Option<Month> {
        let year = date.year();
        date.month().map(|month| Month { year, month })
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Month {
        match self.month {
            12.. => Month {
                year: self.year + 1,
                month: 1,
            },
            month => Month {
                month: month + 1,
                ..self
            },
        }
    }
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
    /// How the games against opponents with a rating ended.
    pub against_rated: Outcomes,
    /// The only game; `None` if there is none, or more.
    pub only: Option<u64>,
}

/// A game by what it is ranked by, which is greater for a better one, and its id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// [`rating_rank`] or its date, as a number; 0 if unknown.
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

/// Rank of a top game, from the sum of its known ratings: games of two rated players come before all others.
///
/// Source: the sum is that of lichess, <https://github.com/lichess-org/lila-openingexplorer>.
#[inline]
pub fn rating_rank(both_rated: bool, sum_of_ratings: u64) -> u64 {
    // The bit is greater than any sum of two ratings of 12 bits.
    u64::from(both_rated) << 13 | sum_of_ratings
}

/// What is counted of the games that reached a position.
pub struct Count {
    options: ExploreOptions,
    /// By code.
    moves: Vec<Tally>,
    top: Leaders,
    recent: Leaders,
    months: BTreeMap<Month, Outcomes>,
}

impl Count {
    /// Nothing yet.
    pub fn new(options: ExploreOptions) -> Count {
        Count {
            options,
            moves: vec![Tally::default(); 256],
            top: Leaders::new(options.top),
            recent: Leaders::new(options.recent),
            months: BTreeMap::new(),
        }
    }

    /// Counts a game, in which it was the turn of `turn`, that played a move.
    pub fn count(&mut self, turn: Color, code: u8, facts: Facts, id: impl Fn() -> Option<u64>) {
        let result = facts.result();
        if self.options.finished && (result == GameResult::Unknown || code == moves::END) {
            return;
        }
        let own = self.options.player.unwrap_or(turn);
        let opponent = facts.rating(own.other());
        let tally = &mut self.moves[usize::from(code)];
        tally.outcomes.count(result);
        tally.ratings.count(facts.rating(own));
        tally.opponents.count(opponent);
        if opponent.is_some() {
            tally.against_rated.count(result);
        }
        let is_only = tally.outcomes.games() == 1;
        tally.only = if is_only { id() } else { None };
        let (mine, theirs) = (facts.rating(own), opponent);
        let sum_of_ratings = mine.unwrap_or(0) + theirs.unwrap_or(0);
        let rank = rating_rank(mine.is_some() && theirs.is_some(), sum_of_ratings);
        self.top.offer(rank, code, &id);
        let date = facts.date();
        let rank = date.map_or(0, Date::to_bits);
        self.recent.offer(rank, code, &id);
        if self.options.months
            && let Some(month) = date.and_then(Month::of)
        {
            self.months.entry(month).or_default().count(result);
        }
    }

    /// Adds what another counter has for games that played a move.
    pub fn add_tally(&mut self, code: u8, others: &Tally) {
        let mine = &mut self.moves[usize::from(code)];
        mine.outcomes += others.outcomes;
        mine.ratings += others.ratings;
        mine.opponents += others.opponents;
        mine.against_rated += others.against_rated;
        let only = mine.only.or(others.only);
        mine.only = only.filter(|_| mine.outcomes.games() == 1);
    }

    /// Adds what another counter has for games of a month.
    pub fn add_month(&mut self, month: Month, outcomes: Outcomes) {
        *self.months.entry(month).or_default() += outcomes;
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
        for (month, outcomes) in &other.months {
            self.add_month(*month, *outcomes);
        }
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
            months: self.months.clone(),
        };
        for (code, tally) in (0..=u8::MAX).zip(&self.moves) {
            explored.outcomes += tally.outcomes;
            if let Some(played) = moves::decode(position, code)
                && tally.outcomes.games() > 0
            {
                explored.moves.push(ExploredMove {
                    played,
                    outcomes: tally.outcomes,
                    ratings: tally.ratings,
                    opponents: tally.opponents,
                    against_rated: tally.against_rated,
                    game: tally.only,
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
