//! Positions that have a pattern: the lists of its terms leave few passages, which are replayed.

use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Filter, MOST_PASSAGES, Matches, PassageMatch, Pattern, Rule};
use tantivy::DocId;

use crate::error::Error;
use crate::snapshot::Snapshot;

impl Snapshot {
    /// The indexed positions that have a pattern and pass a filter; `limit` is how many games are listed. Where the terms
    /// leave too many passages, only the first [`MOST_PASSAGES`] are looked through.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        // If both name a material, it is looked for in what has the filter's.
        let mut filter = filter.clone();
        let material = &mut filter.positions.material;
        *material = material.or(pattern.material());
        let passing = if filter == Filter::default() {
            None
        } else {
            Some(self.passing(&filter)?)
        };
        let rule = passing
            .as_ref()
            .map_or_else(|| filter.positions.rule(), |passing| passing.rule.clone());
        let terms = pattern.necessary();
        let candidates: Vec<Vec<(usize, DocId)>> = (0..self.segments().len())
            .into_par_iter()
            .with_max_len(1)
            .map(|number| {
                let docs = self.segments()[number].documents_with(&terms);
                let docs = docs.map_err(|error| self.failed(error))?.into_iter();
                let selected = |doc: &DocId| {
                    passing
                        .as_ref()
                        .is_none_or(|passing| passing.has(number, *doc))
                };
                Ok(docs.filter(selected).map(|doc| (number, doc)).collect())
            })
            .collect::<Result<_, Error>>()?;
        let mut candidates = candidates.concat();
        let is_exact = candidates.len() <= MOST_PASSAGES;
        candidates.truncate(MOST_PASSAGES);
        let found: Vec<Option<PassageMatch>> = candidates
            .par_iter()
            .map(|(number, doc)| self.find_in(*number, *doc, pattern, &rule))
            .collect::<Result<_, Error>>()?;
        let mut found: Vec<PassageMatch> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|found| (found.game, found.ply));
        Ok(Matches::new(&found, limit, is_exact))
    }

    fn find_in(
        &self,
        segment: usize,
        doc: DocId,
        pattern: &Pattern,
        rule: &Rule,
    ) -> Result<Option<PassageMatch>, Error> {
        // The first and the last document of a segment may be none.
        let Some(passage) = self.segments()[segment].passage(doc) else {
            return Ok(None);
        };
        let games = self.segments()[segment].games();
        let games = games.map_err(|error| self.failed(error))?;
        let Some(place) = games.of(doc) else {
            return Ok(None);
        };
        let result = games.rows[place].facts.result();
        let admits = |ply, position: &Chess| rule.admits(passage.game, ply, position);
        PassageMatch::new(pattern, &passage, result, admits)
            .ok_or_else(|| self.damaged(format!("game {} cannot be replayed", passage.game)))
    }
}
