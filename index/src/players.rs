//! The players of an index.

use std::collections::HashMap;

use rayon::prelude::*;
use similarity::NameQuery;

use crate::error::Error;
use crate::snapshot::Snapshot;

impl Snapshot {
    /// The names of players, as in the files, with words that begin with those typed, each with its number of games,
    /// most games first.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn players(&self, typed: &str, limit: usize) -> Result<Vec<(String, u64)>, Error> {
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
                    for name in games.rows.iter().flat_map(|row| [row.white, row.black]) {
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
}
