//! Numbers in a range: read from JSON, a query string or the command line, and described in OpenAPI.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Visitor};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat};
use utoipa::openapi::{KnownFormat, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A whole number from `MIN` to `MAX`, both included.
///
/// It deserialises from a JSON number or the text of one in a query string (1 and 1.0 are the same), parses from the
/// words of a command line, and describes itself in OpenAPI, so that each range is written once: in a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bounded<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Bounded<MIN, MAX> {
    /// The smallest number.
    pub const MIN: Self = Bounded(MIN);
    /// The greatest number.
    pub const MAX: Self = Bounded(MAX);

    /// A number known when this compiles; out of range it does not compile.
    pub const fn of<const NUMBER: u64>() -> Self {
        const {
            assert!(MIN <= NUMBER && NUMBER <= MAX, "out of range");
        }
        Bounded(NUMBER)
    }

    /// A number, `None` if it is out of range.
    pub fn new(number: u64) -> Option<Self> {
        (MIN..=MAX).contains(&number).then_some(Bounded(number))
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The range in words: `a whole number from 1 to 1000`, `a whole number of at least 1`.
    pub fn range() -> String {
        match MAX {
            u64::MAX => format!("a whole number of at least {MIN}"),
            _ => format!("a whole number from {MIN} to {MAX}"),
        }
    }

    /// The number that a floating-point number is, `None` if it is none of the range.
    fn from_f64(number: f64) -> Option<Self> {
        let is_whole = number.fract() == 0.0 && (MIN as f64..=MAX as f64).contains(&number);
        // The range again: as floating-point numbers the greatest ends of ranges are rounded up.
        is_whole.then_some(number as u64).and_then(Self::new)
    }
}

impl<const MIN: u64, const MAX: u64> fmt::Display for Bounded<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const MIN: u64, const MAX: u64> FromStr for Bounded<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or_else(|| format!("it must be {}", Self::range()))
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Bounded<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        let number = read_number(field)?;
        Self::from_f64(number).ok_or_else(|| out_of_range(number, &Self::range()))
    }
}

impl<const MIN: u64, const MAX: u64> PartialSchema for Bounded<MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        let format = if i32::try_from(MAX).is_ok() {
            KnownFormat::Int32
        } else {
            KnownFormat::Int64
        };
        let schema = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(format)))
            .minimum(Some(MIN))
            .maximum(Some(MAX));
        RefOr::T(schema.into())
    }
}

impl<const MIN: u64, const MAX: u64> ToSchema for Bounded<MIN, MAX> {}

/// A number from `MIN` to `MAX`, both included, fractions among them.
///
/// As a [`Bounded`], it states its range once: in its type.
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd)]
pub struct Number<const MIN: u64, const MAX: u64>(f64);

impl<const MIN: u64, const MAX: u64> Number<MIN, MAX> {
    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The range in words: `a number from 0 to 100`.
    pub fn range() -> String {
        format!("a number from {MIN} to {MAX}")
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Number<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        let number = read_number(field)?;
        if (MIN as f64..=MAX as f64).contains(&number) {
            return Ok(Number(number));
        }
        Err(out_of_range(number, &Self::range()))
    }
}

impl<const MIN: u64, const MAX: u64> PartialSchema for Number<MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::Number)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
            .minimum(Some(MIN))
            .maximum(Some(MAX));
        RefOr::T(schema.into())
    }
}

impl<const MIN: u64, const MAX: u64> ToSchema for Number<MIN, MAX> {}

/// Reads a JSON number, or the text of one in a query string.
fn read_number<'de, D: Deserializer<'de>>(field: D) -> Result<f64, D::Error> {
    struct AnyNumber;
    impl Visitor<'_> for AnyNumber {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_f64<E>(self, number: f64) -> Result<f64, E> {
            Ok(number)
        }

        fn visit_u64<E>(self, number: u64) -> Result<f64, E> {
            Ok(number as f64)
        }

        fn visit_i64<E>(self, number: i64) -> Result<f64, E> {
            Ok(number as f64)
        }
    }
    // A query string is text; its deserializer parses what it is asked to.
    field.deserialize_f64(AnyNumber)
}

fn out_of_range<E: serde::de::Error>(number: f64, range: &str) -> E {
    E::custom(format!("{number} is out of range; it is {range}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Limit = Bounded<1, 1000>;
    type Any = Bounded<0, { u64::MAX }>;

    /// The numbers among the words of a sentence.
    fn numbers(sentence: &str) -> Vec<f64> {
        let words = sentence.split_whitespace();
        words.filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn numbers_are_read() {
        // What is out of range is named with its range.
        let out_of = |number| Err(Some([number, 1.0, 1000.0]));
        for (json, read) in [
            ("1", Ok(1)),
            ("1000", Ok(1000)),
            ("10.0", Ok(10)),
            ("0", out_of(0.0)),
            ("-1", out_of(-1.0)),
            ("1.5", out_of(1.5)),
            ("1e20", out_of(1e20)),
            ("\"1\"", Err(None)),
            ("null", Err(None)),
        ] {
            let number = serde_json::from_str::<Limit>(json).map_err(|error| error.to_string());
            match (number, read) {
                (Ok(number), Ok(read)) => assert_eq!(number.get(), read),
                (Err(error), Err(named)) => {
                    if let Some(named) = named {
                        assert_eq!(numbers(&error), named, "{json}: {error}");
                    }
                }
                (number, _) => panic!("{json}: {number:?}"),
            }
        }
    }

    #[test]
    fn fractions_are_read() {
        let read = |json| serde_json::from_str::<Number<0, 100>>(json);
        for (json, number) in [("0", 0.0), ("0.5", 0.5), ("100", 100.0)] {
            assert_eq!(read(json).expect(json), Number(number));
        }
        for json in ["-0.5", "100.5"] {
            let error = read(json).expect_err(json).to_string();
            let number: f64 = json.parse().expect("a number");
            assert_eq!(numbers(&error), [number, 0.0, 100.0], "{error}");
        }
    }

    #[test]
    fn words_are_read() {
        assert_eq!("10".parse(), Ok(Limit::of::<10>()));
        for text in ["0", "1001", "-1", "1.0", "ten", ""] {
            let error = text.parse::<Limit>().expect_err(text);
            assert_eq!(numbers(&error), [1.0, 1000.0], "{text}: {error}");
        }
        assert_eq!(u64::MAX.to_string().parse(), Ok(Any::MAX));
        assert_eq!(numbers(&Any::range()), [0.0]);
    }
}
