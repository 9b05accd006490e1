//! Whose games: `lichess:DrNykterstein`.

use std::fmt;
use std::str::FromStr;

/// The longest name. Read: lichess's have up to 30 letters, chess.com's up to 25.
const LONGEST: usize = 40;

/// A site where chess is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// <https://lichess.org>
    Lichess,
    /// <https://www.chess.com>
    ChessCom,
}

impl Site {
    /// All of them.
    pub const ALL: [Site; 2] = [Site::Lichess, Site::ChessCom];

    /// Its name in commands and requests.
    pub fn name(self) -> &'static str {
        match self {
            Site::Lichess => "lichess",
            Site::ChessCom => "chesscom",
        }
    }

    /// The site of a name.
    pub fn from_name(name: &str) -> Option<Site> {
        Site::ALL.into_iter().find(|site| site.name() == name)
    }
}

impl fmt::Display for Site {
    /// As the site writes itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Site::Lichess => "lichess",
            Site::ChessCom => "chess.com",
        })
    }
}

/// A player of a site. Capital letters make no other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    site: Site,
    name: String,
}

/// The text does not name an account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// There is no site before the name.
    #[error("{0:?} names no site: write lichess:NAME or chesscom:NAME")]
    Site(String),
    /// The name cannot be one.
    #[error("{0:?} is not a name: a name has up to 40 letters, digits, _ and -")]
    Name(String),
}

impl Account {
    /// The player of a name.
    ///
    /// # Errors
    ///
    /// [`AccountError::Name`] if the name has anything but letters, digits, `_` and `-`.
    pub fn new(site: Site, name: &str) -> Result<Account, AccountError> {
        let in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if name.is_empty() || name.len() > LONGEST || !name.bytes().all(in_name) {
            return Err(AccountError::Name(pgn::shortened(name)));
        }
        Ok(Account {
            site,
            name: name.to_owned(),
        })
    }

    /// The site.
    pub fn site(&self) -> Site {
        self.site
    }

    /// The name, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What all ways to write it have in common, e.g. `lichess:drnykterstein`.
    pub fn key(&self) -> String {
        format!("{}:{}", self.site.name(), self.name.to_ascii_lowercase())
    }
}

impl FromStr for Account {
    type Err = AccountError;

    fn from_str(text: &str) -> Result<Account, AccountError> {
        let named = text.split_once(':');
        let named = named.and_then(|(site, name)| Some((Site::from_name(site)?, name)));
        let (site, name) = named.ok_or_else(|| AccountError::Site(pgn::shortened(text)))?;
        Account::new(site, name)
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.site.name(), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let no_site = |text: &str| Err(AccountError::Site(text.to_owned()));
        let no_name = |name: &str| Err(AccountError::Name(name.to_owned()));
        for (text, expected) in [
            ("lichess:DrNykterstein", Ok("lichess:drnykterstein")),
            ("chesscom:a-b_C9", Ok("chesscom:a-b_c9")),
            ("DrNykterstein", no_site("DrNykterstein")),
            ("chess.com:hikaru", no_site("chess.com:hikaru")),
            ("Lichess:a", no_site("Lichess:a")),
            ("lichess:", no_name("")),
            ("lichess:a/b", no_name("a/b")),
            ("lichess:..", no_name("..")),
            ("lichess:a?b=c", no_name("a?b=c")),
            ("lichess:Ö", no_name("Ö")),
            ("lichess:a b", no_name("a b")),
        ] {
            let found = text.parse::<Account>().map(|account| account.key());
            assert_eq!(found, expected.map(str::to_owned), "{text}");
            // What is wrong is in the sentence.
            if let Err(error) = found {
                let (AccountError::Site(wrong) | AccountError::Name(wrong)) = &error;
                assert!(error.to_string().contains(wrong), "{error}");
            }
        }
        let long = "a".repeat(LONGEST + 1);
        assert!(Account::new(Site::Lichess, &long).is_err());
        assert!(Account::new(Site::Lichess, &long[1..]).is_ok());
    }
}
