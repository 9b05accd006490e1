//! Conditions on what is stored of games: the meaning of filters, for an index in a folder and one in a cluster alike.

use std::ops::RangeInclusive;

use pgn::{Date, Variant};
use shakmaty::Color;

use crate::games::collection::CollectionName;
use crate::games::comment::CommentQuery;
use crate::games::facts::{Facts, GameResult};
use crate::games::opening_name::OpeningQuery;
use crate::games::speed::Speed;

/// A condition on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// All of them hold.
    All(Vec<Condition>),
    /// At least one of them holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// The name is one that the text means, by [`NameQuery`](crate::NameQuery).
    Named(NameColumn, String),
    /// The ECO tag begins with this text, in upper case.
    Eco(String),
    /// The name of its opening is one that the text means; a game whose opening has no name does not pass.
    Opening(OpeningQuery),
    /// The number is known and in this range.
    Within(NumberColumn, RangeInclusive<u64>),
    /// The game ended like this.
    Result(GameResult),
    /// The Variant tag says this.
    Variant(Variant),
    /// The game is of one of these speeds; `None` is an unknown one.
    Speeds(Vec<Option<Speed>>),
    /// The comments have all that the query asks for.
    Commented(CommentQuery),
    /// The game is in one of these collections.
    Collected(Vec<CollectionName>),
}

/// A name that is stored of games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NameColumn {
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
    /// The event.
    Event,
}

/// A number that is stored of games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NumberColumn {
    /// Mean of both ratings, or the only known one.
    Rating,
    /// A player's rating.
    RatingOf(Color),
    /// First day on which the game can have been played, as [`Date::to_bits`].
    Earliest,
    /// Last day on which the game can have been played, as [`Date::to_bits`].
    Latest,
}

impl Facts {
    /// A number of a game; `None` if it is unknown.
    #[inline]
    pub fn number(self, column: NumberColumn) -> Option<u64> {
        match column {
            NumberColumn::Rating => self.average_rating(),
            NumberColumn::RatingOf(color) => self.rating(color),
            NumberColumn::Earliest => self.date().map(Date::earliest).map(Date::to_bits),
            NumberColumn::Latest => self.date().map(Date::latest).map(Date::to_bits),
        }
    }
}
