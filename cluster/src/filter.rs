//! Filters as OpenSearch's: what games must be like, which passages may have a position that passes, and how many
//! positions do.

use std::sync::Arc;

use pgn::Date;
use serde::Serialize;
use serde_json::{Value, json};
use shakmaty::{Chess, Color};
use similarity::{Ending, Filter, GameResult, Selection};

use crate::document::{of_span, result};
use crate::error::Error;
use crate::followed::clause;
use crate::response::Of;
use crate::snapshot::{PAGE, Snapshot};

/// How many names or games one `terms` query has. Read: OpenSearch takes 65,536.
pub(crate) const NAMES: usize = 65_536;

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
        } else if filter.material.is_none() {
            let query = json!({"filter": self.games_clauses(filter)?});
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

    /// The ids of the games that pass what a filter asks of games, ascending.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_that_pass(&self, filter: &Filter) -> Result<Vec<u64>, Error> {
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
            let query = json!({"filter": self.games_clauses(filter)?});
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
        clauses.extend(clause(&rule));
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
        let mut clauses = self.games_clauses(filter)?;
        if let Some(least) = filter.min_ply {
            clauses.push(json!({"range": {"last": {"gte": least.min(MOST)}}}));
        }
        if let Some(most) = filter.max_ply {
            clauses.push(json!({"range": {"ply": {"lte": most.min(MOST)}}}));
        }
        if let Some(material) = &filter.material {
            let halves = material.numbers().map(|numbers| {
                json!({"range": {"material": {"gte": numbers.start(), "lte": numbers.end()}}})
            });
            clauses.push(json!({"bool": {"should": halves}}));
        }
        Ok(clauses)
    }

    /// What a filter asks of games, for the documents of both games and passages.
    pub(crate) fn games_clauses(&self, filter: &Filter) -> Result<Vec<Value>, Error> {
        if !filter.collections.is_empty() {
            return Err(Error::NoCollections);
        }
        if filter.comment.is_some() {
            return Err(Error::Comments);
        }
        let mut clauses = Vec::new();
        let named = |field: &str, wanted: &Option<String>| -> Result<Option<Value>, Error> {
            let Some(wanted) = wanted else {
                return Ok(None);
            };
            let names = self.names()?;
            let names = match field {
                "event" => names.events(wanted),
                _ => names.players(wanted),
            };
            Ok(Some(any(field, &names)))
        };
        clauses.extend(named("white", &filter.white)?);
        clauses.extend(named("black", &filter.black)?);
        clauses.extend(named("event", &filter.event)?);
        if let Some(eco) = &filter.eco {
            let eco = eco.trim().to_ascii_uppercase();
            if !eco.is_empty() {
                clauses.push(json!({"prefix": {"eco": eco}}));
            }
        }
        if let Some(least) = filter.min_rating {
            clauses.push(json!({"range": {"rating": {"gte": least.min(MOST)}}}));
        }
        if let Some(most) = filter.max_rating {
            clauses.push(json!({"range": {"rating": {"lte": most.min(MOST)}}}));
        }
        if !filter.speeds.is_empty() {
            let known: Vec<&str> = filter.speeds.iter().flatten().map(|s| s.name()).collect();
            let mut speeds = vec![any("speed", &known)];
            if filter.speeds.contains(&None) {
                let exists = json!({"exists": {"field": "speed"}});
                speeds.push(json!({"bool": {"must_not": [exists]}}));
            }
            clauses.push(some(&speeds));
        }
        if !filter.ratings.is_empty() {
            let groups = filter.ratings.iter().map(|group| {
                let (from, to) = (group.start.min(MOST), group.end.min(MOST));
                json!({"range": {"rating": {"gte": from, "lt": to}}})
            });
            clauses.push(some(&groups.collect::<Vec<Value>>()));
        }
        if let Some((color, least)) = filter.strong {
            let rating = color.fold_wb("whiteRating", "blackRating");
            let weak = json!({"range": {rating: {"lt": least.min(MOST)}}});
            clauses.push(json!({"bool": {"must_not": [weak]}}));
        }
        if let Some(since) = filter.since.map(Date::earliest) {
            clauses.push(json!({"range": {"earliest": {"gte": since.to_bits()}}}));
        }
        if let Some(until) = filter.until.map(Date::latest) {
            clauses.push(json!({"range": {"latest": {"lte": until.to_bits()}}}));
        }
        let of_players = filter.player.is_some()
            || filter.opponent.is_some()
            || filter.color.is_some()
            || filter.result.is_some();
        if of_players {
            let mut ways = Vec::new();
            for color in Color::ALL {
                if filter.color.is_some_and(|wanted| wanted != color) {
                    continue;
                }
                let (own, other) = color.fold_wb(("white", "black"), ("black", "white"));
                let mut way = Vec::new();
                way.extend(named(own, &filter.player)?);
                way.extend(named(other, &filter.opponent)?);
                let wanted = match filter.result {
                    None => None,
                    Some(Ending::Is(wanted)) => Some(wanted),
                    Some(Ending::Win) => Some(GameResult::Won(color)),
                    Some(Ending::Loss) => Some(GameResult::Won(color.other())),
                };
                way.extend(wanted.map(|wanted| json!({"term": {"result": result(wanted)}})));
                ways.push(json!({"bool": {"filter": way}}));
            }
            clauses.push(some(&ways));
        }
        Ok(clauses)
    }
}

/// That a field has any of some values.
pub(crate) fn any<T: Serialize>(field: &str, values: &[T]) -> Value {
    let parts = values.chunks(NAMES);
    let parts: Vec<Value> = parts.map(|part| json!({"terms": {field: part}})).collect();
    some(&parts)
}

/// That any of some queries matches; none of none does.
pub(crate) fn some(queries: &[Value]) -> Value {
    if queries.is_empty() {
        return json!({"match_none": {}});
    }
    json!({"bool": {"should": queries, "minimum_should_match": 1}})
}
