//! What passes a filter.

use std::sync::Arc;

use rayon::prelude::*;
use similarity::{Filter, Selection};

use crate::error::Error;
use crate::passing::Passes;
use crate::snapshot::Snapshot;
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

    /// The ids of the games that pass what a filter asks of games, ascending; what it asks of positions does not matter.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_that_pass(&self, filter: &Filter) -> Result<Vec<u64>, Error> {
        let ids = |segment: &Arc<Segment>| {
            let games = segment.games().map_err(|error| self.failed(error))?;
            let passes = Passes::new(filter, games);
            let rows = games.rows.iter().filter(|row| passes.has(row));
            Ok(rows.filter_map(|row| segment.game(row.doc)).collect())
        };
        let ids = self.segments().par_iter().map(ids);
        let ids: Vec<Vec<u64>> = ids.collect::<Result<_, Error>>()?;
        let mut ids = ids.concat();
        ids.sort_unstable();
        Ok(ids)
    }
}
