//! Fragments of boards in a cluster: the terms leave few passages, which are replayed here.

use index::{Filter, MOST_PASSAGES, Matches, Outcomes, Pattern};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::bounds::has;
use crate::error::Error;
use crate::snapshot::{FoundPassage, Snapshot};

/// How many passages are fetched at once. Read: the most that OpenSearch answers.
const PAGE: usize = 10_000;

/// What of a passage has a pattern.
struct Found {
    game: u64,
    result: index::GameResult,
    ply: u64,
    positions: u64,
}

impl Snapshot {
    /// The indexed positions that have a pattern and pass a filter; so many games are told. Where the terms
    /// leave too many passages, only those of the first games are looked through.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if the cluster does not answer in full.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        // If both name a material, it is looked for in what has the filter's.
        let filter = &Filter {
            material: filter.material.or(pattern.material()),
            ..filter.clone()
        };
        let mut clauses: Vec<Value> = pattern.necessary().into_iter().map(has).collect();
        clauses.extend(self.passages_that_pass(filter)?);
        let query = json!({"filter": clauses});
        let rule = filter.rule();
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
            let of_page: Vec<Option<Found>> = page
                .par_iter()
                .map(|one| self.find_in(one, pattern, &rule))
                .collect::<Result<_, Error>>()?;
            found.extend(of_page.into_iter().flatten());
            if is_last || !is_exact {
                break;
            }
        }
        let mut matches = Matches {
            outcomes: Outcomes::default(),
            positions: found.iter().map(|found| found.positions).sum(),
            is_exact,
            hits: Vec::new(),
        };
        for of_game in found.chunk_by(|one, next| one.game == next.game) {
            matches.outcomes.count(of_game[0].result);
            if matches.hits.len() < limit {
                matches.hits.push((of_game[0].game, of_game[0].ply));
            }
        }
        Ok(matches)
    }

    fn find_in(
        &self,
        one: &FoundPassage,
        pattern: &Pattern,
        rule: &index::Rule,
    ) -> Result<Option<Found>, Error> {
        let mut found: Option<Found> = None;
        let replayed = one.passage.replay(|ply, position| {
            if rule.admits(ply, position) && pattern.is_in(position) {
                let first = Found {
                    game: one.passage.game,
                    result: one.facts.result(),
                    ply,
                    positions: 0,
                };
                found.get_or_insert(first).positions += 1;
            }
        });
        replayed.ok_or_else(|| self.damaged(one.passage.game))?;
        Ok(found)
    }
}
