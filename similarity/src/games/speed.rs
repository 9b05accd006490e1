//! How fast a game is, by its time control.

use std::fmt;
use std::str::FromStr;

use pgn::Tags;

/// How fast a game is, as lichess groups games.
///
/// By the seconds that a player has for 40 moves: the limit, and 40 times the increment.
///
/// Source: `Speed` and `Clock.Config.estimateTotalSeconds` of <https://github.com/lichess-org/scalachess>.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Less than half a minute.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than six hours.
    Classical,
    /// Six hours or more, or without a clock.
    Correspondence,
}

/// From this number of seconds on, a game is of the next speed.
const LIMITS: [f64; 5] = [30.0, 180.0, 480.0, 1500.0, 21_600.0];

/// The moves for which time is counted.
const MOVES: f64 = 40.0;

impl Speed {
    /// All of them, the fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// Their names at lichess, in the same order.
    pub const NAMES: [&str; 6] = [
        "ultraBullet",
        "bullet",
        "blitz",
        "rapid",
        "classical",
        "correspondence",
    ];

    /// Its name at lichess, e.g. `ultraBullet`.
    pub fn name(self) -> &'static str {
        Speed::NAMES[self as usize]
    }

    /// The speed of a game with these tags; `None` without a time control that can be read.
    pub fn of_game(tags: &Tags) -> Option<Speed> {
        Speed::of_time_control(tags.get("TimeControl")?)
    }

    /// The speed of a `TimeControl`:
    ///
    /// | tag | read as |
    /// |---|---|
    /// | `180+2`, `600` | limit and increment in seconds |
    /// | `40/7200:3600`, `40/5400+30:900+30` | the seconds of all periods, and the largest increment; if the last one is for a number of moves, e.g. `20/3600`, it comes again up to 40 moves |
    /// | `1/86400` | this number of seconds for each move: of chess.com, always correspondence |
    /// | `*180` | a sandclock, as that limit |
    /// | `-` | no clock: correspondence, as lichess has it |
    /// | `?`, anything else | `None` |
    ///
    /// Source: PGN standard, section 9.6.1; [lichess](https://lichess.org/api#tag/Games) and
    /// [chess.com](https://www.chess.com/news/view/published-data-api).
    pub fn of_time_control(tag: &str) -> Option<Speed> {
        let tag = tag.trim();
        if tag == "-" {
            return Some(Speed::Correspondence);
        }
        let periods = tag.split(':').map(|period| Period::parse(period.trim()));
        let periods: Vec<Period> = periods.collect::<Option<_>>()?;
        let last = periods.len() - 1;
        let mut seconds = 0.0;
        for (place, period) in periods.iter().enumerate() {
            // The last one for a number of moves comes again.
            let times = match period.moves {
                Some(moves) if place == last => (MOVES / moves).max(1.0),
                _ => 1.0,
            };
            seconds += period.seconds * times;
        }
        let increment = periods
            .iter()
            .map(|period| period.increment)
            .fold(0.0, f64::max);
        let seconds = seconds + MOVES * increment;
        Some(Speed::ALL[LIMITS.partition_point(|limit| *limit <= seconds)])
    }

    /// A number from 1 to 6.
    pub(crate) fn to_bits(self) -> u64 {
        self as u64 + 1
    }

    /// The inverse of [`Speed::to_bits`]; `None` for other numbers.
    pub(crate) fn from_bits(bits: u64) -> Option<Speed> {
        let place = usize::try_from(bits).ok()?.checked_sub(1)?;
        Speed::ALL.get(place).copied()
    }
}

/// A part of a time control.
struct Period {
    /// The moves that it is for; `None` for the rest of the game.
    moves: Option<f64>,
    seconds: f64,
    /// Seconds added with each move.
    increment: f64,
}

impl Period {
    fn parse(text: &str) -> Option<Period> {
        let (moves, text) = match text.split_once('/') {
            Some((moves, text)) => (Some(number(moves).filter(|moves| *moves > 0.0)?), text),
            None => (None, text.strip_prefix('*').unwrap_or(text)),
        };
        let (seconds, increment) = match text.split_once('+') {
            Some((seconds, increment)) => (number(seconds)?, number(increment)?),
            None => (number(text)?, 0.0),
        };
        Some(Period {
            moves,
            seconds,
            increment,
        })
    }
}

/// A number in digits, perhaps with a point: `180`, `0.1`.
fn number(text: &str) -> Option<f64> {
    let is_digits = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_digits)
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not one of ultraBullet, bullet, blitz, rapid, classical, correspondence")]
pub struct ParseSpeedError(String);

impl FromStr for Speed {
    type Err = ParseSpeedError;

    fn from_str(text: &str) -> Result<Speed, ParseSpeedError> {
        let wanted = text.trim();
        let named = |speed: &Speed| speed.name().eq_ignore_ascii_case(wanted);
        let found = Speed::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseSpeedError(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time controls and their speeds; none is `?`.
    const TABLE: &str = "
        0+0 ultraBullet | 15+0 ultraBullet | 29 ultraBullet | 30+0 bullet | 0+1 bullet | 0+3 bullet
        15+4 bullet | 60+0 bullet | 60+2 bullet | 179 bullet | 60+0.1 bullet | 60+3 blitz | 120+1 bullet
        120+2 blitz | 180+0 blitz | 180+2 blitz | 300+3 blitz | 300+4 blitz | 479 blitz | 300+5 rapid
        480+0 rapid | 600 rapid | 600+5 rapid | 900+10 rapid | 900+15 classical | 1499 rapid | 1500 classical
        1800+0 classical | 5400+30 classical | 10800+180 classical | 21599 classical | 21600 correspondence
        - correspondence | 1/86400 correspondence | 1/259200 correspondence | 1/1209600 correspondence
        40/7200 classical | 40/7200:3600 classical | 40/7200:20/3600:900+30 classical
        40/5400+30:900+30 classical | 40/300:60 blitz | 20/120 blitz | 1/10 blitz | 60/3600 classical
        *180 blitz | *60 bullet | 30+0.5 bullet
        ? ? | 0/60 ? | /60 ? | 40/ ? | +3 ? | 180+ ? | 180+-1 ? | -1 ? | 1e5 ? | inf ? | NaN ? | . ? | 3|2 ?
        180:: ? | G/90 ? | 90'+30'' ? | five ?";

    #[test]
    fn of_time_controls() {
        // A bar between numbers belongs to a time control.
        for row in TABLE.split(['\n']).flat_map(|line| line.split(" | ")) {
            let Some((tag, expected)) = row.trim().rsplit_once(' ') else {
                continue;
            };
            let found = Speed::of_time_control(tag).map_or("?", Speed::name);
            assert_eq!(found, expected, "{tag}");
        }
        assert_eq!(Speed::of_time_control(""), None);
        assert_eq!(Speed::of_time_control(" 180 "), Some(Speed::Blitz));
        let long = "9".repeat(400);
        assert_eq!(Speed::of_time_control(&long), Some(Speed::Correspondence));
    }

    #[test]
    fn names_and_numbers() {
        for speed in Speed::ALL {
            assert_eq!(speed.name().parse(), Ok(speed));
            assert_eq!(speed.name().to_uppercase().parse(), Ok(speed));
            assert_eq!(Speed::from_bits(speed.to_bits()), Some(speed));
        }
        assert_eq!(Speed::from_bits(0), None);
        assert_eq!(Speed::from_bits(7), None);
        let error = "lightning".parse::<Speed>().expect_err("no speed");
        assert_eq!(error, ParseSpeedError("lightning".to_owned()));
        let sentence = error.to_string();
        assert!(sentence.starts_with("\"lightning\" "), "{sentence}");
        for speed in Speed::ALL {
            assert!(sentence.contains(speed.name()), "{sentence}");
        }
    }
}
