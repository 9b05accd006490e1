//! The names of collections: games of an index that belong together.

use std::fmt;
use std::str::FromStr;

/// The name of a collection: 1 to 64 characters, none of them a comma or a control character, without spaces at its
/// ends. Two that differ in upper and lower case alone are the same collection's.
#[derive(Clone, Debug)]
pub struct CollectionName(String);

/// The most characters of a name. Guessed: a line of a list.
const LONGEST: usize = 64;

/// The text cannot be the name of a collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be a collection's name: it has 1 to 64 characters, and no comma or line break"
)]
pub struct ParseCollectionError(String);

impl CollectionName {
    /// As it was written first.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What names of the same collection share.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl PartialEq for CollectionName {
    fn eq(&self, other: &CollectionName) -> bool {
        self.key() == other.key()
    }
}

impl Eq for CollectionName {}

impl fmt::Display for CollectionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for CollectionName {
    type Err = ParseCollectionError;

    fn from_str(text: &str) -> Result<CollectionName, ParseCollectionError> {
        let name = text.trim();
        // The schema counts leading and trailing white space, too. Lists in addresses have commas between names.
        let is_name = !name.is_empty()
            && text.chars().count() <= LONGEST
            && !name.contains(|c: char| c == ',' || c.is_control());
        if !is_name {
            let beginning = text.chars().take(LONGEST + 1).collect();
            return Err(ParseCollectionError(beginning));
        }
        Ok(CollectionName(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let long = "ä".repeat(64);
        let longer = "ä".repeat(65);
        let longer_with_spaces = format!(" {long}");
        for (text, expected) in [
            ("mine", Some("mine")),
            ("  My repertoire, White ", None),
            ("  My repertoire (White) ", Some("My repertoire (White)")),
            ("Bundesliga 2024/25", Some("Bundesliga 2024/25")),
            ("Партии", Some("Партии")),
            (&long, Some(&*long)),
            (&longer, None),
            (&longer_with_spaces, None),
            ("", None),
            (" \t", None),
            ("a\nb", None),
            ("a\u{7f}b", None),
        ] {
            let name = text.parse::<CollectionName>().ok();
            assert_eq!(name.as_ref().map(CollectionName::as_str), expected);
        }
        let name = |text: &str| text.parse::<CollectionName>().expect("a name");
        assert_eq!(name("MÄRZ"), name("März"));
        assert_ne!(name("mine"), name("mine 2"));
    }
}
