//! Names of openings, as people write them: `Sicilian Najdorf`, `french advance`, `King's Indian Defence`.
//!
//! Names have parts separated by `:` and `,`: `Sicilian Defense: Najdorf Variation, English Attack` has three. The words
//! of a query are the beginnings of different parts, in any order: `King's Gambit` matches `King's Gambit Accepted` but not
//! `King's Indian Defense: Four Pawns Attack, Florentine Gambit`, and `Dragon` does not match `Accelerated Dragon`.

use std::sync::LazyLock;

use shakmaty::Chess;

use crate::games::names::words;

/// Name of the opening of a game, after the last of its positions that has one in the
/// [table of Lichess](motifs::opening), e.g. `Sicilian Defense: Najdorf Variation`.
pub fn opening_name(positions: &[Chess]) -> Option<&'static str> {
    let last = positions.iter().rev().find_map(motifs::opening);
    last.map(|opening| opening.name)
}

/// A name of an opening as its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningName {
    parts: Vec<Vec<String>>,
}

impl OpeningName {
    /// The name that a text is.
    pub fn new(text: &str) -> OpeningName {
        OpeningName {
            parts: text.split([':', ',']).map(words_of_opening).collect(),
        }
    }
}

/// The openings that a text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningQuery {
    words: Vec<String>,
}

impl OpeningQuery {
    /// `None` if it means no opening of the [table](motifs::openings).
    pub fn new(text: &str) -> Option<OpeningQuery> {
        static NAMES: LazyLock<Vec<OpeningName>> = LazyLock::new(|| {
            let openings = motifs::openings();
            openings
                .map(|opening| OpeningName::new(opening.name))
                .collect()
        });
        let words = words_of_opening(text);
        let query = (!words.is_empty()).then_some(OpeningQuery { words })?;
        NAMES.iter().any(|name| query.is(name)).then_some(query)
    }

    /// Whether it means an opening of this name.
    pub fn is(&self, name: &OpeningName) -> bool {
        let parts: Vec<&[String]> = name.parts.iter().map(Vec::as_slice).collect();
        are_beginnings(&self.words, &parts)
    }
}

/// Whether words are beginnings of parts, one after the other.
fn are_beginnings(words: &[String], parts: &[&[String]]) -> bool {
    words.is_empty()
        || parts.iter().enumerate().any(|(place, part)| {
            let others = [&parts[..place], &parts[place + 1..]].concat();
            let pairs = words.iter().zip(*part);
            let common = pairs.take_while(|(word, other)| word == other).count();
            (1..=common).any(|count| are_beginnings(&words[count..], &others))
        })
}

/// The words of a name in one spelling: `King's` is `kings`, `Defence` is `defense`.
fn words_of_opening(text: &str) -> Vec<String> {
    let words = words(&text.replace(['\'', '’'], "")).into_iter();
    let american = |word: String| match &*word {
        "defence" => "defense".to_owned(),
        "centre" => "center".to_owned(),
        _ => word,
    };
    words.map(american).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        let najdorf = "Sicilian Defense: Najdorf Variation, English Attack";
        for (wanted, name, is) in [
            ("Sicilian", najdorf, true),
            ("sicilian defence", najdorf, true),
            ("Sicilian Defense: Najdorf Variation", najdorf, true),
            (najdorf, najdorf, true),
            ("najdorf", najdorf, true),
            ("Sicilian Najdorf", najdorf, true),
            ("Najdorf Sicilian", najdorf, true),
            ("English Attack", najdorf, true),
            ("English Opening", najdorf, false),
            ("Variation", najdorf, false),
            ("Sicilian Sicilian", najdorf, false),
            ("Sicil", najdorf, false),
            ("Sicilian Defense", "Sicilian", false),
            (
                "King's Gambit",
                "King's Gambit Accepted: Bishop's Gambit",
                true,
            ),
            ("kings gambit", "King's Gambit", true),
            ("King’s Gambit", "King's Gambit", true),
            (
                "King's Gambit",
                "King's Indian Defense: Four Pawns Attack, Florentine Gambit",
                false,
            ),
            ("Slav", "Semi-Slav Defense", false),
            ("semi slav", "Semi-Slav Defense", true),
            ("Dragon", "Sicilian Defense: Accelerated Dragon", false),
            ("Grunfeld", "Grünfeld Defense: Exchange Variation", true),
            (
                "Grünfeld exchange",
                "Grünfeld Defense: Exchange Variation",
                true,
            ),
            ("Gruenfeld", "Grünfeld Defense: Exchange Variation", true),
            ("Center Game", "Center Game: Paulsen Attack", true),
            ("Centre Game", "Center Game: Paulsen Attack", true),
            ("Réti", "Réti Opening", true),
            // The shorter of two beginnings is the one that leaves words for another part.
            ("A B C", "A B, A, B C", true),
        ] {
            let words = words_of_opening(wanted);
            let query = OpeningQuery { words };
            let found = query.is(&OpeningName::new(name));
            assert_eq!(found, is, "{wanted}, {name}");
        }
    }

    /// A text means an opening of the table, or is none; each name of the table means itself.
    #[test]
    fn only_openings_that_there_are() {
        for text in ["", "?", ":", "Najdorff", "Sicilian Caro-Kann", "Variation"] {
            assert_eq!(OpeningQuery::new(text), None, "{text}");
        }
        for opening in motifs::openings() {
            let query = OpeningQuery::new(opening.name).expect(opening.name);
            assert!(
                query.is(&OpeningName::new(opening.name)),
                "{}",
                opening.name
            );
        }
    }
}
