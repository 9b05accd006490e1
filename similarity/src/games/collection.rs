//! The names of collections: games of an index that belong together.

use std::fmt;
use std::str::FromStr;

use crate::visible::{Invisible, check_visible};

/// The name of a collection: 1 to 64 characters, none of them a comma or a control character, without spaces at its
/// ends. Two that differ in upper and lower case alone are the same collection's.
///
/// [`CollectionName::from_str`] also takes names that are not visible, of collections that were made earlier: they are
/// found, renamed and dropped by them.
#[derive(Clone, Debug)]
pub struct CollectionName(String);

/// The most characters of a name. Guessed: a line of a list.
const LONGEST: usize = 64;

/// The text cannot be the name of a collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCollectionError {
    /// It is empty or too long, or has a character that no name has.
    #[error(
        "{0:?} cannot be a collection's name: it has 1 to 64 characters, and no comma or line break"
    )]
    Text(String),
    /// It is not seen, or not all of it.
    #[error("{0:?} cannot be a collection's name: {1}")]
    Invisible(String, Invisible),
}

impl CollectionName {
    /// The name for a collection that is made or renamed, which people can see and tell from others.
    ///
    /// # Errors
    ///
    /// The text cannot be a name, or has characters that are not seen.
    pub fn visible(text: &str) -> Result<CollectionName, ParseCollectionError> {
        let name: CollectionName = text.parse()?;
        match check_visible(&name.0) {
            Ok(()) => Ok(name),
            Err(why) => Err(ParseCollectionError::Invisible(name.0, why)),
        }
    }

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
            return Err(ParseCollectionError::Text(beginning));
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
        for text in [
            "\u{200b}",
            "\u{feff}",
            "\u{202e}evil",
            "a\u{200d}b",
            "a\u{2028}b",
        ] {
            // Those of earlier ones are found, and no new one has them.
            assert!(text.parse::<CollectionName>().is_ok(), "{text:?}");
            let error = CollectionName::visible(text).expect_err("it is not seen");
            let is_named = |c| {
                error
                    .to_string()
                    .contains(&format!("U+{:04X}", u32::from(c)))
            };
            assert!(text.chars().any(is_named), "{error}");
        }
        let seen = CollectionName::visible(" My repertoire ").expect("a name");
        assert_eq!(seen.as_str(), "My repertoire");
        let name = |text: &str| text.parse::<CollectionName>().expect("a name");
        assert_eq!(name("MÄRZ"), name("März"));
        assert_ne!(name("mine"), name("mine 2"));
    }
}
