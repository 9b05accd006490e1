//! What filters and statistics ask of a game, in one number: a column of the game's document.
//!
//! | bits | |
//! |---|---|
//! | 0 to 1 | result: 0 unknown, 1 White won, 2 Black won, 3 drawn |
//! | 2 | whose move is first: 1 for Black's |
//! | 3 to 14, 15 to 26 | ratings of White and Black, 0 if unknown |
//! | 27 to 47 | [`Date`], 0 if unknown |
//! | 48 to 61 | half-moves |

use shakmaty::{Color, KnownOutcome, Outcome};

use pgn::Date;
use pgn::Tags;

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Not known, or not yet.
    Unknown,
    /// This side won.
    Won(Color),
    /// Neither side won.
    Drawn,
}

impl GameResult {
    /// What a Result tag says.
    pub(crate) fn from_tag(tag: Option<&str>) -> GameResult {
        match tag.map(|tag| Outcome::from_ascii(tag.trim().as_bytes())) {
            Some(Ok(Outcome::Known(KnownOutcome::Decisive { winner }))) => GameResult::Won(winner),
            Some(Ok(Outcome::Known(KnownOutcome::Draw))) => GameResult::Drawn,
            _ => GameResult::Unknown,
        }
    }
}

/// What filters and statistics ask of a game, in one number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Facts(pub u64);

/// The highest rating there is room for.
const MOST_RATING: u64 = 0xfff;

impl Facts {
    /// Those of a game by its tags, whose move is first, and its half-moves.
    pub fn new(tags: &Tags, first: Color, plies: usize) -> Facts {
        let rating = |name: &str| {
            let rating = tags.get(name).and_then(|elo| elo.trim().parse().ok());
            rating.filter(|rating| *rating <= MOST_RATING).unwrap_or(0)
        };
        let date = ["Date", "UTCDate"]
            .into_iter()
            .find_map(|name| Date::from_tag(tags.get(name)?));
        let result = match GameResult::from_tag(tags.get("Result")) {
            GameResult::Unknown => 0,
            GameResult::Won(color) => color.fold_wb(1, 2),
            GameResult::Drawn => 3,
        };
        Facts(
            result
                | first.fold_wb(0, 1) << 2
                | rating("WhiteElo") << 3
                | rating("BlackElo") << 15
                | date.map_or(0, Date::to_bits) << 27
                | (plies as u64) << 48,
        )
    }

    /// How it ended.
    #[inline]
    pub fn result(self) -> GameResult {
        match self.0 & 3 {
            0 => GameResult::Unknown,
            1 => GameResult::Won(Color::White),
            2 => GameResult::Won(Color::Black),
            _ => GameResult::Drawn,
        }
    }

    /// Whose move it is after `ply` half-moves; a null move is one.
    #[inline]
    pub fn turn(self, ply: u64) -> Color {
        Color::from_white((self.0 >> 2 ^ ply) & 1 == 0)
    }

    /// A player's rating; `None` if it is unknown.
    #[inline]
    pub fn rating(self, color: Color) -> Option<u64> {
        let rating = self.0 >> color.fold_wb(3, 15) & MOST_RATING;
        (rating > 0).then_some(rating)
    }

    /// The mean of both ratings, rounded down; that of one player if only that is known.
    #[inline]
    pub fn average_rating(self) -> Option<u64> {
        match (self.rating(Color::White), self.rating(Color::Black)) {
            (Some(white), Some(black)) => Some(u64::midpoint(white, black)),
            (white, black) => white.or(black),
        }
    }

    /// When it was played, if that is known.
    #[inline]
    pub fn date(self) -> Option<Date> {
        Date::from_bits(self.0 >> 27 & 0x1f_ffff)
    }

    /// How many half-moves the game has.
    #[inline]
    pub fn plies(self) -> u64 {
        self.0 >> 48
    }
}
