//! All games, or those that pass a filter, as one PGN, a few games at a time.

use std::collections::VecDeque;

use index::Members;
use pgn::{Game, Part};
use rayon::prelude::*;
use similarity::Filter;

use crate::database::View;
use crate::error::Error;
use crate::known::check_names;

/// How many games are written at a time. Guessed: some ten milliseconds of work.
const AT_A_TIME: usize = 64;

/// How many games are looked up at a time. Guessed: looking through all games for the next ones takes no longer
/// than writing these.
const LOOKED_UP: usize = 4096;

/// An export under way. What it needs to know is small, however many games there are; and it holds no [`View`], so
/// games that are removed before their turn are not in it. Games that are added after it has begun are not, either, and
/// the games of a collection are those that it had then, whatever becomes of the collection.
pub struct Export {
    /// Without its collections, if they have `members`.
    filter: Filter,
    /// The games of its collections.
    members: Option<Members>,
    /// What is left out of annotations.
    without: Vec<Part>,
    /// The last game of it all.
    last: u64,
    /// The last game that was looked up.
    after: u64,
    /// The number of games that may still be written.
    left: usize,
    /// Games that were looked up and not written yet.
    next: VecDeque<u64>,
}

impl Export {
    /// Begins with the first game that passes a filter.
    ///
    /// # Errors
    ///
    /// The errors of [`check_names`].
    pub fn new(view: &View, mut filter: Filter) -> Result<Export, Error> {
        check_names(view, &filter.games)?;
        let members = view.members(&filter.games.collections)?;
        if members.is_some() {
            filter.games.collections.clear();
        }
        Ok(Export {
            filter,
            members,
            without: Vec::new(),
            last: view.statistics().last_game,
            after: 0,
            left: usize::MAX,
            next: VecDeque::new(),
        })
    }

    /// Restricts the export to games after an id.
    #[must_use]
    pub fn after(self, after: u64) -> Export {
        Export { after, ..self }
    }

    /// Restricts the export to at most this number of games.
    #[must_use]
    pub fn limit(self, limit: usize) -> Export {
        Export {
            left: limit,
            ..self
        }
    }

    /// The same without some parts of the annotations of games.
    #[must_use]
    pub fn without(self, parts: Vec<Part>) -> Export {
        Export {
            without: parts,
            ..self
        }
    }

    /// Adds the next few games to a text, in the order of their ids: each as [`Game::pgn`] writes it, and an empty
    /// line. Returns how many; 0 at the end.
    ///
    /// # Errors
    ///
    /// What the index reports.
    pub fn next(&mut self, view: &View, pgn: &mut String) -> Result<usize, Error> {
        loop {
            if self.left == 0 {
                return Ok(0);
            }
            if self.next.is_empty() {
                let most = LOOKED_UP.min(self.left);
                let among = self.members.as_ref();
                let found = view.games_after_among(&self.filter, among, self.after, most)?;
                self.after = found.last().copied().unwrap_or(u64::MAX);
                let found = found.into_iter().take_while(|id| *id <= self.last);
                self.next.extend(found);
                if self.next.is_empty() {
                    return Ok(0);
                }
            }
            let part = AT_A_TIME.min(self.left).min(self.next.len());
            let ids: Vec<u64> = self.next.drain(..part).collect();
            let games = view.games(&ids)?;
            let text = |mut game: Game| {
                game.annotations = game.annotations.without(&self.without);
                game.pgn()
            };
            let texts: Vec<String> = games.into_par_iter().map(text).collect();
            for text in &texts {
                pgn.push_str(text);
                pgn.push('\n');
            }
            if !texts.is_empty() {
                self.left -= texts.len();
                return Ok(texts.len());
            }
        }
    }
}
