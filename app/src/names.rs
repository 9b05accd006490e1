//! Values that have names in requests and answers: a profile, a colour, a speed.

use std::fmt;
use std::str::FromStr;

use coach::record::Whose;
use coach::report::MistakeWay;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::ser::{Serialize, Serializer};
use shakmaty::Color;
use similarity::{Contained, Distinct, Family, Scoring, Speed};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use variants::bughouse::Side;
use variants::progressive::EnPassant;

use crate::error::quoted;
use crate::schemas::one_of;

/// A type whose values have names.
pub trait Named: Copy + 'static {
    /// All values, in the order in which they are listed.
    const ALL: &'static [Self];

    /// Name of the value.
    fn name(self) -> &'static str;

    /// The value that a word means; also other words than its name.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == word)
    }
}

/// A value that is written as its name: in JSON, in a query string, on the command line; and described as one of the names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Name<T>(pub T);

// What derives a schema of a field looks into the parameters of its type, but not behind an alias.
/// Name of a [`Color`].
pub type ColorName = Name<Color>;
/// Name of a [`Speed`].
pub type SpeedName = Name<Speed>;
/// Name of a [`Scoring`].
pub type ScoringName = Name<Scoring>;
/// Name of a [`Distinct`].
pub type DistinctName = Name<Distinct>;
/// Name of a [`Contained`].
pub type ContainedName = Name<Contained>;
/// Name of a [`Family`].
pub type FamilyName = Name<Family>;
/// Name of a [`Turn`].
pub type TurnName = Name<Turn>;
/// Name of a [`Whose`].
pub type WhoseName = Name<Whose>;
/// Name of a [`Side`].
pub type BoardName = Name<Side>;
/// Name of an [`EnPassant`].
pub type EnPassantName = Name<EnPassant>;
/// Name of a [`ProgressiveRules`].
pub type ProgressiveName = Name<ProgressiveRules>;
/// Name of a [`BughouseRules`].
pub type BughouseName = Name<BughouseRules>;
/// Name of an [`ExplorerVariant`].
pub type VariantName = Name<ExplorerVariant>;
/// Name of a [`MistakeWay`].
pub type WayName = Name<MistakeWay>;

impl<T: Named> Name<T> {
    /// All names.
    pub fn all() -> impl Iterator<Item = &'static str> {
        T::ALL.iter().map(|value| value.name())
    }
}

/// The values of some names.
pub fn values<T: Named>(names: &[Name<T>]) -> Vec<T> {
    names.iter().map(|Name(value)| *value).collect()
}

impl<T: Named> fmt::Display for Name<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

impl<T: Named> FromStr for Name<T> {
    type Err = String;

    fn from_str(word: &str) -> Result<Name<T>, String> {
        T::from_word(word).map(Name).ok_or_else(|| {
            let names: Vec<&str> = Name::<T>::all().collect();
            format!("{} is not one of {}", quoted(word), names.join(", "))
        })
    }
}

impl<T: Named> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Name<T>, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E>(self, word: &str) -> Result<String, E> {
                Ok(word.to_owned())
            }
        }
        let word = value.deserialize_str(Word)?;
        word.parse().map_err(D::Error::custom)
    }
}

impl<T: Named> PartialSchema for Name<T> {
    fn schema() -> RefOr<Schema> {
        RefOr::T(one_of(Name::<T>::all()).into())
    }
}

impl<T: Named> ToSchema for Name<T> {}

impl Named for Color {
    const ALL: &'static [Color] = &[Color::White, Color::Black];

    fn name(self) -> &'static str {
        self.fold_wb("white", "black")
    }

    fn from_word(word: &str) -> Option<Color> {
        match word {
            "white" | "w" => Some(Color::White),
            "black" | "b" => Some(Color::Black),
            _ => None,
        }
    }
}

impl Named for Speed {
    const ALL: &'static [Speed] = &Speed::ALL;

    fn name(self) -> &'static str {
        Speed::name(self)
    }

    fn from_word(word: &str) -> Option<Speed> {
        word.parse().ok()
    }
}

/// Gives names to the values of types that know them.
macro_rules! named {
    ($($type:ident),+) => {
        $(impl Named for $type {
            const ALL: &'static [$type] = &$type::ALL;

            fn name(self) -> &'static str {
                $type::name(self)
            }
        })+
    };
}

named!(Contained, Distinct, Family, MistakeWay, Scoring, Whose);

/// Makes an enum with a name for each value.
macro_rules! enum_with_names {
    ($($(#[$about:meta])* $enum:ident { $($(#[$of_value:meta])* $value:ident $name:literal,)+ })+) => {
        $(
            $(#[$about])*
            #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
            pub enum $enum {
                $($(#[$of_value])* $value,)+
            }

            impl Named for $enum {
                const ALL: &'static [$enum] = &[$($enum::$value),+];

                fn name(self) -> &'static str {
                    match self {
                        $($enum::$value => $name,)+
                    }
                }
            }
        )+
    };
}

enum_with_names! {
    /// The side to move in a hit.
    Turn {
        /// Either.
        Any "any",
        /// The side to move in the position of the query.
        Same "same",
        /// White.
        White "white",
        /// Black.
        Black "black",
    }

    /// Variant in an explorer request.
    ExplorerVariant {
        /// Chess.
        Standard "standard",
        /// The same, as other servers call it.
        Chess "chess",
        /// Chess960.
        Chess960 "chess960",
        /// Chess from a position.
        FromPosition "fromPosition",
    }

    /// Rules of progressive chess, by the country that plays them.
    ProgressiveRules {
        /// Italian rules.
        Italian "italian",
        /// Scottish rules.
        Scottish "scottish",
    }

    /// Rules of bughouse.
    BughouseRules {
        /// As servers play it.
        Usual "usual",
        /// As the thesis has them.
        Thesis "thesis",
    }
}

impl Named for Side {
    const ALL: &'static [Side] = &[Side::A, Side::B];

    fn name(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

impl Named for EnPassant {
    const ALL: &'static [EnPassant] = &[EnPassant::Last, EnPassant::Series];

    fn name(self) -> &'static str {
        match self {
            EnPassant::Last => "last",
            EnPassant::Series => "series",
        }
    }
}
