//! What filters and statistics ask of a game, in one number: a column of the game's document.
//!
//! | bits | |
//! |---|---|
//! | 0 to 1 | result: 0 unknown, 1 White won, 2 Black won, 3 drawn |
//! | 2 | whose move is first: 1 for Black's |
//! | 3 to 14, 15 to 26 | ratings of White and Black, 0 if unknown |
//! | 27 to 46 | [`Date`] up to the year 2047, 0 if unknown or later |
//! | 48 to 61 | half-moves, 12,000 at most |
//! | 47, 62, 63 | [`Speed`] from the lowest bit up, 0 if unknown |
//!
//! Format 8 had no speed, and dates of one bit more: where the speed is unknown, the number is the same.

use shakmaty::{Color, KnownOutcome, Outcome};

use pgn::Date;
use pgn::Tags;

use crate::games::speed::Speed;

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

/// The highest number of a date there is room for.
const MOST_DATE: u64 = 0xf_ffff;

/// The highest number of half-moves there is room for: more than a game can have.
const MOST_PLIES: u64 = 0x3fff;

impl Facts {
    /// Those of a game by its tags, whose move is first, and its half-moves. A variation that is a game of its own was
    /// played by nobody: it has no ratings and no speed.
    pub fn new(tags: &Tags, first: Color, plies: usize) -> Facts {
        let was_played = tags.variation_ply().is_none();
        let rating = |name: &str| {
            let rating = tags
                .get(name)
                .filter(|_| was_played)
                .and_then(|elo| elo.trim().parse().ok());
            rating.filter(|rating| *rating <= MOST_RATING).unwrap_or(0)
        };
        let date = ["Date", "UTCDate"]
            .into_iter()
            .find_map(|name| Date::from_tag(tags.get(name)?));
        let date = date.map(Date::to_bits).filter(|date| *date <= MOST_DATE);
        let speed = Speed::of_game(tags).filter(|_| was_played);
        let speed = speed.map_or(0, Speed::to_bits);
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
                | date.unwrap_or(0) << 27
                | (plies as u64 & MOST_PLIES) << 48
                | (speed & 1) << 47
                | speed >> 1 << 62,
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
        Date::from_bits(self.0 >> 27 & MOST_DATE)
    }

    /// How fast it was, if that is known.
    #[inline]
    pub fn speed(self) -> Option<Speed> {
        Speed::from_bits(self.speed_bits())
    }

    /// [`Speed::to_bits`], 0 if it is unknown.
    #[inline]
    pub(crate) fn speed_bits(self) -> u64 {
        self.0 >> 47 & 1 | self.0 >> 62 << 1
    }

    /// How many half-moves the game has.
    #[inline]
    pub fn plies(self) -> u64 {
        self.0 >> 48 & MOST_PLIES
    }
}

/// Some speeds, a bit for each: asked for every game of an index.
#[derive(Copy, Clone, Debug)]
pub struct SpeedSet(u8);

impl SpeedSet {
    /// These, of which `None` is an unknown one.
    pub fn new(speeds: &[Option<Speed>]) -> SpeedSet {
        let bit = |speed: &Option<Speed>| 1 << speed.map_or(0, Speed::to_bits);
        SpeedSet(speeds.iter().fold(0, |set, speed| set | bit(speed)))
    }

    /// Whether a game is of one of them.
    #[inline]
    pub fn has(self, facts: Facts) -> bool {
        self.0 >> facts.speed_bits() & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RESULTS: [(&str, GameResult); 4] = [
        ("1-0", GameResult::Won(Color::White)),
        ("0-1", GameResult::Won(Color::Black)),
        ("1/2-1/2", GameResult::Drawn),
        ("*", GameResult::Unknown),
    ];

    proptest! {
        /// What goes in comes out: no part of the number touches another one.
        #[test]
        fn each_part_has_its_bits(
            (result, black_first, plies) in (0..4_usize, any::<bool>(), 0..=12_000_usize),
            (white, black) in (0..=MOST_RATING, 0..=MOST_RATING),
            (year, month, day) in (0..=4095_u64, 1..=12_u64, 1..=31_u64),
            (speed, has_speed) in (prop::sample::select(Speed::ALL.to_vec()), any::<bool>()),
        ) {
            let seconds = [0, 60, 180, 600, 1800, 86_400][speed as usize];
            let time = if has_speed { format!("TimeControl\n{seconds}+0\n") } else { String::new() };
            let lines = format!(
                "Result\n{}\nWhiteElo\n{white}\nBlackElo\n{black}\nDate\n{year:04}.{month:02}.{day:02}\n{time}",
                RESULTS[result].0,
            );
            let first = Color::from_white(!black_first);
            let facts = Facts::new(&Tags::from_lines(&lines), first, plies);
            prop_assert_eq!(facts.result(), RESULTS[result].1);
            prop_assert_eq!(facts.turn(0), first);
            prop_assert_eq!(facts.plies(), plies as u64);
            for (color, rating) in [(Color::White, white), (Color::Black, black)] {
                prop_assert_eq!(facts.rating(color), (rating > 0).then_some(rating));
            }
            let date = Date::from_bits(year << 9 | month << 5 | day);
            prop_assert_eq!(facts.date(), date.filter(|date| date.year() < 2048));
            prop_assert_eq!(facts.speed(), has_speed.then_some(speed));
        }
    }
}
