//! Fragments of boards in a cluster: the terms leave few passages, which are replayed here.

use rayon::prelude::*;
use serde_json::{Value, json};
use shakmaty::Chess;
use similarity::{Filter, MOST_PASSAGES, Matches, PassageMatch, Pattern, Rule};

use crate::bounds::has_term;
use crate::clause::followed;
use crate::error::Error;
use crate::response::PassageDocument;
use crate::snapshot::Snapshot;

/// How many passages are fetched at once. Read: the most that OpenSearch answers.
const PAGE: usize = 10_000;

impl Snapshot {
    /// The indexed positions that have a pattern and pass a filter; `limit` is how many games are listed. Where the
    /// terms leave too many passages, only those of the first games are looked through.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        // If both name a material, it is looked for in what has the filter's.
        let mut filter = filter.clone();
        let material = &mut filter.positions.material;
        *material = material.or(pattern.material());
        let mut clauses: Vec<Value> = pattern.necessary().into_iter().map(has_term).collect();
        clauses.extend(self.passages_that_pass(&filter)?);
        let rule = self.rule(&filter)?;
        clauses.extend(followed(&rule));
        let query = json!({"filter": clauses});
        let (mut found, mut after, mut seen, mut is_exact) = (Vec::new(), None, 0, true);
        loop {
            let mut page = self.passages_after(&query, after, PAGE)?;
            let is_last = page.len() < PAGE;
            if seen + page.len() > MOST_PASSAGES {
                is_exact = false;
                page.truncate(MOST_PASSAGES - seen);
            }
            seen += page.len();
            after = page
                .last()
                .map(|last| (last.passage.game, last.passage.ply));
            let of_page: Vec<Option<PassageMatch>> = page
                .par_iter()
                .map(|one| self.find_in(one, pattern, &rule))
                .collect::<Result<_, Error>>()?;
            found.extend(of_page.into_iter().flatten());
            if is_last || !is_exact {
                break;
            }
        }
        Ok(Matches::new(&found, limit, is_exact))
    }

    fn find_in(
        &self,
        one: &PassageDocument,
        pattern: &Pattern,
        rule: &Rule,
    ) -> Result<Option<PassageMatch>, Error> {
        let admits = |ply, position: &Chess| rule.admits(one.passage.game, ply, position);
        PassageMatch::new(pattern, &one.passage, one.facts.result(), admits)
            .ok_or_else(|| self.damaged(one.passage.game))
    }
}
