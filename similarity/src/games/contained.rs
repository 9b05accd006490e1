//! Games that are part of a longer one: a broadcast is saved while it goes on, or a collection stops at the time control.
//!
//! A game is part of another one if the same players, by surnames and initials as for duplicates, played both on the same
//! day in the same round, from the same start, and the moves of the one are the first of the other. Nothing is said of games without a date or a round, nor of those
//! with an address, which lichess and chess.com give each game.

use std::fmt;

use pgn::{Date, Tags};

use crate::games::duplicate::game_address;
use crate::games::facts::Facts;

/// What an import does where a game is part of a longer one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Contained {
    /// Stores both.
    #[default]
    Keep,
    /// Skips the shorter one, if the longer one is stored.
    Skip,
    /// Skips the shorter one, or takes it out of the index when the longer one comes.
    Replace,
}

impl Contained {
    /// All of them.
    pub const ALL: [Contained; 3] = [Contained::Keep, Contained::Skip, Contained::Replace];

    /// Its name, e.g. `keep`.
    pub fn name(self) -> &'static str {
        match self {
            Contained::Keep => "keep",
            Contained::Skip => "skip",
            Contained::Replace => "replace",
        }
    }
}

/// When and where two players met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// What games of the same players on the same day share: [`meeting_number`].
    pub number: u32,
    /// The round, and where the game starts if a tag says so.
    pub round: String,
}

impl Meeting {
    /// That of a game with these tags between players of these numbers; `None` if its date or round is unknown, or if it has an address.
    pub fn new(tags: &Tags, [white, black]: [u64; 2], facts: Facts) -> Option<Meeting> {
        let is_left_out = tags.variation_ply().is_some() || game_address(tags).is_some();
        let round = round(tags).filter(|_| !is_left_out)?;
        Some(Meeting {
            number: meeting_number(white, black, facts.date())?,
            round,
        })
    }
}

/// The round of a game, and where it starts; `None` if the round is unknown.
pub fn round(tags: &Tags) -> Option<String> {
    let round = tags.get("Round")?.trim();
    let is_known = round.contains(|c: char| c.is_ascii_digit());
    let start = tags.get("FEN").unwrap_or_default().trim();
    is_known.then(|| format!("{round}\n{start}"))
}

/// A number that games share which players of these numbers ([`crate::surname_number`]) played on the same day; `None` if the day
/// is unknown.
pub fn meeting_number(white: u64, black: u64, date: Option<Date>) -> Option<u32> {
    let date = date.filter(|date| date.earliest() == date.latest())?;
    let parts = [white, black, date.to_bits()].map(u64::to_be_bytes);
    Some(xxhash_rust::xxh3::xxh3_64(&parts.concat()) as u32)
}

/// A game that came, and one of the index of which it is a part, or the other way round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Containment {
    /// The id of the other game.
    pub other: u64,
    /// The game that came is the longer one.
    pub is_longer: bool,
    /// The shorter one is not stored, or not any more.
    pub is_left_out: bool,
}

impl fmt::Display for Containment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let other = self.other;
        match (self.is_longer, self.is_left_out) {
            (false, false) => write!(f, "it is part of game {other} of the index; both are kept"),
            (false, true) => write!(f, "it is part of game {other} of the index, and skipped"),
            (true, false) => write!(f, "game {other} of the index is part of it; both are kept"),
            (true, true) => write!(f, "game {other} of the index is part of it, and replaced"),
        }
    }
}
