//! Keys: secrets with a name and rights, each made and revoked by itself, where one token is for everybody.
//!
//! A file has one key a line, as JSON, and of its secret only the SHA-256:
//!
//! ```json
//! {"name":"trainer","rights":["read"],"made":"2026-11-24","sha256":"kcJQ0RVG4fUdZcDm7wEUMCtF5zSKUB1NqGSlu2Q7l1o"}
//! ```
//!
//! A secret is 256 random bits, so that a plain hash is as good as a slow one: there is nothing to guess.
//! A server reads the file again when it has changed ([`Keys`]): a key counts from the next request on, or no longer.

mod accepted;
mod place;

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use similarity::{Invisible, check_visible};

pub use crate::keys::accepted::Keys;
pub(crate) use crate::keys::accepted::Unreadable;
use crate::keys::place::Place;

/// What a secret begins with, by which people and scanners of repositories recognise it.
const PREFIX: &str = "tabiya_";

/// The longest name of a key. Guessed: longer than an e-mail address.
const LONGEST_NAME: usize = 64;

/// The largest file of keys. Guessed: more than a thousand keys.
const LARGEST_FILE: u64 = 1 << 20;

/// What a key allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// To ask: searches, analyses, games, metrics. Everybody may, unless the server is private.
    Read,
    /// To import and to remove games, and to make and list snapshots.
    Write,
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Right::Read => "read",
            Right::Write => "write",
        })
    }
}

/// A key without its secret: a line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// Names the key in the log, and where it is revoked: 1 to 64 characters without spaces, one key's only.
    pub name: String,
    /// At least one.
    pub rights: BTreeSet<Right>,
    /// The day it was made, `2026-11-24`.
    pub made: String,
    /// The SHA-256 of the secret, in base64url without padding (RFC 4648, section 5).
    sha256: String,
}

/// A problem of a file of keys, or of what is to be done to it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("cannot read the keys in {}: {why}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write the keys to {}: {why}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// A line is not a key.
    #[error("{}, line {line}: {reason}: mend the line, or delete it", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1 on.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A new key cannot be called so.
    #[error(
        "{0:?} cannot be the name of a key: a name has 1 to 64 letters, digits or signs, without spaces"
    )]
    Name(String),
    /// A new key cannot be called so: its name is not seen, or not all of it.
    #[error("{0:?} cannot be the name of a key: {1}")]
    Invisible(String, Invisible),
    /// There is such a key already.
    #[error(
        "there is a key {0:?} already: give the new one another name, or revoke that one first"
    )]
    Taken(String),
    /// There is no such key.
    #[error("there is no key {0:?}: `tabiya keys list` shows all")]
    Missing(String),
    /// A key is to have no right.
    #[error("a key without a right is of no use: give it read, write or both")]
    NoRight,
    /// The system has no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
}

impl Key {
    /// The keys in a file, in its order.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has a line that is not a key.
    pub fn read(path: &Path) -> Result<Vec<Key>, Error> {
        let unreadable = |why| Error::Read {
            path: path.to_owned(),
            why,
        };
        let text = text(path).map_err(unreadable)?;
        let mut keys: Vec<Key> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let wrong = |reason: String| Error::Line {
                path: path.to_owned(),
                line: at + 1,
                reason,
            };
            let key: Key = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            if !is_name(&key.name) {
                return Err(wrong(Error::Name(key.name).to_string()));
            }
            if key.rights.is_empty() {
                return Err(wrong(Error::NoRight.to_string()));
            }
            if key.hash().is_none() {
                return Err(wrong("sha256 is not 32 bytes in base64url".to_owned()));
            }
            if keys.iter().any(|other| other.name == key.name) {
                return Err(wrong(format!("a second key is called {:?}", key.name)));
            }
            keys.push(key);
        }
        Ok(keys)
    }

    /// Makes a key and adds it to a file, which is made if it is not there; returns the secret, which is kept
    /// nowhere.
    ///
    /// # Errors
    ///
    /// The name is none or taken, there is no right, the file is damaged, or cannot be read or written.
    pub fn add(path: &Path, name: &str, rights: &BTreeSet<Right>) -> Result<String, Error> {
        if !is_name(name) {
            return Err(Error::Name(name.to_owned()));
        }
        check_visible(name).map_err(|why| Error::Invisible(name.to_owned(), why))?;
        if rights.is_empty() {
            return Err(Error::NoRight);
        }
        let place = Place::lock(path).map_err(|why| not_written(path, why))?;
        let mut keys = match Key::read(path) {
            Err(Error::Read { why, .. }) if why.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        if keys.iter().any(|key| key.name == name) {
            return Err(Error::Taken(name.to_owned()));
        }
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).map_err(Error::Random)?;
        let secret = format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(bits));
        keys.push(Key {
            name: name.to_owned(),
            rights: rights.clone(),
            made: time::OffsetDateTime::now_utc().date().to_string(),
            sha256: BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&secret)),
        });
        let written = place.write(&keys);
        written.map_err(|why| not_written(&place.file, why))?;
        Ok(secret)
    }

    /// Takes a key out of a file.
    ///
    /// # Errors
    ///
    /// There is no such key, the file is damaged, or cannot be read or written.
    pub fn revoke(path: &Path, name: &str) -> Result<(), Error> {
        let place = Place::lock(path).map_err(|why| not_written(path, why))?;
        let mut keys = Key::read(path)?;
        let before = keys.len();
        keys.retain(|key| key.name != name);
        if keys.len() == before {
            return Err(Error::Missing(name.to_owned()));
        }
        let written = place.write(&keys);
        written.map_err(|why| not_written(&place.file, why))
    }

    fn hash(&self) -> Option<[u8; 32]> {
        let hash = BASE64_URL_SAFE_NO_PAD.decode(&self.sha256).ok()?;
        hash.try_into().ok()
    }
}

/// The text of a file of keys.
fn text(path: &Path) -> io::Result<String> {
    // Before it is opened: a FIFO without a writer would never be.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = Vec::new();
    let file = File::open(path)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST_FILE {
        let large = format!("it has more than the {LARGEST_FILE} bytes that may be");
        return Err(io::Error::other(large));
    }
    String::from_utf8(text).map_err(io::Error::other)
}

fn not_written(path: &Path, why: io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        why,
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    (1..=LONGEST_NAME).contains(&name.chars().count()) && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest("x"));
        let key = |name: &str, rights: &str, hash: &str| {
            format!(
                r#"{{"name":"{name}","rights":[{rights}],"made":"2026-11-24","sha256":"{hash}"}}"#
            )
        };
        let read = r#""read""#;
        let (name, no_right) = (|name: &str| Error::Name(name.to_owned()), Error::NoRight);
        // A file, and the number of its keys, or which line is wrong and a part of the reason.
        let cases = [
            (String::new(), Ok(0)),
            ("\n\n".to_owned(), Ok(0)),
            (key("a", read, &hash), Ok(1)),
            (
                key("a", r#""read","write""#, &hash) + "\n\n" + &key("b", read, &hash),
                Ok(2),
            ),
            (key("a", "", &hash), Err((1, no_right.to_string()))),
            ("x".to_owned(), Err((1, String::new()))),
            (key("a", r#""all""#, &hash), Err((1, "all".to_owned()))),
            (key("a b", read, &hash), Err((1, name("a b").to_string()))),
            // A name that no new key can have: it is read, so that it can be revoked.
            (key("\u{202e}a", read, &hash), Ok(1)),
            (key("", read, &hash), Err((1, name("").to_string()))),
            (key("a", read, &hash[1..]), Err((1, "sha256".to_owned()))),
            (
                key("a", read, &hash) + "\n" + &key("a", read, &hash),
                Err((2, String::new())),
            ),
            ("{}".to_owned(), Err((1, "name".to_owned()))),
        ];
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        for (text, expected) in cases {
            fs::write(&path, &text).expect("written");
            match (Key::read(&path), expected) {
                (Ok(keys), Ok(count)) => assert_eq!(keys.len(), count, "{text}"),
                (
                    Err(Error::Line {
                        path: named,
                        line,
                        reason,
                    }),
                    Err((expected, part)),
                ) => {
                    assert_eq!((&named, line), (&path, expected), "{text}");
                    assert!(reason.contains(&part), "{text}: {reason}");
                }
                (read, _) => panic!("{text}: {read:?}"),
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        let reading = BTreeSet::from([Right::Read]);
        Key::add(&path, "first", &reading).expect("a key");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("changed");
        Key::add(&path, "second", &reading).expect("a key");
        assert_eq!(mode(&path), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn owners_and_links_stay() {
        use std::os::unix::fs::{MetadataExt, chown, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        let reading = BTreeSet::from([Right::Read]);
        Key::add(&path, "first", &reading).expect("a key");
        let link = folder.path().join("link");
        symlink("keys", &link).expect("a link");
        Key::add(&link, "second", &reading).expect("a key");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(Key::read(&path).expect("keys").len(), 2);
        // Only root may give a file away.
        if chown(&path, Some(12345), Some(12345)).is_ok() {
            Key::revoke(&link, "first").expect("revoked");
            let file = fs::metadata(&path).expect("a file");
            assert_eq!((file.uid(), file.gid()), (12345, 12345));
        }
    }

    /// Keys that are made at the same time are all there.
    #[cfg(unix)]
    #[test]
    fn at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        let reading = BTreeSet::from([Right::Read]);
        let names: Vec<String> = (0..16).map(|number| format!("key{number}")).collect();
        std::thread::scope(|scope| {
            for name in &names {
                scope.spawn(|| Key::add(&path, name, &reading).expect("a key"));
            }
        });
        let made = Key::read(&path).expect("keys");
        let made: BTreeSet<String> = made.into_iter().map(|key| key.name).collect();
        assert_eq!(made, names.into_iter().collect());
    }
}
