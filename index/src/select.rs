//! What passes a filter.

use std::collections::BTreeSet;
use std::sync::Arc;

use pgn::Game;
use rayon::prelude::*;
use similarity::{Filter, GameFilter, Selection};

use crate::condition::GameTest;
use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::storage::collections::Members;
use crate::storage::games::Row;
use crate::storage::segment::Segment;

impl Snapshot {
    /// The positions that pass a filter.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn select(&self, filter: &Filter) -> Result<Arc<Selection>, Error> {
        let passing = self.passing(filter)?;
        let (games, positions) = (passing.games, passing.positions);
        let rule = passing.rule.clone();
        Ok(Arc::new(Selection::new(
            filter.clone(),
            rule,
            games,
            positions,
        )))
    }

    /// The ids of the games that pass a filter, ascending.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_that_pass(&self, filter: &GameFilter) -> Result<Vec<u64>, Error> {
        let members = self.members(&filter.collections)?;
        let ids = |segment: &Arc<Segment>| {
            let games = segment.games().map_err(|error| self.failed(error))?;
            let passes = GameTest::new(filter, members.as_ref(), segment);
            let passes = passes.map_err(|error| self.failed(error))?;
            let rows = games.rows.iter().filter(|row| passes.has(row));
            Ok(rows.filter_map(|row| segment.game(row.doc)).collect())
        };
        let ids = self.segments().par_iter().map(ids);
        let ids: Vec<Vec<u64>> = ids.collect::<Result<_, Error>>()?;
        let mut ids = ids.concat();
        ids.sort_unstable();
        Ok(ids)
    }

    /// The ids of the first games after a number that pass a filter, ascending, this many at most. Where it asks of
    /// positions, an indexed position of the game must pass.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_after(&self, filter: &Filter, after: u64, most: usize) -> Result<Vec<u64>, Error> {
        self.games_after_among(filter, None, after, most)
    }

    /// As [`Snapshot::games_after`], of the games of collections as they were at any commit.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_after_among(
        &self,
        filter: &Filter,
        among: Option<&Members>,
        after: u64,
        most: usize,
    ) -> Result<Vec<u64>, Error> {
        let is_wanted = |id: u64| id > after && among.is_none_or(|among| among.has(id));
        let of_positions = filter.asks_of_positions();
        let passing = of_positions.then(|| self.passing(filter)).transpose()?;
        let members = self.members(&filter.games.collections)?;
        let of_segment = |(number, segment): (usize, &Arc<Segment>)| {
            let games = segment.games().map_err(|error| self.failed(error))?;
            let id = |row: &Row| segment.game(row.doc).filter(|id| is_wanted(*id));
            if let Some(passing) = &passing {
                let docs = passing.passages(number).iter();
                let places = docs.filter_map(|docs| games.of(docs.start));
                return Ok(smallest(
                    places.filter_map(|place| id(&games.rows[place])),
                    most,
                ));
            }
            let passes = GameTest::new(&filter.games, members.as_ref(), segment);
            let passes = passes.map_err(|error| self.failed(error))?;
            let rows = games.rows.iter().filter(|row| passes.has(row));
            Ok(smallest(rows.filter_map(id), most))
        };
        let ids = self.segments().par_iter().enumerate().map(of_segment);
        let ids: Vec<BTreeSet<u64>> = ids.collect::<Result<_, Error>>()?;
        let first = smallest(ids.into_iter().flatten(), most);
        Ok(first.into_iter().collect())
    }

    /// The games of some ids, of those that there are, in the same order.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::game`].
    pub fn games(&self, ids: &[u64]) -> Result<Vec<Game>, Error> {
        let games = ids.par_iter().map(|id| self.game(*id));
        let games: Vec<Option<Game>> = games.collect::<Result<_, Error>>()?;
        Ok(games.into_iter().flatten().collect())
    }
}

/// The smallest of some numbers, this many at most, each once.
fn smallest(numbers: impl Iterator<Item = u64>, most: usize) -> BTreeSet<u64> {
    let mut smallest = BTreeSet::new();
    for number in numbers {
        if smallest.len() < most {
            smallest.insert(number);
        } else if smallest.last().is_some_and(|last| number < *last) && smallest.insert(number) {
            smallest.pop_last();
        }
    }
    smallest
}
