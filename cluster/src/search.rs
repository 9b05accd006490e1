//! The search in a cluster: exactly the best positions of different games and boards, without fetching them all.
//!
//! OpenSearch answers passages from the highest bound down ([`crate::bounds`]), a page at a time; their positions are
//! scored here, until the next bound is below the last hit. The answer is the same as that of an index in a folder.

use std::collections::HashSet;

use pgn::Game;
use rayon::prelude::*;
use serde_json::{Value, json};
use similarity::{
    Best, BoardKey, Candidate as WithGame, Continuation, Hit, Moment, Query, Scored, Scorer,
    Selection, Similar,
};

use crate::bounds::Bounds;
use crate::clause::followed;
use crate::error::Error;
use crate::response::{Of, PassageDocument, passages};
use crate::snapshot::Snapshot;

/// The number of passages on the first page, in addition to [`FIRST_A_HIT`] for each hit. Measured together with it.
const FIRST: usize = 48;

/// How many more a wished-for hit: similar passages come in runs of one game.
///
/// Measured over 2 million positions with 240 positions each: one page is enough for 239 by `structure`, 215 by `tabiya` and
/// 173 by `thesis`; another page takes as long as the first one, and a hundred more passages a millisecond.
const FIRST_A_HIT: usize = 20;

/// How many times as large the next page is, and the largest. Read: the most that OpenSearch answers.
const GROWTH: usize = 4;
const LARGEST: usize = 10_000;

/// How many passages all threads score together. Guessed: some for each, and few for nothing.
const TOGETHER: usize = 32;

/// A passage and the best that could be found in it.
struct Candidate {
    found: PassageDocument,
    best: Hit,
    /// What none of its positions scores more than.
    bound: f64,
}

/// One search under way.
struct Search<'a> {
    snapshot: &'a Snapshot,
    scorer: Scorer<'a>,
    /// What passages must be like to have a position that passes the filter, if there is one.
    selected: Vec<Value>,
    /// How many passages the next page has.
    size: usize,
    best: Best,
    passages_scored: usize,
}

impl Snapshot {
    /// The first hits of a search with their games, as [`rerank`](similarity::rerank()) needs them.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn candidates(&self, similar: &Similar) -> Result<Vec<WithGame>, Error> {
        let query = &similar.query;
        let hits = &similar.hits[..similar.hits.len().min(query.pool())];
        self.with_games(hits, |hit: &Hit, game: &Game| {
            let continuation = Continuation::of_game(game, hit.ply)?;
            WithGame::new(query, hit, &continuation)
        })
    }

    /// The `limit` positions that score most for a query by what is on the board, as in a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn nearest(&self, query: Query, limit: usize) -> Result<Similar, Error> {
        let selected = query.selection().map(|selection| self.selected(selection));
        let mut search = Search {
            snapshot: self,
            scorer: Scorer::new(&query),
            selected: selected.transpose()?.unwrap_or_default(),
            size: (FIRST + FIRST_A_HIT * limit).min(LARGEST),
            best: Best::new(limit, query.distinct(), query.position()),
            passages_scored: 0,
        };
        if limit > 0 {
            loop {
                search.by_bound(&query)?;
                search.without_terms()?;
                if search.best.is_exact() {
                    break;
                }
                search.best = search.best.again();
            }
        }
        let Search {
            best,
            passages_scored,
            ..
        } = search;
        Ok(Similar::new(query, &best, passages_scored))
    }

    /// What passages must be like to have a position of a selection.
    fn selected(&self, selection: &Selection) -> Result<Vec<Value>, Error> {
        let mut clauses = self.passages_that_pass(selection.filter())?;
        clauses.extend(followed(selection.rule()));
        Ok(clauses)
    }

    /// The next passages by falling bound, then by game and ply, each with the key from which the next page is requested. The
    /// first page has no such key, and those of its passages that score least may be any of equal score: without a sort, it
    /// takes nine tenths of the time.
    fn page(
        &self,
        bounds: &Bounds,
        selected: &[Value],
        after: Option<&Vec<Value>>,
        size: usize,
    ) -> Result<Vec<(Vec<Value>, Candidate)>, Error> {
        if bounds.should.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = json!({"should": bounds.should, "minimum_should_match": 1});
        if !selected.is_empty() {
            query["filter"] = json!(selected);
        }
        let mut body = passages(size);
        if let Some(after) = after {
            body["sort"] = json!([{"_score": "desc"}, {"game": "asc"}, {"ply": "asc"}]);
            body["search_after"] = json!(after);
        }
        let found = self.documents(Of::Passages, &query, &body)?;
        let candidates = found.hits.hits.into_iter().map(|hit| {
            let found = PassageDocument::new(&hit)?;
            let key = if hit.sort.is_empty() {
                // Before all games.
                vec![hit.score, json!(-1), json!(-1)]
            } else {
                hit.sort
            };
            let score = bounds.bound(key.first()?.as_f64()?);
            let best = Hit {
                game: found.passage.game,
                ply: found.passage.ply,
                score,
            };
            let candidate = Candidate {
                found,
                best,
                bound: score,
            };
            Some((key, candidate))
        });
        let candidates: Option<Vec<_>> = candidates.collect();
        let mut candidates = candidates.ok_or_else(|| self.incomplete("passage"))?;
        candidates.sort_by(|(_, one), (_, other)| one.best.order(&other.best));
        Ok(candidates)
    }

    /// The games of hits, and what they say of them.
    pub(crate) fn moments(&self, hits: &[Hit]) -> Result<Vec<(Game, Moment)>, Error> {
        self.with_games(hits, |hit, game| {
            Some((game.clone(), Moment::of_game(game, hit.ply)?))
        })
    }

    /// What `of` makes of each hit and its game; `None` where the game is shorter.
    fn with_games<T: Send>(
        &self,
        hits: &[Hit],
        of: impl Fn(&Hit, &Game) -> Option<T> + Sync,
    ) -> Result<Vec<T>, Error> {
        let ids: Vec<u64> = hits.iter().map(|hit| hit.game).collect();
        let games = self.games(&ids)?;
        hits.par_iter()
            .map(|hit| {
                let game = games.get(&hit.game);
                game.and_then(|game| of(hit, game))
                    .ok_or_else(|| self.damaged(hit.game))
            })
            .collect()
    }

    /// The answers to some queries by scoring every position; `watch` is called with how many more
    /// are done.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::nearest`].
    pub fn exhaustive(
        &self,
        queries: &[Query],
        limit: usize,
        watch: impl Fn(u64) + Sync,
    ) -> Result<Vec<Vec<Hit>>, Error> {
        let none = |query: &Query| Best::new(limit, query.distinct(), query.position());
        let mut best: Vec<Best> = queries.iter().map(none).collect();
        loop {
            self.for_each_passage(&json!({"match_all": {}}), |found| {
                let passage = found.passage;
                let mut positions = Vec::new();
                passage
                    .replay(|ply, position| positions.push((ply, position.clone())))
                    .ok_or_else(|| self.damaged(passage.game))?;
                best.par_iter_mut().zip(queries).for_each(|(best, query)| {
                    let scored = positions.iter().map(|(ply, position)| Scored {
                        hit: Hit {
                            game: passage.game,
                            ply: *ply,
                            score: query.score(position),
                        },
                        board: BoardKey::new(position),
                    });
                    best.offer(scored.collect());
                });
                watch(positions.len() as u64);
                Ok(())
            })?;
            if best.iter().all(Best::is_exact) {
                return Ok(best.iter().map(Best::hits).collect());
            }
            best = best.iter().map(Best::again).collect();
        }
    }
}

impl Search<'_> {
    /// Scores passages from the highest bound down, until none can have a hit. Once it is known what a hit must
    /// score, bounds are closer, and it begins again by these.
    fn by_bound(&mut self, query: &Query) -> Result<(), Error> {
        let mut bounds = Bounds::new(query);
        let mut is_closer = false;
        let mut seen = HashSet::new();
        let mut after = None;
        loop {
            let page = self
                .snapshot
                .page(&bounds, &self.selected, after.as_ref(), self.size)?;
            after = page.last().map(|(sort, _)| sort.clone());
            let is_last = page.len() < self.size;
            // Of those that are left, the best may have as much, and come before it.
            let next = page.last().map(|(_, last)| Hit {
                game: 0,
                ply: 0,
                ..last.best
            });
            let mut candidates: Vec<Candidate> = page.into_iter().map(|(_, one)| one).collect();
            candidates.retain(|one| seen.insert((one.best.game, one.best.ply)));
            self.score(&candidates)?;
            let may_have_more = next.is_some_and(|next| self.best.admits(&next));
            if is_last || !may_have_more {
                return Ok(());
            }
            let closer = bounds.closer(query, self.best.least());
            match closer.filter(|_| !is_closer) {
                Some(closer) => (bounds, after, is_closer) = (closer, None, true),
                None => self.size = (self.size * GROWTH).min(LARGEST),
            }
        }
    }

    /// Scores passages in game order: what has no term in common scores nothing, and is a hit as well.
    fn without_terms(&mut self) -> Result<(), Error> {
        let query = json!({"filter": self.selected});
        let mut after = None;
        let nothing = |(game, ply): (u64, u64)| Hit {
            game,
            ply,
            score: 0.0,
        };
        while self.best.admits(&nothing(after.unwrap_or_default())) {
            let page = self.snapshot.passages_after(&query, after, self.size)?;
            let candidate = |found: PassageDocument| Candidate {
                best: nothing((found.passage.game, found.passage.ply)),
                found,
                // Passages with terms are among them.
                bound: f64::INFINITY,
            };
            let is_last = page.len() < self.size;
            let candidates: Vec<Candidate> = page.into_iter().map(candidate).collect();
            let last = candidates.last();
            after = last.map(|last| (last.best.game, last.best.ply));
            self.score(&candidates)?;
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Scores what can still have a hit of sorted candidates.
    fn score(&mut self, candidates: &[Candidate]) -> Result<(), Error> {
        for some in candidates.chunks(TOGETHER) {
            if !self.best.admits(&some[0].best) {
                break;
            }
            let least = self.best.least();
            let passages = some.par_iter();
            let scored = passages.map_init(
                || self.scorer.room(),
                |room, candidate| {
                    let passage = &candidate.found.passage;
                    let scored = self.scorer.hits(passage, candidate.bound, least, room);
                    scored.ok_or_else(|| self.snapshot.damaged(passage.game))
                },
            );
            let scored = scored.collect::<Result<Vec<_>, Error>>()?;
            self.passages_scored += some.len();
            for scored in scored {
                self.best.offer(scored);
            }
        }
        Ok(())
    }
}
