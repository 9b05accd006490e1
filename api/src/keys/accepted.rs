//! The keys that a running server accepts.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{Error, Key};

/// Time after a change within which a second change may leave the file with the same modification time. Guessed: some
/// file systems count whole seconds.
const UNSURE: Duration = Duration::from_secs(2);

/// The longest that a request waits for a look at the file. Guessed: a network share that works answers sooner.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

/// The keys that a server accepts: those in a file, as it is now.
///
/// Each request that sends a key reads the size and the modification time of the file, and the file itself if they have
/// changed. It does so on a thread that may block, one request at a time: on a network share that is gone even reading
/// the size may never return. Until it returns, no key is accepted.
pub struct Keys {
    path: PathBuf,
    read: Arc<Mutex<ReadFile>>,
    /// Whether the log already says that the file cannot be read in time.
    is_late: AtomicBool,
}

/// Keys by the hashes of their secrets.
type ByHash = Arc<HashMap<[u8; 32], Key>>;

/// A file of keys as it was read last.
struct ReadFile {
    /// Modification time and size; `None` if the file must be read again.
    stamp: Option<(SystemTime, u64)>,
    /// The keys in the file, or the reason why it cannot be read.
    keys: Result<ByHash, String>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({:?})", self.path)
    }
}

impl Keys {
    /// Reads the keys in a file.
    ///
    /// # Errors
    ///
    /// [`Error::Read`] if the file cannot be read, [`Error::Line`] for a line that is not a key.
    pub fn open(path: &Path) -> Result<Keys, Error> {
        let stamp = stamp(path);
        let keys = Ok(by_hash(Key::read(path)?));
        Ok(Keys {
            path: path.to_owned(),
            read: Arc::new(Mutex::new(ReadFile { stamp, keys })),
            is_late: AtomicBool::new(false),
        })
    }

    /// Returns the key with this secret; `None` if no key has it.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if the file cannot be read, or not in time; the log has the reason.
    pub(crate) async fn find(&self, secret: &[u8]) -> Result<Option<Key>, Unreadable> {
        let Ok(keys) = timeout(LONGEST_LOOK, self.look()).await else {
            // Once, not with every request until it can be read again.
            if !self.is_late.swap(true, Ordering::Relaxed) {
                let path = self.path.display();
                tracing::error!(
                    "no key is accepted: cannot read the keys in {path}: its disk or network share does not answer"
                );
            }
            return Err(Unreadable);
        };
        let keys = keys?;
        self.is_late.store(false, Ordering::Relaxed);
        // The time that this takes depends on the hash, of which nobody knows how to make a secret.
        let hash: [u8; 32] = Sha256::digest(secret).into();
        Ok(keys.get(&hash).cloned())
    }

    /// Returns the keys in the file as it is now, after the requests before this one have read it.
    async fn look(&self) -> Result<ByHash, Unreadable> {
        let mut read = Arc::clone(&self.read).lock_owned().await;
        let path = self.path.clone();
        // The thread holds the lock until it ends, even if its request has given up, so there is never a second thread.
        let keys = spawn_blocking(move || read.look(&path)).await;
        keys.map_err(|_| Unreadable)?
    }
}

impl ReadFile {
    /// Reads the file if it has changed.
    fn look(&mut self, path: &Path) -> Result<ByHash, Unreadable> {
        let stamp = stamp(path);
        if stamp.is_none() || stamp != self.stamp {
            self.stamp = stamp;
            let keys = Key::read(path).map(by_hash);
            let keys = keys.map_err(|error| error.to_string());
            // Once, not with every request until it can be read again.
            if let Err(why) = &keys
                && self.keys.as_ref().err() != Some(why)
            {
                tracing::error!("no key is accepted: {why}");
            }
            self.keys = keys;
        }
        self.keys.clone().map_err(|_| Unreadable)
    }
}

/// The error that the file of keys cannot be read.
#[derive(Debug)]
pub(crate) struct Unreadable;

fn by_hash(keys: Vec<Key>) -> ByHash {
    let hashed = keys
        .into_iter()
        .filter_map(|key| Some((key.hash()?, key)))
        .collect();
    Arc::new(hashed)
}

/// Returns modification time and size of a file; `None` if the file cannot be examined, or was changed so recently that
/// another change may leave both as they are.
fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    let modified = metadata.modified().ok()?;
    // A time in the future is as good as one in the past.
    let age = modified.elapsed().unwrap_or_else(|error| error.duration());
    let is_old = age > UNSURE;
    is_old.then_some((modified, metadata.len()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use similarity::Invisible;

    use super::*;
    use crate::keys::{PREFIX, Right};

    #[tokio::test]
    async fn made_and_revoked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        let missing = Keys::open(&path).expect_err("there is no file");
        assert!(
            matches!(&missing, Error::Read { path: named, .. } if *named == path),
            "{missing}"
        );

        let reading = BTreeSet::from([Right::Read]);
        let first = Key::add(&path, "first", &reading).expect("a key");
        assert!(matches!(
            Key::add(&path, "first", &reading),
            Err(Error::Taken(_))
        ));
        assert!(matches!(
            Key::add(&path, "a b", &reading),
            Err(Error::Name(_))
        ));
        for (hidden, expected) in [
            ("\u{202e}evil", Invisible::Character('\u{202e}')),
            ("a\u{200b}", Invisible::Character('\u{200b}')),
            ("\u{301}", Invisible::All),
        ] {
            let error = Key::add(&path, hidden, &reading).expect_err("it is not seen");
            assert!(
                matches!(&error, Error::Invisible(name, why) if name == hidden && *why == expected),
                "{error}"
            );
        }
        assert!(matches!(
            Key::add(&path, "useless", &BTreeSet::new()),
            Err(Error::NoRight)
        ));
        let keys = Keys::open(&path).expect("a file");
        let name = async |secret: &str| {
            let found = keys.find(secret.as_bytes()).await.expect("a file");
            found.map(|key| key.name)
        };
        assert_eq!(name(&first).await.as_deref(), Some("first"));
        assert_eq!(name(&first[..first.len() - 1]).await, None);
        assert_eq!(name("").await, None);

        // What changes counts at once, and the secret is in no file.
        let second = Key::add(&path, "second", &BTreeSet::from([Right::Write])).expect("a key");
        assert_ne!(first, second);
        assert_eq!(name(&second).await.as_deref(), Some("second"));
        let text = fs::read_to_string(&path).expect("a file");
        assert!(!text.contains(&first[PREFIX.len()..]) && !text.contains(&second[PREFIX.len()..]));
        Key::revoke(&path, "first").expect("revoked");
        assert_eq!(name(&first).await, None);
        assert_eq!(name(&second).await.as_deref(), Some("second"));
        assert!(matches!(
            Key::revoke(&path, "first"),
            Err(Error::Missing(_))
        ));

        // Without a file that can be read, no key is accepted; with one again, it is.
        fs::rename(&path, folder.path().join("away")).expect("renamed");
        assert!(keys.find(second.as_bytes()).await.is_err());
        fs::write(&path, "{").expect("written");
        assert!(keys.find(second.as_bytes()).await.is_err());
        fs::rename(folder.path().join("away"), &path).expect("renamed");
        assert_eq!(name(&second).await.as_deref(), Some("second"));
    }

    /// A look that does not return keeps nobody waiting, and is the only one.
    #[tokio::test(start_paused = true)]
    async fn a_look_that_does_not_return() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        let secret = Key::add(&path, "a", &BTreeSet::from([Right::Read])).expect("a key");
        let keys = Arc::new(Keys::open(&path).expect("a file"));
        let look = Arc::clone(&keys.read).lock_owned().await;
        let begun = tokio::time::Instant::now();
        let asked: Vec<_> = (0..100)
            .map(|_| {
                let (keys, secret) = (Arc::clone(&keys), secret.clone());
                tokio::spawn(async move { keys.find(secret.as_bytes()).await })
            })
            .collect();
        for found in asked {
            assert!(found.await.expect("an end").is_err());
        }
        assert_eq!(begun.elapsed().as_secs(), LONGEST_LOOK.as_secs());
        drop(look);
        let found = keys.find(secret.as_bytes()).await.expect("a file");
        assert_eq!(found.map(|key| key.name).as_deref(), Some("a"));
    }
}
