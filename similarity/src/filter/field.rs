//! Fields of filters: name, description and parser of each, in one place.
//!
//! [`fields!`](macro@fields) makes a filter of a list of them. JSON, query strings, options of the command line, the
//! OpenAPI document, and addresses and chips of the web UI go by that list.

use std::fmt::Display;
use std::str::FromStr;

use pgn::{Date, quoted, shortened};
use shakmaty::Color;

use crate::filter::ending::Ending;
use crate::games::collection::CollectionName;
use crate::games::comment::CommentQuery;
use crate::games::facts::GameResult;
use crate::games::opening_name::OpeningQuery;
use crate::games::speed::Speed;
use crate::passages::followed::MOST_MOVES;
use crate::passages::material::Material;
use crate::passages::move_query::MoveQuery;

/// Largest number of a field. Guessed: more than any rating or ply.
pub const MAX_NUMBER: u64 = 100_000;

/// Description of a field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name in JSON and in a query string, e.g. `minRating`; the option is `--min-rating`.
    pub name: &'static str,
    /// Label of one to three words, for a form.
    pub title: &'static str,
    /// What passes, in one or more sentences.
    pub about: &'static str,
    /// A value, e.g. `Carlsen`; a list has commas.
    pub example: &'static str,
    /// Form of the value.
    pub kind: Kind,
    /// Name of the value in the help of the command line, e.g. `DATE`.
    pub value_name: &'static str,
}

/// Form of the value of a field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A date as text, or a year as a number.
    Date,
    /// A whole number from 0 to [`MAX_NUMBER`].
    Number,
    /// One of some names.
    Name(&'static [&'static str]),
    /// A list of texts, of this length at most.
    Texts(Option<usize>),
    /// A list of names.
    Names(&'static [&'static str]),
}

/// Value of a field, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A text; a list has commas between its items, a number its digits.
    Text(String),
    /// A number.
    Number(f64),
    /// A list.
    Texts(Vec<String>),
}

/// Why a field cannot have a value; a sentence without the name of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The value is of another kind.
    Kind(String),
    /// The value is of the right kind, and impossible.
    Value(String),
}

impl Wrong {
    fn value(why: impl Display) -> Wrong {
        Wrong::Value(why.to_string())
    }
}

impl Given {
    fn text(self) -> Result<String, Wrong> {
        match self {
            Given::Text(text) => Ok(text),
            Given::Number(number) => Err(Wrong::Kind(format!("{number} is not a text"))),
            Given::Texts(_) => Err(Wrong::Kind("it is one text, not a list".to_owned())),
        }
    }

    /// Items of a list, in a text between commas.
    fn texts(self) -> Result<Vec<String>, Wrong> {
        match self {
            Given::Text(text) => {
                let items = text.split(',').map(str::trim);
                let items = items.filter(|item| !item.is_empty());
                Ok(items.map(str::to_owned).collect())
            }
            Given::Texts(texts) => Ok(texts),
            Given::Number(number) => Err(Wrong::Kind(format!("{number} is not a list"))),
        }
    }
}

/// Type of a field, which parses what was written.
pub(crate) trait Value: Sized {
    /// Form of what is written.
    const KIND: Kind;
    /// Name of what is written, in capitals.
    const NAME: &'static str;

    /// Parses what was written.
    fn read(given: Given) -> Result<Self, Wrong>;
}

/// A text with a letter or digit.
impl Value for Option<String> {
    const KIND: Kind = Kind::Text;
    const NAME: &'static str = "TEXT";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = given.text()?;
        if !text.chars().any(char::is_alphanumeric) {
            return Err(no_letter(&text));
        }
        Ok(Some(text))
    }
}

fn no_letter(text: &str) -> Wrong {
    Wrong::Value(format!("{:?} has no letter", shortened(text)))
}

impl Value for Option<CommentQuery> {
    const KIND: Kind = Kind::Text;
    const NAME: &'static str = "WORDS";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = given.text()?;
        let query = CommentQuery::new(&text).ok_or_else(|| no_letter(&text))?;
        Ok(Some(query))
    }
}

impl Value for Option<OpeningQuery> {
    const KIND: Kind = Kind::Text;
    const NAME: &'static str = "NAME";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = given.text()?;
        let unknown = || {
            let text = quoted(&text);
            Wrong::Value(format!(
                "no opening is called {text}; the names are Lichess's, e.g. Sicilian Najdorf"
            ))
        };
        OpeningQuery::new(&text).map(Some).ok_or_else(unknown)
    }
}

impl Value for Option<Date> {
    const KIND: Kind = Kind::Date;
    const NAME: &'static str = "DATE";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = match given {
            Given::Number(year) if year.fract() == 0.0 => year.to_string(),
            other => other.text()?,
        };
        text.parse().map(Some).map_err(Wrong::value)
    }
}

impl Value for Option<Material> {
    const KIND: Kind = Kind::Text;
    const NAME: &'static str = "PIECES";

    fn read(given: Given) -> Result<Self, Wrong> {
        given.text()?.parse().map(Some).map_err(Wrong::value)
    }
}

impl Value for Option<u64> {
    const KIND: Kind = Kind::Number;
    const NAME: &'static str = "N";

    fn read(given: Given) -> Result<Self, Wrong> {
        let number = match given {
            Given::Number(number) => number,
            Given::Text(text) => text.trim().parse().map_err(|_| {
                let text = shortened(&text);
                Wrong::Kind(format!(
                    "{text:?} is not a whole number from 0 to {MAX_NUMBER}"
                ))
            })?,
            Given::Texts(_) => return Err(Wrong::Kind("it is one number, not a list".to_owned())),
        };
        let whole = number as u64;
        if number.fract() != 0.0 || number < 0.0 || whole > MAX_NUMBER {
            let why =
                format!("{number} is out of range; it is a whole number from 0 to {MAX_NUMBER}");
            return Err(Wrong::Value(why));
        }
        Ok(Some(whole))
    }
}

impl Value for Option<Color> {
    const KIND: Kind = Kind::Name(&["white", "black"]);
    const NAME: &'static str = "SIDE";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = given.text()?;
        match &*text {
            "white" | "w" => Ok(Some(Color::White)),
            "black" | "b" => Ok(Some(Color::Black)),
            _ => Err(is_none_of(&text, &["white", "black"])),
        }
    }
}

const ENDINGS: &[&str] = &["white", "black", "draw", "unknown", "win", "loss"];

impl Value for Option<Ending> {
    const KIND: Kind = Kind::Name(ENDINGS);
    const NAME: &'static str = "RESULT";

    fn read(given: Given) -> Result<Self, Wrong> {
        let text = given.text()?;
        let ending = match &*text {
            "white" | "1-0" => Ending::Is(GameResult::Won(Color::White)),
            "black" | "0-1" => Ending::Is(GameResult::Won(Color::Black)),
            "draw" | "draws" | "1/2-1/2" => Ending::Is(GameResult::Drawn),
            "unknown" | "*" => Ending::Is(GameResult::Unknown),
            "win" => Ending::Win,
            "loss" => Ending::Loss,
            _ => return Err(is_none_of(&text, ENDINGS)),
        };
        Ok(Some(ending))
    }
}

fn is_none_of(text: &str, names: &[&str]) -> Wrong {
    let names = names.join(", ");
    Wrong::Value(format!("{:?} is not one of {names}", shortened(text)))
}

impl Value for Vec<Speed> {
    const KIND: Kind = Kind::Names(&Speed::NAMES);
    const NAME: &'static str = "SPEED";

    fn read(given: Given) -> Result<Self, Wrong> {
        each(&given.texts()?)
    }
}

impl Value for Vec<CollectionName> {
    const KIND: Kind = Kind::Texts(None);
    const NAME: &'static str = "NAME";

    fn read(given: Given) -> Result<Self, Wrong> {
        each(&given.texts()?)
    }
}

impl Value for Vec<MoveQuery> {
    const KIND: Kind = Kind::Texts(Some(MOST_MOVES));
    const NAME: &'static str = "MOVE";

    fn read(given: Given) -> Result<Self, Wrong> {
        // In a query string a space may be meant as `+`, which is no part of what is compared.
        let mut words = Vec::new();
        for text in given.texts()? {
            let before = words.len();
            words.extend(text.split_whitespace().map(str::to_owned));
            if words.len() == before {
                // An item without a move is a mistake, like an item with a word that is not a move.
                words.push(text);
            }
        }
        let texts = words;
        if texts.len() > MOST_MOVES {
            let why = format!(
                "{} moves are too many: name {MOST_MOVES} at most",
                texts.len()
            );
            return Err(Wrong::Value(why));
        }
        each(&texts)
    }
}

fn each<T: FromStr<Err: Display>>(texts: &[String]) -> Result<Vec<T>, Wrong> {
    let values = texts.iter().map(|text| text.parse().map_err(Wrong::value));
    values.collect()
}

/// Makes a filter of its fields: a struct, and the description of each field. A field has its documentation, its name in
/// JSON, its label and an example. After a semicolon come fields that requests do not have.
macro_rules! fields {
    (
        $(#[$meta:meta])*
        $filter:ident {
            $($(#[doc = $about:literal])+ $field:ident: $type:ty = $name:literal, $title:literal, $example:literal;)+
        }
        $($(#[doc = $inner_about:literal])+ $inner:ident: $inner_type:ty;)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $filter {
            $($(#[doc = $about])+ pub $field: $type,)+
            $($(#[doc = $inner_about])+ pub $inner: $inner_type,)*
        }

        impl $filter {
            /// The fields that a request can have.
            pub const FIELDS: &[$crate::filter::Field] = &[$($crate::filter::Field {
                name: $name,
                title: $title,
                about: concat!($($about),+).trim_ascii(),
                example: $example,
                kind: <$type as $crate::filter::field::Value>::KIND,
                value_name: <$type as $crate::filter::field::Value>::NAME,
            },)+];

            /// Sets a field by its name; `None` if there is no such field.
            pub fn set(
                &mut self,
                name: &str,
                given: $crate::filter::Given,
            ) -> Option<Result<(), $crate::filter::Wrong>> {
                match name {
                    $($name => Some($crate::filter::field::Value::read(given).map(|value| self.$field = value)),)+
                    _ => None,
                }
            }

            /// Names of the fields that are set.
            pub fn names(&self) -> impl Iterator<Item = &'static str> {
                let none = <$filter>::default();
                [$((self.$field != none.$field).then_some($name)),+].into_iter().flatten()
            }
        }
    };
}

pub(crate) use fields;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::filter::Filter;

    #[test]
    fn examples_are_values() {
        let mut names = BTreeSet::new();
        for field in Filter::fields() {
            assert!(names.insert(field.name), "{}", field.name);
            let mut filter = Filter::default();
            let given = Given::Text(field.example.to_owned());
            assert_eq!(
                filter.set(field.name, given),
                Some(Ok(())),
                "{}",
                field.name
            );
            let set: Vec<_> = filter
                .games
                .names()
                .chain(filter.positions.names())
                .collect();
            assert_eq!(set, [field.name]);
            assert_eq!(
                filter.asks_of_positions(),
                filter.games.names().next().is_none()
            );
        }
        assert_eq!(Filter::default().set("plyer", Given::Number(1.0)), None);
    }

    /// A number or text that is none of a field: of another kind, or impossible.
    #[test]
    fn what_is_no_value() {
        let text = |text: &str| Given::Text(text.to_owned());
        let texts = |texts: &[&str]| Given::Texts(texts.iter().map(|&text| text.into()).collect());
        for (field, given, is_kind) in [
            ("player", text(" ,"), false),
            ("player", Given::Number(3.0), true),
            ("player", texts(&["a"]), true),
            ("color", text("green"), false),
            ("color", Given::Number(0.0), true),
            ("minRating", text("high"), true),
            ("minRating", text(""), true),
            ("minRating", text("-1"), false),
            ("minRating", text("1e9"), false),
            ("minRating", text("NaN"), false),
            ("minRating", Given::Number(f64::INFINITY), false),
            ("maxPly", Given::Number(1.5), false),
            ("maxPly", texts(&["1"]), true),
            ("since", text("last year"), false),
            ("since", Given::Number(2010.5), true),
            ("since", Given::Number(-3.0), false),
            ("until", texts(&["2010"]), true),
            ("result", text("won"), false),
            ("comment", text("?!"), false),
            ("material", text("KRPP"), false),
            ("speeds", text("slow"), false),
            ("speeds", texts(&["blitz", "slow"]), false),
            ("collection", texts(&["a,b"]), false),
            ("collection", Given::Number(1.0), true),
            ("played", texts(&["Bx9"]), false),
            ("played", texts(&["Nd5", ""]), false),
            ("played", texts(&[""; 7]), false),
            ("played", text("Na1 Nb1 Nc1 Nd1 Ne1 Nf1 Ng1"), false),
            ("played", texts(&["Na1 Nb1 Nc1 Nd1", "Ne1 Nf1 Ng1"]), false),
        ] {
            let mut filter = Filter::default();
            match filter.set(field, given.clone()) {
                Some(Err(Wrong::Kind(_))) => assert!(is_kind, "{field} {given:?}"),
                Some(Err(Wrong::Value(_))) => assert!(!is_kind, "{field} {given:?}"),
                other => panic!("{field} {given:?}: {other:?}"),
            }
            assert_eq!(filter, Filter::default(), "{field}");
        }
    }

    #[test]
    fn lists_have_commas() {
        let mut filter = Filter::default();
        for (field, list) in [("speeds", " blitz, rapid,"), ("played", "Nd5,Bg5 O-O")] {
            let set = filter.set(field, Given::Text(list.to_owned()));
            assert_eq!(set, Some(Ok(())));
        }
        assert_eq!(filter.games.speeds, [Speed::Blitz, Speed::Rapid]);
        assert_eq!(filter.positions.played.len(), 3);
    }
}
