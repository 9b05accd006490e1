//! What games are added to: an index in a folder, or in a cluster.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, RwLock};

use crate::games::contained::Containment;
use crate::games::duplicate::Initials;
use crate::passages::encode::EncodedGame;

/// What an import did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    /// Games stored.
    pub games: u64,
    /// Positions of theirs that can be found.
    pub positions: u64,
    /// Games skipped, because the index had them already.
    pub duplicates: u64,
    /// Games rejected, because they could not be played through.
    pub rejected: u64,
}

/// Outcome of adding a game, in addition to its counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// The stored game that the game duplicates; `None` if the game was stored, and always in a cluster, which names
    /// none.
    pub original: Option<Original>,
    /// Stored games that are part of the game, or that the game is part of.
    pub contained: Vec<Containment>,
}

/// The stored game of a duplicate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Original {
    /// Key of the stored game.
    Key(u64),
    /// Id of the stored game.
    Id(u64),
}

/// Ids of games, as ascending ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdRanges(pub Vec<RangeInclusive<u64>>);

impl IdRanges {
    /// Adds ids that are greater than all earlier ones; adjacent ranges become one.
    pub fn add(&mut self, ids: RangeInclusive<u64>) {
        match self.0.last_mut() {
            Some(last) if last.end() + 1 == *ids.start() => *last = *last.start()..=*ids.end(),
            _ => self.0.push(ids),
        }
    }
}

/// The keys of stored games, which each shares with its duplicates, and the initials of their players.
pub type Keys = Arc<RwLock<HashMap<u64, Initials>>>;

/// What games are added to.
pub trait Store {
    /// Why it cannot be written to.
    type Error;

    /// The keys of games that it has, all or some: those are not encoded again.
    fn keys(&self) -> Keys;

    /// How many positions a passage gets.
    fn passage_positions(&self) -> usize;

    /// Adds a game and counts it, at once or as soon as it is known whether the game is a duplicate.
    ///
    /// # Errors
    ///
    /// [`Store::Error`] if it cannot be written to.
    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<Added, Self::Error>;

    /// Counts a duplicate of the game of a key that [`Store::keys`] have.
    fn skip(&mut self, key: u64, sum: &mut Ingested);
}
