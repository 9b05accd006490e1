//! Positions similar to a given one.

mod answer;
mod explanation;
mod game_position;
mod merged;
mod notice;
mod weights;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use index::{Pace, SLICE};
use pgn::Game;
use shakmaty::{Chess, Color, Position};
use similarity::{BoardKey, Distinct, Filter, Query, Scoring, Selection, Similar};

use crate::analysis::{Analysis, Effort, Engines, OWN_NAME, QUICK_NODES};
use crate::bounded::Bounded;
use crate::database::View;
use crate::error::Error;
use crate::filter::Passed;
use crate::games::{GameHeader, label};
use crate::ideas::Thought;
use crate::known::check_names;
use crate::moves::Move;
use crate::names::Turn;
use crate::plans::{self, NextMoves};
use crate::schemas::Fen;
use crate::search::{search, search_without_engine};

pub use answer::{Hit, Part, SimilarAnswer};
use explanation::likeness;
pub use explanation::{Explanation, Term};
pub use game_position::GamePosition;
use game_position::{Found, games_of};
use merged::merged;
use notice::notice;
pub use weights::with_weights;

/// The number of hits in an answer.
pub type Limit = Bounded<1, 1000>;

/// The number of best hits that an answer skips.
pub type Offset = Bounded<0, 999>;

/// The number of hits by default.
const DEFAULT_LIMIT: Limit = Limit::of::<10>();

/// How similar positions are searched.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct SimilarRequest {
    /// The number of hits.
    pub limit: Limit,
    /// The number of best hits to skip, which an earlier answer had; offset plus limit is at most [`Limit::MAX`].
    pub offset: Offset,
    /// What counts as similar, and by how much.
    pub scoring: Scoring,
    /// The side to move in a hit.
    pub turn: Turn,
    /// Whether positions with the colours reversed are hits, too.
    pub flip: bool,
    /// What games and positions must be like to be hits; it does not change what a board scores, but the games that
    /// hits are reranked by.
    pub filter: Option<Filter>,
    /// Whether to count what was played next in the games of the best 100 positions.
    pub plans: bool,
    /// Whether to explain the score of each hit.
    pub explain: bool,
    /// Whether what the engine would play for either side counts, too; it takes two short searches.
    pub idea: bool,
    /// What two hits may not have in common; `None` for what is usual with the scoring.
    pub distinct: Option<Distinct>,
}

impl Default for SimilarRequest {
    fn default() -> SimilarRequest {
        SimilarRequest {
            limit: DEFAULT_LIMIT,
            offset: Offset::MIN,
            scoring: Scoring::default(),
            turn: Turn::Any,
            flip: false,
            filter: None,
            plans: false,
            explain: true,
            idea: true,
            distinct: None,
        }
    }
}

/// How the engine analyses a search.
#[derive(Copy, Clone)]
pub struct Analyse<'a> {
    /// The engines.
    pub engines: &'a Engines,
    /// How far they search each position.
    pub effort: Effort,
    /// Whether they search the hits, too, not only the position of the query.
    pub hits: bool,
}

impl SimilarRequest {
    /// Checks that offset plus limit is at most [`Limit::MAX`].
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] for `offset`.
    pub fn check_offset(&self) -> Result<(), Error> {
        let most = Limit::MAX.get() - self.limit.get();
        if self.offset.get() <= most {
            return Ok(());
        }
        let why = format!("with this limit it must be at most {most}");
        Err(Error::impossible("offset", why))
    }

    /// What the first slice of the work for a position costs, in hits.
    pub fn first_slice(&self) -> u64 {
        SLICE.min(self.offset.get() + self.limit.get())
    }
}

/// The positions most similar to each of `positions`; with `analyse`, what the engine thinks of them.
///
/// They are searched for as the answers are taken, in slices.
///
/// # Errors
///
/// As [`check_names`]; what the index reports; for a position also [`Error::OutOfTime`] if it was not begun,
/// [`Error::Engine`] if another program has failed.
pub fn similar<'a>(
    view: &'a View,
    positions: &'a [Chess],
    request: &'a SimilarRequest,
    analyse: Option<Analyse<'a>>,
    pace: &'a Pace,
) -> Result<impl Iterator<Item = Result<SimilarAnswer, Error>> + 'a, Error> {
    let mut filter = request.filter.clone();
    let side = match request.turn {
        Turn::Any | Turn::Same => None,
        Turn::White => Some(Color::White),
        Turn::Black => Some(Color::Black),
    };
    if side.is_some() {
        filter.get_or_insert_default().positions.turn = side;
    }
    let select = |filter: &Filter| view.select(filter);
    let selection = filter.as_ref().map(select).transpose()?;
    if let (Some(filter), Some(0)) = (&filter, selection.as_ref().map(|selection| selection.games))
    {
        check_names(view, &filter.games)?;
    }
    let reversed = filter.filter(|filter| request.flip && !filter.positions.played.is_empty());
    let search = Search {
        view,
        request,
        of_flipped: match reversed {
            Some(filter) => Some(select(&filter.with_moves_reversed())?),
            None => selection.clone(),
        },
        selection,
    };
    let answer = move |(nth, position)| {
        if pace.is_over() || (nth > 0 && !pace.next(request.first_slice())) {
            return Err(Error::NO_TIME);
        }
        search.answer(position, analyse, pace)
    };
    Ok(positions.iter().enumerate().map(answer))
}

/// A request on an index.
struct Search<'a> {
    view: &'a View,
    request: &'a SimilarRequest,
    /// What passes the filter, if there is one.
    selection: Option<Arc<Selection>>,
    /// The same for hits with the colours reversed: the moves that are played are reversed, too.
    of_flipped: Option<Arc<Selection>>,
}

impl Search<'_> {
    /// The positions most similar to one.
    fn answer(
        &self,
        position: &Chess,
        analyse: Option<Analyse<'_>>,
        pace: &Pace,
    ) -> Result<SimilarAnswer, Error> {
        let started = Instant::now();
        let thought = self
            .request
            .idea
            .then(|| Thought::of(position, &self.request.scoring));
        let queries = self.queries(position, thought.as_ref())?;
        let mut missing = Vec::new();
        let (mut hits, mut positions) = self.hits(&queries, pace, &mut missing)?;
        let plans = if self.request.plans {
            in_time(self.plans(&queries, pace))?
        } else {
            None
        };
        if self.request.plans && plans.is_none() {
            missing.push(Part::Plans);
        }
        let notice = if self.selection.is_none() {
            let is_found = hits.iter().any(|hit| hit.identical && !hit.flipped);
            notice(self.view, position, is_found)?
        } else {
            None
        };
        let took_ms = started.elapsed().as_micros() as f64 / 1000.0;

        let mut unfinished = 0;
        let found = thought.and_then(|thought| thought.analysis);
        let mut of_position = found.map(|found| Analysis::new(OWN_NAME, position, &found));
        if let Some(Analyse {
            engines,
            effort,
            hits: hits_too,
        }) = analyse
        {
            if !hits_too {
                positions.clear();
            }
            positions.insert(0, position.clone());
            let searched = engines.search(&positions, None, &effort.limits(QUICK_NODES), pace)?;
            let mut analyses = searched
                .into_iter()
                .zip(&positions)
                .map(|(searched, position)| {
                    let complete = searched.filter(|searched| searched.is_complete);
                    unfinished += usize::from(complete.is_none());
                    let found = &complete?.analysis;
                    Some(Analysis::new(engines.name(), position, found))
                });
            of_position = analyses.next().flatten();
            for (hit, analysis) in hits.iter_mut().zip(analyses) {
                hit.analysis = analysis;
            }
        }
        let statistics = self.view.statistics();
        Ok(SimilarAnswer {
            fen: Fen::from(position),
            analysis: of_position,
            unfinished,
            took_ms,
            games: statistics.games,
            positions: statistics.positions,
            passed: self.selection.as_ref().map(|selection| Passed {
                games: selection.games,
                positions: selection.positions,
            }),
            notice,
            missing,
            plans,
            hits,
        })
    }

    /// What is searched for.
    fn queries(&self, position: &Chess, thought: Option<&Thought>) -> Result<Queries, Error> {
        let flipped = if self.request.flip {
            let flipped = pgn::flipped(position).map_err(Error::internal)?;
            let thought = self
                .request
                .idea
                .then(|| Thought::of(&flipped, &self.request.scoring));
            Some(self.query(&flipped, self.of_flipped.as_ref(), thought.as_ref()))
        } else {
            None
        };
        Ok(Queries {
            query: self.query(position, self.selection.as_ref(), thought),
            flipped,
        })
    }

    fn query(
        &self,
        position: &Chess,
        selection: Option<&Arc<Selection>>,
        thought: Option<&Thought>,
    ) -> Query {
        let query = Query::new(position, self.view.statistics(), self.request.scoring);
        let query = match self.request.turn {
            Turn::Same => query.with_turn(position.turn()),
            Turn::Any | Turn::White | Turn::Black => query,
        };
        let query = match selection {
            Some(selection) => query.among(Arc::clone(selection)),
            None => query,
        };
        let query = match self.request.distinct {
            Some(distinct) => query.with_distinct(distinct),
            None => query,
        };
        match thought {
            Some(thought) => thought.put(query),
            None => query,
        }
    }

    /// The best positions for each query: for the one with the colours reversed if there is time for it.
    ///
    /// # Errors
    ///
    /// The errors of [`search`], for the position as it is.
    fn search(
        &self,
        queries: &Queries,
        limit: usize,
        distinct: Option<Distinct>,
        pace: &Pace,
    ) -> Result<(Similar, Option<Similar>), Error> {
        // A hit of one search can share game and board with two of the other.
        let limit = if queries.flipped.is_some() {
            2 * limit
        } else {
            limit
        };
        let find = |query: &Query| {
            let distinct = distinct.unwrap_or(query.distinct());
            let query = query.clone().with_distinct(distinct);
            if self.request.idea {
                search(self.view, query, limit, pace)
            } else {
                search_without_engine(self.view, query, limit, pace)
            }
        };
        let found = find(&queries.query)?;
        let flipped = match &queries.flipped {
            Some(query) => in_time(find(query))?,
            None => None,
        };
        Ok((found, flipped))
    }

    /// Returns the hits and their positions, and adds to `missing` the parts that there was no time for.
    fn hits(
        &self,
        queries: &Queries,
        pace: &Pace,
        missing: &mut Vec<Part>,
    ) -> Result<(Vec<Hit>, Vec<Chess>), Error> {
        let offset = self.request.offset.get() as usize;
        let limit = offset + self.request.limit.get() as usize;
        let (found, flipped) = self.search(queries, limit, None, pace)?;
        if queries.flipped.is_some() && flipped.is_none() {
            missing.push(Part::Flip);
        }
        let mut merged = merged(&found, flipped.as_ref(), limit);
        merged.drain(..offset.min(merged.len()));
        let games = games_of(self.view, &merged)?;
        let mut explain = self.request.explain;
        let hits = (offset + 1..).zip(merged).map(|(rank, (place, of))| {
            let flipped = !std::ptr::eq(of, &raw const found);
            if explain && (rank as u64).is_multiple_of(SLICE) && !pace.next(SLICE) {
                explain = false;
                missing.push(Part::Explain);
            }
            hit(rank, of, place, flipped, explain, &games)
        });
        Ok(hits.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip())
    }

    /// What was played next in the games of the best positions.
    fn plans(&self, queries: &Queries, pace: &Pace) -> Result<NextMoves, Error> {
        if !pace.next(SLICE) {
            return Err(Error::NO_TIME);
        }
        // Each game counts, whatever board it has.
        let (found, flipped) = self.search(queries, plans::GAMES, Some(Distinct::Game), pace)?;
        if queries.flipped.is_some() && flipped.is_none() {
            return Err(Error::NO_TIME);
        }
        let best = merged(&found, flipped.as_ref(), plans::GAMES).into_iter();
        let best = best.map(|(place, of)| (of.hits[place], !std::ptr::eq(of, &raw const found)));
        plans::next_moves(self.view, &best.collect::<Vec<_>>())
    }
}

/// A hit of a search, and its position.
fn hit(
    rank: usize,
    of: &Similar,
    place: usize,
    flipped: bool,
    explain: bool,
    games: &HashMap<u64, Game>,
) -> Result<(Hit, Chess), Error> {
    let (hit, same) = (&of.hits[place], &of.boards[place]);
    let Found {
        game,
        position,
        played,
    } = Found::new(games, hit)?;
    let explained = explain.then(|| {
        let gained = &of.continuations[place];
        Explanation::new(&of.query, &position, gained)
    });
    let (explanation, summary) = explained.unzip();
    let identical = same.board == BoardKey::new(of.query.position());
    let others = same.others.iter();
    let others = others.map(|other| GamePosition::new(games, other));
    let hit = Hit {
        rank,
        score: hit.score,
        likeness: likeness(hit.score, of.whole, identical),
        fen: Fen::from(&position),
        flipped,
        identical,
        games: same.games,
        same_board: others.collect::<Result<_, Error>>()?,
        ply: hit.ply,
        label: label(game, &position),
        played: played.map(|played| Move::played(&position, played)),
        game: GameHeader::new(game),
        analysis: None,
        summary,
        explanation,
    };
    Ok((hit, position))
}

/// Returns the outcome of work that may run out of time; `None` if it did.
fn in_time<T>(done: Result<T, Error>) -> Result<Option<T>, Error> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Error::OutOfTime(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// What is searched for: a position and, if requested, the same with the colours reversed.
struct Queries {
    query: Query,
    flipped: Option<Query>,
}
