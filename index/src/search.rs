//! The search: exactly the best positions of different games, without scoring them all.
//!
//! 1. **Bounds**: the posting lists of the query's terms are walked once; each adds its
//!    idf × w to one sum a passage. Times the norm of the passage's shortest position that is a
//!    bound of the score of every position in it.
//! 2. **Seeds**: the positions of the passages with the highest bounds are scored exactly, which
//!    tells what the last hit must at least score.
//! 3. **Finish**: so are those of every other passage whose bound can still reach that, highest
//!    first, until none can.
//!
//! The answer is the same as that of scoring every position; `tests/exact.rs` holds it to that.
//! The idea is Turtle and Flood 1995, "Query Evaluation: Strategies and Optimizations" (term at a
//! time, with an exact second pass), on passages instead of documents.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use shakmaty::Board;
use tantivy::DocId;

use crate::error::Error;
use crate::scoring::{Query, Scoring};
use crate::snapshot::{Segment, Snapshot};

/// How many passages are scored before the bounds are first used, beside [`SEEDS_A_HIT`].
///
/// Guessed, after the design's "few dozen".
const SEEDS: usize = 32;
/// How many more a wished-for hit, since similar passages come in runs of one game. Guessed.
const SEEDS_A_HIT: usize = 4;

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
    pub fn similar(&self, board: &Board, limit: usize, scoring: Scoring) -> Result<Similar, Error> {
        self.similar_from_seeds(board, limit, scoring, SEEDS + SEEDS_A_HIT * limit)
    }

    /// [`Snapshot::similar`] with another number of seeds, which changes its speed and nothing
    /// else; for tests of exactness.
    #[doc(hidden)]
    pub fn similar_from_seeds(
        &self,
        board: &Board,
        limit: usize,
        scoring: Scoring,
        seeds: usize,
    ) -> Result<Similar, Error> {
        let query = match scoring {
            Scoring::Thesis => Query::new(board, self.statistics()),
        };
        let mut search = Search {
            snapshot: self,
            bounds: self
                .segments()
                .iter()
                .map(|segment| Bounds::new(segment, &query))
                .collect::<tantivy::Result<_>>()
                .map_err(|error| self.failed(error))?,
            query: &query,
            best: Best::new(limit),
            passages_scored: 0,
        };
        if limit > 0 {
            let seeds = search.seeds(seeds);
            search.score(&seeds)?;
            let rest = search.reaching(&seeds);
            search.score(&rest)?;
        }
        let Search {
            best,
            passages_scored,
            ..
        } = search;
        Ok(Similar {
            hits: best.hits,
            query,
            passages_scored,
        })
    }
}

/// A passage and the most that a position of it can score.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Candidate {
    segment: usize,
    doc: DocId,
    /// Game and ply of its first position, and its bound: the best hit that it could have.
    best: Hit,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    /// Less is more promising.
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.best
            .order(&other.best)
            .then(self.segment.cmp(&other.segment))
            .then(self.doc.cmp(&other.doc))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

struct Search<'a> {
    snapshot: &'a Snapshot,
    query: &'a Query,
    /// One a segment.
    bounds: Vec<Bounds<'a>>,
    best: Best,
    passages_scored: usize,
}

impl Search<'_> {
    /// Passages with high bounds, so many at most, most promising first.
    fn seeds(&self, count: usize) -> Vec<Candidate> {
        // By the cheap bound, least first: which passages are seeds changes only the speed.
        // Non-negative floats are ordered as their bits are.
        let mut heap: BinaryHeap<Reverse<(u64, usize, usize)>> = BinaryHeap::new();
        let mut least = 0;
        for (segment, bounds) in self.bounds.iter().enumerate() {
            for doc in 0..bounds.sums.len() {
                let bound = bounds.at_most(doc).to_bits();
                if bound > least || heap.len() < count {
                    heap.push(Reverse((bound, segment, doc)));
                    if heap.len() > count {
                        heap.pop();
                    }
                    least = heap.peek().map_or(u64::MAX, |Reverse((bound, ..))| *bound);
                }
            }
        }
        let mut seeds: Vec<Candidate> = heap
            .into_iter()
            .filter_map(|Reverse((_, segment, doc))| {
                self.bounds[segment].candidate(segment, doc, self.query)
            })
            .collect();
        seeds.sort_unstable();
        seeds
    }

    /// The passages that can still have a hit, without the seeds, most promising first.
    fn reaching(&self, seeds: &[Candidate]) -> Vec<Candidate> {
        let mut rest = Vec::new();
        for (segment, bounds) in self.bounds.iter().enumerate() {
            for doc in 0..bounds.sums.len() {
                if self.best.needs(bounds.at_most(doc)) {
                    rest.extend(bounds.candidate(segment, doc, self.query));
                }
            }
        }
        rest.retain(|candidate| {
            self.best.admits(&candidate.best) && seeds.binary_search(candidate).is_err()
        });
        rest.sort_unstable();
        rest
    }

    /// Scores exactly what can still have a hit; `candidates` are sorted.
    fn score(&mut self, candidates: &[Candidate]) -> Result<(), Error> {
        for candidate in candidates {
            if !self.best.admits(&candidate.best) {
                break;
            }
            self.passages_scored += 1;
            let passage = self.snapshot.segments()[candidate.segment].passage(candidate.doc);
            passage
                .and_then(|passage| {
                    passage.replay(|ply, board| {
                        let score = self.query.score(board);
                        self.best.offer(Hit {
                            game: passage.game,
                            ply,
                            score,
                        });
                    })
                })
                .ok_or_else(|| {
                    let Hit { game, ply, .. } = candidate.best;
                    self.snapshot.damaged(format!(
                        "a passage of game {game} at ply {ply} cannot be replayed"
                    ))
                })?;
        }
        Ok(())
    }
}

/// What the passages of a segment can score.
struct Bounds<'a> {
    segment: &'a Segment,
    /// Σ idf × w by document; 0 for documents that have no term of the query.
    sums: Vec<f32>,
    /// What a sum is times at most.
    factor: f64,
    /// One plus more than the relative error that rounding can have made to a sum.
    slack: f64,
}

impl<'a> Bounds<'a> {
    fn new(segment: &'a Segment, query: &Query) -> tantivy::Result<Bounds<'a>> {
        let mut sums = vec![0.0_f32; segment.documents()];
        for (term, idf) in query.terms() {
            // A passage stands in one of these lists at most, that of its greatest weight.
            for matching in term.matched_by() {
                let Some(mut postings) = segment.postings(matching)? else {
                    continue;
                };
                let weight = rounded_up(idf * matching.weight());
                loop {
                    let docs = postings.docs();
                    if docs.is_empty() {
                        break;
                    }
                    for doc in docs {
                        sums[*doc as usize] += weight;
                    }
                    postings.advance();
                }
            }
        }
        // The weights are rounded up; each addition then errs by a factor of 1 ± 2^-24 at most
        // (Higham 2002, "Accuracy and Stability of Numerical Algorithms", section 4.2). Twice
        // that covers the 64-bit roundings on both sides as well.
        let slack = 1.0 + (query.terms().len() + 4) as f64 * f64::from(f32::EPSILON);
        Ok(Bounds {
            segment,
            sums,
            factor: slack * query.norm(segment.shortest()),
            slack,
        })
    }

    /// A cheap bound of the score of a document's positions, not below that of [`Candidate`].
    fn at_most(&self, doc: usize) -> f64 {
        self.factor * f64::from(self.sums[doc])
    }

    /// The document as a candidate, if it is a passage.
    fn candidate(&self, segment: usize, doc: usize, query: &Query) -> Option<Candidate> {
        let sum = f64::from(self.sums[doc]);
        let doc = DocId::try_from(doc).ok()?;
        let length = self.segment.length(doc)?;
        let (game, ply) = self.segment.place(doc)?;
        let score = self.slack * query.norm(length) * sum;
        let best = Hit { game, ply, score };
        Some(Candidate { segment, doc, best })
    }
}

/// The smallest 32-bit float that is not less than a non-negative number.
fn rounded_up(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) < number {
        near.next_up()
    } else {
        near
    }
}

/// The best position of each of the best games so far.
struct Best {
    limit: usize,
    /// Best first.
    hits: Vec<Hit>,
}

impl Best {
    fn new(limit: usize) -> Best {
        Best {
            limit,
            hits: Vec::new(),
        }
    }

    /// The last hit, once there are enough: what a better one must come before.
    fn last(&self) -> Option<&Hit> {
        self.hits.get(self.limit - 1)
    }

    /// Whether a passage with this bound could have a hit.
    fn needs(&self, bound: f64) -> bool {
        self.last().is_none_or(|last| bound >= last.score)
    }

    /// Whether a passage could have a hit whose best possible one is this.
    fn admits(&self, best: &Hit) -> bool {
        self.last().is_none_or(|last| best.order(last).is_lt())
    }

    fn offer(&mut self, hit: Hit) {
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
