//! The search: exactly the best positions of different games, without scoring them all.
//!
//! Segment by segment, several at a time, small ones first:
//!
//! 1. **Bounds** ([`crate::bounds`]): what each passage can score at most, from posting lists alone;
//!    the passages that can still reach the last hit are kept.
//! 2. **Scores**: the positions of the few with the highest bounds are scored, which raises the last
//!    hit; those of the first segment's most promising passages before anything else. Most positions
//!    are ruled out by an estimate ([`Estimate`]).
//!
//! In the end, every other passage whose bound still reaches the last hit is scored, highest first,
//! until none does. The answer is the same as that of scoring every position; `tests/exact.rs`
//! holds it to that.
//!
//! The idea of the first two is `MaxScore`: Turtle and Flood 1995, "Query Evaluation: Strategies and
//! Optimizations", with long lists for its non-essential terms, and passages for documents.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use shakmaty::Chess;

use crate::bounds::{Bound, Bounds, Candidate, FEW, Sums, scale};
use crate::error::Error;
use crate::filter::Selection;
use crate::passage::Passage;
use crate::profile::Scoring;
use crate::scoring::{Estimate, Pawns, Query, TermScore};
use crate::snapshot::Snapshot;

/// How many passages are scored before anything is known of the last hit, beside [`SEEDS_A_HIT`].
///
/// Guessed, after the design's "few dozen".
const SEEDS: usize = 32;
/// How many more a wished-for hit, since similar passages come in runs of one game. Guessed.
const SEEDS_A_HIT: usize = 2;
/// How many passages of a segment are scored before the next segment. Measured: 16 to 32 are as fast, 8
/// leave too much to look at in the next one.
const EAGER: usize = 24;

/// So few passages that may have a hit are scored without bounds.
///
/// Guessed: the bounds of the passages of 22.6 million positions take some milliseconds, as scoring so many does.
const FEW_PASSAGES: usize = 2000;

/// How many passages all threads score together, at the end. Guessed: some for each, and few for
/// nothing if they end the search.
const BATCH: usize = 64;

/// A position found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Hit {
    /// The id of its game.
    pub game: u64,
    /// Half-moves of the game before it.
    pub ply: u64,
    /// Its score.
    pub score: f64,
}

impl Hit {
    /// Best first: higher score, then lower game id, then earlier ply.
    pub fn order(&self, other: &Hit) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.game.cmp(&other.game))
            .then(self.ply.cmp(&other.ply))
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The best position of each of the best games, best first.
    pub hits: Vec<Hit>,
    /// What of the score of each is for its continuation, most first.
    pub continuations: Vec<Vec<TermScore>>,
    /// The query as it was scored, for explanations.
    pub query: Query,
    /// How many passages were scored exactly.
    pub passages_scored: usize,
}

impl Snapshot {
    /// The positions most similar to `board`, of `limit` different games, or of all if there are
    /// fewer. Games that have nothing in common with it come last, in game order.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn similar(
        &self,
        position: &Chess,
        limit: usize,
        scoring: Scoring,
    ) -> Result<Similar, Error> {
        self.search(Query::new(position, self.statistics(), scoring), limit)
    }

    /// The positions that score most for a query by what is on the board, of `limit` different games, or of
    /// all that have one.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::similar`].
    pub fn nearest(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        self.answer(query, limit, SEEDS + SEEDS_A_HIT * limit, FEW)
    }

    /// [`Snapshot::nearest`] with other numbers of seeds, and of passages looked up one by one, which
    /// change its speed and nothing else; for tests of exactness.
    #[doc(hidden)]
    pub fn answer(
        &self,
        query: Query,
        limit: usize,
        seeds: usize,
        few: usize,
    ) -> Result<Similar, Error> {
        self.answer_among(query, limit, seeds, few, FEW_PASSAGES)
    }

    /// [`Snapshot::answer`], scoring so few passages that are selected without bounds.
    #[doc(hidden)]
    pub fn answer_among(
        &self,
        query: Query,
        limit: usize,
        seeds: usize,
        few: usize,
        few_passages: usize,
    ) -> Result<Similar, Error> {
        let search = Search::new(self, &query, limit, seeds, few);
        if limit > 0 {
            // Small ones first: they say sooner what a hit must be like.
            let mut segments: Vec<usize> = (0..self.segments().len()).collect();
            segments.sort_by_key(|segment| self.segments()[*segment].documents());
            let few_passages = query
                .selection()
                .filter(|selection| selection.len() <= few_passages);
            let rest: Vec<Vec<Bound>> = segments
                .into_par_iter()
                .with_max_len(1)
                .map(|segment| match few_passages {
                    Some(selection) => Ok(unbounded(segment, selection)),
                    None => SUMS.with_borrow_mut(|sums| search.segment(segment, sums)),
                })
                .collect::<Result<_, Error>>()?;
            let last = search.last_score();
            let rest = rest
                .concat()
                .into_iter()
                .filter(|bound| bound.score >= last);
            let mut rest: Vec<Candidate> = rest
                .filter_map(|bound| bound.candidate(&self.segments()[bound.segment]))
                .collect();
            rest.sort_unstable();
            for batch in rest.chunks(BATCH) {
                if !search.admits(&batch[0]) {
                    break;
                }
                batch
                    .par_iter()
                    .try_for_each(|candidate| search.score(candidate))?;
            }
        }
        let found = search.found.into_inner();
        let found = found.unwrap_or_else(PoisonError::into_inner);
        Ok(Similar {
            continuations: vec![Vec::new(); found.best.hits.len()],
            hits: found.best.hits,
            query,
            passages_scored: found.passages_scored,
        })
    }

    /// What no position of the index exceeds in a search for positions like one: the first part of
    /// [`Snapshot::similar`] alone, for benches and tests.
    #[doc(hidden)]
    pub fn highest_bound(&self, position: &Chess, scoring: Scoring) -> Result<f64, Error> {
        let query = Query::new(position, self.statistics(), scoring);
        let scale = scale(&query);
        let mut sums = Vec::new();
        let mut highest = f64::NEG_INFINITY;
        for (number, segment) in self.segments().iter().enumerate() {
            let bounds = Bounds::new(number, segment, &query, scale, &mut sums)
                .map_err(|error| self.failed(error))?;
            for (_, doc) in bounds.reaching(highest, 0) {
                let bound = bounds.of(doc).map(|bound| bound.score);
                highest = bound.unwrap_or(highest).max(highest);
            }
        }
        Ok(highest)
    }
}

/// One search under way.
struct Search<'a> {
    snapshot: &'a Snapshot,
    query: &'a Query,
    scorer: Scorer<'a>,
    seeds: usize,
    few: usize,
    /// What weights are times in sums.
    scale: f64,
    found: Mutex<Found>,
}

/// Scores the positions of passages for a query, which the estimate rules out for the most part.
pub struct Scorer<'a> {
    query: &'a Query,
    estimate: Option<Estimate<'a>>,
}

impl<'a> Scorer<'a> {
    /// The scorer of a query.
    pub fn new(query: &'a Query) -> Scorer<'a> {
        Scorer {
            query,
            estimate: Estimate::new(query),
        }
    }

    /// The positions of a passage that the query admits, but for those that score less than `least` or than one
    /// before them; `None` if what is stored is not a line of chess.
    pub fn hits(&self, passage: &Passage, mut least: f64) -> Option<Vec<Hit>> {
        let game = passage.game;
        let mut pawns = Pawns::default();
        let mut hits = Vec::new();
        passage.replay(|ply, position| {
            if !self.query.admits(ply, position) {
                return;
            }
            let estimate = self.estimate.as_ref();
            let most = estimate.map(|estimate| estimate.at_most(position, &mut pawns));
            if most.is_none_or(|most| most >= least) {
                let score = self.query.score(position);
                // Of one game only the best is a hit.
                least = least.max(score);
                hits.push(Hit { game, ply, score });
            }
        })?;
        Some(hits)
    }
}

/// What has been found so far.
struct Found {
    best: Best,
    passages_scored: usize,
}

impl<'a> Search<'a> {
    fn new(
        snapshot: &'a Snapshot,
        query: &'a Query,
        limit: usize,
        seeds: usize,
        few: usize,
    ) -> Search<'a> {
        Search {
            snapshot,
            query,
            scorer: Scorer::new(query),
            seeds,
            few,
            scale: scale(query),
            found: Mutex::new(Found {
                best: Best::new(limit),
                passages_scored: 0,
            }),
        }
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the last hit scores so far; less than anything while there are too few hits.
    fn last_score(&self) -> f64 {
        let found = self.found();
        found
            .best
            .last()
            .map_or(f64::NEG_INFINITY, |last| last.score)
    }

    /// Whether a passage can still have a hit.
    fn admits(&self, candidate: &Candidate) -> bool {
        self.found().best.admits(&candidate.best)
    }

    /// Searches a segment; what it leaves are the passages that may still have a hit.
    fn segment(&self, number: usize, sums: &mut Sums) -> Result<Vec<Bound>, Error> {
        let segment = &self.snapshot.segments()[number];
        let bounds = Bounds::new(number, segment, self.query, self.scale, sums)
            .map_err(|error| self.snapshot.failed(error))?;
        if self.last_score() == f64::NEG_INFINITY {
            self.score_in_order(&bounds.seeds(self.seeds))?;
        }
        let mut reaching = bounds.reaching(self.last_score(), self.few);
        reaching.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let rest = reaching.split_off(EAGER.min(reaching.len()));
        let eager = reaching.iter().filter_map(|(_, doc)| bounds.of(*doc));
        let mut eager: Vec<Candidate> =
            eager.filter_map(|bound| bound.candidate(segment)).collect();
        eager.sort_unstable();
        self.score_in_order(&eager)?;
        let last = self.last_score();
        let rest = rest.iter().take_while(|(score, _)| *score >= last);
        let rest = rest.filter_map(|(_, doc)| bounds.of(*doc));
        Ok(rest.filter(|bound| bound.score >= last).collect())
    }

    /// Scores what can still have a hit of sorted candidates.
    fn score_in_order(&self, candidates: &[Candidate]) -> Result<(), Error> {
        candidates
            .iter()
            .take_while(|candidate| self.admits(candidate))
            .try_for_each(|candidate| self.score(candidate))
    }

    /// Scores the positions of a passage.
    fn score(&self, candidate: &Candidate) -> Result<(), Error> {
        let least = self.last_score();
        let passage = self.snapshot.segments()[candidate.segment].passage(candidate.doc);
        let hits = passage
            .and_then(|passage| self.scorer.hits(&passage, least))
            .ok_or_else(|| {
                let Hit { game, ply, .. } = candidate.best;
                self.snapshot.damaged(format!(
                    "a passage of game {game} at ply {ply} cannot be replayed"
                ))
            })?;
        let mut found = self.found();
        found.passages_scored += 1;
        for hit in hits {
            found.best.offer(hit);
        }
        Ok(())
    }
}

/// The passages of a segment that are selected, whatever they may score.
fn unbounded(segment: usize, selection: &Selection) -> Vec<Bound> {
    let docs = selection.passages(segment).iter().cloned().flatten();
    let score = f64::INFINITY;
    docs.map(|doc| Bound {
        segment,
        doc,
        score,
    })
    .collect()
}

thread_local! {
    /// The memory for sums, which the system would have to clear for every query.
    static SUMS: RefCell<Sums> = const { RefCell::new(Vec::new()) };
}

/// The best position of each of the best games so far.
pub struct Best {
    limit: usize,
    /// Best first.
    pub hits: Vec<Hit>,
}

impl Best {
    /// None yet, and so many at most.
    pub fn new(limit: usize) -> Best {
        Best {
            limit,
            hits: Vec::new(),
        }
    }

    /// The last hit, once there are enough: what a better one must come before.
    pub fn last(&self) -> Option<&Hit> {
        self.hits.get(self.limit - 1)
    }

    /// Whether a passage could have a hit whose best possible one is this.
    pub fn admits(&self, best: &Hit) -> bool {
        self.last().is_none_or(|last| best.order(last).is_lt())
    }

    /// Takes a position in, if it is one of them.
    pub fn offer(&mut self, hit: Hit) {
        if !self.admits(&hit) {
            return;
        }
        if let Some(same) = self.hits.iter().position(|known| known.game == hit.game) {
            if hit.order(&self.hits[same]).is_ge() {
                return;
            }
            self.hits.remove(same);
        }
        let place = self.hits.partition_point(|known| known.order(&hit).is_lt());
        self.hits.insert(place, hit);
        self.hits.truncate(self.limit);
    }
}
