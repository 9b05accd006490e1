//! Dates of games, of which the day or the month may be unknown, e.g. 2005.06.18 or 2005.??.??.

use std::str::FromStr;

/// A date from year 1 to 4095. In the date of a game, month and day may be unknown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    /// 0 if unknown.
    month: u8,
    /// 0 if unknown.
    day: u8,
}

/// The text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a date; dates look like 2010, 2010-06 or 2010-06-18")]
pub struct ParseDateError(String);

/// What separates the parts of a date.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

impl Date {
    /// The date of a Date tag, with `??` for what is unknown; `None` without a year.
    ///
    /// Source: PGN standard, section 8.1.1.3.
    pub fn from_tag(tag: &str) -> Option<Date> {
        let mut parts = tag.trim().split(SEPARATORS);
        let year = parts.next()?;
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        let mut within = |most: u8| {
            let number = parts.next().and_then(|part| part.parse().ok());
            number.filter(|number| (1..=most).contains(number))
        };
        let (month, day) = (within(12), within(31));
        let date = Date {
            year,
            month: month.unwrap_or(0),
            day: month.and(day).unwrap_or(0),
        };
        (1..=4095).contains(&year).then_some(date)
    }

    /// The year, e.g. 2005.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1 on; `None` if it is unknown.
    pub fn month(self) -> Option<u8> {
        (self.month > 0).then_some(self.month)
    }

    /// The first day that it can be.
    #[must_use]
    pub fn earliest(self) -> Date {
        Date {
            month: self.month.max(1),
            day: self.day.max(1),
            ..self
        }
    }

    /// The last day that it can be, or a later one of that month.
    #[must_use]
    pub fn latest(self) -> Date {
        let or = |number, most| if number == 0 { most } else { number };
        Date {
            month: or(self.month, 12),
            day: or(self.day, 31),
            ..self
        }
    }

    /// The date in 21 bits, ordered as dates are; never 0.
    pub fn to_bits(self) -> u64 {
        u64::from(self.year) << 9 | u64::from(self.month) << 5 | u64::from(self.day)
    }

    /// The inverse of [`Date::to_bits`]; `None` for 0.
    pub fn from_bits(bits: u64) -> Option<Date> {
        let date = Date {
            year: (bits >> 9 & 0xfff) as u16,
            month: (bits >> 5 & 15) as u8,
            day: (bits & 31) as u8,
        };
        (date.year > 0).then_some(date)
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    /// Reads `2010`, `2010-06` or `2010-06-18`, with dots or slashes as well.
    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let parts = text.trim().split(SEPARATORS).count();
        let date = Date::from_tag(text).filter(|date| {
            let known = 1 + usize::from(date.month > 0) + usize::from(date.day > 0);
            known == parts && date.day <= days(date.year, date.month)
        });
        date.ok_or_else(|| ParseDateError(crate::fen::shortened(text)))
    }
}

/// The number of days of a month; 31 if it is unknown.
fn days(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let cases = [
            ("2005.06.18", Some((2005, 6, 18))),
            (" 2005.06.18 ", Some((2005, 6, 18))),
            ("2005-06-18", Some((2005, 6, 18))),
            ("2005/6/8", Some((2005, 6, 8))),
            ("2005.06.??", Some((2005, 6, 0))),
            ("2005.??.??", Some((2005, 0, 0))),
            ("2005.??.18", Some((2005, 0, 0))),
            ("2005", Some((2005, 0, 0))),
            ("2005.13.01", Some((2005, 0, 0))),
            ("2005.02.31", Some((2005, 2, 31))),
            ("????.??.??", None),
            ("0000.01.01", None),
            ("9999.01.01", None),
            ("18.06.2005", None),
            ("05.06.18", None),
            ("", None),
            ("?", None),
        ];
        for (tag, expected) in cases {
            let date = Date::from_tag(tag);
            let parts = date.map(|date| (date.year, date.month, date.day));
            assert_eq!(parts, expected, "{tag}");
            let bits = date.map_or(0, Date::to_bits);
            assert_eq!(
                (Date::from_bits(bits), bits < 1 << 21),
                (date, true),
                "{tag}"
            );
        }
    }

    #[test]
    fn asked_for() {
        for (text, valid) in [
            ("2010", true),
            ("2010-06", true),
            ("2010-06-18", true),
            ("2010.06.18", true),
            ("2012-02-29", true),
            ("2010-02-29", false),
            ("2010-00", false),
            ("2010-13", false),
            ("2010-06-31", false),
            ("2010-06-??", false),
            ("2010-06-18-1", false),
            ("10", false),
            ("last year", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<Date>().is_ok(), valid, "{text}");
        }
    }
}
