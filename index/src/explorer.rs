//! Which games reached exactly a position, by any moves, and what they played in it.
//!
//! The moves of openings are listed with their games ([`crate::opening`]) and only counted. Later
//! positions are looked for in the passages that have all pieces and pawns of the position, of which
//! there are few, and those are replayed. A game counts once, with what it played the last time.

use std::collections::HashMap;
use std::ops::AddAssign;

use pgn::{Date, Played, moves};
use rayon::prelude::*;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position};
use tantivy::DocId;

use crate::error::Error;
use crate::facts::{Facts, GameResult};
use crate::filter::{Filter, Passes};
use crate::games::Games;
use crate::material::Material;
use crate::opening;
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::term::Term;
use crate::terms::pawn_files;

/// How games ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// White won.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// Nobody knows.
    pub unknown: u64,
}

impl Outcomes {
    /// All games.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// Counts a game.
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

/// What is counted of games that reached a position.
pub struct Count {
    /// By code.
    moves: Vec<Tally>,
    top: Leaders,
    recent: Leaders,
}

impl Count {
    /// Nothing yet; of so many of the top and the recent games it is told.
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
        let date = facts.date().map_or(0, Date::to_bits);
        self.recent.offer(date, code, &id);
    }

    /// Adds what was counted elsewhere of games that played a move.
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

    /// Takes a game that was counted elsewhere for one of the top ones.
    pub fn offer_top(&mut self, game: Ranked) {
        self.top.offer(game.rank, game.code, || Some(game.id));
    }

    /// Takes a game that was counted elsewhere for one of the recent ones.
    pub fn offer_recent(&mut self, game: Ranked) {
        self.recent.offer(game.rank, game.code, || Some(game.id));
    }

    fn add(mut self, other: &Count) -> Count {
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

    /// What is told of the games that reached `position`.
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

impl Snapshot {
    /// The games that reached exactly this position, whose indexed positions it is or not: the same
    /// board, side to move, castling rights and possible en-passant capture. Of a filter only what is
    /// said of games counts. So many of the top and the recent games are told.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &Filter,
        top: usize,
        recent: usize,
    ) -> Result<Explored, Error> {
        let count = self
            .segments()
            .par_iter()
            .with_max_len(1)
            .map(|segment| {
                let count =
                    self.explore_segment(segment, position, filter, Count::new(top, recent));
                count.map_err(|error| self.failed(error))
            })
            .try_reduce(|| Count::new(top, recent), |one, other| Ok(one.add(&other)))?;
        Ok(count.explored(position))
    }

    fn explore_segment(
        &self,
        segment: &Segment,
        position: &Chess,
        filter: &Filter,
        mut count: Count,
    ) -> tantivy::Result<Count> {
        let games = segment.games()?;
        let passes = filter.games(games);
        let all = filter.is_of_all_games();
        let turn = position.turn();
        let reached = self.reached(segment, games, &passes, position)?;
        for (place, reached) in &reached {
            let row = &games.rows[*place];
            count.count(turn, reached.code, row.facts, || segment.game(row.doc));
        }
        segment.for_each_opening_move(position, |code, list| {
            // Both are ascending.
            let mut rows = games.rows.iter().enumerate().peekable();
            let few = list.doc_freq as usize * FEW < games.rows.len();
            segment.for_each_opening_block(list, |docs| {
                for doc in docs {
                    let found = if few {
                        let place = games.rows.binary_search_by_key(doc, |row| row.doc).ok();
                        place.map(|place| (place, &games.rows[place]))
                    } else {
                        while rows.next_if(|(_, row)| row.doc < *doc).is_some() {}
                        rows.next_if(|(_, row)| row.doc == *doc)
                    };
                    let Some((place, row)) = found else { continue };
                    if (all || passes.has(row))
                        && (reached.is_empty() || !reached.contains_key(&place))
                    {
                        count.count(turn, code, row.facts, || segment.game(*doc));
                    }
                }
            })
        })?;
        Ok(count)
    }

    /// The games of a segment that reached a position after their openings, by place.
    fn reached(
        &self,
        segment: &Segment,
        games: &Games,
        passes: &Passes,
        position: &Chess,
    ) -> tantivy::Result<HashMap<usize, Reached>> {
        let mut reached: HashMap<usize, Reached> = HashMap::new();
        for doc in segment.documents_with(&exact_terms(position.board()))? {
            let Some(place) = games.of(doc) else { continue };
            let row = &games.rows[place];
            let Some(passage) = segment.passage(doc) else {
                continue;
            };
            let listed = opening::opening_plies(row.first as usize) as u64;
            if passage.ply + crate::passage::MAX_POSITIONS as u64 <= listed || !passes.has(row) {
                continue;
            }
            let mut last = None;
            // What cannot be replayed has no position.
            let _ = passage.replay(|ply, found| {
                if ply >= listed && is_same(found, position) {
                    last = Some(ply);
                }
            });
            let Some(ply) = last else { continue };
            let next = passage.codes().nth((ply - passage.ply) as usize);
            let code = match next {
                Some(code) => code,
                // Between two passages.
                None => self.code_at(segment, row.doc, ply),
            };
            let of_game = reached.entry(place).or_insert(Reached { ply, code });
            if of_game.ply <= ply {
                *of_game = Reached { ply, code };
            }
        }
        Ok(reached)
    }

    /// What a game played after so many half-moves; [`moves::END`] at its end.
    fn code_at(&self, segment: &Segment, doc: DocId, ply: u64) -> u8 {
        let Some(id) = segment.game(doc) else {
            return moves::END;
        };
        let game = self.game(id).ok().flatten();
        game.map_or(moves::END, |game| game.code_at(ply))
    }
}

/// The share of all games below which each is looked for. Guessed: as many steps as that takes.
const FEW: usize = 16;

/// Where a game had a position, and what it played.
#[derive(Copy, Clone, Debug)]
struct Reached {
    ply: u64,
    code: u8,
}
