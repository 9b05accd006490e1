//! The players of an index.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use similarity::{CollectionName, Name, NameQuery};

use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::storage::collections::Members;
use crate::storage::games::Row;
use crate::storage::segment::Segment;

impl Snapshot {
    /// The names of players, as in the files, with words that begin with those typed, each with its number of games,
    /// most games first; of the games of some collections, if any are named.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] for a name that no collection has, [`Error::Damaged`] or [`Error::Storage`] if the index
    /// cannot be read.
    pub fn players(
        &self,
        typed: &str,
        limit: usize,
        collections: &[CollectionName],
    ) -> Result<Vec<(String, u64)>, Error> {
        let members = self.members(collections)?;
        let Some(wanted) = NameQuery::new(typed) else {
            return Ok(Vec::new());
        };
        let counted = self
            .segments()
            .par_iter()
            .map(|segment| {
                let games = segment.games().map_err(|error| self.failed(error))?;
                let names = games.players.iter().enumerate();
                let mut counts: HashMap<u32, u64> = names
                    .filter(|(_, (_, name))| wanted.begins(name))
                    .map(|(place, _)| (place as u32, 0))
                    .collect();
                if !counts.is_empty() {
                    let rows = games
                        .rows
                        .iter()
                        .filter(|row| is_member(members.as_ref(), row));
                    for name in rows.flat_map(|row| [row.white, row.black]) {
                        if let Some(count) = counts.get_mut(&name) {
                            *count += 1;
                        }
                    }
                }
                let name = |place: u32| games.players[place as usize].0.clone();
                Ok(counts
                    .into_iter()
                    .map(|(place, count)| (name(place), count))
                    .collect())
            })
            .collect::<Result<Vec<Vec<(String, u64)>>, Error>>()?;
        let mut players: HashMap<String, u64> = HashMap::new();
        for (name, count) in counted.into_iter().flatten() {
            *players.entry(name).or_default() += count;
        }
        let mut players: Vec<(String, u64)> = players
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .collect();
        players.sort_by(|(name, count), (other, others)| {
            others.cmp(count).then_with(|| name.cmp(other))
        });
        players.truncate(limit);
        Ok(players)
    }

    /// The number of games that each of some names passes as a player's in a filter, other spellings included: of those
    /// that have an indexed position, as [`Snapshot::select`] counts. All in one pass, and without a place among the
    /// filters that are remembered.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::players`].
    pub fn games_of_players(
        &self,
        names: &[String],
        collections: &[CollectionName],
    ) -> Result<Vec<u64>, Error> {
        let members = self.members(collections)?;
        let queries: Vec<_> = names.iter().map(|name| NameQuery::new(name)).collect();
        let of_segment = |segment: &Arc<Segment>| {
            let games = segment.games().map_err(|error| self.failed(error))?;
            // By the place of a player's name: the queries that it matches.
            let matching = |(_, name): &(String, Name)| -> Vec<usize> {
                let is = |query: &Option<NameQuery>| query.as_ref().is_some_and(|q| q.is(name));
                (0..queries.len()).filter(|of| is(&queries[*of])).collect()
            };
            let matches: Vec<Vec<usize>> = games.players.iter().map(matching).collect();
            let mut counts = vec![0; queries.len()];
            let rows = games.rows.iter().filter(|row| !row.plies().is_empty());
            for row in rows.filter(|row| is_member(members.as_ref(), row)) {
                let [white, black] = [row.white, row.black].map(|name| &matches[name as usize]);
                let of_black = black.iter().filter(|query| !white.contains(query));
                for query in white.iter().chain(of_black) {
                    counts[*query] += 1;
                }
            }
            Ok(counts)
        };
        let counts = self.segments().par_iter().map(of_segment);
        counts.try_reduce(
            || vec![0; names.len()],
            |one, other| {
                Ok(one
                    .iter()
                    .zip(&other)
                    .map(|(one, other)| one + other)
                    .collect())
            },
        )
    }
}

/// Whether a game is one of some collections, if there are any.
fn is_member(members: Option<&Members>, row: &Row) -> bool {
    members.is_none_or(|members| members.has(row.id))
}
