//! Filters as OpenSearch's: what games must be like, which passages may have a position that passes, and how many
//! positions do.

use std::sync::Arc;

use pgn::Variant;
use serde_json::{Value, json};
use shakmaty::{Chess, Color};
use similarity::{Condition, Filter, GameFilter, NameColumn, NumberColumn, Selection};

use crate::clause::{any, followed, some};
use crate::document::{of_span, result};
use crate::error::Error;
use crate::response::Of;
use crate::snapshot::{PAGE, Snapshot};

/// More than any rating, and what a number of OpenSearch's may be. Read: 32 bits.
const MOST: u64 = i32::MAX as u64;

impl Snapshot {
    /// The positions that pass a filter.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn select(&self, filter: &Filter) -> Result<Arc<Selection>, Error> {
        let rule = self.rule(filter)?;
        let (mut games, mut positions) = (0, 0);
        if let Some(followed) = rule.followed() {
            (games, positions) = (followed.games().len() as u64, followed.positions());
        } else if filter.positions.material.is_none() {
            let query = json!({"filter": self.games_clauses(&filter.games)?});
            self.for_each_value(Of::Games, &query, "span", |span, count| {
                let (indexed, facts) = of_span(span.as_u64().unwrap_or(0));
                let of_game = rule.positions(&indexed, facts);
                positions += count * of_game;
                games += count * u64::from(of_game > 0);
            })?;
        } else {
            let mut last = None;
            let query = json!({"bool": {"filter": self.passages_that_pass(filter)?}});
            self.for_each_passage(&query, |found| {
                let (passage, mut of_passage) = (found.passage, 0);
                let admits = |ply, position: &Chess| rule.admits(passage.game, ply, position);
                passage
                    .replay(|ply, position| of_passage += u64::from(admits(ply, position)))
                    .ok_or_else(|| self.damaged(passage.game))?;
                positions += of_passage;
                if of_passage > 0 && last != Some(passage.game) {
                    games += 1;
                    last = Some(passage.game);
                }
                Ok(())
            })?;
        }
        let selection = Selection::new(filter.clone(), rule, games, positions);
        Ok(Arc::new(selection))
    }

    /// The ids of the games that pass a filter, ascending.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_that_pass(&self, filter: &GameFilter) -> Result<Vec<u64>, Error> {
        let query = json!({"filter": self.games_clauses(filter)?});
        let mut ids = Vec::new();
        let size = 10_000;
        loop {
            let mut body =
                json!({"size": size, "sort": [{"game": "asc"}], "track_total_hits": false});
            if let Some(last) = ids.last() {
                body["search_after"] = json!([last]);
            }
            let found = self.documents(Of::Games, &query, &body)?.hits.hits;
            let is_last = found.len() < size;
            let found = found.iter().filter_map(|hit| hit.sort.first()?.as_u64());
            ids.extend(found);
            if is_last {
                return Ok(ids);
            }
        }
    }

    /// The ids of the first games after a number that pass a filter, ascending, this many at most. Where it asks of
    /// positions, an indexed position of the game must pass.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_after(&self, filter: &Filter, after: u64, most: usize) -> Result<Vec<u64>, Error> {
        if !filter.asks_of_positions() {
            let query = json!({"filter": self.games_clauses(&filter.games)?});
            let body = json!({
                "size": most.min(PAGE),
                "sort": [{"game": "asc"}],
                "search_after": [after],
                "track_total_hits": false,
            });
            let found = self.documents(Of::Games, &query, &body)?.hits.hits;
            let ids = found.iter().filter_map(|hit| hit.sort.first()?.as_u64());
            return Ok(ids.collect());
        }
        let rule = self.rule(filter)?;
        let mut clauses = self.passages_that_pass(filter)?;
        clauses.extend(followed(&rule));
        let query = json!({"filter": clauses});
        let (mut ids, mut last) = (Vec::new(), (after, MOST));
        loop {
            let page = self.passages_after(&query, Some(last), PAGE)?;
            let is_last = page.len() < PAGE;
            for passage in page.into_iter().map(|found| found.passage) {
                last = (passage.game, passage.ply);
                if ids.last() == Some(&passage.game) {
                    continue;
                }
                let mut passes = false;
                passage
                    .replay(|ply, position| passes |= rule.admits(passage.game, ply, position))
                    .ok_or_else(|| self.damaged(passage.game))?;
                if passes {
                    ids.push(passage.game);
                    if ids.len() == most {
                        return Ok(ids);
                    }
                }
            }
            if is_last {
                return Ok(ids);
            }
        }
    }

    /// What passages must be like to have a position that passes.
    pub(crate) fn passages_that_pass(&self, filter: &Filter) -> Result<Vec<Value>, Error> {
        let mut clauses = self.games_clauses(&filter.games)?;
        if let Some(least) = filter.positions.min_ply {
            clauses.push(json!({"range": {"last": {"gte": least.min(MOST)}}}));
        }
        if let Some(most) = filter.positions.max_ply {
            clauses.push(json!({"range": {"ply": {"lte": most.min(MOST)}}}));
        }
        if let Some(material) = &filter.positions.material {
            let halves = material.numbers().map(|numbers| {
                json!({"range": {"material": {"gte": numbers.start(), "lte": numbers.end()}}})
            });
            clauses.push(json!({"bool": {"should": halves}}));
        }
        Ok(clauses)
    }

    /// What a filter asks of games, for the documents of both games and passages.
    pub(crate) fn games_clauses(&self, filter: &GameFilter) -> Result<Vec<Value>, Error> {
        self.clauses(&filter.conditions())
    }

    fn clauses(&self, conditions: &[Condition]) -> Result<Vec<Value>, Error> {
        let clauses = conditions.iter().map(|condition| self.clause(condition));
        clauses.collect()
    }

    fn clause(&self, condition: &Condition) -> Result<Value, Error> {
        Ok(match condition {
            Condition::All(conditions) => json!({"bool": {"filter": self.clauses(conditions)?}}),
            Condition::Any(conditions) => some(&self.clauses(conditions)?),
            Condition::Not(condition) => {
                json!({"bool": {"must_not": [self.clause(condition)?]}})
            }
            Condition::Named(column, text) => {
                let names = self.names()?;
                match column {
                    NameColumn::White => any("white", &names.players(text)),
                    NameColumn::Black => any("black", &names.players(text)),
                    NameColumn::Event => any("event", &names.events(text)),
                }
            }
            Condition::Eco(beginning) => json!({"prefix": {"eco": beginning}}),
            Condition::Within(column, range) => {
                let field = match column {
                    NumberColumn::Rating => "rating",
                    NumberColumn::RatingOf(Color::White) => "whiteRating",
                    NumberColumn::RatingOf(Color::Black) => "blackRating",
                    NumberColumn::Earliest => "earliest",
                    NumberColumn::Latest => "latest",
                };
                let (from, to) = (range.start().min(&MOST), range.end().min(&MOST));
                json!({"range": {field: {"gte": from, "lte": to}}})
            }
            Condition::Result(wanted) => json!({"term": {"result": result(*wanted)}}),
            Condition::Speeds(speeds) => {
                let known: Vec<&str> = speeds.iter().flatten().map(|s| s.name()).collect();
                let mut clauses = vec![any("speed", &known)];
                if speeds.contains(&None) {
                    let exists = json!({"exists": {"field": "speed"}});
                    clauses.push(json!({"bool": {"must_not": [exists]}}));
                }
                some(&clauses)
            }
            // All games, those of other variants included.
            Condition::Variant(Variant::Standard) => json!({"match_all": {}}),
            Condition::Variant(_) => return Err(Error::Variants),
            Condition::Opening(_) => return Err(Error::Openings),
            Condition::Commented(_) => return Err(Error::Comments),
            Condition::Collected(_) => return Err(Error::NoCollections),
        })
    }
}
