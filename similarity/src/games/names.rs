//! Names of players and events, as people write them: `Carlsen`, `carlsen magnus`, `Carlsen, M`.
//!
//! A name is its words, in lower-case ASCII: `ð` is `d`, `ø` is `o`; `ü` and `ue` are `u`, in the same way `ae` and `oe`. A
//! word of a query matches a
//! name that has it, or its initial; an initial matches a name that has a word which begins with it. Of
//! the query's words at least one must match in full, if one is in full.

use std::borrow::Cow;

use deunicode::deunicode;

/// Titles, which are not part of a name. Source: FIDE Handbook, B.01.
const TITLES: [&str; 8] = ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm"];

/// Whether a name matches a text, e.g. `Carlsen,M` does `carlsen magnus`. Nothing matches a text without
/// letters and digits.
pub fn is_named(name: &str, wanted: &str) -> bool {
    NameQuery::new(wanted).is_some_and(|wanted| wanted.is(&Name::new(name)))
}

/// A name as its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// In lower case, with spaces between them, no other signs.
    folded: String,
}

impl Name {
    /// The name that a text is.
    pub fn new(text: &str) -> Name {
        Name {
            folded: words(text).join(" "),
        }
    }

    /// Its words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.folded.split(' ').filter(|word| !word.is_empty())
    }
}

/// A text in ASCII.
fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        text.into()
    } else {
        deunicode(text).into()
    }
}

/// The words of a text in lower-case ASCII.
pub(crate) fn folded(text: &str) -> Vec<String> {
    let plain = ascii(text);
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

/// The words of a name.
pub(crate) fn words(text: &str) -> Vec<String> {
    let words = folded(text).into_iter();
    words.map(without_digraphs).collect()
}

/// A word with `a`, `o`, `u` for `ae`, `oe`, `ue`, unless that is all of it.
fn without_digraphs(word: String) -> String {
    let is_digraph = |pair: &[u8]| matches!(pair, b"ae" | b"oe" | b"ue");
    if word.len() <= 2 || !word.as_bytes().windows(2).any(is_digraph) {
        return word;
    }
    let mut kept = String::with_capacity(word.len());
    let mut before = None;
    for c in word.chars() {
        if c == 'e' && matches!(before, Some('a' | 'o' | 'u')) {
            before = None;
        } else {
            kept.push(c);
            before = Some(c);
        }
    }
    kept
}

/// The words of a name without titles, unless there is nothing else.
pub(crate) fn words_of_name(name: &str) -> Vec<String> {
    let mut words = words(name);
    let is_title = |word: &String| TITLES.contains(&word.as_str());
    if !words.iter().all(is_title) {
        words.retain(|word| !is_title(word));
    }
    words
}

/// The name of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameQuery {
    words: Vec<String>,
}

impl NameQuery {
    /// `None` if there is no letter or digit in it.
    pub fn new(text: &str) -> Option<NameQuery> {
        let mut words = words_of_name(text);
        // Words in full find their like before initials do.
        words.sort_by_key(|word| word.len() == 1);
        (!words.is_empty()).then_some(NameQuery { words })
    }

    /// Whether a name matches.
    pub fn is(&self, name: &Name) -> bool {
        let mut there: Vec<&str> = name.words().collect();
        let mut in_full = self.words.iter().all(|word| word.len() == 1);
        let mut left = Vec::new();
        for word in &self.words {
            match there.iter().position(|other| other == word) {
                Some(place) => {
                    there.swap_remove(place);
                    in_full = true;
                }
                None => left.push(word),
            }
        }
        in_full
            && left.into_iter().all(|word| {
                let place = there.iter().position(|other| {
                    (word.len() == 1 || other.len() == 1)
                        && word.as_bytes()[0] == other.as_bytes()[0]
                });
                place.map(|place| there.swap_remove(place)).is_some()
            })
    }

    /// Whether every word begins one of the name.
    pub fn begins(&self, name: &Name) -> bool {
        let begins = |word: &String| name.words().any(|other| other.starts_with(word.as_str()));
        self.words.iter().all(begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        let cases = [
            ("Carlsen", "Carlsen,M", true),
            ("carlsen magnus", "Carlsen,M", true),
            ("Carlsen, M", "Carlsen,M", true),
            ("Carlsen, M.", "Carlsen, Magnus", true),
            ("Magnus Carlsen", "Carlsen, Magnus", true),
            ("GM Magnus Carlsen", "Carlsen,M", true),
            ("Carlsen", "GM Magnus Carlsen", true),
            ("M Carlsen", "Carlsen, Magnus", true),
            ("Carlsen, Magnus", "Carlsen, Mads", false),
            ("Carlsen, Magnus", "Magnusson, C", false),
            ("Carlsen, M", "Carlsen, H", false),
            ("Carls", "Carlsen,M", false),
            ("Carlsen", "Carlsson,P", false),
            ("van wely", "Van Wely,L", true),
            ("Wely", "van Wely, Loek", true),
            ("Vachier Lagrave", "Vachier-Lagrave, Maxime", true),
            ("Duric", "Đurić, Stefan", true),
            ("Đurić", "Duric,S", true),
            ("Solevag", "Sølevåg,X", true),
            ("Muller", "Müller, Karsten", true),
            ("Mueller", "Müller, Karsten", true),
            ("Müller", "Mueller,K", true),
            ("Mu\u{308}ller", "M\u{fc}ller, Karsten", true),
            ("Sørensen", "Soerensen, J", true),
            ("Œuvray", "Oeuvray", true),
            ("Strauß", "Strauss", true),
            ("Wei Yi", "Wei, Yi", true),
            ("Wei, Yi", "Wei Yi", true),
            ("Ue", "U", false),
            ("Мамедов", "Mamedov,R", true),
            ("DrNykterstein", "DrNykterstein", true),
            ("drnykterstein", "DrNykterstein", true),
            ("Norway Chess", "8th Norway Chess 2020", true),
            ("Chess Norway 2021", "8th Norway Chess 2020", false),
            ("M C", "Carlsen, Magnus", true),
            ("C C", "Carlsen, Magnus", false),
            ("GM", "GM", true),
        ];
        for (wanted, name, is) in cases {
            assert_eq!(is_named(name, wanted), is, "{wanted}, {name}");
        }
        assert_eq!(NameQuery::new(" ,.?"), None);
        assert!(!is_named("Carlsen,M", " ,.?"));
    }

    #[test]
    fn completed() {
        for (begun, name, begins) in [
            ("carl", "Carlsen,M", true),
            ("mag carl", "Carlsen, Magnus", true),
            ("carlsen, m", "Carlsen, Magnus", true),
            ("arlsen", "Carlsen,M", false),
            ("carlsen, magnus", "Carlsen,M", false),
        ] {
            let found = NameQuery::new(begun)
                .expect("words")
                .begins(&Name::new(name));
            assert_eq!(found, begins, "{begun}, {name}");
        }
    }
}
